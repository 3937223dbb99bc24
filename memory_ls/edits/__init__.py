"""Edits: intentions become changes. One module an intention; nothing here touches a disk or knows a protocol."""

from __future__ import annotations

from memory_ls.edits import (
    add,
    clear,
    fix_all,
    forget,
    keep_side,
    merge,
    move,
    redact,
    remove_copy,
    restore,
    reword,
    strip,
    supersede,
    take_in,
)
from memory_ls.edits.intention import Edit, Found, Intention, Snapshot, find, find_all, live_notes
from memory_ls.formats.notes import Change, Refusal
from memory_ls.formats.world import World

EDITS: dict[str, Edit] = {
    edit.name: edit
    for edit in (
        add,
        clear,
        fix_all,
        forget,
        keep_side,
        merge,
        move,
        redact,
        remove_copy,
        restore,
        reword,
        strip,
        supersede,
        take_in,
    )
}
"""Every edit by the name that an intention carries."""


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """What an intention comes to on the text as it is now; text with lone CRs is never edited."""
    edit = EDITS.get(intention.edit)
    if edit is None:
        return Refusal("there is no such edit")
    return edit.plan(intention, seen, world)


__all__ = ["EDITS", "Change", "Found", "Intention", "Refusal", "Snapshot", "find", "find_all", "live_notes", "plan"]
