"""Forget notes: they are removed from their file."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot, find_all
from memory_ls.formats.notes import Change, Refusal, Role, combined
from memory_ls.formats.world import World

name = "forget"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    notes = find_all(intention.notes, seen)
    if isinstance(notes, Refusal):
        return notes
    if any(note.fragment.role is Role.PROSE for note in notes):
        return Refusal("there is no note here")
    return combined(*(note.format.drop(note.seen, [note.note]) for note in notes))
