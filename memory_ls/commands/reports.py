"""How a check is told: lines for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memory_ls.commands.console import Console, Style
from memory_ls.commands.snippet import Quoter
from memory_ls.detect import quote
from memory_ls.formats.notes import FileId
from memory_ls.text import Span, Text
from memory_ls.workspace.checking import Counts, Reported

_STYLES: dict[str, Style] = {"error": "error", "warning": "warning", "information": "information", "hint": "hint"}


class TextReport:
    """Findings as a compiler tells them: place, severity, rule and message, the row quoted and underlined, the fix."""

    def __init__(self, console: Console, text_of: Callable[[FileId], Text]) -> None:
        self._console, self._text_of = console, text_of
        self._quoters: dict[FileId, Quoter] = {}

    def show(self, found: Sequence[Reported], counts: Counts) -> None:
        for one in found:
            self._finding(one)
            self._console.line()
        self._console.line(*_summary(counts, len(found)))

    def _finding(self, one: Reported) -> None:
        style = _STYLES[one.severity.word]
        place = f"{shown_path(one.path)}:{one.span.row + 1}:{one.span.col + 1}"
        self._console.line((place, "path"), " ", (f"{one.severity.word}[{one.rule}]", style), f" {one.message}")
        self._quoted(one, style)
        if one.fixes:
            self._console.line("  ", ("= fix: ", "frame"), (", or ".join(one.fixes), "fix"))

    def _quoted(self, one: Reported, style: Style) -> None:
        rows = self._text_of(one.file).rows
        if one.span.empty or not rows[one.span.row].strip():
            return
        quoter = self._quoters.get(one.file)
        if quoter is None:
            quoter = self._quoters[one.file] = Quoter(rows)
        number = str(one.span.row + 1)
        snippet = quoter.quote(one.span, max(20, self._console.width - len(number) - 4))
        margin = " " * len(number)
        self._console.line(" ", (f"{number} | ", "frame"), snippet.text)
        more = f" ... to line {_last_row(one.span) + 1}" if _last_row(one.span) > one.span.row else ""
        self._console.line(" ", (f"{margin} | ", "frame"), " " * snippet.start, ("^" * snippet.width + more, style))


def _last_row(span: Span) -> int:
    return span.end_row - 1 if span.end_col == 0 and span.end_row > span.row else span.end_row


def shown_path(path: str) -> str:
    """A path as a line of text may hold it."""
    return quote(path, 4096)


def _summary(counts: Counts, shown: int) -> list[str | tuple[str, Style]]:
    looked = f"{_many(counts.notes, 'note')} in {_many(counts.stores, 'store')}"
    kinds: list[tuple[int, str, Style]] = [
        (counts.errors, "error", "error"),
        (counts.warnings, "warning", "warning"),
        (counts.information, "information", "information"),
        (counts.hints, "hint", "hint"),
    ]
    parts: list[str | tuple[str, Style]] = []
    for count, noun, style in kinds:
        if count:
            said = f"{count} {noun}" if noun == "information" else _many(count, noun)
            parts += [", " if parts else "", (said, style)]
    return [f"{looked}: ", *parts] if parts else [f"{looked}: nothing found"]


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def as_json(found: Sequence[Reported], counts: Counts) -> str:
    """The report for programs: places count from 1, columns in code points, ends exclusive."""
    import json

    return json.dumps(
        {
            "version": 1,
            "findings": [
                {
                    "rule": one.rule,
                    "severity": one.severity.word,
                    "path": one.path,
                    **_span(one.span),
                    "message": one.message,
                    "related": [{"path": of.path, **_span(of.span), "message": of.message} for of in one.related],
                    "fixes": list(one.fixes),
                }
                for one in found
            ],
            "summary": {
                "stores": counts.stores,
                "notes": counts.notes,
                "errors": counts.errors,
                "warnings": counts.warnings,
                "information": counts.information,
                "hints": counts.hints,
            },
        },
        indent=2,
    )


def _span(span: Span) -> dict[str, dict[str, int]]:
    return {
        "start": {"line": span.row + 1, "column": span.col + 1},
        "end": {"line": span.end_row + 1, "column": span.end_col + 1},
    }
