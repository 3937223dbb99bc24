"""Strip the invisible characters of a note; controls become a blank, the rest vanish."""

from __future__ import annotations

from memory_ls.detect import find_invisible
from memory_ls.edits.intention import MOVED_ON, Intention, Snapshot, find_all
from memory_ls.edits.redact import span_of
from memory_ls.formats.changes import Change, Refusal, Write, combined
from memory_ls.formats.world import World
from memory_ls.text import Replace

name = "strip"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    notes = find_all(intention.notes, seen)
    if isinstance(notes, Refusal):
        return notes
    changes: list[Change] = []
    for note in notes:
        rows = note.seen.rows(note.note)
        found = find_invisible("\n".join(rows))
        if not found:
            return MOVED_ON
        replace = [Replace(span_of(rows, one.start, one.end).down(note.note.row), one.instead) for one in found]
        changes.append((Write(note.seen.file.id, note.seen.stamp, tuple(replace)),))
    return combined(*changes)
