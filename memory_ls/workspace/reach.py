"""The stores in reach of a folder, each under an id by which people and agents name it.

An id is the format and what tells its stores apart: ``bullets:project``, ``topics:-home-ann-app``, ``sections:hermes``.
Any beginning of an id that only one store has will do.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Refusal
from memory_ls.formats.notes import File, Store
from memory_ls.stores.folders import store_files
from memory_ls.stores.places import Environment
from memory_ls.workspace.recognise import company_of, global_file, project_file, project_root, stores_in_reach


@dataclass(frozen=True, slots=True)
class Reached:
    """A store with its id, its files that are there, and the files that its agent sees together with them."""

    id: str
    store: Store
    files: tuple[File, ...]
    company: tuple[File, ...]
    stores: tuple[Store, ...]

    @property
    def target(self) -> str:
        """The file or folder that stands for the store where a new note goes."""
        return file_of(self.store).id if self.store.format in _ONE_FILE else self.store.folder

    @property
    def readable(self) -> tuple[File, ...]:
        """Its files; of a store that is not there yet the one that it would have."""
        return self.files or (file_of(self.store),)


def in_reach(env: Environment, cwd: str) -> dict[str, Reached]:
    """The stores that agents working in a folder read; those of bullets whether they are there or not."""
    root = project_root(cwd)
    bullets = (project_file(root).store, global_file(env).store)
    stores = dict.fromkeys([*bullets, *stores_in_reach(env, cwd)])
    out: dict[str, Reached] = {}
    for store in stores:
        id = _id(store)
        while id in out:
            id += "'"
        out[id] = reached(store, env, root, id)
    return out


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
        return File(os.path.join(store.folder, "memory.md"), store)
    inside = next(iter(FORMATS[store.format].files(store)), "MEMORY.md")
    return File(os.path.join(store.folder, inside), store, inside)


_ONE_FILE = frozenset({"bullets", "gemini"})


def _id(store: Store) -> str:
    if store.format in ("bullets", "cards", "outline", "daily"):
        return f"{store.format}:{store.scope.value}"
    if store.format in ("sections", "gemini"):
        return f"{store.format}:{store.dialect or os.path.basename(store.folder)}"
    name = os.path.basename(store.folder)
    return f"{store.format}:{os.path.basename(os.path.dirname(store.folder)) if name == 'memory' else name}"
