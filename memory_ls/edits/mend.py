"""Put right what a format found wrong with its notes: a value to quote, a separator, a row missing from an index."""

from __future__ import annotations

from memory_ls.edits.forget import joined
from memory_ls.edits.intention import Intention, Snapshot, find_all
from memory_ls.formats.changes import Change, Refusal
from memory_ls.formats.world import World

name = "mend"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`choice` is the name of the mend, `notes` the notes that need it."""
    notes = find_all(intention.notes, seen)
    if isinstance(notes, Refusal):
        return notes
    if not notes or intention.choice is None:
        return Refusal("nothing is named to mend")
    return joined([note.format.mend(note.store, note.note, intention.choice) for note in notes])
