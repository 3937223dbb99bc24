"""The archive beside a § store: superseded notes, row for row, with the way back.

A note that is superseded leaves its file for ``superseded.md`` in the same folder, which no agent reads: they open
their files by name. There it stands below a row that says so::

    <!-- superseded 2026-11-30 by 0123456789ab from MEMORY.md: 2 rows, before 89abcdef0123 -->

The first twelve digits are the newer note's key; then come the file it left and how many of the following rows are
its own, byte for byte. The end says where it was: ``before`` the note with that key, at the end ``after`` the note with
a key, or ``alone``; ``and 2 below`` counts the rows without a note between there and that note or the file's end,
``crlf`` that rows ended in CRLF. Counting the rows is what lets a note hold anything, also a ``-->`` or such a row.
Restoring puts the rows back there byte for byte; where the neighbour is gone, at the end of the file. An archive
without notes stays, empty: an editor that has it open would write it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from memory_ls.data import dataclass, field
from memory_ls.formats.changes import Change, FileSeen, whole, written
from memory_ls.formats.notes import Fragment, Mark, Placed, Ref, Role
from memory_ls.formats.section_grammar import Dialect, SectionGrammar, dates_of, text_in
from memory_ls.formats.section_layout import NOTHING, Cut, Home
from memory_ls.lazily import lazy
from memory_ls.text import Replace, Span

ARCHIVE = "superseded.md"
_HEADER = lazy(
    r"<!-- superseded (?P<day>\d{4}-\d\d-\d\d) by (?P<by>[0-9a-f]{12}) from (?P<inside>.+): (?P<rows>\d{1,7}) rows?, "
    r"(?P<side>before|after|alone)(?: (?P<key>[0-9a-f]{12}))?(?: and (?P<below>\d{1,7}) below)?(?P<crlf>, crlf)? -->\Z"
)


@dataclass(frozen=True, slots=True)
class Kept:
    """A note in the archive."""

    inside: str
    rows: tuple[str, ...] = field(repr=False)
    home: Home
    crlf: bool
    by: str = ""
    day: date | None = None


class ArchiveGrammar:
    """A row that says what was superseded opens a block; the state is how many rows are still its own."""

    start = 0

    def __init__(self, dialect: Dialect) -> None:
        self._inner = SectionGrammar(dialect)

    def step(self, state: int, row: str) -> tuple[int, Mark]:
        if state:
            return state - 1, Mark.MORE
        header = _HEADER.match(row)
        return (int(header["rows"]), Mark.OPEN) if header else (0, Mark.GAP)

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None:
        header = _HEADER.match(rows[0])
        if header is None:
            if not rows[0].strip():
                return None
            return Fragment(Role.PROSE, rows[0], Span(0, 0, 0, len(rows[0])))
        text = text_in(rows[1:], self._inner.body(rows[1:])) if len(rows) > 1 else ""
        dates = dates_of(text)
        return Fragment(
            Role.RETIRED,
            text[: dates.start] if dates else text,
            Span(0, 0, len(rows) - 1, len(rows[-1])),
            superseded_by=Ref("same", header["by"]),
        )


def kept(rows: Sequence[str]) -> Kept | None:
    """What a block of the archive holds; None if rows of it are missing."""
    header = _HEADER.match(rows[0])
    if header is None or len(rows) != int(header["rows"]) + 1:
        return None
    home = Home(header["side"], header["key"] or NOTHING, int(header["below"] or 0))
    crlf = header["crlf"] is not None
    return Kept(header["inside"], tuple(rows[1:]), home, crlf, header["by"], _day(header["day"]))


def archived(archive: FileSeen, seen: FileSeen, cut: Cut, by: Ref, today: date) -> Change:
    """A note at the end of the archive."""
    count, home = len(cut.rows), cut.home
    place = home.side if home.side == "alone" else f"{home.side} {home.key}"
    place += f" and {home.below} below" if home.below else ""
    crlf = ", crlf" if "\r\n" in seen.text.newlines else ""
    rows = f"{count} row{'' if count == 1 else 's'}"
    header = f"<!-- superseded {today.isoformat()} by {by.value} from {seen.file.inside}: {rows}, {place}{crlf} -->"
    block = "\n".join((header, *cut.rows)) + "\n"
    text = archive.text
    if not any(row.strip() for row in text.rows):
        return written(archive, [Replace(whole(text), block)])
    end = len(text.rows) - 1
    gap = "\n" if not text.rows[end] else "\n\n"
    return written(archive, [Replace(Span(end, len(text.rows[end]), end, len(text.rows[end])), gap + block)])


def taken_out(archive: FileSeen, note: Placed) -> Change:
    """A note out of the archive, with the blank row above it; an archive that held no other becomes empty."""
    rows = archive.text.rows
    rest = [row for i, row in enumerate(rows) if not note.row <= i < note.row + note.n]
    if not any(row.strip() for row in rest):
        return written(archive, [Replace(whole(archive.text), "")])
    first, end = note.row, note.row + note.n
    if first and not rows[first - 1].strip():
        first -= 1
    if end < len(rows):
        return written(archive, [Replace(Span(first, 0, end, 0), "")])
    return written(archive, [Replace(Span(first - 1, len(rows[first - 1]), end - 1, len(rows[end - 1])), "")])


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
