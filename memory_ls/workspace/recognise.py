"""Which store a file belongs to: by what the settings say, by its place, then by what it holds."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from memory_ls.data import replace
from memory_ls.formats import FORMATS
from memory_ls.formats.notes import File, Scope, Store
from memory_ls.stores.agent_places import (
    MEMORY,
    SECTIONS_FILES,
    cards_of_project,
    cards_of_user,
    is_day,
    leads_to_place,
    place_of,
    places_in_reach,
)
from memory_ls.stores.content import index_above, is_index_of_topics, look
from memory_ls.stores.folders import store_files
from memory_ls.stores.places import Environment, agent_dir, repository

if TYPE_CHECKING:
    from memory_ls.settings import StoreEntry

NAME = "memory.md"
_CONTEXT_FILES = frozenset({"GEMINI.md", "QWEN.md"})


def file_id(path: str) -> str:
    """The folder resolved, the name as it is: a symlink in the file's own place stays one."""
    folder, name = os.path.split(os.path.abspath(path))
    return os.path.join(os.path.realpath(folder), name)


def project_root(path: str) -> str:
    """The root whose `.pi/memory.md` an agent that works in a folder reads; the folder itself outside a repository."""
    found = repository(path)
    return found.root if found else os.path.realpath(path)


def global_file(env: Environment) -> File:
    """The user's own notes."""
    folder = os.path.realpath(agent_dir(env))
    return File(os.path.join(folder, NAME), Store("bullets", Scope.GLOBAL, folder))


def project_file(root: str) -> File:
    """A project's notes, shared by all its worktrees."""
    root = os.path.realpath(root)
    folder = os.path.join(root, ".pi")
    return File(os.path.join(folder, NAME), Store("bullets", Scope.PROJECT, root, root, base=folder))


def recognise(
    path: str, env: Environment, forced: str | None = None, configured: Sequence[StoreEntry] = ()
) -> File | None:
    """The file of a store that lies at a path; `forced` names a format for files that no place names.

    `configured` are the stores that settings name: files, or folders of markdown files.
    """
    return recognise_real(file_id(path), env, forced, configured)


def recognise_real(
    id: str, env: Environment, forced: str | None = None, configured: Sequence[StoreEntry] = ()
) -> File | None:
    """The same for a path whose folder is resolved already: cheap for many files of one folder."""
    folder, name = os.path.split(id)
    if name == NAME and (id == global_file(env).id or os.path.basename(folder) == ".pi"):
        known = _bullets(id, folder, env)
        if known is not None:
            return known
    for entry in configured:
        if _names(entry, id):
            return configured_file(entry, id)
    place = place_of(id, env)
    if place is not None and place.store.format in FORMATS:
        return File(id, place.store, _inside(id, place.store))
    if forced:
        return _alone(id, folder, forced, _dialect(forced, id))
    return _by_content(id, folder, name)


def is_known_place(path: str, env: Environment) -> bool:
    """Whether a path (its folder resolved) is a place of a store even where version control ignores it.

    Links count for the bullets' places only: their agent refuses them, others pass them over.
    """
    folder, name = os.path.split(path)
    if name == NAME and (os.path.basename(folder) == ".pi" or path == global_file(env).id):
        return True
    return name.endswith(".md") and place_of(path, env) is not None and not os.path.islink(path)


def is_known_folder(folder: str, env: Environment) -> bool:
    """Whether a folder leads to places of stores, so that it is entered even where version control ignores it."""
    return leads_to_place(folder, env)


def stores_in_reach(env: Environment, cwd: str) -> list[Store]:
    """The stores that agents which work in a folder read, of this user and of its repository, as far as they are there.

    Those of other projects are not among them. Bullets come first, project before user.
    """
    root = project_root(cwd)
    stores = [project_file(root).store, global_file(env).store, *places_in_reach(env, root, os.path.realpath(cwd))]
    return [store for store in stores if store.format in FORMATS and store_files(store)]


