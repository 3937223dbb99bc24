"""Forget notes: they are removed, with their row in the index where there is one."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot, by_store, find_all
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Change, Refusal, combined
from memory_ls.formats.notes import Role
from memory_ls.formats.world import World

name = "forget"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    notes = find_all(intention.notes, seen)
    if isinstance(notes, Refusal):
        return notes
    if any(note.fragment.role is Role.PROSE for note in notes):
        return Refusal("there is no note here")
    planned = [FORMATS[store.store.format].drop(store, gone) for store, gone in by_store(notes)]
    return joined(planned)


def joined(planned: list[Change | Refusal]) -> Change | Refusal:
    """Changes of several stores as one; the first refusal wins."""
    refused = next((one for one in planned if isinstance(one, Refusal)), None)
    return refused or combined(*(one for one in planned if not isinstance(one, Refusal)))
