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
from memory_ls.stores.tree import walk
from memory_ls.workspace.recognise import (
    is_known_folder,
    is_known_place,
    project_root,
    recognise,
    recognise_real,
)


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
        for store in scene.stores().values():
            found.update((file.id, file) for file in store.readable if os.path.lexists(file.id))
        paths = [entry.path for entry in scene.settings(scene.root).stores if os.path.lexists(entry.path)]
    for path in paths:
        for file in _behind(scene, path, store_format):
            found.setdefault(file.id, file)
    return list(found.values())


def _behind(scene: Scene, path: str, store_format: str | None) -> Iterator[File]:
    if not os.path.lexists(path):
        raise Failure(f"there is no {quote(path, 4096)}")
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

    for path in walk(folder, wanted, known, excluded, leads, os.path.realpath(scene.env.home)):
        file = seen.pop(path) if path in seen else recognise_real(path, scene.env, None, stores)
        if file is not None:
            yield file
