"""Confirm a note: somebody checked today that it still holds. Its wording stays, its date is renewed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from memory_ls.edits.intention import Intention, Snapshot, find
from memory_ls.formats.cards import confirmed
from memory_ls.formats.changes import Change, Refusal, StoreSeen
from memory_ls.formats.notes import Placed, Role
from memory_ls.formats.world import World

name = "confirm"
Confirm = Callable[[StoreSeen, Placed, date], Change | Refusal]
_CONFIRMS: dict[str, Confirm] = {"cards": confirmed}
KEEPS_A_DATE = frozenset(_CONFIRMS)
"""Formats in which a note says when it was last checked."""


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`notes`: the one note that was checked."""
    note = find(intention.notes[0], seen) if intention.notes else Refusal("no note is named")
    if isinstance(note, Refusal):
        return note
    if note.fragment.role is not Role.NOTE:
        return Refusal("a superseded note is not confirmed; restore it first")
    confirm = _CONFIRMS.get(note.format.name)
    if confirm is None:
        return Refusal("these notes keep no date; say in the note since when it holds")
    if world.today is None:
        return Refusal("today's date is not known")
    return confirm(note.store, note.note, world.today)
