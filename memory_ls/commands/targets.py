"""From the paths that a person names to the files of stores behind them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from memory_ls.commands.failure import Failure
from memory_ls.commands.scene import Scene
from memory_ls.detect import quote
from memory_ls.formats import FORMATS
from memory_ls.formats.notes import File
from memory_ls.stores.agent_places import project_places
from memory_ls.stores.failure import clause_of
from memory_ls.stores.shut import shut_by
from memory_ls.stores.tree import walk
from memory_ls.workspace.reach import file_of
from memory_ls.workspace.recognise import (
    is_known_folder,
    is_known_place,
    project_root,
    recognise,
    recognise_real,
)

NO_NAME = "an empty path names nothing"


def require_there(path: str) -> None:
    """Failure for a path that is not there, or of which the system does not say so."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise Failure(f"there is no {quote(path, 4096)}") from None
    except (OSError, ValueError) as error:
        clause = clause_of(error) if isinstance(error, OSError) else "has a name that no file can have"
        raise Failure(f"{quote(path, 4096)} {clause}") from None


def targets(scene: Scene, paths: Sequence[str], store_format: str | None = None) -> list[File]:
    """The files to look at, each once; without paths those of this repository and user that are there, with the stores
    that the configuration names.

    `store_format` is for named files whose place and name say nothing. Failure for a path that is not there and for a
    file that is no store.
    """
    if store_format is not None and store_format not in FORMATS:
        raise Failure(f"there is no format {quote(store_format)}; known are: {', '.join(FORMATS)}")
    found: dict[str, File] = {}
    if not paths:
        found.update((file.id, file) for file in _in_reach(scene))
        paths = [entry.path for entry in scene.settings(scene.root).stores if os.path.lexists(entry.path)]
    for path in paths:
        for file in _behind(scene, path, store_format):
            found.setdefault(file.id, file)
    return list(found.values())


def _in_reach(scene: Scene) -> Iterator[File]:
    """The files in reach that are there; of those in one folder that is shut the first."""
    shut = set[str]()
    for store in scene.stores().values():
        if store.cut:
            scene.passed_over.append(f"{store.id}: {store.cut}")
        for file in store.readable:
            by = shut_by(file.id, os.path.dirname(file.id))
            if by not in shut and (by or os.path.lexists(file.id)):
                yield file
            shut |= {by} - {""}


def _behind(scene: Scene, path: str, store_format: str | None) -> Iterator[File]:
    if not path:
        raise Failure(NO_NAME)
    require_there(path)
    if os.path.isdir(path) and not (os.path.islink(path) and recognise(path, scene.env)):
        yield from _walked(scene, path)
        return
    file = recognise(path, scene.env, store_format, scene.settings(project_root(os.path.dirname(path) or ".")).stores)
    if file is None:
        hint = "; if it is one, name its format with --store-format"
        raise Failure(f"{quote(path, 4096)} is no store that is known by its place or name{hint}")
    yield file


def _walked(scene: Scene, folder: str) -> Iterator[File]:
    """The stores below a folder; patterns to pass over come from the settings of the project that it lies in."""
    root = project_root(folder)
    patterns, stores = scene.settings(root).exclude, scene.settings(root).stores

    def excluded(path: str) -> bool:
        inside = os.path.relpath(path, root)
        return any(fnmatchcase(inside, pattern) or fnmatchcase(os.path.basename(path), pattern) for pattern in patterns)

    seen: dict[str, File | None] = {}

    def wanted(path: str) -> bool:
        seen[path] = recognise_real(path, scene.env, None, stores) if path.endswith(".md") else None
        return seen[path] is not None

    def known(path: str) -> bool:
        return is_known_place(path, scene.env)

    def leads(folder: str) -> bool:
        return is_known_folder(folder, scene.env)

    shut: list[str] = []
    for path in walk(folder, wanted, known, excluded, leads, os.path.realpath(scene.env.home), shut):
        file = seen.pop(path) if path in seen else recognise_real(path, scene.env, None, stores)
        if file is not None:
            yield file
    for below in shut:
        file = _refused(scene, below)
        if file is not None:
            yield file
        elif below == os.path.realpath(folder):
            raise Failure(f"{quote(folder, 4096)} cannot be read: permission denied")
        else:
            scene.passed_over.append(f"{scene.said(below)} cannot be read: permission denied; nothing in it is checked")


def _refused(scene: Scene, folder: str) -> File | None:
    """What an agent would read in a folder that may not be looked into, if it leads to a place of one."""
    above = os.path.dirname(folder)
    tops = [place.top for owner in (above, os.path.dirname(above)) for place in project_places(owner)]
    folders = [folder, *(top for top in tops if top.startswith(f"{folder}{os.sep}"))]
    paths = [os.path.join(one, name) for one in folders for name in ("MEMORY.md", "memory.md")]
    known = (recognise_real(path, scene.env) for path in paths if is_known_place(path, scene.env))
    for file in known:
        if file is not None:
            stands = file_of(file.store)
            return stands if stands.id.startswith(f"{folder}{os.sep}") else file
    return None
