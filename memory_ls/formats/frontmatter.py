"""Frontmatter: YAML between two rows ``---`` at the top of a file, with the place of each field.

Values are what YAML reads. Most files hold nothing but quoted strings, plain words and lists of them; these are read by
`simple_fields`, many times faster and to the same values (a property test says so); all else goes to PyYAML. The block
is never written anew: the writers give replacements of single fields, so that unknown keys, comments and order stay.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from memory_ls.data import dataclass, field
from memory_ls.formats.yaml_reading import loose_fields, read_yaml
from memory_ls.formats.yaml_simple import Field, simple_fields, simplest_values
from memory_ls.lazily import lazy
from memory_ls.text import BOM, Replace, Span

FENCE = "---"
_FIELD_ROW = lazy(r"(?:[A-Za-z_][\w-]*:(?: |\Z)|[ ]+\S|- )")


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """A frontmatter as it was read.

    `end` is the row of the closing fence, -1 when there is none (then there are no values). `values` are by key as it
    is written, empty on an error; of a key that is there twice the last counts. `error` is a clause without any note
    text, `error_row` the row that it speaks of. `rows` are those of the file; `known` its fields, if they were needed
    to read it.
    """

    end: int
    rows: Sequence[str] = field(repr=False)
    values: Mapping[str, object] = field(default_factory=dict, repr=False)
    known: tuple[Field, ...] | None = field(default=None, repr=False)
    error: str | None = None
    error_row: int = 0

    @property
    def fields(self) -> tuple[Field, ...]:
        """The top-level keys in their order; on an error those that rows seem to begin with, style ``unread``."""
        if self.known is not None:
            return self.known
        simple = simple_fields(self.rows, 1, self.end)
        return simple[1] if simple is not None else ()

    def field(self, key: str) -> Field | None:
        """The field that counts for a key: the last one."""
        if self.known is not None:
            return next((one for one in reversed(self.known) if one.key == key), None)
        begin = f"{key}:"
        row = self.end - 1
        while row and not self.rows[row].startswith(begin):
            row -= 1
        if not row:
            return None
        end = row + 1
        while end < self.end and self.rows[end].startswith(" "):
            end += 1
        simple = simple_fields(self.rows, row, end)
        return simple[1][0] if simple is not None else None


def is_fence(row: str) -> bool:
    """A row ``---``; blanks after it do no harm."""
    return row.startswith(FENCE) and row.rstrip(" \t") == FENCE


def read_frontmatter(rows: Sequence[str]) -> Frontmatter | None:
    """The frontmatter of a file; None when its first row (after a byte order mark) is no fence."""
    if not rows or not is_fence(rows[0].removeprefix(BOM)):
        return None
    end, last = 1, len(rows)
    while end < last and not (rows[end][:3] == FENCE and is_fence(rows[end])):
        end += 1
    if end == last:
        fields = loose_fields(rows, 1, len(rows))
        return Frontmatter(-1, rows, known=fields, error="its --- is opened and not closed")
    simplest = simplest_values(rows, 1, end)
    if simplest is not None:
        return Frontmatter(end, rows, simplest)
    simple = simple_fields(rows, 1, end)
    if simple is not None:
        return Frontmatter(end, rows, *simple)
    read = read_yaml(rows, 1, end)
    return Frontmatter(end, rows, read.values, read.fields, read.error, read.error_row)


def set_field(rows: Sequence[str], frontmatter: Frontmatter, key: str, yaml_text: str) -> Replace:
    """A field's value changed, or the field added after the last; `yaml_text` that begins with a newline is a block."""
    known = frontmatter.field(key)
    if known is None:
        indent = " " * (frontmatter.fields[0].col if frontmatter.fields else 0)
        row = _row_of_new(rows, frontmatter)
        return Replace(Span(row, 0, row, 0), f"{indent}{key}:{_apart(yaml_text)}\n")
    if known.style in ("empty", "list", "map", "literal", "folded") or yaml_text.startswith("\n"):
        span = Span(known.row, known.colon_end, known.value_end_row, known.value_end_col)
        return Replace(span, _apart(yaml_text))
    return Replace(known.value_span, yaml_text)


