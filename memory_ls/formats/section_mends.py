"""What puts right a § file that its agent cuts otherwise than it looks, or refuses to change."""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.formats.changes import FileSeen
from memory_ls.formats.common import whole_row
from memory_ls.formats.notes import Mark, Placed
from memory_ls.formats.section_grammar import DELIMITER, SectionGrammar, dialect_of
from memory_ls.formats.section_layout import cut, head_of, is_delimiter
from memory_ls.text import Replace, Span


def mended(seen: FileSeen, note: Placed, name: str) -> list[Replace]:
    """The replacements of a mend; none when what it would put right is no longer there.

    ``separator-N``: row N of the block loses its blanks · ``surplus``: the block's first row goes · ``empty``: the
    separator goes with the blank rows above it · ``blanks``: blanks at the edges go, above a separator or a note ·
    ``last``: the last separator goes.
    """
    if name.startswith("separator-"):
        return list(_separated(seen, note, name.removeprefix("separator-")))
    verbs = {"surplus": _surplus, "empty": _empty, "blanks": _blanks, "last": _last}
    return list(verbs[name](seen, note)) if name in verbs else []


def _separated(seen: FileSeen, note: Placed, number: str) -> Iterator[Replace]:
    if not number.isdecimal() or int(number) >= note.n:
        return
    row = note.row + int(number)
    text = seen.text.rows[row]
    if text.strip() == DELIMITER != text:
        yield Replace(Span(row, 0, row, len(text)), DELIMITER)


def _surplus(seen: FileSeen, note: Placed) -> Iterator[Replace]:
    if note.mark is not Mark.OPEN or seen.text.rows[note.row] != DELIMITER:
        return
    alone = all(not row.strip() for row in seen.rows(note)[1:])
    yield cut(seen, note).replace if alone else Replace(whole_row(seen, note.row), "")


def _empty(seen: FileSeen, note: Placed) -> Iterator[Replace]:
    if not is_delimiter(seen, note):
        return
    head = head_of(seen, next(i for i, block in enumerate(seen.blocks) if block is note))
    if head == note.row:
        return
    if note.row + 1 < len(seen.text.rows):
        yield Replace(Span(head, 0, note.row + 1, 0), "")
    else:
        yield Replace(Span(head, 0, note.row, 1), "")


def _blanks(seen: FileSeen, note: Placed) -> Iterator[Replace]:
    """Above a separator: from the end of the text on. Above a note: from the separator on."""
    rows = seen.text.rows
    i = next(i for i, block in enumerate(seen.blocks) if block is note)
    grammar = SectionGrammar(dialect_of(seen.file))
    if is_delimiter(seen, note):
        if not i or seen.blocks[i - 1].mark is not Mark.OPEN:
            return
        above = seen.blocks[i - 1]
        body = grammar.body(seen.rows(above)).down(above.row)
        if (body.end_row, body.end_col) < (note.row - 1, len(rows[note.row - 1])):
            yield Replace(Span(body.end_row, body.end_col, note.row - 1, len(rows[note.row - 1])), "")
        return
    head = head_of(seen, i)
    body = grammar.body(seen.rows(note)).down(note.row)
    if note.mark is Mark.OPEN and (head, 0) < (body.row, body.col):
        yield Replace(Span(head, 0, body.row, body.col), "")


def _last(seen: FileSeen, note: Placed) -> Iterator[Replace]:
    """The separator below the last note, with the rows without text around it but the last newline."""
    rows = seen.text.rows
    if not is_delimiter(seen, note) or any(row.strip() for row in rows[note.row + 1 :]):
        return
    end = len(rows) - 1
    tail = min(end, note.row + 1)
    yield Replace(Span(note.row - 1, len(rows[note.row - 1]), note.row, len(rows[note.row])), "")
    if tail < end:
        yield Replace(Span(tail, 0, end, len(rows[end])), "")
