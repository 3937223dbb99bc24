"""Supersede an older note by a newer one: it is kept, marked, and its agent no longer reads it."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot, find
from memory_ls.formats.changes import Change, Refusal
from memory_ls.formats.notes import Role
from memory_ls.formats.world import World

name = "supersede"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`notes`: the older note, then the one that replaces it."""
    if len(intention.notes) != 2:
        return Refusal("a note is superseded by another one")
    old = find(intention.notes[0], seen)
    if isinstance(old, Refusal):
        return old
    newer_in = seen.files.get(intention.notes[1].file)
    newer = newer_in.find(intention.notes[1]) if newer_in else None
    if newer is None or newer is old.note or newer.fragment is None or newer.fragment.role is not Role.NOTE:
        return Refusal("the newer note is gone", stale=True)
    if old.fragment.role is not Role.NOTE:
        return Refusal("the note is superseded already")
    if world.today is None:
        return Refusal("today's date is not known")
    return old.format.retire(old.store, old.note, newer, world.today)
