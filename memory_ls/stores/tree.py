"""A repository's tree and folders of memory files: does a path exist, what is there to check."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from enum import Enum

from memory_ls.stores.ignoring import Ignored

SKIPPED = frozenset(
    ".git .hg .svn .jj .bzr node_modules bower_components .venv venv site-packages __pycache__ .tox .nox "
    ".mypy_cache .pytest_cache .ruff_cache .cache vendor target .gradle .idea .terraform .next .nuxt .yarn "
    ".pnpm-store".split()
)
"""Folders of version control, dependencies and caches: never walked."""

AGENT_FOLDERS = frozenset({".pi", ".claude", ".agents", ".qwen", ".gemini", ".hermes", ".openclaw", ".serena"})
"""Folders in which agents keep memory: entered even where version control ignores them, for the known places there."""

_BUILT = frozenset("dist build out bin obj coverage tmp temp logs log htmlcov public".split())
"""Top folders whose files come and go with a build: what is missing there says nothing."""


_TELLING = frozenset({"memory.md", "MEMORY.md", "USER.md", "GEMINI.md", "QWEN.md"})
"""Names by which files of memory are known wherever they lie: a link of that name is refused, and that is told."""


class PathState(Enum):
    """EXISTS · GONE: surely a path of the repository, and not there · UNKNOWN: cannot be said."""

    EXISTS = "exists"
    GONE = "gone"
    UNKNOWN = "unknown"


def exists(root: str, path: str) -> PathState:
    """What is known of a path relative to a repository's root. Never raises.

    GONE only if its top folder is there, and nothing else explains why it is not: a link out of the repository, an
    ignore file, a submodule or a sparse checkout that is not filled.
    """
    inside = os.path.normpath(path)
    parts = inside.split("/")
    if os.path.isabs(path) or parts[0] in (os.pardir, os.curdir, "~") or os.pardir in path.split("/"):
        return PathState.UNKNOWN
    try:
        if os.path.lexists(os.path.join(root, path)):
            return PathState.EXISTS
        if len(parts) < 2 or parts[0] in SKIPPED | _BUILT:
            return PathState.UNKNOWN
        return PathState.GONE if _is_surely_gone(root, parts) else PathState.UNKNOWN
    except (OSError, ValueError):
        return PathState.UNKNOWN


def _is_surely_gone(root: str, parts: list[str]) -> bool:
    """Whether the folders that lead to a missing path are plain ones, and none says that it may be missing."""
    ignored = Ignored().entering(root)
    here = root
    for depth, part in enumerate(parts):
        below = os.path.join(here, part)
        if ignored.hides(below, is_folder=depth < len(parts) - 1):
            return False
        try:
            mode = os.lstat(below).st_mode
        except FileNotFoundError:
            return depth > 0 and bool(os.listdir(here)) and not _is_sparse(root)
        if not stat.S_ISDIR(mode):
            return False
        here = below
        ignored = ignored.entering(here)
    return False


def _is_sparse(root: str) -> bool:
    return os.path.lexists(os.path.join(root, ".git", "info", "sparse-checkout"))


Test = Callable[[str], bool]


def _never(_: str) -> bool:
    return False


def walk(
    folder: str,
    wanted: Test,
    known: Test,
    excluded: Test,
    leads: Test = _never,
    home: str = "",
    shut: list[str] | None = None,
) -> Iterator[str]:
    """Files below a folder that are `wanted`, folder by folder in order of their names; no link is followed.

    What is `excluded` is passed over, and so is what version control ignores or holds dependencies. A file at a `known`
    place that is not excluded is given wherever agents' folders lie, even as a link, a pipe or where it is ignored; a
    folder that `leads` to one is entered whatever else hides it. Hidden folders that lie directly in `home` are entered
    for such places only. A link is given only under a name that alone says what it is, and as the link that it is.
    Folders that may not be looked into are put into `shut`.
    """
    top = os.path.realpath(folder)
    waiting: list[tuple[str, Ignored]] = [(top, Ignored.above(top))]
    while waiting:
        here, ignored = waiting.pop()
        ignored = ignored.entering(here)
        below: list[tuple[str, Ignored]] = []
        for entry in _entries(here, shut):
            if excluded(entry.path):
                continue
            if _is_folder(entry):
                hidden = here == home and entry.name[0] == "." and entry.name not in AGENT_FOLDERS
                if leads(entry.path) or not (hidden or _is_passed_over(entry, ignored)):
                    below.append((entry.path, ignored))
            elif known(entry.path) or _is_given(entry, wanted, ignored):
                yield entry.path
        waiting += reversed(below)


def _entries(folder: str, shut: list[str] | None) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):  # gone meanwhile
        return []
    except OSError:
        if shut is not None:
            shut.append(folder)
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_passed_over(entry: os.DirEntry[str], ignored: Ignored) -> bool:
    if entry.name in AGENT_FOLDERS:
        return False
    return entry.name in SKIPPED or ignored.hides(entry.path, is_folder=True)


def _is_given(entry: os.DirEntry[str], wanted: Test, ignored: Ignored) -> bool:
    if (entry.is_symlink() and entry.name not in _TELLING) or not wanted(entry.path):
        return False
    return not ignored.hides(entry.path, is_folder=False)
