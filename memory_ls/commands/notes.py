"""What the commands about single notes share: the notes of a store, one of them by what a person calls it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.commands.failure import Failure
from memory_ls.commands.scene import Scene
from memory_ls.edits import live_notes
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Anchor, FileSeen
from memory_ls.formats.notes import Placed
from memory_ls.workspace.applying import anchor, see
from memory_ls.workspace.reach import Reached


def seen(scene: Scene, store: Reached) -> Iterator[FileSeen]:
    """A store's files as they lie on the disk; Failure when one may not be read."""
    workspace = scene.workspace()
    for file in store.readable:
        found = see(workspace, file)
        if found.blocked:
            raise Failure(found.blocked)
        yield found


def named(scene: Scene, store: Reached, said: str) -> tuple[Anchor, ...]:
    """The notes that a text or an id means: those with the very text, else those that say the same, else the id's."""
    files = list(seen(scene, store))
    chosen = _meant([note for one in files for note in live_notes(one)], store, said)
    if not chosen:
        where = f"no note of {store.store.label} says that{_elsewhere(scene, store, said)}"
        raise Failure(f"{where}; `memory-ls list --ids` shows what there is")
    by_file = {one.file.id: one for one in files}
    return tuple(anchor(by_file[one.file.id], one) for one in chosen)


def _meant(notes: Sequence[Placed], store: Reached, said: str) -> list[Placed]:
    format = FORMATS[store.store.format]
    text, key = format.clean(said), format.key(said)
    known = [(one, one.fragment) for one in notes if one.fragment is not None]
    exact = [one for one, fragment in known if fragment.text == text or (said and fragment.title == said)]
    same = exact or [one for one, fragment in known if fragment.identity == key]
    return same or [one for one, fragment in known if fragment.identity and fragment.identity.value == said]


def _elsewhere(scene: Scene, store: Reached, said: str) -> str:
    workspace = scene.workspace()
    for id, other in scene.stores().items():
        if id == store.id:
            continue
        if _meant([note for file in other.files for note in live_notes(see(workspace, file))], other, said):
            scope = id.removeprefix("bullets:")
            option = f"--scope {scope}" if scope != id else f"--store {id}"
            return f" (one of {other.store.label} does: {option})"
    return ""


def holds(scene: Scene, store: Reached, said: str) -> bool:
    """Whether a store has a living note that says the same."""
    workspace, key = scene.workspace(), FORMATS[store.store.format].key(said)
    notes = (note for file in store.files for note in live_notes(see(workspace, file)))
    return any(note.fragment is not None and note.fragment.identity == key for note in notes)


def many(count: int) -> str:
    """ "1 note", "3 notes"."""
    return "1 note" if count == 1 else f"{count} notes"
