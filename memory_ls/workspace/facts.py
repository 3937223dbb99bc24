"""Facts that come from outside the text: ages of rows, existence of paths. Gathered here, judged by rules."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date

from memory_ls.detect import find_paths
from memory_ls.formats.notes import FileId, Role
from memory_ls.stores.git import line_ages
from memory_ls.stores.tree import PathState, exists
from memory_ls.workspace.live import LiveFile

PathKey = tuple[str, str]


def named_paths(live: LiveFile, blocks: Iterable[object] | None = None) -> set[PathKey]:
    """The paths that a file's notes name, each with the repository in which it would lie."""
    repository = live.file.store.repository
    if repository is None:
        return set()
    found: set[PathKey] = set()
    for block in live.blocks if blocks is None else blocks:
        fragment = getattr(block, "fragment", None)
        if fragment is not None and fragment.role is Role.NOTE:
            found |= {(repository, path.path) for path in find_paths("\n".join(live.rows(block)))}  # type: ignore[arg-type]
    return found


def look_up(paths: Iterable[PathKey]) -> dict[PathKey, bool | None]:
    """Whether each path is there; None where it is not surely a path of its repository."""
    states = {PathState.EXISTS: True, PathState.GONE: False, PathState.UNKNOWN: None}
    return {(root, path): states[exists(root, path)] for root, path in paths}


def ages(file: FileId, repository: str | None) -> dict[str, date] | None:
    """The day of each committed row's last commit; only for a trusted repository. None where git cannot say."""
    if repository is None:
        return None
    known = line_ages(repository, os.path.relpath(file, repository))
    return dict(known) if known is not None else None
