"""Which projects come to one store, because their folders have the same name in an agent's eyes.

Projects are those that the caller knows and those in which agents have worked: Claude Code's and Pi's transcripts
say so in their first rows. A folder that is gone counts no more; worktrees of one repository are one project.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice

from memory_ls.stores.agent_places import claude_dir, records_folder
from memory_ls.stores.places import Environment, agent_dir, repository
from memory_ls.stores.slugs import claude_slug, pi_slug, records_slug

_CWD = re.compile(rb'"cwd"\s*:\s*("(?:[^"\\]|\\.){1,4096}")')
_HEAD = 16 * 1024
_FOLDERS, _TRANSCRIPTS = 1000, 20
"""So many transcripts' folders are looked into, so many transcripts read in each, so many bytes of each."""


def sharing(env: Environment, roots: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """The projects that use each store, by the store's folder; only stores that are there and that more than one uses.

    All paths are absolute with their links resolved. Never raises.
    """
    users: dict[str, set[str]] = {}
    for path in {os.path.realpath(path) for path in (*roots, *worked_in(env)) if os.path.isdir(path)}:
        found = repository(path)
        project = found.root if found else path
        for store in (
            os.path.join(claude_dir(env), "projects", claude_slug(project), "memory"),
            os.path.join(agent_dir(env), "memory", pi_slug(path)),
            os.path.join(records_folder(env), "projects", records_slug(project)),
        ):
            users.setdefault(store, set()).add(project)
    return {
        os.path.realpath(store): tuple(sorted(projects))
        for store, projects in users.items()
        if len(projects) > 1 and os.path.isdir(store)
    }


def worked_in(env: Environment) -> set[str]:
    """The folders in which agents have worked, as far as their transcripts' first rows say."""
    folders: set[str] = set()
    places: tuple[tuple[str, Callable[[str], str]], ...] = (
        (os.path.join(claude_dir(env), "projects"), claude_slug),
        (os.path.join(agent_dir(env), "sessions"), pi_slug),
    )
    for place, slug in places:
        for name in islice(_names(place), _FOLDERS):
            transcripts = [one for one in _names(os.path.join(place, name)) if one.endswith(".jsonl")]
            for transcript in transcripts[-_TRANSCRIPTS:]:
                said = _cwds(os.path.join(place, name, transcript))
                folders |= {folder for folder in said if slug(folder) == name}
    return folders


def _names(folder: str) -> Iterator[str]:
    try:
        yield from sorted(os.listdir(folder))
    except OSError:
        return


def _cwds(path: str) -> Iterator[str]:
    """The working folders that the first rows of a transcript name."""
    try:
        if not os.path.isfile(path):
            return
        with open(path, "rb") as stream:
            head = stream.read(_HEAD)
    except OSError:
        return
    for found in _CWD.finditer(head):
        try:
            folder = json.loads(found[1])
        except ValueError:
            continue
        if os.path.isabs(folder) and "\0" not in folder:
            yield folder
