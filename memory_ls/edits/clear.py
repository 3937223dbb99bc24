"""Clear a store: every note of it goes, what is not a note stays. Whoever applies it keeps a backup."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Change, Refusal
from memory_ls.formats.world import World

name = "clear"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`file` names a file of the store that is cleared; with `choice` only that file of it."""
    store = seen.store_of(intention.file)
    if isinstance(store, Refusal):
        return store
    if intention.choice is not None:
        only = {id: one for id, one in store.files.items() if one.file.inside == intention.choice}
        store = type(store)(store.store, only, store.absent, store.whole)
    return FORMATS[store.store.format].clear(store)
