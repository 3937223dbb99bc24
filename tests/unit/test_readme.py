"""The README says what is there: its tables are made from the code, its links lead somewhere, its commands exist.

With `MEMORY_LS_REWRITE_README=1` in the environment the tables are written anew.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_ls.cli import main, parser
from memory_ls.commands.failure import Failure
from memory_ls.rules import MODULES, SEVERITIES, documentation
from memory_ls.settings import OPTIONS, Layer, Origin, parse_settings

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "editors").glob("*/README.md"))]
_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
STANDS_FOR = {"SCOPE": "project", "EVENT": "session-start", "FORMAT": "topics"}
"""What a placeholder must be for a command line to be read."""
_OPTIONAL = re.compile(r"\[(?!\[)|\]|\.\.\.")


def rules_table() -> str:
    """Every rule, worst first."""
    codes = sorted(MODULES, key=lambda code: (SEVERITIES[code], code))
    rows = [f"| {SEVERITIES[code].word} | `{code}` | {documentation(code).splitlines()[0]} |" for code in codes]
    return "\n".join(["| severity | rule | finds |", "|---|---|---|", *rows])


def options_table() -> str:
    """Every option, by name."""
    rows = [
        f"| `{one.key}` | {one.default} | {one.doc} | {'yes' if one.untrusted else 'no'} |"
        for one in sorted(OPTIONS, key=lambda one: one.key)
    ]
    return "\n".join(
        ["| option | default | what it says | counts in an untrusted project |", "|---|---|---|---|", *rows]
    )


TABLES = {"rules": rules_table, "options": options_table}


def with_tables(text: str) -> str:
    """A README with its tables as the code makes them."""
    for name, make in TABLES.items():
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        before, _, rest = text.partition(begin)
        _, found, after = rest.partition(end)
        assert found, f"the README has no place for the table of {name}"
        text = f"{before}{begin}\n\n{make()}\n\n{end}{after}"
    return text


def fences(text: str) -> Iterator[tuple[str, str]]:
    """The language and the rows of each fence, without the indentation that it has as part of a list."""
    for indent, language, body in _FENCE.findall(text):
        yield language, "\n".join(row.removeprefix(indent) for row in body.splitlines())


def commands(text: str) -> Iterator[str]:
    """Each `memory-ls …` that the README tells people to run: in fences of a shell or CI, and between backticks."""
    for language, body in fences(text):
        for row in body.splitlines():
            said = row.removeprefix("- run: ") if language == "yaml" else row.removeprefix("$ ")
            if language == "console" and not row.startswith("$ "):
                continue
            if language in {"sh", "console", "yaml"}:
                parts = (part.strip() for part in said.partition(" #")[0].split("&&"))
                yield from (part for part in parts if part.startswith("memory-ls "))
    for said in re.findall(r"`(memory-ls [^`\n]+)`", _FENCE.sub("", text)):
        yield _OPTIONAL.sub("", said)


def anchors(text: str) -> set[str]:
    """The names by which its headings are linked to."""
    headings = re.findall(r"^#+ (.+)$", _FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def known_commands() -> set[str]:
    """Every subcommand of the command line."""
    return set(next(action for action in parser()._actions if action.dest == "command").choices or ())


def parsed(command: str) -> str:
    """The subcommand that a command line names; Failure for one that is wrong. One word alone is only a name."""
    words = [STANDS_FOR.get(word, word) for word in shlex.split(command)[1:]]
    if len(words) == 1 and words[0] in known_commands():
        return words[0]
    return str(parser().parse_args(words).command)


def shape(value: object) -> object:
    """The keys of a JSON value and the kinds of what they hold, in order."""
    if isinstance(value, dict):
        return [(key, shape(each)) for key, each in value.items()]
    return [shape(each) for each in value] if isinstance(value, list) else type(value)


def test_the_tables_are_what_the_code_says() -> None:
    text = README.read_text(encoding="utf-8")
    if os.environ.get("MEMORY_LS_REWRITE_README"):
        README.write_text(with_tables(text), encoding="utf-8")
        text = README.read_text(encoding="utf-8")
    assert text == with_tables(text), "run this test with MEMORY_LS_REWRITE_README=1"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for link in _LINK.findall(_FENCE.sub("", text)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path) if path else page
        assert target.exists(), f"{link} leads nowhere"
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), f"{link} names no heading"


def test_commands_and_their_options_exist() -> None:
    said = list(commands(README.read_text(encoding="utf-8")))
    assert len(said) > 20
    wrong = []
    for command in said:
        try:
            parsed(command)
        except Failure as failure:
            wrong.append(f"{command}: {failure}")
    assert wrong == []


def test_a_command_that_does_not_exist_would_be_noticed() -> None:
    with pytest.raises(Failure):
        parsed("memory-ls chekc .")
    with pytest.raises(Failure):
        parsed("memory-ls check --fail-at warning .")


def test_every_command_is_told() -> None:
    told = {parsed(command) for command in commands(README.read_text(encoding="utf-8"))}
    assert told == known_commands()


def test_configuration_examples_are_read_without_a_complaint() -> None:
    examples = [body for language, body in fences(README.read_text(encoding="utf-8")) if language == "toml"]
    assert examples
    for body in examples:
        _, problems = parse_settings([Layer(Origin.USER, tomllib.loads(body), "the README")])
        assert problems == ()


def test_the_json_example_has_the_shape_that_check_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    store = tmp_path / "memory.md"
    store.write_text("- Use pnpm\n- use pnpm.\n", encoding="utf-8")
    assert main(["check", "--output-format", "json", str(store)]) == 1
    printed = json.loads(capsys.readouterr().out)
    (told,) = (json.loads(body) for language, body in fences(README.read_text(encoding="utf-8")) if language == "json")
    assert shape(told) == shape(printed)
