"""Rows of free-form markdown to blocks: list items with all that hangs on them, paragraphs, rows of tables.

A state packs the mode (4 bits), the indentation of the list item that is open (8 bits) and the fence that is open
(its length, and whether it is of tildes), so that parsing can go on from any row.
"""

from __future__ import annotations

from enum import IntEnum

from memory_ls.data import replace
from memory_ls.detect import find_asserted_date
from memory_ls.detect.fields import is_field
from memory_ls.formats.comment_mark import END, old_text, opening
from memory_ls.formats.common import conflict_marker, same
from memory_ls.formats.notes import Fragment, Mark, Ref, Role
from memory_ls.lazily import lazy
from memory_ls.text import BOM, Span, utf16_length

ITEM = lazy(r"([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)(?=[^ \t])")
_EMPTY_ITEM = lazy(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*\Z")
_HEADING = lazy(r" {0,3}#{1,6}(?:[ \t]|\Z)")
_RULE = lazy(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,}[ \t]*)\Z")
_FENCE = lazy(r"[ \t]*(`{3,}(?=[^`]*\Z)|~{3,})")
_DELIMITER = lazy(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
_FRONTMATTER = lazy(r"[ \t#]|- |[\w\"'.-]+[ \t]*:")
_TAG = lazy(r"</?[A-Za-z!]")
_CLOSING = ".!?,;:"
_HANGS = 2
"""Columns of indentation from which a row hangs on the item above it, even after a blank row."""


class Mode(IntEnum):
    """What the row before was. AFTER: a blank row after a list item."""

    START = 0
    BODY = 1
    FRONTMATTER = 2
    COMMENT = 3
    RETIRED = 4
    FENCE = 5
    ITEM = 6
    ITEM_FENCE = 7
    PARAGRAPH = 8
    TABLE = 9
    TABLE_BODY = 10
    AFTER = 11


UNFINISHED = frozenset({Mode.FRONTMATTER, Mode.COMMENT, Mode.RETIRED, Mode.FENCE})
"""Modes in which a row that is appended to the file would be no note."""


def mode_of(state: int) -> Mode:
    return Mode(state & 15)


class OutlineGrammar:
    """A note is a list item at the left with its wrapped and nested rows, a paragraph, or a row of a table.

    Nothing in a fence, a comment, frontmatter or a quotation is a note; neither are headings and a table's head.
    """

    start = 0

    def step(self, state: int, row: str) -> tuple[int, Mark]:
        mode = mode_of(state)
        if mode is Mode.START:
            row = row.removeprefix(BOM)
        if mode is Mode.START and row.rstrip() == "---":
            return Mode.FRONTMATTER, Mark.GAP
        if mode is Mode.FRONTMATTER and _FRONTMATTER.match(row):
            return Mode.FRONTMATTER, Mark.GAP
        if mode is Mode.FRONTMATTER and row.rstrip() in ("---", "..."):
            return Mode.BODY, Mark.GAP
        if mode is Mode.COMMENT:
            return (Mode.BODY if END in row else Mode.COMMENT), Mark.GAP
        if mode is Mode.RETIRED:
            return (Mode.BODY if END in row else Mode.RETIRED), Mark.MORE
        if mode is Mode.FENCE:
            return (Mode.BODY if _closes(state, row) else state), Mark.GAP
        if mode is Mode.ITEM_FENCE and (row[:1] in ("", " ", "\t") or _closes(state, row)):
            return (_item(_indent_of(state)) if _closes(state, row) else state), Mark.MORE
        return self._plain(state, mode, row)

    def _plain(self, state: int, mode: Mode, row: str) -> tuple[int, Mark]:
        """A row outside everything that has an end of its own."""
        if not row.strip():
            hung = mode in (Mode.ITEM, Mode.AFTER)
            return (Mode.AFTER | (_indent_of(state) << 4) if hung else Mode.BODY), Mark.GAP
        first = row[0]
        if conflict_marker(row):
            return Mode.BODY, Mark.GAP
        in_item = mode is Mode.ITEM
        indent = indent_of_row(row) if first in " \t" else 0
        if in_item and indent > _indent_of(state):
            fence = _FENCE.match(row)
            within = _indent_of(state)
            return _fenced(Mode.ITEM_FENCE, within, fence[1]) if fence else _item(within), Mark.MORE
        special = self._special(mode, row, indent)
        if special is not None:
            return special
        if in_item:
            return state, Mark.MORE
        if mode is Mode.AFTER and indent >= _HANGS and indent > _indent_of(state):
            return _item(indent), Mark.OPEN
        if indent >= 4 and mode is not Mode.PARAGRAPH:
            return Mode.BODY, Mark.GAP
        return Mode.PARAGRAPH, Mark.MORE if mode is Mode.PARAGRAPH else Mark.OPEN

    def _special(self, mode: Mode, row: str, indent: int) -> tuple[int, Mark] | None:
        """A row that says itself what it is."""
        if _RULE.match(row) or _HEADING.match(row) or _EMPTY_ITEM.match(row):
            return Mode.BODY, Mark.GAP
        if ITEM.match(row):
            return _item(indent), Mark.OPEN
        fence = _FENCE.match(row)
        if fence:
            return _fenced(Mode.FENCE, 0, fence[1]), Mark.GAP
        here = row.lstrip()
        if here.startswith("<!--"):
            if row.startswith("<!--") and opening(row):
                return (Mode.BODY if END in row else Mode.RETIRED), Mark.OPEN
            return (Mode.BODY if END in here[4:] else Mode.COMMENT), Mark.GAP
        if here[0] == ">" or _TAG.match(here):
            return Mode.BODY, Mark.GAP
        if here[0] != "|":
            return None
        if mode is Mode.TABLE_BODY:
            return Mode.TABLE_BODY, Mark.GAP if _DELIMITER.match(here) else Mark.OPEN
        if mode is Mode.TABLE:
            return Mode.TABLE_BODY, Mark.GAP if _DELIMITER.match(here) else Mark.OPEN
        return Mode.TABLE, Mark.GAP

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None:
        before = len(BOM) if mode_of(state) is Mode.START and rows[0][:1] == BOM else 0
        first = rows[0][before:]
        after, mark = self.step(state, rows[0])
        if mark is Mark.GAP or not first.strip():
            return prose(rows[0]) if len(rows) == 1 and first.strip() else None
        retired = opening(first)
        if retired is not None:
            whole = Span(0, 0, len(rows) - 1, len(rows[-1]))
            return Fragment(Role.RETIRED, old_text(rows, ITEM), whole, superseded_by=Ref("same", retired[2]))
        if mode_of(after) is Mode.TABLE_BODY:
            return self._cells(rows[0])
        marker = ITEM.match(first)
        col = before + (marker.end() if marker else len(first) - len(first.lstrip(" \t")))
        said = "\n".join((rows[0][col:], *rows[1:]))
        return self._note(said, col, len(rows), depends=indent_of_row(first) >= _HANGS)

    def _note(self, said: str, col: int, n: int, *, depends: bool) -> Fragment:
        text = said.rstrip(" \t\n")
        last = text.rpartition("\n")[2]
        end_row = text.count("\n")
        leads = n == 1 and text.rstrip("*_` ").endswith((":", "："))
        found = find_asserted_date(text)
        return Fragment(
            Role.NOTE,
            text,
            Span(0, col, end_row, len(last) + (0 if end_row else col)),
            identity=same(note_key(text)),
            cost=len(text),
            length=utf16_length(text),
            depends=depends or is_field(text),
            leads=leads,
            dated=found.day if found else None,
        )

    def _cells(self, row: str) -> Fragment | None:
        """A row of a table: what stands between its outer bars.

        Without its table it says little, so that the same row in another table is no copy of it.
        """
        start = row.index("|") + 1
        end = len(row.rstrip(" \t"))
        end = end - 1 if end > start and row[end - 1] == "|" else end
        inner = row[start:end]
        text = inner.strip(" \t")
        if not text.strip("| \t"):
            return None
        col = start + len(inner) - len(inner.lstrip(" \t"))
        return replace(self._note(text, col, 1, depends=True), identity=None, logged=True)


def prose(row: str) -> Fragment:
    """A row that is no note, with what it marks of a git conflict."""
    marker = conflict_marker(row)
    return Fragment(Role.PROSE, row, Span(0, 0, 0, len(row)), refs=frozenset((marker,)) if marker else frozenset())


def note_key(text: str) -> str:
    """What two notes share that say the same: lower case, list markers, blanks and closing punctuation dropped."""
    rows = (ITEM.sub("", row, count=1) if at and ITEM.match(row) else row for at, row in enumerate(text.split("\n")))
    return " ".join(" ".join(rows).lower().split()).rstrip(_CLOSING).rstrip()


def indent_of_row(row: str) -> int:
    """Columns of indentation, a tab four of them; at most 255."""
    columns = 0
    for char in row:
        if char not in " \t":
            break
        columns += 4 - columns % 4 if char == "\t" else 1
    return min(columns, 255)


def _item(indent: int) -> int:
    return Mode.ITEM | (indent << 4)


def _indent_of(state: int) -> int:
    return (state >> 4) & 255


def _fenced(mode: Mode, indent: int, fence: str) -> int:
    return mode | (indent << 4) | ((min(len(fence), 255) * 2 + (fence[0] == "~")) << 12)


def _closes(state: int, row: str) -> bool:
    """Whether a row ends the fence that is open: as many of its characters or more, and nothing else."""
    fence = state >> 12
    inside = row.strip(" \t")
    char = "~" if fence & 1 else "`"
    return len(inside) >= fence >> 1 and inside.strip(char) == "" and inside != ""
