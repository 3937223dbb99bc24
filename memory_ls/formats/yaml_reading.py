"""Frontmatter by PyYAML: values, the places of fields, and what is wrong, said without any of the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from memory_ls.data import dataclass, field
from memory_ls.formats.yaml_simple import Field
from memory_ls.lazily import lazy

_STYLES = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_LOOSE = lazy(r"([^\s:#'\"\[\]{},&*!|>%@`-][^:]*?)[ \t]*:(?=[ \t]|\Z)[ \t]*(.*?)[ \t]*\Z", re.S)
_BREAKS = lazy("[\x85\u2028\u2029]")
_SAID = (
    (r"mapping values are not allowed", 'a value holds ": " without quotes'),
    (r"could not find expected ':'", "a row is no `key: value`"),
    (r"found character '\\t'|found a tab|contains tabs", "a tab stands where only blanks may"),
    (r"quoted scalar|unexpected end of stream", "a quote is opened and not closed"),
    (r"that cannot start any token", "a value begins with a sign that needs quotes"),
    (r"expected <block end>|block mapping|block collection", "a row is indented otherwise than those before it"),
    (r"flow (?:sequence|mapping|node)", "a bracket is opened and not closed"),
    (r"escape character|escape sequence", "a double-quoted text holds an escape that there is not"),
    (r"alias", "a value begins with * or &, which need quotes"),
    (r"tag|constructor", "a value begins with !, which needs quotes"),
    (r"special characters|control characters", "it holds a control character"),
    (r"nesting", "it is nested too deeply"),
)


@dataclass(frozen=True, slots=True)
class Read:
    """What YAML made of rows: see `Frontmatter`, of which these are the parts."""

    values: dict[str, object] = field(default_factory=dict, repr=False)
    fields: tuple[Field, ...] = ()
    error: str | None = None
    error_row: int = 0


def _is_asked(rows: Sequence[str], start: int, row: int, col: int) -> bool:
    """Whether the key at a place comes after a ``?``, in its row or on the one above, further left."""
    if rows[row][:col].strip(" "):
        return rows[row][:col].lstrip(" ").startswith("?")
    above = next((one for one in reversed(rows[start:row]) if one.strip(" ")), "")
    return above.lstrip(" ").startswith("?") and len(above) - len(above.lstrip(" ")) < col


def read_yaml(rows: Sequence[str], start: int, end: int) -> Read:
    """The rows from `start` up to `end` as one YAML mapping; never raises."""
    import yaml

    loader_type: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = "\n".join([*rows[start:end], ""])
    try:
        loader = loader_type(text)
        try:
            node = loader.get_single_node()
            if node is None:
                return Read()
            if not isinstance(node, yaml.MappingNode):
                return Read(error="it is no list of `key: value` rows", error_row=start)
            if node.flow_style:  # {a: b}: no row of its own for a field
                return Read(error="it is no list of `key: value` rows", error_row=start + node.start_mark.line)
            odd = next((key for key, _ in node.value if not isinstance(key, yaml.ScalarNode)), None)
            if odd is not None:
                row = start + odd.start_mark.line
                return Read(error="a key is no plain text", error_row=row, fields=loose_fields(rows, start, end))
            marks = ((start + key.start_mark.line, key.start_mark.column) for key, _ in node.value)
            asked = next((row for row, col in marks if row < end and _is_asked(rows, start, row, col)), -1)
            if asked >= 0:
                return Read(error="a key begins with ?", error_row=asked, fields=loose_fields(rows, start, end))
            values = {key.value: loader.construct_object(value, deep=True) for key, value in node.value}
            if _BREAKS.search(text):  # YAML ends rows where editors do not: places come from a text without those
                node = yaml.compose(_BREAKS.sub(" ", text), Loader=loader_type)
            return Read(values, tuple(_field(rows, start, key, value) for key, value in node.value))
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        row = min(start + mark.line, max(end - 1, start)) if mark is not None else start
        return Read(error=_clause(str(error)), error_row=row, fields=loose_fields(rows, start, end))
    except (ValueError, OverflowError, RecursionError):  # 2026-13-45, numbers of thousands of digits
        return Read(error="a value is no date or number though it looks like one", error_row=start,
                    fields=loose_fields(rows, start, end))  # fmt: skip


def loose_fields(rows: Sequence[str], start: int, end: int) -> tuple[Field, ...]:
    """What rows that begin with `key:` seem to say, for a frontmatter that YAML does not read."""
    fields = []
    for row in range(start, end):
        found = _LOOSE.match(rows[row])
        if found is not None:
            key_end, (begin, stop) = found.end(1), found.span(2)
            colon = rows[row].index(":", key_end) + 1
            fields.append(Field(found[1], row, row + 1, found[2], "unread", row, begin, row, stop, 0, key_end, colon))
    return tuple(fields)


def _field(rows: Sequence[str], start: int, key: Any, value: Any) -> Field:
    row, col = start + key.start_mark.line, key.start_mark.column
    key_row, key_end = start + key.end_mark.line, key.end_mark.column
    colon = rows[key_row].find(":", key_end) + 1 or len(rows[key_row])
    style = _style(value)
    value_row, value_col = start + value.start_mark.line, value.start_mark.column
    end_row, end_col = start + value.end_mark.line, value.end_mark.column
    if (value_row, value_col) < (key_row, key_end):  # an alias: the node lies where its anchor is
        style, value_row, end_row = "alias", key_row, key_row
        end_col = len(rows[key_row].rstrip(" \t"))
        value_col = end_col - len(rows[key_row][colon:end_col].lstrip(" \t"))
    if style == "empty" or (end_row, end_col) <= (value_row, value_col):
        value_row, value_col, end_row, end_col = key_row, colon, key_row, colon
    while end_row > value_row and (end_row >= len(rows) or not rows[end_row][:end_col].strip(" \t")):
        # a block ends where the next key begins
        end_row -= 1
        end_col = len(rows[end_row].rstrip(" \t"))
    if style in ("list", "map", "literal", "folded"):
        while end_row > value_row and rows[end_row][:1] == "#":
            end_row -= 1
            end_col = len(rows[end_row].rstrip(" \t"))
    raw = _slice(rows, value_row, value_col, end_row, end_col)
    return Field(key.value, row, end_row + 1, raw, style, value_row, value_col, end_row, end_col, col, key_end, colon)


def _style(node: Any) -> str:
    if node.id == "sequence":
        return "inline-list" if node.flow_style else "list"
    if node.id == "mapping":
        return "inline-map" if node.flow_style else "map"
    style: str | None = node.style
    if style in _STYLES:
        return _STYLES[style]
    return "plain" if node.value else "empty"


def _slice(rows: Sequence[str], row: int, col: int, end_row: int, end_col: int) -> str:
    if row == end_row:
        return rows[row][col:end_col]
    return "\n".join([rows[row][col:], *rows[row + 1 : end_row], rows[end_row][:end_col]])


def _clause(said: str) -> str:
    for pattern, clause in _SAID:
        if re.search(pattern, said):
            return clause
    return "it is not valid YAML"
