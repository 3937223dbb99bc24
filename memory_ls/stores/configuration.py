"""Our own configuration files: the user's `config.toml`, and a project's `.memory-ls.toml` at its root."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping

from memory_ls.data import replace
from memory_ls.settings import Layer, Origin, Problem, Settings, StoreEntry, parse_settings
from memory_ls.stores.failure import of_ours
from memory_ls.stores.places import Environment
from memory_ls.stores.reading import Found, Unreadable, read

PROJECT_FILE = ".memory-ls.toml"
USER_FILE = "config.toml"
EDITOR_NAME = "the editor's settings"
_CAP = 1 << 20


def read_settings(
    env: Environment,
    root: str | None,
    trusted: bool,
    editor: Mapping[str, object] | None = None,
    names: Mapping[str, Collection[str]] | None = None,
) -> tuple[Settings, tuple[Problem, ...]]:
    """The settings for a project (or for files of none), and what in them was passed over. Never raises.

    `names`: the rules and formats that there are, by `rule` and `format`, where a door knows them.

    Paths of stores come out absolute; those of a project lie inside it.
    """
    layers: list[Layer] = []
    problems: list[Problem] = []
    for origin, name, path, folder in _files(env, root, trusted):
        said, problem = _toml(path, folder)
        layers.append(Layer(origin, said, name))
        if problem:
            problems.append(Problem(name, problem))
    if editor:
        layers.append(Layer(Origin.EDITOR, editor, EDITOR_NAME))
    settings, passed_over = parse_settings(layers, _quoted, names)
    kept, outside = _placed(env, root, settings.stores)
    return replace(settings, stores=kept), (*problems, *passed_over, *outside)


def _files(env: Environment, root: str | None, trusted: bool) -> Iterator[tuple[Origin, str, str, str]]:
    """Origin, name for a message, path, and the folder that holds it."""
    path = os.path.join(env.config_dir, USER_FILE)
    yield Origin.USER, _shown(env, path), path, env.config_dir
    if root is not None:
        origin = Origin.TRUSTED_PROJECT if trusted else Origin.PROJECT
        yield origin, PROJECT_FILE, os.path.join(root, PROJECT_FILE), root


def _toml(path: str, root: str) -> tuple[Mapping[str, object], str | None]:
    found = read(path, root, _CAP)
    if isinstance(found, Unreadable):
        return {}, f"it {of_ours(found.clause)}; the defaults are used"
    if not isinstance(found, Found):
        return {}, None
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(found.text), None
    except (ValueError, RecursionError) as error:  # also numbers that are too long for Python
        return {}, f"it is no valid TOML{_place_in(str(error))}; the defaults are used"


def _place_in(message: str) -> str:
    """The place that a parser's message ends with; the rest of it may hold text of the file."""
    _, found, place = message.rpartition("(at ")
    place = place.removesuffix(")")
    return f" at {place}" if found and place.replace(",", "").replace(" ", "").isalnum() else ""


def _placed(
    env: Environment, root: str | None, entries: tuple[StoreEntry, ...]
) -> tuple[tuple[StoreEntry, ...], list[Problem]]:
    """Stores with absolute paths; a project's that leave it are passed over."""
    kept: list[StoreEntry] = []
    problems: list[Problem] = []
    for entry in entries:
        if "\0" in entry.path:
            problems.append(Problem(EDITOR_NAME, "stores: a path holds a character that no path can have"))
            continue
        base = env.config_dir if entry.origin is Origin.USER else root or env.cwd
        path = os.path.realpath(os.path.join(base, env.expand(entry.path) if entry.path[0] == "~" else entry.path))
        if entry.origin is Origin.TRUSTED_PROJECT and root is not None and not _is_inside(path, root):
            problems.append(Problem(PROJECT_FILE, f"stores: {_quoted(entry.path)} lies outside the project"))
            continue
        kept.append(replace(entry, path=path))
    return tuple(kept), problems


def _is_inside(path: str, root: str) -> bool:
    root = os.path.realpath(root)
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)


def _shown(env: Environment, path: str) -> str:
    """A path of ours with the home folder as a tilde."""
    inside = path.startswith(env.home.rstrip("/") + "/")
    shown = "~" + path[len(env.home.rstrip("/")) :] if inside else path
    return shown if shown.isprintable() else USER_FILE


def _quoted(text: str) -> str:
    from memory_ls.detect.quote import quote  # only where something is wrong: it brings the patterns of secrets

    return quote(text)
