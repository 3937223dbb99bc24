"""The plain part of YAML that almost all frontmatter is made of, read many times faster than a YAML library does.

What is not surely read as YAML reads it is left to YAML: `simple_fields` then says None.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from memory_ls.lazily import lazy
from memory_ls.text import Span


class Field(NamedTuple):
    """A top-level key and its value; rows count in the file, columns are code points.

    (A tuple, since making thousands of frozen dataclasses costs more than reading what is in them.) `key` as it is
    written, without quotes, at `row`, `col` to `key_end`; `colon_end` is the column after the colon. `end_row` is the
    row after the field's last. The value runs from `value_row`, `value_col` to `value_end_row`, `value_end_col`; `raw`
    is its text as it is. `style`: ``plain`` ``single`` ``double`` ``literal`` ``folded`` ``list`` (a block list)
    ``inline-list`` ``map`` ``inline-map`` ``empty`` ``alias``, or ``unread`` where YAML failed.
    """

    key: str
    row: int
    end_row: int
    raw: str
    style: str
    value_row: int
    value_col: int
    value_end_row: int
    value_end_col: int
    col: int
    key_end: int
    colon_end: int

    @property
    def key_span(self) -> Span:
        """Where the key stands."""
        return Span(self.row, self.col, self.row, self.key_end)

    @property
    def value_span(self) -> Span:
        """Where the value stands; empty after the colon for a value that is not there."""
        return Span(self.value_row, self.value_col, self.value_end_row, self.value_end_col)


# Rows are printable (`str.isprintable`) when these are asked, so there is no tab, no NBSP and no other blank in them.
_ROW = lazy(
    r"([A-Za-z_][A-Za-z0-9_-]*):(?: +"
    r"(?:\"([^\"\\]*)\""  # 2: a double-quoted string without escapes
    r"|(\"(?:[^\"\\]|\\[\"\\nt])*\")"  # 3: one with escapes that JSON reads alike
    r"|'([^']*)'"  # 4
    r"|([^\W\d_][^:#]*(?:(?::(?! |$)|(?<! )#)[^:#]*)*)"  # 5: a plain text that begins with a letter
    r"|(\d{4})-(\d\d)-(\d\d)"  # 6, 7, 8
    r"|(0|[1-9][0-9]{0,8})"  # 9
    r"|(\[\])"  # 10
    r"|\[((?:\"[^\"\\]*\"(?:, ?(?=\"))?)+)\]"  # 11
    r"|\[([A-Za-z][A-Za-z0-9_./-]*(?:, ?[A-Za-z][A-Za-z0-9_./-]*)*)\]"  # 12
    r"))? *\Z"
)
_ITEM = lazy(
    r"( *)- +(?:\"([^\"\\]*)\"|(\"(?:[^\"\\]|\\[\"\\nt])*\")|'([^']*)'"
    r"|([^\W\d_][^:#]*(?:(?::(?! |$)|(?<! )#)[^:#]*)*)) *\Z"
)
_WORDS: dict[str, object] = {
    spelling: value
    for words, value in (
        (("true", "yes", "on"), True),
        (("false", "no", "off"), False),
        (("null",), None),
    )
    for word in words
    for spelling in (word, word.capitalize(), word.upper())
}
_QUOTED = lazy(r"\"([^\"\\]*)\"")


_QUOTED_ROW = lazy(r"([A-Za-z_][A-Za-z0-9_-]*):(?: \"([^\"\\]*)\"| (true)| (false))?\Z")
_QUOTED_ITEM = lazy(r"  - \"([^\"\\]*)\"\Z")


def simplest_values(rows: Sequence[str], start: int, end: int) -> dict[str, object] | None:
    """Values of rows that hold double-quoted strings, lists of them, true and false only, as programs write them; None
    for all else. A part of what `simple_fields` reads, without places, since most files are never asked for these."""
    values: dict[str, object] = {}
    items: list[object] | None = None
    key = ""
    row_match, item_match = _QUOTED_ROW.match, _QUOTED_ITEM.match
    for text in rows[start:end]:
        if text[:1] == " ":
            item = item_match(text)
            if item is None or items is None:
                return None
            items.append(item[1])
            values[key] = items
            continue
        found = row_match(text)
        if found is None:
            return None
        group = found.lastindex
        key = found[1]
        if group == 2:
            values[key] = found[2]
        elif group == 1:
            values[key], items = None, []
            continue
        else:
            values[key] = group == 3
        items = None
    return values if "".join(rows[start:end]).isprintable() else None


def simple_fields(rows: Sequence[str], start: int, end: int) -> tuple[dict[str, object], tuple[Field, ...]] | None:
    """Values and fields of the rows from `start` up to `end`; None when they hold anything beyond the plain part."""
    values: dict[str, object] = {}
    fields: list[Field] = []
    row = start
    while row < end:
        text = rows[row]
        if not text:
            row += 1
            continue
        found = _ROW.match(text)
        if found is None or not text.isprintable():
            return None
        group, key_end, first = found.lastindex, found.end(1), row
        key = found[1]
        row += 1
        if group == 1:
            items = _items(rows, row, end)
            if items is None:
                return None
            values[key], row, indent = items
            if row > first + 1:
                raw = "\n".join([rows[first + 1][indent:], *rows[first + 2 : row]])
                last = len(rows[row - 1])
                fields.append(
                    Field(key, first, row, raw, "list", first + 1, indent, row - 1, last, 0, key_end, key_end + 1)
                )
            else:
                at = key_end + 1
                fields.append(Field(key, first, row, "", "empty", first, at, first, at, 0, key_end, at))
            continue
        begin, stop = found.span(group)  # type: ignore[arg-type]
        value: object = found[group]  # type: ignore[index]
        style = "plain"
        if group == 2:
            style, begin, stop = "double", begin - 1, stop + 1
        elif group == 3:
            style, value = "double", json.loads(found[3])
        elif group == 4:
            style, begin, stop = "single", begin - 1, stop + 1
        elif group == 5:
            said = found[5].rstrip(" ")
            stop, value = begin + len(said), _WORDS.get(said, said)
        elif group == 8:
            begin = found.start(6)
            try:
                value = date(int(found[6]), int(found[7]), int(found[8]))
            except ValueError:
                return None
        elif group == 9:
            value = int(found[9])
        elif group == 10:
            style, value = "inline-list", []
        elif group == 11:
            style, value, begin, stop = "inline-list", _QUOTED.findall(found[11]), begin - 1, stop + 1
        else:
            words = [word.strip(" ") for word in found[12].split(",")]
            style, value, begin, stop = "inline-list", [_WORDS.get(word, word) for word in words], begin - 1, stop + 1
        values[key] = value
        fields.append(
            Field(key, first, row, text[begin:stop], style, first, begin, first, stop, 0, key_end, key_end + 1)
        )
    return values, tuple(fields)


def _items(rows: Sequence[str], row: int, end: int) -> tuple[list[object] | None, int, int] | None:
    """The block list that begins at a row: its items, the row after it, its indent; items None where there is none."""
    items: list[object] = []
    indent = 0
    while row < end:
        text = rows[row]
        if text[:1] not in (" ", "-"):
            break
        found = _ITEM.match(text)
        if found is None or not text.isprintable() or (items and found.end(1) != indent):
            return None
        indent = found.end(1)
        group = found.lastindex
        if group == 3:
            items.append(json.loads(found[3]))
        elif group == 5:
            said = found[5].rstrip(" ")
            items.append(_WORDS.get(said, said))
        else:
            items.append(found[group])  # type: ignore[index]
        row += 1
    return (items or None), row, indent
