"""Which files belong together: what one agent sees with a file, and what a change of a note may concern."""

from __future__ import annotations

from collections.abc import Sequence

from memory_ls.data import dataclass
from memory_ls.formats.notes import File, Scope, Store
from memory_ls.stores.folders import store_files
from memory_ls.stores.places import Environment
from memory_ls.workspace.recognise import company_of, global_file


@dataclass(frozen=True, slots=True)
class Company:
    """A view's name, its stores, and its files in the order in which their agent reads them, missing ones too."""

    name: str
    stores: tuple[Store, ...]
    files: tuple[File, ...]


def company(file: File, env: Environment) -> Company:
    """What one agent sees together with a file."""
    store = file.store
    if store.format == "bullets":
        return _bullets(file, env)
    if store.scope is Scope.ALONE and not store.base and store.root != store.folder:
        return Company(file.id, (store,), (file,))
    stores = tuple(company_of(file, env))
    files = {one.id: one for each in stores for one in store_files(each)}
    files.setdefault(file.id, file)
    return Company(f"{store.format}:{stores[0].folder}", stores, tuple(files.values()))


def _bullets(file: File, env: Environment) -> Company:
    if file.store.scope is Scope.ALONE:
        return Company(file.id, (file.store,), (file,))
    everywhere = global_file(env)
    if file.store.scope is Scope.GLOBAL:
        return Company("global", (everywhere.store,), (everywhere,))
    return Company(file.store.root, (file.store, everywhere.store), (file, everywhere))


def company_of_all(files: Sequence[File]) -> list[tuple[str, list[File]]]:
    """Files that were named, grouped into views: a project's notes with the user's own of the same format."""
    everywhere: dict[str, list[File]] = {}
    stores: dict[tuple[str, str], list[File]] = {}
    for file in files:
        store = file.store
        if store.scope is Scope.GLOBAL and store.format in _SHARED:
            everywhere.setdefault(store.format, []).append(file)
        else:
            stores.setdefault((store.format, file.id if _is_alone(file) else store.folder), []).append(file)
    views = []
    projects = set()
    for (format, folder), members in stores.items():
        if members[0].store.scope is Scope.PROJECT and format in _SHARED:
            projects.add(format)
            members = [*members, *everywhere.get(format, ())]
        views.append((f"{format}:{folder}", members))
    views += [(f"{format}:global", members) for format, members in everywhere.items() if format not in projects]
    return views


def _is_alone(file: File) -> bool:
    return file.store.scope is Scope.ALONE and file.store.format in ("bullets", "outline")


_SHARED = frozenset({"bullets", "cards"})
"""Formats whose agent sees a project's store and the user's together."""
