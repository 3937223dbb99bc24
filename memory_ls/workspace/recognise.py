"""Which store a file belongs to: by its place, then by its name."""

from __future__ import annotations

import os
from collections.abc import Sequence

from memory_ls.formats import FORMATS
from memory_ls.formats.notes import File, Scope, Store
from memory_ls.settings import StoreEntry
from memory_ls.stores.places import Environment, agent_dir, repository

NAME = "memory.md"


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
    folder = os.path.join(os.path.realpath(root), ".pi")
    return File(
        os.path.join(folder, NAME), Store("bullets", Scope.PROJECT, os.path.realpath(root), os.path.realpath(root))
    )


def recognise(
    path: str, env: Environment, forced: str | None = None, configured: Sequence[StoreEntry] = ()
) -> File | None:
    """The file of a store that lies at a path; `forced` names a format for files that no place names.

    `configured` are the stores that settings name: files, or folders of markdown files.
    """
    id = file_id(path)
    if id == global_file(env).id:
        return global_file(env)
    folder, name = os.path.split(id)
    if name == NAME and os.path.basename(folder) == ".pi":
        owner = os.path.dirname(folder)
        if project_root(owner) == owner:
            return project_file(owner)
    forced = forced or next((entry.format for entry in configured if _names(entry, id)), None)
    if name == NAME or forced:
        found = repository(folder)
        root = found.work_tree if found else None
        return File(id, Store(forced or "bullets", Scope.ALONE, folder, root, enforced=False), inside=name)
    return None


def _names(entry: StoreEntry, path: str) -> bool:
    if entry.format not in FORMATS:
        return False
    return path == entry.path or (path.startswith(f"{entry.path}{os.sep}") and path.endswith(".md"))


def is_known_place(path: str, env: Environment) -> bool:
    """Whether a path is a place of a store even where version control ignores it."""
    folder, name = os.path.split(path)
    return name == NAME and (os.path.basename(folder) == ".pi" or file_id(path) == global_file(env).id)