def company_of(file: File, env: Environment, root: str | None = None) -> list[Store]:
    """The stores that one agent sees together with a file's: both scopes of bullets and of cards, project first.

    `root` is the project that a user's store is looked at from, if any.
    """
    store = file.store
    if store.format not in ("bullets", "cards") or store.scope is Scope.ALONE:
        return [store]
    if store.scope is Scope.PROJECT:
        others = [store, _user_store(store.format, env)]
    else:
        others = [*([_project_store(store.format, root)] if root else []), store]
    return list({one.folder: one for one in others}.values())  # in the home folder both are one, the user's


def _user_store(format: str, env: Environment) -> Store:
    return global_file(env).store if format == "bullets" else cards_of_user(env)


def _project_store(format: str, root: str) -> Store:
    return project_file(root).store if format == "bullets" else cards_of_project(root)


def _bullets(id: str, folder: str, env: Environment) -> File | None:
    if id == global_file(env).id:
        return global_file(env)
    owner = os.path.dirname(folder)
    return project_file(owner) if project_root(owner) == owner else None


def _names(entry: StoreEntry, path: str) -> bool:
    if entry.format not in FORMATS:
        return False
    return path == entry.path or (path.startswith(f"{entry.path}{os.sep}") and path.endswith(".md"))


def configured_file(entry: StoreEntry, id: str) -> File:
    """A file of a store that the settings name; a folder named there is the store's. What a user keeps for every
    project belongs to none, wherever it lies."""
    folder, base = (os.path.dirname(id), "") if id == entry.path else (entry.path, entry.path)
    file = _alone(id, folder, entry.format, _dialect(entry.format, id), base)
    if entry.scope != "global":
        return file
    return replace(file, store=replace(file.store, repository=None))


def _alone(id: str, folder: str, format: str, dialect: str = "", base: str = "") -> File:
    """A file of a store at a place that no agent is known to read; `base` where the settings name its folder."""
    found = repository(folder)
    root = found.work_tree if found else None
    store = Store(format, Scope.ALONE, folder, root, enforced=False, dialect=dialect, base=base)
    return File(id, store, _inside(id, store))


def _inside(id: str, store: Store) -> str:
    return id[len(store.folder.rstrip(os.sep)) + 1 :].replace(os.sep, "/")


def _dialect(format: str, id: str) -> str:
    """Which of the agents that share a format would most likely read a file at an unknown place."""
    if format == "topics":
        return "claude"
    if format == "sections":
        return "pi-hermes" if look(id).metadata else "plan"
    return ""


def _by_content(id: str, folder: str, name: str) -> File | None:
    if not name.endswith(".md"):
        return None
    format = _format_of(id, folder, name)
    if format in FORMATS:
        return _alone(id, folder, format, _dialect(format, id))
    index = index_above(id, folder) if "topics" in FORMATS else None
    return _alone(id, index, "topics", "claude") if index else None


def _format_of(id: str, folder: str, name: str) -> str:
    """The format of a file that tells of itself by its name and content; empty for other pages."""
    if name in (NAME, MEMORY):
        seen = look(id)
        if (seen.separators or seen.metadata) and "sections" in FORMATS:
            return "sections"
        if name == MEMORY and is_index_of_topics(folder, seen) and "topics" in FORMATS:
            return "topics"
        return "bullets" if (name == NAME and seen.flat) or "outline" not in FORMATS else "outline"
    if name in SECTIONS_FILES["pi-hermes"]:
        return "sections" if look(id).separators or look(os.path.join(folder, MEMORY)).separators else ""
    if name in _CONTEXT_FILES:
        return "gemini" if look(id).added else ""
    if is_day(name) and os.path.basename(folder) == "memory":
        return "daily" if os.path.isfile(os.path.join(os.path.dirname(folder), MEMORY)) else ""
    return ""
