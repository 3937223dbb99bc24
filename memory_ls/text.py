"""Text as editors count it: rows with their own newline, spans of code points, replacements.

A row ends at ``\\n``, ``\\r\\n`` or a lone ``\\r`` (the language server protocol's rows) and nowhere else:
``str.splitlines`` would also cut at U+2028, form feeds and others. The last row has no newline and may be empty, so a
text always has one row more than it has newlines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from memory_ls.data import dataclass, field
from memory_ls.lazily import lazy

BOM = "\ufeff"
_ROW = lazy(r"([^\r\n]*)(\r\n|\n|\r)")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of text. Rows and columns count from 0, columns in code points; the end is exclusive."""

    row: int
    col: int
    end_row: int
    end_col: int

    @property
    def empty(self) -> bool:
        return (self.row, self.col) == (self.end_row, self.end_col)

    def down(self, rows: int) -> Span:
        """The same span, `rows` further down."""
        return Span(self.row + rows, self.col, self.end_row + rows, self.end_col)


@dataclass(frozen=True, slots=True)
class Replace:
    """New text for a span. A ``\\n`` in `new` becomes the newline in use where it is inserted."""

    span: Span
    new: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Splice:
    """What an edit did to the rows: `rows[first:old_end]` became `rows[first:new_end]`."""

    first: int
    old_end: int
    new_end: int


def split_rows(text: str) -> tuple[list[str], list[str]]:
    """The rows of a text and the newline after each; the last row's newline is ``""``."""
    if "\r" not in text:
        rows = text.split("\n")
        return rows, ["\n"] * (len(rows) - 1) + [""]
    pieces = _ROW.findall(text)
    rows = [row for row, _ in pieces]
    ends = [end for _, end in pieces]
    rows.append(text[max(text.rfind("\n"), text.rfind("\r")) + 1 :])
    ends.append("")
    return rows, ends


class Text:
    """A text that can be edited in place at a cost that does not depend on its size."""

    __slots__ = ("_newlines", "ends", "rows")

    def __init__(self, text: str = "") -> None:
        self.rows, self.ends = split_rows(text)
        self._newlines = Counter(self.ends[:-1])

    def __str__(self) -> str:
        if len(self._newlines) == 1 and "\n" in self._newlines:
            return "\n".join(self.rows)
        return "".join([part for pair in zip(self.rows, self.ends, strict=True) for part in pair])

    def __repr__(self) -> str:  # a memory file may hold secrets: its text is never shown
        return f"<Text of {len(self.rows)} rows>"

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def newlines(self) -> frozenset[str]:
        """The kinds of newline that occur."""
        return frozenset(self._newlines)

    @property
    def newline(self) -> str:
        """The most used newline; ``\\n`` where there is none."""
        return max(self._newlines, key=lambda kind: (self._newlines[kind], kind == "\n"), default="\n")

    def newline_at(self, row: int) -> str:
        """The newline in use around a row: its own, else the one before it, else the most used."""
        return self.ends[row] or (self.ends[row - 1] if row else "") or self.newline

    def clamp(self, row: int, col: int) -> tuple[int, int]:
        """The nearest place that exists: past a row's end is its end, past the last row is the text's end."""
        if row < 0:
            return 0, 0
        if row >= len(self.rows):
            return len(self.rows) - 1, len(self.rows[-1])
        return row, min(max(col, 0), len(self.rows[row]))

    def slice(self, span: Span) -> str:
        """The text of a span, newlines as they are."""
        if span.row == span.end_row:
            return self.rows[span.row][span.col : span.end_col]
        middle = [self.rows[span.row][span.col :], self.ends[span.row]]
        for row in range(span.row + 1, span.end_row):
            middle += (self.rows[row], self.ends[row])
        return "".join([*middle, self.rows[span.end_row][: span.end_col]])

    def splice(self, span: Span, new: str) -> Splice:
        """Replace a span by a text taken as it is (an editor's change); places that do not exist are clamped."""
        row, col = self.clamp(span.row, span.col)
        end_row, end_col = self.clamp(span.end_row, span.end_col)
        if (end_row, end_col) < (row, col):
            row, col, end_row, end_col = end_row, end_col, row, col
        first, head = row, self.rows[row][:col]
        if not col and row and self.ends[row - 1] == "\r":  # a lone CR may become half of a CRLF
            first, head = row - 1, self.rows[row - 1] + "\r"
        rows, ends = split_rows(head + new + self.rows[end_row][end_col:] + self.ends[end_row])
        if self.ends[end_row]:  # what follows the newline is the next row, not an empty one
            rows.pop()
            ends.pop()
        for end in self.ends[first : end_row + 1]:
            self._newlines[end] -= 1
        self.rows[first : end_row + 1] = rows
        self.ends[first : end_row + 1] = ends
        self._newlines.update(ends)
        self._newlines = +Counter({end: n for end, n in self._newlines.items() if end})
        return Splice(first, end_row + 1, first + len(rows))

    def replace(self, change: Replace) -> Splice:
        """Apply one of our own replacements, its ``\\n`` turned into the newline used there."""
        new = change.new
        if "\n" in new:
            new = new.replace("\n", self.newline_at(self.clamp(change.span.row, 0)[0]))
        return self.splice(change.span, new)


def replaced(text: Text, changes: Iterable[Replace]) -> str:
    """The text after all changes, whose spans count in the text as it was; overlapping ones are a bug."""
    copy = Text(str(text))
    for change in sorted(changes, key=lambda change: change.span, reverse=True):
        copy.replace(change)
    return str(copy)


def ordered(changes: Iterable[Replace]) -> tuple[Replace, ...]:
    """Changes of one text in their order, overlapping pure removals united."""
    out: list[Replace] = []
    for change in sorted(changes, key=lambda change: change.span):
        last = out[-1] if out else None
        overlap = last is not None and (change.span.row, change.span.col) < (last.span.end_row, last.span.end_col)
        if last is not None and overlap and not change.new and not last.new:
            end = max((last.span.end_row, last.span.end_col), (change.span.end_row, change.span.end_col))
            out[-1] = Replace(Span(last.span.row, last.span.col, *end), "")
        else:
            out.append(change)
    return tuple(out)


def utf16_length(text: str) -> int:
    """UTF-16 code units, the ``length`` of JavaScript."""
    return len(text) + sum(1 for char in text if char > "\uffff") if not text.isascii() else len(text)


def utf8_length(text: str) -> int:
    """Bytes of UTF-8; a lone surrogate counts as the three bytes that JavaScript writes for it."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def same_rows(a: Sequence[str], b: Sequence[str]) -> tuple[int, int]:
    """How many rows two row lists share at their start and, of the rest, at their end."""
    limit, head = min(len(a), len(b)), 0
    while head < limit and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < limit - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    return head, tail
