"""Reword notes in place; equal text is no change."""

from __future__ import annotations

from memory_ls.edits.forget import joined
from memory_ls.edits.intention import Intention, Snapshot, find_all
from memory_ls.formats.changes import Change, Refusal
from memory_ls.formats.notes import Role
from memory_ls.formats.world import World

name = "reword"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    notes = find_all(intention.notes, seen)
    if isinstance(notes, Refusal):
        return notes
    if any(note.fragment.role is not Role.NOTE for note in notes):
        return Refusal("there is no note here")
    changed: list[Change | Refusal] = []
    for note in notes:
        text = note.format.clean(intention.text or "")
        if not text:
            return Refusal("a note needs some text")
        if text != note.fragment.text:
            changed.append(note.format.reword(note.store, note.note, text, world.today))
    return joined(changed)
