"""Where notes of a § file can be taken out and put back: cuts that leave a well-formed file, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from memory_ls.data import dataclass, field
from memory_ls.formats.changes import FileSeen, whole
from memory_ls.formats.notes import Mark, Placed
from memory_ls.formats.section_grammar import DELIMITER, key_of
from memory_ls.text import Replace, Span

NOTHING = "0" * 12
"""Stands for the key of a neighbour where there is none."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where a note was: ``before`` the note with `key`, at the end ``after`` the note with `key`, or ``alone`` in its
    file. `below` counts the rows without a note from there to the note before which it was, else to the file's end.
    """

    side: str
    key: str = NOTHING
    below: int = 0


@dataclass(frozen=True, slots=True)
class Cut:
    """What goes with a note: the replacement that takes it out, its rows as they are, and the way back."""

    replace: Replace
    rows: tuple[str, ...] = field(repr=False)
    home: Home


def is_delimiter(seen: FileSeen, block: Placed) -> bool:
    return block.mark is Mark.GAP and seen.text.rows[block.row] == DELIMITER


def cut(seen: FileSeen, note: Placed) -> Cut:
    """A note with one separator: the one below it, else the one above."""
    i = _index(seen, note)
    head = head_of(seen, i)
    rows = seen.text.rows
    if i + 1 < len(seen.blocks):
        end = seen.blocks[i + 1].row
        follower = next((block for block in seen.blocks[i + 2 :] if block.mark is Mark.OPEN), None)
        home = Home("before", _key(seen, follower), (follower.row if follower else len(rows)) - 1 - end)
        return Cut(Replace(_rows_to(rows, head, end), ""), tuple(rows[head:end]), home)
    if not head:
        return Cut(Replace(whole(seen.text), ""), tuple(rows), Home("alone"))
    last = _last_filled(rows, note)
    before = next((block for block in reversed(seen.blocks[:i]) if block.mark is Mark.OPEN), None)
    home = Home("after", _key(seen, before), len(rows) - 1 - last)
    span = Span(head - 2, len(rows[head - 2]), last, len(rows[last]))
    return Cut(Replace(span, ""), tuple(rows[head : last + 1]), home)


def cuts(seen: FileSeen, notes: Iterable[Placed]) -> Iterator[Replace]:
    """Several notes of one file: those at its end go together with the separator above the first of them."""
    places = {_index(seen, note) for note in notes}
    rest = [i for i, block in enumerate(seen.blocks) if block.mark is Mark.OPEN]
    tail: list[int] = []
    if seen.blocks and rest and rest[-1] == len(seen.blocks) - 1:
        while rest and rest[-1] in places:
            tail.append(rest.pop())
    for i in sorted(places - set(tail)):
        yield cut(seen, seen.blocks[i]).replace
    if not tail:
        return
    head, rows = head_of(seen, tail[-1]), seen.text.rows
    if not head:
        yield Replace(whole(seen.text), "")
        return
    last = _last_filled(rows, seen.blocks[tail[0]])
    yield Replace(Span(head - 2, len(rows[head - 2]), last, len(rows[last])), "")


def home_again(seen: FileSeen, home: Home, rows: Sequence[str]) -> Replace | None:
    """The replacement that puts rows back where they were; None when that place is no more."""
    text = seen.text.rows
    opened = [i for i, block in enumerate(seen.blocks) if block.mark is Mark.OPEN]
    joined = "\n".join(rows)
    if home.side == "alone":
        return Replace(whole(seen.text), joined) if text == [""] else None
    if home.side == "before":
        row = _row_before(seen, home, opened)
        return None if row is None else Replace(Span(row, 0, row, 0), f"{joined}\n{DELIMITER}\n")
    last = seen.blocks[opened[-1]] if opened else None
    row = len(text) - 1 - home.below
    if _key(seen, last) != home.key or row < 0 or (last is not None and row < _last_filled(text, last)):
        return None
    return Replace(Span(row, len(text[row]), row, len(text[row])), f"\n{DELIMITER}\n{joined}")


def _row_before(seen: FileSeen, home: Home, opened: Sequence[int]) -> int | None:
    """The row at which a note goes in that was before another one, or before rows without any."""
    if home.key == NOTHING:
        row = len(seen.text.rows) - home.below
        return row if row >= 0 and all(seen.blocks[i].row + seen.blocks[i].n <= row for i in opened) else None
    i = next((i for i in opened if _key(seen, seen.blocks[i]) == home.key), None)
    if i is None:
        return None
    row = seen.blocks[i].row - home.below
    above = next((block for block in reversed(seen.blocks[:i]) if block.row == row - 1), None)
    return row if not row or (above is not None and is_delimiter(seen, above)) else head_of(seen, i)


def head_of(seen: FileSeen, i: int) -> int:
    """The row at which a note's part of the file begins: straight below the separator above it."""
    while i and not is_delimiter(seen, seen.blocks[i - 1]):
        i -= 1
    return seen.blocks[i].row


def _index(seen: FileSeen, note: Placed) -> int:
    return next(i for i, block in enumerate(seen.blocks) if block is note)


def _key(seen: FileSeen, block: Placed | None) -> str:
    """The key of what a block holds, whatever that is."""
    if block is None:
        return NOTHING
    text = block.fragment.text if block.fragment else "\n".join(seen.rows(block))
    return key_of(text).value


def _last_filled(rows: Sequence[str], note: Placed) -> int:
    """The last row of a note that has text."""
    body = note.fragment.body.end_row if note.fragment else note.n - 1
    below = range(note.row + note.n - 1, note.row + body, -1)
    return next((row for row in below if rows[row].strip()), note.row + body)


def _rows_to(rows: Sequence[str], head: int, delimiter: int) -> Span:
    if delimiter + 1 < len(rows):
        return Span(head, 0, delimiter + 1, 0)
    return Span(head, 0, delimiter, len(rows[delimiter]))
