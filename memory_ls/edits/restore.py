"""Restore a superseded note, byte for byte."""

from __future__ import annotations

from memory_ls.edits.forget import joined
from memory_ls.edits.intention import Intention, Snapshot, find_all
from memory_ls.formats.changes import Change, Refusal
from memory_ls.formats.notes import Role
from memory_ls.formats.world import World

name = "restore"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    notes = find_all(intention.notes, seen)
    if isinstance(notes, Refusal):
        return notes
    if any(note.fragment.role is not Role.RETIRED for note in notes):
        return Refusal("the note is not superseded")
    return joined([note.format.restore(note.store, note.note) for note in notes])
