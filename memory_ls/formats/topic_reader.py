"""The frontmatter of a topic file as the agent's own simple reader sees it: rows, not YAML.

It takes a byte order mark, a row ``---``, the fields up to the next row that begins with ``---``, the first of two
fields of one name, one pair of matching quotes off a value, and `type` at the top or at any indentation. What YAML says
in several rows, or cuts off at `` #``, it does not know.

Source: facts of the topics port for Pi, read in its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from memory_ls.data import dataclass, field
from memory_ls.lazily import lazy
from memory_ls.text import BOM, Span

FENCE = "---"
TYPES = ("user", "feedback", "project", "reference")
"""The types that the agent's prompt knows. Source: the topics document and facts section 3."""

_FIELD = lazy(r"([A-Za-z0-9_]+):[^\S\n]*(.*)\Z", re.S)
_TYPE = lazy(r"\s+type:[^\S\n]*(.*)\Z", re.S)


@dataclass(frozen=True, slots=True)
class Value:
    """A value as the simple reader takes it; `span` is where it stands, without quotes, `raw` with them."""

    text: str = field(repr=False)
    row: int
    span: Span
    raw: Span

    @property
    def quoted(self) -> bool:
        """Whether a pair of quotes was taken off."""
        return self.span != self.raw


@dataclass(frozen=True, slots=True)
class Simple:
    """`end` is the row of the closing fence, -1 when there is none: then the agent reads no field at all."""

    end: int
    values: Mapping[str, Value] = field(default_factory=dict, repr=False)
    repeated: tuple[Value, ...] = ()

    def get(self, key: str) -> str:
        """A value, empty where there is none."""
        found = self.values.get(key)
        return found.text if found is not None else ""


def read_simple(rows: Sequence[str]) -> Simple | None:
    """The fields as the agent reads them; None when the file does not begin with a fence."""
    if not rows or rows[0].removeprefix(BOM).rstrip() != FENCE:
        return None
    end = next((row for row in range(1, len(rows)) if rows[row].startswith(FENCE)), -1)
    if end < 0:
        return Simple(-1)
    values: dict[str, Value] = {}
    repeated: list[Value] = []
    nested: Value | None = None
    for row in range(1, end):
        found = _FIELD.match(rows[row])
        if found is not None:
            value = _value(found, 2, row)
            if found[1] in values:
                repeated.append(value)
            else:
                values[found[1]] = value
        elif nested is None:
            deeper = _TYPE.match(rows[row])
            nested = _value(deeper, 1, row) if deeper is not None else None
    if nested is not None and not values.get("type", nested).text:
        values["type"] = nested
    elif nested is not None:
        values.setdefault("type", nested)
    return Simple(end, values, tuple(repeated))


def field_rows(rows: Sequence[str]) -> int:
    """How many rows after the opening fence look like fields: where a missing closing fence belongs."""
    count = 0
    for row in rows[1:]:
        if not (_FIELD.match(row) or (row[:1] in " \t" and row.strip()) or row.startswith("- ") or row.startswith("#")):
            break
        if row.startswith("#") and not row.startswith("# "):
            break
        count += 1
    return count


def hidden_by_crlf(rows: Sequence[str], ends: Sequence[str], end: int) -> Iterator[str]:
    """The fields that a reader that splits at LF alone does not see: the CR stays in their row and matches nothing.

    Only the last row before the closing fence is spared. `ends` are the newlines of the rows.
    """
    for row in range(1, end - 1):
        if ends[row] != "\r\n":
            continue
        found = _FIELD.match(rows[row])
        if found is not None and found[2].strip():
            yield found[1]
        elif _TYPE.match(rows[row]):
            yield "type"


def _value(found: re.Match[str], group: int, row: int) -> Value:
    said = found[group]
    start, text = found.start(group), said.rstrip()
    raw = Span(row, start, row, start + len(text))
    if len(text) >= 2 and text[0] in "\"'" and text[-1] == text[0]:
        return Value(text[1:-1], row, Span(row, start + 1, row, start + len(text) - 1), raw)
    return Value(text, row, raw, raw)
