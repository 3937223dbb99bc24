"""Edits: intentions become changes. One module an intention; nothing here touches a disk or knows a protocol."""

from __future__ import annotations

from memory_ls.edits import (
    add,
    clear,
    compact,
    confirm,
    fix_all,
    forget,
    keep_side,
    mend,
    merge,
    move,
    rebuild,
    redact,
    remove_copy,
    restore,
    reword,
    silence,
    strip,
    supersede,
    take_in,
    write_date,
)
from memory_ls.edits.intention import Edit, Found, Intention, Snapshot, find, find_all, is_note, live_notes
from memory_ls.formats.changes import Change, Refusal
from memory_ls.formats.world import World

EDITS: dict[str, Edit] = {
    edit.name: edit
    for edit in (
        add,
        clear,
        compact,
        confirm,
        fix_all,
        forget,
        keep_side,
        mend,
        merge,
        move,
        rebuild,
        redact,
        remove_copy,
        restore,
        reword,
        silence,
        strip,
        supersede,
        take_in,
        write_date,
    )
}
"""Every edit by the name that an intention carries."""


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """What an intention comes to on the text as it is now; a file that may not be written is left alone."""
    edit = EDITS.get(intention.edit)
    if edit is None:
        return Refusal("there is no such edit")
    planned = edit.plan(intention, seen, world)
    if isinstance(planned, Refusal):
        return planned
    blocked = next((file.blocked for step in planned if (file := seen.files.get(step.file)) and file.blocked), None)
    return Refusal(blocked) if blocked else planned


__all__ = [
    "EDITS",
    "Change",
    "Found",
    "Intention",
    "Refusal",
    "Snapshot",
    "find",
    "find_all",
    "is_note",
    "live_notes",
    "plan",
]
