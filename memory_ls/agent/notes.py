"""Notes as an agent meets them: listed masked, each with an id, and found again by id, name or text."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memory_ls.agent.answer import Declined
from memory_ls.agent.place import Place, files_of
from memory_ls.detect import quote
from memory_ls.edits import Snapshot, live_notes
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Anchor, FileSeen
from memory_ls.formats.notes import Fragment, Placed, Role, Store
from memory_ls.formats.record_ids import id_of_path
from memory_ls.workspace.applying import anchor, see
from memory_ls.workspace.reach import Reached

SHOWN, SHOWN_ON_ERROR = 100, 20
"""Notes that one answer lists; the rest is counted. Source: ours."""
WIDTH = 500
"""Code points of a note that a list shows. Source: ours."""
PREVIEW = 80


@dataclass(frozen=True, slots=True)
class Listed:
    """A note in a store."""

    store: Reached
    seen: FileSeen
    note: Placed
    fragment: Fragment

    @property
    def id(self) -> str:
        """By which it can be named."""
        return id_of(self.fragment)

    @property
    def text(self) -> str:
        """Masked, on one line; a sensitive one is only named."""
        return "(sensitive)" if self.fragment.sensitive else quote(self.fragment.text, WIDTH)

    def data(self) -> dict[str, object]:
        """As plain data; the store is that of the list."""
        said: dict[str, object] = {"id": self.id, "text": self.text}
        if self.fragment.title:
            said["name"] = quote(self.fragment.title, 100)
        words = [ref.value for ref in self.fragment.defines if ref.kind == "keyword"]
        if words:
            said["keyword"] = quote(words[0], 60)
        if self.note.file.inside not in ("memory.md", "notes.md"):
            said["file"] = quote(self.note.file.inside, 200)
        if self.fragment.role is Role.RETIRED:
            said["superseded"] = True
        return said

    def row(self) -> str:
        """As a line for a model."""
        named = f"{quote(self.fragment.title, 100)}: " if self.fragment.title else ""
        words = sorted(ref.value for ref in self.fragment.defines if ref.kind == "keyword")
        tail = "".join(f" #{quote(word, 60)}" for word in words)
        return f"- [{self.id}] {named}{self.text}{tail}" if self.id else f"- {named}{self.text}{tail}"


def id_of(fragment: Fragment) -> str:
    """The key of what it says; of a record or topic that has none its name."""
    return fragment.identity.value if fragment.identity is not None else quote(fragment.title, 100)


def listed(one: Reached, files: Iterable[FileSeen], *, retired: bool = False) -> Iterator[Listed]:
    """The living notes of a store in order; with `retired` those that were superseded too."""
    roles = (Role.NOTE, Role.RETIRED) if retired else (Role.NOTE,)
    for seen in files:
        for note in seen.blocks:
            if note.fragment is not None and note.fragment.role in roles:
                yield Listed(one, seen, note, note.fragment)


def notes_of(place: Place, one: Reached, *, retired: bool = False) -> list[Listed]:
    """A store's notes as they lie on the disk now."""
    return list(listed(one, files_of(place.workspace(), one), retired=retired))


def blocked(place: Place, one: Reached) -> list[str]:
    """Why files of a store are not read, if any."""
    workspace = place.workspace()
    seen = (see(workspace, file) for file in one.readable)
    return [f"{quote(file.file.inside)}: {file.blocked}" for file in seen if file.blocked]


def counts(place: Place, also: Mapping[str, int] | None = None) -> dict[str, int]:
    """How many living notes each store has that counts here; `also` has what is known already."""
    known = also or {}
    stores = place.trusted_stores()
    return {id: known[id] if id in known else len(notes_of(place, one)) for id, one in stores.items()} | dict(known)


def count_in(seen: Snapshot, store: Store) -> int:
    """The living notes of a store in a snapshot."""
    return sum(1 for file in seen if file.file.store == store for _ in live_notes(file))


# --- found again


def meant(seen: Snapshot, where: Reached, said: str, inside: str = "") -> list[Listed]:
    """The notes that a text, an id or a name means: those with the very text; else those named so; else those that say
    the same; in a store of sections also the one that holds the text. `inside` is the only file to look in.
    Raises `Declined` for none and for several.
    """
    store = where.store
    files = [one for one in seen if one.file.store == store and inside in ("", one.file.inside)]
    notes = list(listed(where, files))
    found = matching(notes, store, said)
    if not found:
        blocked = next((file.blocked for file in files if file.blocked), None)
        if blocked:
            raise Declined(blocked)
        raise Declined(
            f"no note of {where.id} says {quote(said)}; name it by its exact text or its id from the list",
            shows=where.id,
        )
    texts = dict.fromkeys(one.fragment.text for one in found)
    named = store.format in _NAMED
    if len(texts) > 1 or (named and len(found) > 1):  # copies without names of their own are meant together
        told = "; ".join(
            f"[{_told(one) if named else one.id}] {quote(one.fragment.text, PREVIEW)}" for one in found[:5]
        )
        by = "name" if named else "id"
        raise Declined(f"{len(found)} notes of {where.id} match {quote(said)}: {told}; name one of them by its {by}")
    return found[:1] if store.format == "sections" else found


_NAMED = ("records", "topics")
"""Formats whose notes have names that tell copies apart."""


def _told(one: Listed) -> str:
    return quote(one.note.file.inside, 100)


def matching(notes: Sequence[Listed], store: Store, said: str) -> list[Listed]:
    """The notes that match in the first way in which any does."""
    format = FORMATS[store.format]
    text, bare = format.clean(said), said.strip().removeprefix("@")
    if not bare:
        return []
    id = id_of_path(bare) if store.format == "records" else ""  # also one where the file of that id lies elsewhere
    ways: tuple[Callable[[Listed], bool], ...] = (
        lambda one: one.fragment.text == text,
        lambda one: one.fragment.identity is not None and one.fragment.identity.value == bare,
        lambda one: bare in _names(one) or (bool(id) and one.fragment.title == id),
        lambda one: bool(text) and one.fragment.identity == format.key(said),
        lambda one: store.format == "sections" and bool(text) and text in one.fragment.text,
    )
    return next((found for way in ways if (found := [one for one in notes if way(one)])), [])


def _names(one: Listed) -> set[str]:
    """What a note with a name is called: its title, its path inside the store, that without its ending."""
    if one.store.store.format not in _NAMED:
        return {one.fragment.title} if one.fragment.title else set()
    inside = one.note.file.inside
    name = posixpath.basename(inside)
    return {one.fragment.title, inside, name, name.removesuffix(".md")} - {""}


def anchors(found: Iterable[Listed]) -> tuple[Anchor, ...]:
    return tuple(anchor(one.seen, one.note) for one in found)


def shown(notes: Sequence[Listed], most: int = SHOWN) -> tuple[list[dict[str, object]], list[str], int]:
    """Notes as data and as lines, at most so many, and how many more there are."""
    some = notes[:most]
    return [one.data() for one in some], [one.row() for one in some], len(notes) - len(some)
