"""Add a note to a scope, unless its store already says so; reword one under a person's own text."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot, live_notes
from memory_ls.formats import FORMATS
from memory_ls.formats.notes import Change, FileSeen, Refusal
from memory_ls.formats.world import World

name = "add"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`file` is where the note goes, `text` what it says; a note that is there already makes an empty change."""
    target = seen.files.get(intention.file or "")
    if target is None:
        return Refusal("there is no such memory here")
    if target.blocked:
        return Refusal(target.blocked)
    format = FORMATS[target.file.store.format]
    text = format.clean(intention.text or "")
    if not text:
        return Refusal("a note needs some text")
    if holds(target, text):
        return ()
    return format.put(target, text)


def holds(target: FileSeen, text: str) -> bool:
    """Whether a file has a note with the same key."""
    key = FORMATS[target.file.store.format].key(text)
    return any(note.fragment.identity == key for note in live_notes(target))
