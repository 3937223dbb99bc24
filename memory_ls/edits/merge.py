"""Merge notes of one store by their format's own recipe: in most, the first holds both and the others go."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot, find_all
from memory_ls.formats.changes import Change, Refusal
from memory_ls.formats.notes import Role
from memory_ls.formats.world import World

name = "merge"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`notes` in the order of the merged text; `text` is a person's wording of it."""
    notes = find_all(intention.notes, seen)
    if isinstance(notes, Refusal):
        return notes
    if len(notes) < 2:
        return Refusal("a merge takes two notes or more")
    if len({note.seen.file.store for note in notes}) > 1:
        return Refusal("notes of two scopes are not merged; move one of them first")
    if any(note.fragment.role is not Role.NOTE for note in notes):
        return Refusal("only living notes are merged")
    format = notes[0].format
    text = format.clean(intention.text) if intention.text is not None else None
    if text == "":
        return Refusal("a note needs some text")
    return format.merge(notes[0].store, [note.note for note in notes], text, world.today)
