"""What the commands about single notes share: the notes of a store, one of them by what a person calls it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory_ls.commands.failure import Failure
from memory_ls.commands.scene import Scene
from memory_ls.detect import quote
from memory_ls.edits import live_notes
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Anchor, FileSeen
from memory_ls.formats.notes import Placed
from memory_ls.workspace.applying import Applied, anchor, see
from memory_ls.workspace.reach import Reached, reached

SHOWN = 2000
"""Code points of a note that are shown; longer ones than any agent takes are cut."""


def seen(scene: Scene, store: Reached) -> Iterator[FileSeen]:
    """A store's files as they lie on the disk; Failure when one may not be read."""
    workspace = scene.workspace()
    for file in store.readable:
        found = see(workspace, file)
        if found.blocked:
            raise Failure(found.blocked)
        yield found


@dataclass(frozen=True, slots=True)
class Meant:
    """The notes that a person means, their anchors in the text as it is now, and all that the store had `before`."""

    notes: tuple[Placed, ...]
    anchors: tuple[Anchor, ...]
    before: tuple[Placed, ...]


def named(scene: Scene, store: Reached, said: str) -> Meant:
    """The notes that a text or an id means: those with the very text, else those that say the same, else the id's."""
    files = list(seen(scene, store))
    notes = [note for one in files for note in live_notes(one)]
    chosen = _meant(notes, store, said)
    if not chosen:
        where = f"no note of {store.store.label} says that{_elsewhere(scene, store, said)}"
        raise Failure(f"{where}; `memory-ls list --ids` shows what there is")
    by_file = {one.file.id: one for one in files}
    return Meant(tuple(chosen), tuple(anchor(by_file[one.file.id], one) for one in chosen), tuple(notes))


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


def living(scene: Scene, store: Reached) -> list[Placed]:
    """The living notes of a store, as they lie on the disk now."""
    workspace = scene.workspace()
    return [note for file in now(scene, store).readable for note in live_notes(see(workspace, file))]


def saying(notes: Sequence[Placed], store: Reached, said: str) -> list[Placed]:
    """Those of a store's notes that say the same as a text."""
    key = FORMATS[store.store.format].key(said)
    return [note for note in notes if note.fragment is not None and note.fragment.identity == key]


def new(before: Sequence[Placed], after: Sequence[Placed]) -> list[Placed]:
    """The notes that were not there before."""
    known = {(note.file.id, note.fragment) for note in before}
    return [note for note in after if (note.file.id, note.fragment) not in known]


def now(scene: Scene, store: Reached) -> Reached:
    """A store with the files that it has by now: a note may have made one."""
    if store.named is not None:
        return store
    return reached(store.store, scene.env, scene.root, store.id)


def note_data(scene: Scene, note: Placed) -> dict[str, object]:
    """A note for programs: its line counts from 1; masked, a sensitive one without its text."""
    fragment = note.fragment
    return {
        "id": fragment.identity.value if fragment and fragment.identity else None,
        "path": scene.show(note.file.id),
        "line": note.row + 1,
        "name": quote(fragment.title, SHOWN) if fragment else "",
        "text": None if fragment is None or fragment.sensitive else quote(fragment.text, SHOWN),
    }


def change_data(scene: Scene, store: Reached, done: Applied) -> dict[str, object]:
    """What a change came to, for programs; the names are those of an agent's answer."""
    return {
        "changed": bool(done.files),
        "store": store.id,
        "scope": store.scope,
        "files": [scene.show(path) for path in done.files],
        "backups": list(done.backups),
        "counts": {store.id: len(living(scene, store))},
    }


def many(count: int) -> str:
    """ "1 note", "3 notes"."""
    return "1 note" if count == 1 else f"{count} notes"
