"""Remove one of two notes that say the same; refused when the other is no longer there."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot, find
from memory_ls.formats.changes import Change, Refusal, combined
from memory_ls.formats.notes import Role
from memory_ls.formats.world import World

name = "remove-copy"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`notes`: the copy that goes, then the one that stays."""
    if len(intention.notes) != 2:
        return Refusal("a copy is removed only while another one stays")
    copy = find(intention.notes[0], seen)
    if isinstance(copy, Refusal):
        return copy
    kept_in = seen.files.get(intention.notes[1].file)
    kept = kept_in.find(intention.notes[1]) if kept_in else None
    stays = kept is not None and kept is not copy.note and kept.fragment is not None
    if not stays or kept is None or kept.fragment is None or kept.fragment.role is not Role.NOTE:
        return Refusal("the other copy is gone", stale=True)
    if kept.fragment.identity != copy.fragment.identity:
        return Refusal("the other note no longer says the same", stale=True)
    gone = copy.format.drop(copy.store, [copy.note])
    if kept.file.store != copy.note.file.store or isinstance(gone, Refusal):
        return gone
    more = copy.format.take_over(copy.store, kept, [copy.note], world.today)
    return more if isinstance(more, Refusal) else combined(more, gone)
