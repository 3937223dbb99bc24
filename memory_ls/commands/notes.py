"""What the commands about single notes share: the notes of a store, one of them by what a person calls it."""

from __future__ import annotations

from collections.abc import Sequence

from memory_ls.commands.failure import Failure
from memory_ls.commands.scene import Scene
from memory_ls.edits import Found, live_notes
from memory_ls.formats import FORMATS
from memory_ls.formats.notes import Anchor, File, FileSeen
from memory_ls.workspace.applying import anchor, see


def seen(scene: Scene, file: File) -> FileSeen:
    """A store as it lies on the disk; Failure when it may not be read."""
    found = see(scene.workspace(), file)
    if found.blocked:
        raise Failure(found.blocked)
    return found


def named(scene: Scene, file: File, said: str) -> tuple[Anchor, ...]:
    """The notes that a text or an id means: those with the very text, else those that say the same, else the id's."""
    store = seen(scene, file)
    notes = list(live_notes(store))
    chosen = _meant(notes, file, said)
    if not chosen:
        where = f"no note of {file.store.label} says that{_elsewhere(scene, file, said)}"
        raise Failure(f"{where}; `memory-ls list --ids` shows what there is")
    return tuple(anchor(store, one.note) for one in chosen)


def _meant(notes: Sequence[Found], file: File, said: str) -> list[Found]:
    format = FORMATS[file.store.format]
    text, key = format.clean(said), format.key(said)
    exact = [one for one in notes if one.fragment.text == text]
    same = exact or [one for one in notes if one.fragment.identity == key]
    return same or [one for one in notes if one.fragment.identity is not None and one.fragment.identity.value == said]


def _elsewhere(scene: Scene, file: File, said: str) -> str:
    for other in scene.files():
        if other.id != file.id and _meant(list(live_notes(see(scene.workspace(), other))), other, said):
            return f" (one of {other.store.label} does: --scope {other.store.scope.value})"
    return ""


def store_of(scene: Scene, scope: str) -> File:
    """The store that a scope names here."""
    return scene.files(scope)[0]


def many(count: int) -> str:
    """ "1 note", "3 notes"."""
    return "1 note" if count == 1 else f"{count} notes"
