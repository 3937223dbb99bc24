"""Intentions: what someone wants changed, as data that names notes and holds no text of them.

An intention is planned on the text as it is at that moment, by the module of `edits` that its `edit` names; it may be
kept by an editor as a code action's data and planned minutes later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from memory_ls.formats import FORMATS
from memory_ls.formats.notes import Anchor, Change, FileId, FileSeen, Format, Fragment, Placed, Refusal, Role, Scope
from memory_ls.formats.world import World


@dataclass(frozen=True, slots=True)
class Intention:
    """`notes` are what is meant, in the order that matters to the edit; `file` is for edits of a whole file; `text` is
    a person's own wording; `scope` is where something goes; `side` is a side of a merge conflict.
    """

    edit: str
    notes: tuple[Anchor, ...] = ()
    file: FileId | None = None
    text: str | None = field(default=None, repr=False)
    scope: Scope | None = None
    side: str | None = None

    @property
    def files(self) -> frozenset[FileId]:
        """The files that it names; a plan may need others of their view."""
        return frozenset(anchor.file for anchor in self.notes) | ({self.file} if self.file else set())

    def to_data(self) -> dict[str, object]:
        """As plain data for JSON."""
        data: dict[str, object] = {"edit": self.edit}
        if self.notes:
            data["notes"] = [[anchor.file, anchor.row, anchor.digest] for anchor in self.notes]
        for name in ("file", "text", "side"):
            if getattr(self, name) is not None:
                data[name] = getattr(self, name)
        if self.scope is not None:
            data["scope"] = self.scope.value
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
        except (TypeError, ValueError):
            return None
        texts = {name: data.get(name) for name in ("file", "text", "side")}
        if not all(value is None or isinstance(value, str) for value in texts.values()):
            return None
        return cls(str(data["edit"]), anchors, scope=scope, **texts)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The files of a view as they are now. `unwritable` says per scope why no note may go there at all."""

    files: Mapping[FileId, FileSeen]
    unwritable: Mapping[Scope, str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[FileSeen]:
        return iter(self.files.values())

    def of_scope(self, scope: Scope, like: FileSeen) -> FileSeen | Refusal:
        """The file that takes a format's new notes of a scope."""
        if scope in self.unwritable:
            return Refusal(self.unwritable[scope])
        for seen in self:
            if seen.file.store.scope is scope and seen.file.store.format == like.file.store.format:
                return seen
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
    return Found(file, note, note.fragment)


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


def live_notes(seen: FileSeen) -> Iterator[Found]:
    """The notes of a file that are not superseded, in order."""
    for block in seen.blocks:
        if block.fragment is not None and block.fragment.role is Role.NOTE:
            yield Found(seen, block, block.fragment)
