"""The stores in reach of a folder, each under an id by which people and agents name it.

An id is the format and what tells its stores apart: ``bullets:project``, ``topics:-home-ann-app``, ``sections:hermes``;
of a store that the settings name the file or folder, ``outline:handbook``. Any beginning of an id that only one store
has will do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from memory_ls.data import dataclass, replace
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Refusal
from memory_ls.formats.notes import File, Scope, Store
from memory_ls.stores.folders import cut, standing, store_files
from memory_ls.stores.places import Environment
from memory_ls.workspace.recognise import (
    company_of,
    configured_file,
    global_file,
    project_file,
    project_root,
    recognise_real,
    stores_in_reach,
)

if TYPE_CHECKING:
    from memory_ls.settings import StoreEntry


@dataclass(frozen=True, slots=True)
class Reached:
    """A store with its id, its files that are there, and the files that its agent sees together with them.

    `named` is the file that stands for a store which the settings name, `said_scope` whose they say that it is.
    """

    id: str
    store: Store
    files: tuple[File, ...]
    company: tuple[File, ...]
    stores: tuple[Store, ...]
    named: File | None = None
    said_scope: str = ""

    @property
    def target_file(self) -> File:
        """The file that stands for the store, there or not."""
        return self.named or file_of(self.store)

    @property
    def target(self) -> str:
        """The file or folder that stands for the store where a new note goes."""
        if self.named is not None and not self.store.base:
            return self.named.id
        return file_of(self.store).id if self.store.format in _ONE_FILE else self.store.folder

    @property
    def readable(self) -> tuple[File, ...]:
        """Its files; of a store that is not there yet the one that it would have."""
        return self.files or (self.target_file,)

    @property
    def cut(self) -> str:
        """What to say of a store with more files than are read; empty where all are."""
        return cut(self.files)

    @property
    def scope(self) -> str:
        """Whose notes it holds: `project` or `global`."""
        return self.said_scope or self.store.scope.value


def in_reach(env: Environment, cwd: str, configured: Sequence[StoreEntry] = ()) -> dict[str, Reached]:
    """The stores that agents working in a folder read; those of bullets whether they are there or not.

    `configured` are those that the settings name, there or not; those of other projects are left out.
    """
    root = project_root(cwd)
    bullets = (project_file(root).store, global_file(env).store)
    stores = dict.fromkeys([*bullets, *stores_in_reach(env, cwd)])
    known = [reached(store, env, root) for store in stores if store in bullets or not _taken(store, env, configured)]
    out: dict[str, Reached] = {}
    for one in (*known, *_configured(env, root, configured)):
        id = one.id
        while id in out:
            id += "'"
        out[id] = replace(one, id=id)
    return out


def _taken(store: Store, env: Environment, configured: Sequence[StoreEntry]) -> bool:
    """Whether the settings say otherwise of a place: what they name is theirs."""
    if not configured:
        return False
    found = recognise_real(file_of(store).id, env, None, configured)
    return found is not None and found.store != store


def configured_in(env: Environment, root: str, trusts: Callable[[str], bool]) -> tuple[StoreEntry, ...]:
    """The stores that the user's settings and a trusted project's name, for doors that need nothing else of them.

    Where nobody wrote settings, nothing is imported to read them.
    """
    if not any(map(os.path.exists, settings_of(env, root))):
        return ()
    from memory_ls.stores.configuration import read_settings

    return read_settings(env, root, trusts(root))[0].stores


def settings_of(env: Environment, root: str) -> tuple[str, str]:
    """The files in which the user and a project say what is configured, there or not."""
    return os.path.join(env.config_dir, "config.toml"), os.path.join(root, ".memory-ls.toml")


def root_to_trust(store: Store) -> str | None:
    """The project that must be trusted before a store's notes count; None for what is the user's own."""
    if store.scope is Scope.PROJECT:
        return store.repository or store.root
    return store.repository if store.scope is Scope.ALONE else None


def _configured(env: Environment, root: str, entries: Sequence[StoreEntry]) -> Iterator[Reached]:
    """The stores of settings that are of this project, of no project, or of the user."""
    for entry in entries:
        one = _of_entry(entry) if entry.format in FORMATS else None
        if one is None or recognise_real(one.target_file.id, env, None, entries) != one.target_file:
            continue  # another entry, or the place of bullets, says more
        owner = one.store.repository
        if owner is None or project_root(owner) == root:
            yield one


def _of_entry(entry: StoreEntry) -> Reached:
    """A named file is a store of its own; in a named folder are the files that the format has there."""
    name = os.path.basename(entry.path).removesuffix(".md")
    if entry.path.endswith(".md") or os.path.isfile(entry.path):
        file = configured_file(entry, entry.path)
        files: tuple[File, ...] = (file,) if os.path.isfile(file.id) else ()
    else:
        store = configured_file(entry, os.path.join(entry.path, "MEMORY.md")).store
        file = file_of(store)
        files = tuple(store_files(store))
    id = f"{entry.format}:{name}"
    return Reached(id, file.store, files, files or (file,), (file.store,), file, entry.scope)


def reached(store: Store, env: Environment, root: str | None = None, id: str = "") -> Reached:
    """One store, with what its agent sees together with it."""
    files = tuple(store_files(store))
    stores = tuple(company_of(file_of(store), env, root))
    company: dict[str, File] = {}
    for one in stores:
        company.update((file.id, file) for file in (store_files(one) or [file_of(one)]))
    return Reached(id or _id(store), store, files, tuple(company.values()), stores)


def named(stores: Mapping[str, Reached], said: str) -> Reached | Refusal:
    """The store that an id, or an unmistakable beginning of one, means."""
    if said in stores:
        return stores[said]
    fitting = [one for id, one in stores.items() if id.startswith(said)] if said else []
    if len(fitting) == 1:
        return fitting[0]
    known = ", ".join(stores)
    return Refusal(f"{'more than one store' if fitting else 'no store'} has that id; there are: {known}")


def file_of(store: Store) -> File:
    """A file of a store, there or not: what stands for it where a file is wanted."""
    if store.format == "bullets":
        return File(standing(store), store)
    return File(standing(store), store, os.path.relpath(standing(store), store.folder))


_ONE_FILE = frozenset({"bullets", "gemini"})


def _id(store: Store) -> str:
    if store.format in ("bullets", "cards", "outline", "daily"):
        return f"{store.format}:{store.scope.value}"
    if store.format in ("sections", "gemini"):
        return f"{store.format}:{store.dialect or os.path.basename(store.folder)}"
    name = os.path.basename(store.folder)
    return f"{store.format}:{os.path.basename(os.path.dirname(store.folder)) if name == 'memory' else name}"
