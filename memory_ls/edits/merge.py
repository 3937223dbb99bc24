"""Merge notes of one store into the first of them: ``first; second``, identical text said once, the others go."""

from __future__ import annotations

from memory_ls.edits.intention import Found, Intention, Snapshot, find_all
from memory_ls.formats.notes import Change, Refusal, combined
from memory_ls.formats.world import World

name = "merge"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    notes = find_all(intention.notes, seen)
    if isinstance(notes, Refusal):
        return notes
    if len(notes) < 2:
        return Refusal("a merge takes two notes or more")
    if len({note.seen.file.store for note in notes}) > 1:
        return Refusal("notes of two scopes are not merged; move one of them first")
    first, others = notes[0], notes[1:]
    format = first.format
    text = format.clean(intention.text) if intention.text is not None else wording(notes)
    if not text:
        return Refusal("a note needs some text")
    reword = format.reword(first.seen, first.note, text) if text != first.fragment.text else ()
    return combined(reword, *(format.drop(note.seen, [note.note]) for note in others))


def wording(notes: list[Found]) -> str:
    """The suggested text: every different text once, in order, joined by ``; ``.

    A text that another one holds word for word says nothing of its own and is left out.
    """
    texts = [note.fragment.text for note in notes]
    said = [f" {' '.join(text.lower().split()).rstrip('.!?,;:')} " for text in texts]
    kept = [
        text
        for i, text in enumerate(texts)
        if not any(said[i] in other and (said[i] != other or j < i) for j, other in enumerate(said) if j != i)
    ]
    return "; ".join(kept)
