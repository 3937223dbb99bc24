"""What agents' own configuration files say: JSON objects and YAML mappings, read again when their stamp changes.

They belong to the user and are often links into a folder of dotfiles, so links are followed, unlike for notes. What is
missing, no mapping or over 1 MiB says nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from memory_ls.stores.reading import Found, read

if TYPE_CHECKING:
    from memory_ls.stores.places import Environment

_CAP = 1 << 20
_NOTHING: Mapping[str, object] = {}


def said_in(path: str) -> Mapping[str, object]:
    """The mapping that a `.json`, `.yaml` or `.yml` file holds; empty where it holds none. Never raises."""
    seen = stamp(path)
    return _read(path, *seen) if seen else _NOTHING


def stamp(path: str) -> tuple[int, ...]:
    """Inode, bytes and nanoseconds of a file, links followed; empty where there is none."""
    try:
        seen = os.stat(path)
    except (OSError, ValueError):
        return ()
    return seen.st_ino, seen.st_size, seen.st_mtime_ns


def section(said: Mapping[str, object], *names: str) -> Mapping[str, object]:
    """The mapping under some keys, one in the other; empty where there is none."""
    here = said
    for name in names:
        below = here.get(name)
        if not isinstance(below, Mapping):
            return _NOTHING
        here = below
    return here


def text_at(said: Mapping[str, object], key: str) -> str:
    """A text that is not blank, trimmed; else empty."""
    value = said.get(key)
    return value.strip() if isinstance(value, str) and "\0" not in value else ""


def variable(env: Environment, name: str) -> str:
    """A variable of the environment, trimmed; empty where it is not set."""
    return env.variables.get(name, "").strip()


def integer(digits: str) -> int | float:
    """As JavaScript reads it: digits beyond any length are a number, at last an infinite one."""
    return int(digits) if len(digits) < 16 else float(digits)


@lru_cache(maxsize=64)
def _read(path: str, *_: int) -> Mapping[str, object]:
    real = os.path.realpath(path)
    found = read(real, os.path.dirname(real), _CAP)
    if not isinstance(found, Found):
        return _NOTHING
    value = _json(found.text) if path.endswith(".json") else _yaml(found.text)
    return value if isinstance(value, dict) else _NOTHING


def _json(text: str) -> object:
    try:
        return json.loads(text, parse_int=integer)
    except (ValueError, RecursionError):
        return None


def _yaml(text: str) -> object:
    import yaml

    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
