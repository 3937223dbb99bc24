"""Columns between code points, as the core counts, and the units an editor counts in.

Pure: rows come in, numbers go out. A column past a row's end is its end; one inside a character (the second half of a
surrogate pair, a continuation byte of UTF-8) is the start of that character. Lone surrogates count as one unit of
UTF-16 and as the three bytes that JavaScript writes for them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum

from memory_ls.text import Span

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
Four = tuple[int, int, int, int]


class Encoding(Enum):
    """The unit of `Position.character`, by the protocol's names; utf-32 units are code points."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


def to_units(row: str, column: int, encoding: Encoding) -> int:
    """Units before a column of code points."""
    column = min(max(column, 0), len(row))
    if encoding is Encoding.UTF32 or row.isascii():
        return column
    if encoding is Encoding.UTF16:
        return column + len(_ASTRAL.findall(row, 0, column))
    return len(row[:column].encode("utf-8", "surrogatepass"))


def to_column(row: str, units: int, encoding: Encoding) -> int:
    """Code points before a column of units."""
    if units <= 0:
        return 0
    if encoding is Encoding.UTF32 or row.isascii():
        return min(units, len(row))
    if encoding is Encoding.UTF16:
        return _from_utf16(row, units)
    return _from_utf8(row, units)


def _from_utf16(row: str, units: int) -> int:
    pairs = 0
    for pairs, astral in enumerate(_ASTRAL.finditer(row)):  # so many pairs lie before this one
        at = astral.start() + pairs
        if units <= at:
            return units - pairs
        if units == at + 1:
            return astral.start()
        pairs += 1
    return min(units - pairs, len(row))


def _from_utf8(row: str, units: int) -> int:
    data = row.encode("utf-8", "surrogatepass")
    if units >= len(data):
        return len(row)
    while data[units] & 0xC0 == 0x80:
        units -= 1
    return len(data[:units].decode("utf-8", "surrogatepass"))


def span_to_units(rows: Sequence[str], span: Span, encoding: Encoding) -> Four:
    """A span as an editor's (line, character, end line, end character); rows that do not exist are the text's end."""
    row, col = place_to_units(rows, span.row, span.col, encoding)
    return (row, col, *place_to_units(rows, span.end_row, span.end_col, encoding))


def place_to_units(rows: Sequence[str], row: int, col: int, encoding: Encoding) -> tuple[int, int]:
    """A place as an editor's (line, character)."""
    if row >= len(rows):
        row, col = len(rows) - 1, len(rows[-1])
    return (row, to_units(rows[row], col, encoding)) if row >= 0 else (0, 0)


def place_from_units(rows: Sequence[str], line: int, character: int, encoding: Encoding) -> tuple[int, int]:
    """An editor's place as (row, column); past the last row is the text's end."""
    if line >= len(rows):
        return len(rows) - 1, len(rows[-1])
    return (line, to_column(rows[line], character, encoding)) if line >= 0 else (0, 0)


def span_from_units(rows: Sequence[str], four: Four, encoding: Encoding) -> Span:
    """An editor's range as a span."""
    row, col = place_from_units(rows, four[0], four[1], encoding)
    return Span(row, col, *place_from_units(rows, four[2], four[3], encoding))


def range_json(four: Four) -> str:
    """A range as the protocol's JSON."""
    line, character, end_line, end_character = four
    return (
        f'{{"start":{{"line":{line},"character":{character}}},"end":{{"line":{end_line},"character":{end_character}}}}}'
    )
