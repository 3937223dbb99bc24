"""The files of a store as they lie on the disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from memory_ls.formats import FORMATS
from memory_ls.formats.notes import File, Scope, Store
from memory_ls.formats.section_archive import ARCHIVE
from memory_ls.stores.agent_places import MEMORY, SECTIONS_FILES, any_page, is_day
from memory_ls.stores.content import index_above, is_named_memory, look
from memory_ls.stores.shut import shut_by

FILES_AT_MOST = 20_000
"""So many files of one store are read, by name. Ours: an agent of topics looks at 800, in the order in which the folder
gives them, and which those are cannot be known."""

_DEEP = frozenset({"records", "topics"})
_SKIPPED = frozenset({"node_modules"})


def store_files(store: Store) -> list[File]:
    """The notes' files that a store has, by path: markdown files that are no links and not hidden. Never raises.

    Where its folder may not be looked into, it is the one that stands for it: reading it says so.

    At most 20,000; a folder that is not there has none. A file at an unknown place whose format keeps one
    file is found by its path only, so such a store gives its known names.
    """
    if store.format == "topics" and store.scope is Scope.ALONE and not store.base:
        return _listed(store)
    deep = store.format in _DEEP or store.dialect == "serena"
    return list(islice(_found(store, deep=deep), FILES_AT_MOST))


def _listed(store: Store) -> list[File]:
    """A store that is one by its content only: its index, and the pages that belong to it."""
    top = store.folder
    index = os.path.join(top, MEMORY)
    pages = {os.path.join(top, *inside.split("/")) for inside in look(index).links}
    pages |= {file.id for file in _found(store, deep=is_named_memory(top))}
    own = sorted(page for page in pages - {index} if index_above(page, os.path.dirname(page)) == top)
    return [_file(store, page) for page in (index, *own[: FILES_AT_MOST - 1]) if _is_page(page)]


def _file(store: Store, path: str) -> File:
    return File(path, store, path[len(store.folder.rstrip(os.sep)) + 1 :].replace(os.sep, "/"))


def _found(store: Store, *, deep: bool) -> Iterator[File]:
    named, waiting, shut = _names(store), [store.folder], list[str]()
    while waiting:
        here = waiting.pop()
        below: list[str] = []
        for entry in _entries(here, shut):
            if entry.name[0] == "." or entry.is_symlink():
                continue
            if _is_folder(entry):
                if deep and entry.name not in _SKIPPED:
                    below.append(entry.path)
            elif named(entry.name) and _is_file(entry):
                yield _file(store, entry.path)
        waiting += reversed(below)
        if shut:  # what stands in it cannot be known; reading it says so
            yield from _in_shut(store, shut.pop())


def _in_shut(store: Store, folder: str) -> Iterator[File]:
    """The file that would be read first in a folder of a store that cannot be listed."""
    path = standing(store)
    if folder != store.folder:
        yield _file(store, os.path.join(folder, os.path.basename(path)))
    elif os.path.lexists(path) or shut_by(path, folder):
        yield _file(store, path)


def cut(files: Sequence[File]) -> str:
    """What to say of a store with more files than are read; empty where all are."""
    many = len(files) >= FILES_AT_MOST
    return f"there are {FILES_AT_MOST} files or more, the first {FILES_AT_MOST} are read" if many else ""


def standing(store: Store) -> str:
    """The path of the file that stands for a store, there or not."""
    if store.format == "bullets":
        return os.path.join(store.folder, "memory.md")
    return os.path.join(store.folder, next(iter(FORMATS[store.format].files(store)), MEMORY))


def _names(store: Store) -> Callable[[str], bool]:
    if store.format == "sections":
        return frozenset((*SECTIONS_FILES.get(store.dialect, SECTIONS_FILES["plan"]), ARCHIVE)).__contains__
    if store.format == "daily":
        return is_day
    known = {"bullets": ("memory.md",), "gemini": ("GEMINI.md", "QWEN.md")}.get(store.format)
    if store.format == "outline" and store.dialect != "serena":
        known = (MEMORY, "memory.md")
    return frozenset(known).__contains__ if known else any_page


def _entries(folder: str, shut: list[str]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except PermissionError:
        shut.append(folder)
    except (OSError, ValueError):  # gone
        pass
    return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file(follow_symlinks=False)
    except OSError:
        return False


def _is_page(path: str) -> bool:
    return os.path.isfile(path) and not os.path.islink(path)
