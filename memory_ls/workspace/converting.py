"""Converting on the disk: which store a path means, the place where the new files go, and writing them there."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date

from memory_ls.data import dataclass
from memory_ls.edits.convert import Converted, convert
from memory_ls.edits.intention import Snapshot
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Refusal, StoreSeen
from memory_ls.formats.notes import File, FileId, Scope, Store
from memory_ls.stores.agent_locks import agents_locked
from memory_ls.stores.failure import StoreFailure
from memory_ls.stores.folders import store_files
from memory_ls.stores.locking import locked
from memory_ls.stores.places import Environment, repository
from memory_ls.stores.reading import ABSENT
from memory_ls.workspace.applying import UNTRUSTED, Applied, see, take_steps
from memory_ls.workspace.reach import file_of
from memory_ls.workspace.recognise import file_id, recognise
from memory_ls.workspace.workspace import Workspace

_PROBES = {"bullets": "memory.md", "cards": "notes.md", "records": "records/state.a.md"}
"""A file that a store of a format may have, by which its place is told; others have an index."""
NOWHERE = "/new"
"""The folder of files that are only shown."""


@dataclass(frozen=True, slots=True)
class Source:
    """A store that is converted, or with `only` one file of it."""

    store: Store
    files: tuple[File, ...]
    only: FileId | None = None


def source_of(files: Sequence[File], named: bool) -> Source | Refusal:
    """The store behind the files that a path stands for; `named` where the path is that of one file of it."""
    stores = list(dict.fromkeys(file.store for file in files))
    if not stores:
        return Refusal("no store is known there by its place or name; if it is one, say --store-format")
    if len(stores) > 1:
        return Refusal("several stores lie there; name the folder or a file of one")
    store = stores[0]
    index = store.format == "topics" and any(file.inside == "MEMORY.md" for file in files)
    only = files[0].id if named and not index else None
    every = {file.id: file for file in (*store_files(store), *files)}
    return Source(store, tuple(every.values()), only)


def folder_source(folder: str, format: str) -> Source:
    """All markdown files below a folder as a store of a format that a person has named."""
    real = os.path.realpath(folder)
    store = _alone(real, format, "")
    return Source(store, tuple(store_files(store)))


def target_store(env: Environment, folder: str | None, format: str, dialect: str) -> Store | Refusal:
    """The store that a folder is, or will be, in a format: one that an agent reads at that place, else one of nobody.
    Without a folder a store that is only shown.
    """
    if folder is None:
        return Store(format, Scope.ALONE, NOWHERE, enforced=False, dialect=dialect, base=NOWHERE)
    real = os.path.realpath(folder)
    probe = os.path.join(real, _PROBES.get(format, "MEMORY.md"))
    found = recognise(file_id(probe), env)
    if found is None or found.store.scope is Scope.ALONE:
        return _alone(real, format, dialect)
    if found.store.format != format or found.store.folder != real:
        return Refusal(f"{found.store.format} belong at that place, not {format}")
    if dialect and found.store.dialect != dialect:
        return Refusal(f"another agent reads its notes there: {found.store.dialect}")
    return found.store


def read_source(workspace: Workspace, source: Source) -> StoreSeen | Refusal:
    """The files of a store as they lie on the disk."""
    seen = {file.id: see(workspace, file) for file in source.files}
    blocked = next((one.blocked for one in seen.values() if one.blocked), None)
    return Refusal(blocked) if blocked else StoreSeen(source.store, seen, ABSENT)


def converted(workspace: Workspace, source: Source, target: Store, today: date) -> Converted | Refusal:
    """What a conversion comes to; nothing is written."""
    seen = read_source(workspace, source)
    return seen if isinstance(seen, Refusal) else convert(seen, target, today, ABSENT, source.only)


def write_converted(
    workspace: Workspace, source: Source, target: Store, today: date
) -> tuple[Converted, Applied] | Refusal:
    """Convert what lies there now and write the new files under both stores' locks; refused if one of them, or the
    index or archive that belongs to them, is there already.
    """
    if not workspace.trusts(target):
        return Refusal(UNTRUSTED)
    stores = {source.store, target}
    try:
        with locked(workspace.env, {store.root for store in stores}), agents_locked(stores):
            done = converted(workspace, source, target, today)
            if isinstance(done, Refusal):
                return done
            new = [seen.file for seen in done.store.files.values()]
            kept = [File(os.path.join(target.folder, one), target, one) for one in FORMATS[target.format].files(target)]
            seen = {file.id: see(workspace, file) for file in (*new, *kept, file_of(target))}
            for one in seen.values():
                if one.blocked:
                    return Refusal(one.blocked)
                if not one.missing:
                    return Refusal(f"there is a {one.file.inside} already, and nothing is written over it")
            applied = take_steps(workspace, Snapshot(seen, stores=(target,), absent=ABSENT), done.change)
            return applied if isinstance(applied, Refusal) else (done, applied)
    except StoreFailure as failure:
        return Refusal(failure.message)


def _alone(folder: str, format: str, dialect: str) -> Store:
    """A store that no agent is known to read; its root is a folder that is there."""
    root = folder
    while not os.path.isdir(root):
        root = os.path.dirname(root)
    found = repository(root)
    return Store(format, Scope.ALONE, root, found.work_tree if found else None, False, dialect, folder)
