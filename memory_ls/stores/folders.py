"""The files of a store as they lie on the disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice

from memory_ls.formats.notes import File, Scope, Store
from memory_ls.formats.section_archive import ARCHIVE
from memory_ls.stores.agent_places import MEMORY, SECTIONS_FILES, any_page, is_day
from memory_ls.stores.content import index_above, is_named_memory, look

FILES_AT_MOST = 20_000
TOPICS_AT_MOST = 800
"""So many files the agents of topics look at, in the order in which the folder gives them; ours is by name."""

_DEEP = frozenset({"records", "topics"})
_SKIPPED = frozenset({"node_modules"})


def store_files(store: Store) -> list[File]:
    """The notes' files that a store has, by path: markdown files that are no links and not hidden. Never raises.

    At most 20,000 (topics: 800); a folder that is not there has none. A file at an unknown place whose format keeps one
    file is found by its path only, so such a store gives its known names.
    """
    if store.format == "topics" and store.scope is Scope.ALONE and not store.base:
        return _listed(store)
    most = TOPICS_AT_MOST if store.format == "topics" else FILES_AT_MOST
    deep = store.format in _DEEP or store.dialect == "serena"
    return list(islice(_found(store, deep=deep), most))


def _listed(store: Store) -> list[File]:
    """A store that is one by its content only: its index, and the pages that belong to it."""
    top = store.folder
    index = os.path.join(top, MEMORY)
    pages = {os.path.join(top, *inside.split("/")) for inside in look(index).links}
    pages |= {file.id for file in _found(store, deep=is_named_memory(top))}
    own = sorted(page for page in pages - {index} if index_above(page, os.path.dirname(page)) == top)
    return [_file(store, page) for page in (index, *own[:TOPICS_AT_MOST]) if _is_page(page)]


def _file(store: Store, path: str) -> File:
    return File(path, store, path[len(store.folder.rstrip(os.sep)) + 1 :].replace(os.sep, "/"))


def _found(store: Store, *, deep: bool) -> Iterator[File]:
    named, waiting = _names(store), [store.folder]
    while waiting:
        here = waiting.pop()
        below: list[str] = []
        for entry in _entries(here):
            if entry.name[0] == "." or entry.is_symlink():
                continue
            if _is_folder(entry):
                if deep and entry.name not in _SKIPPED:
                    below.append(entry.path)
            elif named(entry.name) and _is_file(entry):
                yield _file(store, entry.path)
        waiting += reversed(below)


def _names(store: Store) -> Callable[[str], bool]:
    if store.format == "sections":
        return frozenset((*SECTIONS_FILES.get(store.dialect, SECTIONS_FILES["plan"]), ARCHIVE)).__contains__
    if store.format == "daily":
        return is_day
    known = {"bullets": ("memory.md",), "gemini": ("GEMINI.md", "QWEN.md")}.get(store.format)
    if store.format == "outline" and store.dialect != "serena":
        known = (MEMORY, "memory.md")
    return frozenset(known).__contains__ if known else any_page


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except (OSError, ValueError):  # gone, or not ours to look into
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
