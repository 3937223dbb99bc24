"""Intentions: what someone wants changed, as data that names notes and holds no text of them.

An intention is planned on the text as it is at that moment, by the module of `edits` that its `edit` names; it may be
kept by an editor as a code action's data and planned minutes later.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Protocol

from memory_ls.data import dataclass, field
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Anchor, Change, FileSeen, Refusal, StoreSeen
from memory_ls.formats.format import Format
from memory_ls.formats.notes import FileId, Fragment, Placed, Role, Scope, Store
from memory_ls.formats.world import World


@dataclass(frozen=True, slots=True)
class Intention:
    """`notes` are what is meant, in the order that matters to the edit; `file` is for edits of a whole file or store;
    `text` is a person's own wording; `scope` is where something goes; `choice` is one of several: a side of a merge
    conflict, the file of a store to move to, the problem to mend; `more` are further fields of a new note by the names
    of `Draft`.
    """

    edit: str
    notes: tuple[Anchor, ...] = ()
    file: FileId | None = None
    text: str | None = field(default=None, repr=False)
    scope: Scope | None = None
    choice: str | None = None
    more: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    @property
    def files(self) -> frozenset[FileId]:
        """The files that it names; a plan may need others of their view."""
        return frozenset(anchor.file for anchor in self.notes) | ({self.file} if self.file else set())

    def to_data(self) -> dict[str, object]:
        """As plain data for JSON."""
        data: dict[str, object] = {"edit": self.edit}
        if self.notes:
            data["notes"] = [[anchor.file, anchor.row, anchor.digest] for anchor in self.notes]
        for name in ("file", "text", "choice"):
            if getattr(self, name) is not None:
                data[name] = getattr(self, name)
        if self.scope is not None:
            data["scope"] = self.scope.value
        if self.more:
            data["more"] = dict(self.more)
        return data

    @classmethod
    def from_data(cls, data: object) -> Intention | None:
        """From what `to_data` gave; None for anything else, since it comes from a client."""
        if not isinstance(data, Mapping) or not isinstance(data.get("edit"), str):
            return None
        notes = data.get("notes", ())
        try:
            anchors = tuple(Anchor(str(file), int(row), str(tag)) for file, row, tag in notes)
            scope = Scope(data["scope"]) if data.get("scope") is not None else None
            more = tuple((str(key), str(value)) for key, value in dict(data.get("more") or {}).items())
        except (TypeError, ValueError):
            return None
        texts = {name: data.get(name) for name in ("file", "text", "choice")}
        if not all(value is None or isinstance(value, str) for value in texts.values()):
            return None
        return cls(str(data["edit"]), anchors, scope=scope, more=more, **texts)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The files of a view as they are now, and its stores, those without any file too. `unwritable` says per scope why
    no note may go there at all; `absent` is the stamp of a file that is not there.
    """

    files: Mapping[FileId, FileSeen]
    unwritable: Mapping[Scope, str] = field(default_factory=dict)
    stores: tuple[Store, ...] = ()
    absent: Hashable = None
    whole: bool = True

    def __iter__(self) -> Iterator[FileSeen]:
        return iter(self.files.values())

    def at(self, file: FileId) -> FileSeen:
        """A file as it is now; one that is not there yet, in the store whose folder it will lie in."""
        known = self.files.get(file)
        if known is not None:
            return known
        stores = {*self.stores, *(seen.file.store for seen in self)}
        fitting = [store for store in stores if file.startswith(f"{store.folder}/")]
        store = max(fitting, key=lambda store: len(store.folder))
        return self.store(store).at(file[len(store.folder) + 1 :])

    def store(self, store: Store) -> StoreSeen:
        """One store's files."""
        files = {id: seen for id, seen in self.files.items() if seen.file.store == store}
        return StoreSeen(store, files, self.absent, self.whole)

    def store_of(self, file: FileId | None) -> StoreSeen | Refusal:
        """The store that a file belongs to, or whose folder it is."""
        seen = self.files.get(file or "")
        if seen is None:
            known = next((store for store in self.stores if store.folder == file), None)
            return self.store(known) if known else Refusal("there is no such memory here")
        return Refusal(seen.blocked) if seen.blocked else self.store(seen.file.store)

    def of_scope(self, scope: Scope, like: Store) -> StoreSeen | Refusal:
        """The store that takes a format's new notes of a scope."""
        if scope in self.unwritable:
            return Refusal(self.unwritable[scope])
        for store in (*self.stores, *(seen.file.store for seen in self)):
            if store.scope is scope and store.format == like.format:
                return self.store(store)
        return Refusal(f"there is no {scope.value} memory here")


class Edit(Protocol):
    """One module of `edits`."""

    name: str

    def plan(self, intention: Intention, seen: Snapshot, world: World) -> Change | Refusal: ...


MOVED_ON = Refusal("the note changed meanwhile", stale=True)


@dataclass(frozen=True, slots=True)
class Found:
    """A note that an anchor means, in the file as it is now."""

    seen: FileSeen
    note: Placed
    fragment: Fragment
    store: StoreSeen

    @property
    def format(self) -> Format:
        return FORMATS[self.seen.file.store.format]


def find(anchor: Anchor, seen: Snapshot) -> Found | Refusal:
    """The note an anchor means, if it is still what it was and its file may be written."""
    file = seen.files.get(anchor.file)
    if file is None:
        return MOVED_ON
    if file.blocked:
        return Refusal(file.blocked)
    note = file.find(anchor)
    if note is None or note.fragment is None:
        return MOVED_ON
    return Found(file, note, note.fragment, seen.store(file.file.store))


def find_all(anchors: tuple[Anchor, ...], seen: Snapshot) -> list[Found] | Refusal:
    """Every note, or the first refusal; two anchors never come out as one note."""
    found: list[Found] = []
    taken: set[int] = set()
    for anchor in anchors:
        one = find(anchor, seen)
        if isinstance(one, Refusal):
            return one
        if id(one.note) in taken:
            return MOVED_ON
        taken.add(id(one.note))
        found.append(one)
    return found


def is_note(block: Placed) -> bool:
    """Whether a block is a note that its agent reads."""
    return block.fragment is not None and block.fragment.role is Role.NOTE


def live_notes(seen: FileSeen) -> Iterator[Placed]:
    """The notes of a file that are not superseded, in order."""
    return (block for block in seen.blocks if is_note(block))


def by_store(notes: Sequence[Found]) -> Iterator[tuple[StoreSeen, list[Placed]]]:
    """Found notes, those of one store together, in order."""
    stores: dict[Store, tuple[StoreSeen, list[Placed]]] = {}
    for found in notes:
        stores.setdefault(found.store.store, (found.store, []))[1].append(found.note)
    yield from stores.values()
