"""What agents were told about their memory, in their own configuration and variables.

The bullets agent: `memory.json`, or the `memory` section of `bytefly.json`, in its folder; a project's
`.pi/memory.json` comes after them, if the project is trusted. What is missing or malformed is passed over, as the agent
does. Source: the agent's code for `memory.json`; its document for `bytefly.json`. The others: `agent_told`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from memory_ls.data import dataclass, field
from memory_ls.formats.notes import Store
from memory_ls.stores.agent_said import integer
from memory_ls.stores.agent_told import told
from memory_ls.stores.places import Environment, agent_dir
from memory_ls.stores.reading import Found, Unreadable, read

if TYPE_CHECKING:
    from memory_ls.settings import Problem

_CAP = 1 << 20


@dataclass(frozen=True, slots=True)
class _File:
    """One file's answer; `problem` says why it counts for nothing."""

    name: str
    said: Mapping[str, object] = field(default_factory=dict, repr=False)
    problem: str = ""


def agent_configs(env: Environment, store: Store, trusted_project: str | None) -> list[Mapping[str, object]]:
    """What the agent of a store was told, earlier first; later ones win. `inject` False: it is given nothing of it."""
    if store.format == "bullets":
        return [file.said for file in _files(env, trusted_project) if file.said]
    return told(env, store, trusted_project)


def agent_config_problems(env: Environment, trusted_project: str | None) -> tuple[Problem, ...]:
    """What of it the agent passes over: files that are no JSON objects, options of another type."""
    from memory_ls.settings import Problem

    problems: list[Problem] = []
    for file in _files(env, trusted_project):
        if file.problem:
            problems.append(Problem(file.name, file.problem))
        if not isinstance(file.said.get("inject", True), bool):
            problems.append(Problem(file.name, "inject must be true or false; the agent passes it over"))
        if not _is_number(file.said.get("maxInjectBytes", 0)):
            problems.append(Problem(file.name, "maxInjectBytes must be a number; the agent passes it over"))
    return tuple(problems)


def _files(env: Environment, trusted_project: str | None) -> Iterator[_File]:
    folder = agent_dir(env)
    shared = _read(os.path.join(folder, "bytefly.json"), folder)
    section = shared.said.get("memory", {})
    if isinstance(section, Mapping):
        yield _File(shared.name, section, shared.problem)
    else:
        yield _File(shared.name, problem="its memory section is no JSON object; the agent passes it over")
    yield _read(os.path.join(folder, "memory.json"), folder)
    if trusted_project is not None:
        yield _read(os.path.join(trusted_project, ".pi", "memory.json"), trusted_project)


def _read(path: str, root: str) -> _File:
    name = os.path.relpath(path, root)
    found = read(path, root, _CAP)
    if isinstance(found, Unreadable):
        return _File(name, problem=f"it {found.clause}")
    if not isinstance(found, Found):
        return _File(name)
    try:
        value = json.loads(found.text, parse_int=integer)
    except (ValueError, RecursionError):
        value = None
    return _File(name, value) if isinstance(value, dict) else _File(name, problem="it is no JSON object")


def _is_number(said: object) -> bool:
    if isinstance(said, str):
        try:
            float(said)
        except ValueError:
            return False
        return True
    return isinstance(said, (int, float)) and not isinstance(said, bool)
