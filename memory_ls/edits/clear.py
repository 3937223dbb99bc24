"""Clear a scope: every note of its files goes, what is not a note stays. Whoever applies it keeps a backup."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot
from memory_ls.formats import FORMATS
from memory_ls.formats.notes import Change, Refusal, combined
from memory_ls.formats.world import World

name = "clear"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`scope` names what is cleared, or `file` a file that stands alone."""
    chosen = [one for one in seen if one.file.id == intention.file or one.file.store.scope is intention.scope]
    if not chosen:
        return Refusal("there is no such memory here")
    for one in chosen:
        if one.blocked:
            return Refusal(one.blocked)
    return combined(*(FORMATS[one.file.store.format].clear(one) for one in chosen))
