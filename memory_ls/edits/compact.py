"""Tidy a store without judging what its notes mean: exact copies become one entry with all their ticks, runs of blank
rows become one. Whoever applies it shows the difference and keeps a backup.

Copies with different keywords stay, since each keyword leads somebody to its own; so do superseded notes.
"""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot
from memory_ls.formats.cards_compact import compacted
from memory_ls.formats.changes import Change, Refusal
from memory_ls.formats.world import World

name = "compact"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`file` names a file of the store."""
    if intention.file is None:
        return Refusal("say which notes: those of the project or the user's own")
    store = seen.store_of(intention.file)
    if isinstance(store, Refusal):
        return store
    if store.store.format != "cards":
        return Refusal("these notes are not compacted; remove copies one by one")
    if not store.whole:
        return Refusal("not all notes of this folder are known here")
    blocked = next((one.blocked for one in store.files.values() if one.blocked), None)
    return Refusal(blocked) if blocked else compacted(store, world.today)