def set_fields(rows: Sequence[str], frontmatter: Frontmatter, fields: Mapping[str, str]) -> tuple[Replace, ...]:
    """Several fields at once: `set_field` for those that are there, one replacement for all that are new."""
    known = [key for key in fields if frontmatter.field(key) is not None]
    changes = [set_field(rows, frontmatter, key, fields[key]) for key in known]
    added = "".join(set_field(rows, frontmatter, key, fields[key]).new for key in fields if key not in known)
    row = _row_of_new(rows, frontmatter)
    return (*changes, Replace(Span(row, 0, row, 0), added)) if added else tuple(changes)


def remove_field(rows: Sequence[str], frontmatter: Frontmatter, key: str) -> Replace | None:
    """A field taken out with its rows; None when it is not there."""
    known = frontmatter.field(key)
    return Replace(Span(known.row, 0, known.end_row, 0), "") if known else None


def new_frontmatter(fields: Mapping[str, str]) -> str:
    """A whole block of keys and YAML texts, with its fences and the newline after them."""
    return "".join([f"{FENCE}\n", *(f"{key}:{_apart(text)}\n" for key, text in fields.items()), f"{FENCE}\n"])


def quote_values(rows: Sequence[str], frontmatter: Frontmatter) -> tuple[Replace, ...]:
    """What makes an unreadable frontmatter readable by putting values in quotes; empty if that does not do it.

    Only values of one row that hold what needs quotes are touched, and what comes out is tried.
    """
    if frontmatter.end < 0 or frontmatter.error is None:
        return ()
    changes = tuple(Replace(one.value_span, _as_meant(one.raw)) for one in frontmatter.fields if _fails(one.raw))
    mended = list(rows)
    for change in changes:
        row, text = change.span.row, mended[change.span.row]
        mended[row] = text[: change.span.col] + change.new + text[change.span.end_col :]
    read = read_frontmatter(mended) if changes else None
    return changes if read is not None and read.error is None else ()


def close_fence(rows: Sequence[str], frontmatter: Frontmatter) -> tuple[Replace, ...]:
    """The closing fence after the last row that surely belongs to an open frontmatter; empty if there is none."""
    row = 1
    while row < len(rows) and _FIELD_ROW.match(rows[row]):
        row += 1
    if frontmatter.end >= 0 or row == 1:
        return ()
    read = read_frontmatter([*rows[:row], FENCE])
    if read is None or read.error is not None:
        return ()
    return (Replace(Span(row - 1, len(rows[row - 1]), row - 1, len(rows[row - 1])), f"\n{FENCE}"),)


def quoted(text: str) -> str:
    """A text as a double-quoted string that YAML and JSON read alike: only what must be escaped is."""
    written = json.dumps(text, ensure_ascii=False)
    return written if written.isprintable() else "".join(map(_escaped, written))


def block_list(items: Sequence[str]) -> str:
    """Texts as a block list of quoted strings, ``[]`` for none."""
    return "".join(f"\n  - {quoted(item)}" for item in items) or "[]"


def _row_of_new(rows: Sequence[str], frontmatter: Frontmatter) -> int:
    """The row before which a new field goes: the closing fence, or a row ``...``, which ends YAML before it."""
    return next((row for row in range(1, frontmatter.end) if rows[row].rstrip(" \t") == "..."), frontmatter.end)


def _fails(raw: str) -> bool:
    """Whether a value of one row cannot be read even when it stands alone."""
    alone = read_frontmatter([FENCE, f"key: {raw}", FENCE])
    return alone is None or alone.error is not None


def _as_meant(raw: str) -> str:
    """A value in quotes; one that is opened and not closed was not meant to be a part of it."""
    return quoted(raw[1:] if raw[0] in "\"'" and raw.count(raw[0]) == 1 else raw)


def _escaped(char: str) -> str:
    # YAML refuses most controls, breaks rows at U+0085 and U+2028, and takes a byte order mark away
    if char.isprintable() or char in "\u00a0\u00ad\u200d" or "\ufe00" <= char <= "\ufe0f":
        return char
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else char


def _apart(yaml_text: str) -> str:
    return yaml_text if yaml_text.startswith("\n") else f" {yaml_text}"
