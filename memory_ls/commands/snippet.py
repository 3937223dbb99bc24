"""A row of a note as it is quoted on a terminal: masked, shortened around what is meant, and underlined."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from memory_ls.detect import find_secrets, mask
from memory_ls.text import Span

_ELLIPSIS = "…"
_LEAD = 24
"""Columns kept before the span when a row is too long."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """A row ready to show; `start` and `width` say in terminal columns what is underlined."""

    text: str = field(repr=False)
    start: int
    width: int


class Quoter:
    """Quotes rows of one file. Secrets are looked for in the whole text, since a key may span rows, and in the row."""

    def __init__(self, rows: Sequence[str]) -> None:
        self._rows = rows
        self._starts: list[int] = []
        at = 0
        for row in rows:
            self._starts.append(at)
            at += len(row) + 1
        self._secrets = [(one.start, one.end, one.kind) for one in find_secrets("\n".join(rows))]

    def quote(self, span: Span, width: int) -> Snippet:
        """The span's first row, at most `width` terminal columns; one over more rows is underlined to the row's end."""
        row = self._rows[span.row]
        end = span.end_col if span.end_row == span.row else len(row)
        before, inside, after = self._masked(span.row, span.col, end)
        return _fitted(before, inside, after, width)

    def _masked(self, number: int, start: int, end: int) -> tuple[str, str, str]:
        row = self._rows[number]
        secrets = _joined([*self._secrets_in(number), *((one.start, one.end, one.kind) for one in find_secrets(row))])
        for first, last, _ in secrets:  # a secret is inside or outside as a whole, so that no half of it is shown
            if first < start < last:
                start = first
            if first < end < last:
                end = last
        return tuple(_pieces(row, part, secrets) for part in ((0, start), (start, end), (end, len(row))))  # type: ignore[return-value]

    def _secrets_in(self, number: int) -> Iterable[tuple[int, int, str]]:
        first, length = self._starts[number], len(self._rows[number])
        at = max(0, bisect_left(self._secrets, (first, 0, "")) - 1)
        while at < len(self._secrets) and self._secrets[at][0] < first + length:
            start, end, kind = self._secrets[at]
            if end > first:
                yield max(start - first, 0), min(end - first, length), kind
            at += 1


def _joined(secrets: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    out: list[tuple[int, int, str]] = []
    for start, end, kind in sorted(secrets):
        if out and start < out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]), out[-1][2])
        else:
            out.append((start, end, kind))
    return out


def _pieces(row: str, part: tuple[int, int], secrets: list[tuple[int, int, str]]) -> str:
    at, end = part
    out = []
    for first, last, kind in secrets:
        if at <= first and last <= end:
            out += [mask(row[at:first]), f"‹{kind.partition(' ')[2] or kind}›"]
            at = last
    return "".join([*out, mask(row[at:end])]).replace("\t", "    ").replace("\r", "⟨U+000D⟩").replace("\n", " ")


def columns(text: str) -> int:
    """Columns of a terminal that a text takes: two for wide characters, none for what combines."""
    if text.isascii():
        return len(text)
    return sum(_width(char) for char in text)


def _width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def _fitted(before: str, inside: str, after: str, width: int) -> Snippet:
    if columns(before) + columns(inside) + columns(after) > width:
        if columns(before) > _LEAD and columns(before) + columns(inside) > width:
            before = _ELLIPSIS + _last(before, _LEAD)
        inside = _first(inside, max(1, width - columns(before)))
        after = _first(after, max(0, width - columns(before) - columns(inside)))
    return Snippet(before + inside + after, columns(before), max(1, columns(inside)))


def _first(text: str, width: int) -> str:
    """As much of a text's start as fits, with an ellipsis where it is cut."""
    if columns(text) <= width:
        return text
    taken, used = 0, 1
    for char in text:
        used += _width(char)
        if used > width:
            break
        taken += 1
    return text[:taken] + _ELLIPSIS if width else ""


def _last(text: str, width: int) -> str:
    taken, used = len(text), 0
    while taken and used + _width(text[taken - 1]) <= width:
        taken -= 1
        used += _width(text[taken])
    return text[taken:]
