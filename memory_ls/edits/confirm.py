"""Confirm a note: somebody checked today that it still holds. Its wording stays, its date is renewed."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot, find
from memory_ls.formats.cards import confirmed
from memory_ls.formats.changes import Change, Refusal
from memory_ls.formats.notes import Role, Store
from memory_ls.formats.topic_seen import confirmed as topic_confirmed
from memory_ls.formats.world import World

name = "confirm"
_KEEP_A_DATE = frozenset({"cards", "records", "topics"})


def keeps_a_date(store: Store) -> bool:
    """Whether a note of a store says when it was last checked."""
    return store.format in _KEEP_A_DATE or (store.format, store.dialect) == ("sections", "pi-hermes")


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`notes`: the one note that was checked. Cards count it; elsewhere the same words get today's date."""
    note = find(intention.notes[0], seen) if intention.notes else Refusal("no note is named")
    if isinstance(note, Refusal):
        return note
    if note.fragment.role is not Role.NOTE:
        return Refusal("a superseded note is not confirmed; restore it first")
    if not keeps_a_date(note.seen.file.store):
        return Refusal("these notes keep no date; say in the note since when it holds")
    if world.today is None:
        return Refusal("today's date is not known")
    if note.format.name == "cards":
        return confirmed(note.store, note.note, world.today)
    if note.format.name == "topics":
        return topic_confirmed(note.store, note.note, world.today)
    return note.format.reword(note.store, note.note, note.fragment.text, world.today)
