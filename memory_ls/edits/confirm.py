"""Confirm a note: somebody checked today that it still holds. Its wording stays, its date is renewed."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot, find
from memory_ls.formats.changes import Change, Refusal
from memory_ls.formats.notes import Role
from memory_ls.formats.world import World

name = "confirm"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`notes`: the one note that was checked."""
    note = find(intention.notes[0], seen) if intention.notes else Refusal("no note is named")
    if isinstance(note, Refusal):
        return note
    if note.fragment.role is not Role.NOTE:
        return Refusal("a superseded note is not confirmed; restore it first")
    if world.today is None:
        return Refusal("today's date is not known")
    return note.format.confirm(note.store, note.note, world.today)
