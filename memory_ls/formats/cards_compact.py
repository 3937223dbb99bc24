"""Tidying a cards store without a model: which entries are exact copies, and what the files come to without them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from memory_ls.formats.cards_edits import counted_again, in_order, keyword
from memory_ls.formats.cards_words import WHITE, folded
from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, combined, written
from memory_ls.formats.notes import Placed, Ref, Role
from memory_ls.text import Replace, Span


def copies(store: StoreSeen) -> list[tuple[Placed, list[Placed]]]:
    """Living entries that say the same under one keyword, or under none: the first of each, and the others."""
    groups: dict[Ref, list[Placed]] = {}
    for seen in in_order(store):
        for note in seen.blocks:
            if note.fragment is not None and note.fragment.role is Role.NOTE and note.fragment.identity is not None:
                groups.setdefault(note.fragment.identity, []).append(note)
    found = []
    for notes in groups.values():
        words = {folded(word) for note in notes if (word := keyword(note)) is not None}
        if len(notes) > 1 and len(words) < 2 and not any(note.fragment and note.fragment.leads for note in notes):
            found.append((notes[0], notes[1:]))
    return found


def compacted(store: StoreSeen, today: date | None) -> Change | Refusal:
    """Copies go and their ticks are added to the entry that stays; of several blank rows one stays."""
    gone: dict[str, list[Placed]] = {}
    changes: list[Change] = []
    for first, others in copies(store):
        ticked = counted_again(store, first, others, today)
        if isinstance(ticked, Refusal):
            return ticked
        changes.append(ticked)
        for note in others:
            gone.setdefault(note.file.id, []).append(note)
    tidied = [written(seen, _tidied(seen, gone.get(seen.file.id, ()))) for seen in in_order(store)]
    return combined(*changes, *tidied)


def _tidied(seen: FileSeen, gone: Iterable[Placed]) -> Iterator[Replace]:
    """The rows of entries that go, and every blank row but one of each run between what stays."""
    rows = seen.text.rows
    out = {row for note in gone for row in range(note.row, note.row + note.n)}
    within = {row for note in seen.blocks if note.n > 1 for row in range(note.row, note.row + note.n)}
    last = len(rows) - (1 if rows[-1] == "" else 0)
    blank = True  # no blank row at the top of a file
    trailing: int | None = None
    for row in range(last):
        if row in out:
            continue
        is_blank = row not in within and not rows[row].strip(WHITE)
        if is_blank and blank and not (not row and rows[row]):
            out.add(row)
        trailing = row if is_blank and row not in out else None if not is_blank else trailing
        blank = is_blank
    if trailing is not None and last < len(rows):
        out.add(trailing)
    yield from _removals(rows, sorted(out))


def _removals(rows: Sequence[str], out: Sequence[int]) -> Iterator[Replace]:
    """Each run of rows that go, with its newlines."""
    start = 0
    while start < len(out):
        end = start
        while end + 1 < len(out) and out[end + 1] == out[end] + 1:
            end += 1
        first, below = out[start], out[end] + 1
        if below < len(rows):
            yield Replace(Span(first, 0, below, 0), "")
        elif first:
            yield Replace(Span(first - 1, len(rows[first - 1]), below - 1, len(rows[below - 1])), "")
        else:
            yield Replace(Span(0, 0, below - 1, len(rows[below - 1])), "")
        start = end + 1
