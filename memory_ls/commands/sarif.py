"""A check told to code scanning: SARIF 2.1.0, and GitHub's workflow commands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from urllib.parse import quote as percent

from memory_ls import __version__
from memory_ls.commands.baseline import identity
from memory_ls.rules import MODULES, SEVERITIES, Severity, documentation
from memory_ls.text import Span
from memory_ls.workspace.checking import MORE, Reported

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}
_COMMANDS = {"error": "error", "warning": "warning", "information": "notice", "hint": "notice"}
_RULES = (*sorted(MODULES), MORE)
_FINGERPRINT = "memoryLsNote/v1"
"""Of a finding: it stays when rows move, and goes when the note says something else."""


def as_sarif(found: Sequence[Reported]) -> str:
    """The report as one SARIF log: columns in code points from 1, ends exclusive, paths relative to where it ran."""
    driver = {
        "name": "memory-ls",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in _RULES],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True}],
        "results": [_result(one) for one in found],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(code: str) -> dict[str, object]:
    severity = SEVERITIES.get(code, Severity.INFORMATION)
    said = documentation(code) if code in MODULES else "How many findings of a file are not shown."
    first = said.splitlines()[0]
    return {
        "id": code,
        "shortDescription": {"text": first},
        "fullDescription": {"text": said},
        "help": {"text": f"{said}\n\nMore, and how to silence it: memory-ls explain {code}"},
        "defaultConfiguration": {"level": _LEVELS[severity.word]},
        "properties": {"tags": ["agent-memory", *(["security"] if code in _SECURITY else [])]},
    }


_SECURITY = frozenset({"secret", "prompt-injection", "invisible-character"})


def _result(one: Reported) -> dict[str, object]:
    out: dict[str, object] = {
        "ruleId": one.rule,
        "ruleIndex": _RULES.index(one.rule),
        "level": _LEVELS[one.severity.word],
        "message": {"text": one.message},
        "locations": [{"physicalLocation": _place(one.path, one.span)}],
    }
    if one.related:
        out["relatedLocations"] = [
            {"id": number, "physicalLocation": _place(of.path, of.span), "message": {"text": of.message}}
            for number, of in enumerate(one.related)
        ]
    if one.finding is not None:
        out["partialFingerprints"] = {_FINGERPRINT: f"{one.rule}:{identity(one.finding.at)}"}
    return out


def _place(path: str, span: Span) -> dict[str, object]:
    absolute = path.startswith("/")
    uri = percent(path.encode("utf-8", "surrogateescape"), safe="/~")
    where = {"uri": f"file://{uri}"} if absolute else {"uri": uri, "uriBaseId": "%SRCROOT%"}
    region = {
        "startLine": span.row + 1,
        "startColumn": span.col + 1,
        "endLine": span.end_row + 1,
        "endColumn": span.end_col + 1,
    }
    return {"artifactLocation": where, "region": region}


def as_github(found: Sequence[Reported]) -> Iterator[str]:
    """One workflow command a finding; what the runner would read as syntax is escaped."""
    for one in found:
        fields = {
            "file": one.path,
            "line": one.span.row + 1,
            "endLine": one.span.end_row + 1,
            "col": one.span.col + 1,
            "endColumn": one.span.end_col + 1,
            "title": one.rule,
        }
        if one.span.end_row > one.span.row:  # columns are for one line only
            fields = {name: said for name, said in fields.items() if name not in ("col", "endColumn")}
        said = ",".join(f"{name}={_property(str(value))}" for name, value in fields.items())
        yield f"::{_COMMANDS[one.severity.word]} {said}::{_data(one.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
