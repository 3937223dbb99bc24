"""The files and folders that decide where agents keep notes and what they are given of them: when one of them changes,
what was known about a project's stores is to be found out anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from memory_ls.stores.agent_places import (
    ANY,
    claude_dir,
    claude_slug,
    pi_slug,
    project_places,
    records_folder,
    records_slug,
    user_places,
)
from memory_ls.stores.agent_said import variable
from memory_ls.stores.own_folders import KEYWORDS
from memory_ls.stores.places import Environment, agent_dir, repository

_OF_ANY_NAME = frozenset({"agent-memory", "agent-memory-local"})
"""Places whose folders are named by agents, not by projects."""
_FOLDERS = 2_000
"""Folders of one store that are watched; a larger one is looked at anew each time it matters."""


def settings_files(env: Environment, root: str) -> Iterator[str]:
    """The agents' own settings that are read for a project, and what of ours says more: trust and useful keywords."""
    for name in ("settings.json", "bytefly.json", "memory.json", "hermes-memory-config.json"):
        yield os.path.join(agent_dir(env), name)
    for name in ("settings.json", "memory.json"):
        yield os.path.join(root, ".pi", name)
    for folder in (claude_dir(env), os.path.join(root, ".claude")):
        for name in ("settings.json", "settings.local.json"):
            yield os.path.join(folder, name)
    yield os.path.join(env.state_dir, "trusted.json")
    yield os.path.join(env.state_dir, KEYWORDS)
    yield os.path.join(env.expand(variable(env, "HERMES_HOME") or "~/.hermes"), "config.yaml")


def watched_places(env: Environment, root: str, cwd: str) -> Iterator[str]:
    """The folders at which a store of a project or of its user would lie, there or not."""
    found = repository(cwd)
    owners = dict.fromkeys((root, found.work_tree if found else cwd, cwd))
    slugs = {slug(path) for path in owners for slug in (claude_slug, pi_slug, records_slug, os.path.basename)}
    yield agent_dir(env)
    yield records_folder(env)
    places = [place for owner in owners for place in project_places(owner)]
    for place in (*places, *user_places(env)):
        yield place.top
        within = [place.within]
        if ANY in place.within and os.path.basename(place.top) in _OF_ANY_NAME:
            yield from folders_in(place.top)
            continue
        if ANY in place.within:
            within = [tuple(slug if name is ANY else name for name in place.within) for slug in slugs]
        for names in within:
            folder = os.path.join(place.top, *names)
            yield from folders_in(folder) if place.deep else (folder,)


def folders_in(top: str) -> Iterator[str]:
    """A folder and those below it that may hold notes: a file that comes changes the one that it lies in."""
    waiting = [top]
    for _ in range(_FOLDERS):
        if not waiting:
            return
        here = waiting.pop()
        yield here
        try:
            with os.scandir(here) as entries:
                waiting += [one.path for one in entries if one.name[0] != "." and one.is_dir(follow_symlinks=False)]
        except OSError:
            continue
