"""Where agents are known to keep their memory: one row a place, and which store a path falls into.

A user's places lie in the folders of agents, moved by their variables and settings; a project's lie in folders such as
`.claude/memory` of a repository, or of any folder that an agent may work in. Nothing here looks at a memory file.

Sources: the agents' documents and code as far as known; for those beyond the five formats, their public documents.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache

from memory_ls.data import dataclass
from memory_ls.formats.notes import Scope, Store
from memory_ls.formats.section_archive import ARCHIVE
from memory_ls.lazily import lazy
from memory_ls.stores.agent_said import said_in, section, stamp, text_at, variable
from memory_ls.stores.places import Environment, agent_dir, repository
from memory_ls.stores.shut import shut_by
from memory_ls.stores.slugs import claude_slug as claude_slug
from memory_ls.stores.slugs import pi_slug as pi_slug
from memory_ls.stores.slugs import records_slug as records_slug

ANY = "*"
"""In `Place.within`: one folder of any name."""
_DAY = lazy(r"\d{4}-\d\d-\d\d(?:[-_].{1,80})?\.md")

MEMORY, USER = "MEMORY.md", "USER.md"
SECTIONS_FILES = {
    "hermes": (MEMORY, USER),
    "plan": (MEMORY, USER),
    "pi-hermes": (MEMORY, USER, "failures.md", "STANDING.md"),
}
"""The targets of a sections store, by its dialect."""


def any_page(name: str) -> bool:
    """Whether a file's name is that of a markdown file that is not hidden."""
    return name.endswith(".md") and name[0] != "."


def is_day(name: str) -> bool:
    """Whether a file's name is that of a daily log: a day, and perhaps words after it."""
    return _DAY.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class Place:
    """A kind of store: `within` are the folders below `top` that lead to its folder, `names` says which files are its
    notes, `deep` whether those of its folders are too.
    """

    format: str
    top: str
    within: tuple[str, ...] = ()
    dialect: str = ""
    deep: bool = False
    names: Callable[[str], bool] = any_page

    def folder_for(self, folder: str) -> str | None:
        """The store's folder if a file in `folder` would lie in such a store."""
        parts = self._parts(folder)
        lead = len(self.within)
        if parts is None or len(parts) < lead:
            return None
        return os.path.join(self.top, *parts[:lead])

    def leads(self, folder: str) -> bool:
        """Whether a folder lies on the way to such a store, or in one."""
        return f"{self.top}{os.sep}".startswith(f"{folder.rstrip(os.sep)}{os.sep}") or self._parts(folder) is not None

    def _parts(self, folder: str) -> list[str] | None:
        """The folders below `top` where they fit; a hidden one never does."""
        if folder == self.top:
            return []
        if not folder.startswith(f"{self.top}{os.sep}"):
            return None
        parts = folder[len(self.top) + 1 :].split(os.sep)
        if len(parts) > len(self.within) and not self.deep:
            return None
        if any(wanted not in (ANY, part) for wanted, part in zip(self.within, parts, strict=False)):
            return None
        return None if any(part[0] == "." or part == "node_modules" for part in parts) else parts


@dataclass(frozen=True, slots=True)
class Found:
    """A place with a store's folder in it."""

    place: Place
    store: Store


def user_places(env: Environment) -> tuple[Place, ...]:
    """The places of this user, the more special ones first; settings of agents are read when they changed."""
    agent, claude, hermes, cards, pi = _folders_said(
        env.home, env.cwd, tuple(env.variables.get(name, "") for name in _VARIABLES)
    )
    settings = (f"{agent}/settings.json", f"{agent}/hermes-memory-config.json", f"{claude}/settings.json")
    return _user_places(env.home, env.cwd, (agent, claude, hermes, cards, pi), settings, tuple(map(stamp, settings)))


_VARIABLES = ("PI_CODING_AGENT_DIR", "CLAUDE_CONFIG_DIR", "HERMES_HOME", "PI_MEMORY_AUTO_DIR", "PI_MEMORY_DIR")
_Folders = tuple[str, str, str, str, str]


@lru_cache(maxsize=16)
def _folders_said(home: str, cwd: str, said: tuple[str, ...]) -> _Folders:
    """The folders that variables name, absolute; empty where one without a default is not set."""
    env = Environment(home, dict(zip(_VARIABLES, said, strict=True)), cwd, "", "")
    cards, pi = (env.expand(path) if path else "" for path in map(str.strip, said[3:]))
    return agent_dir(env), claude_dir(env), env.expand(variable(env, "HERMES_HOME") or "~/.hermes"), cards, pi


def claude_dir(env: Environment) -> str:
    """Claude Code's folder: `$CLAUDE_CONFIG_DIR`, else `~/.claude`."""
    return env.expand(variable(env, "CLAUDE_CONFIG_DIR") or "~/.claude")


def records_settings(env: Environment) -> Mapping[str, object]:
    """The records agent's section of Pi's `settings.json`, also under its older name; empty where there is none."""
    said = said_in(os.path.join(agent_dir(env), "settings.json"))
    return section(said, "pi-workspace-memory" if "pi-workspace-memory" in said else "pi-memory-md")


def records_folder(env: Environment) -> str:
    """Where the records agent keeps its projects' folders: `localPath` of its settings, else `~/.pi/memory-md`."""
    return env.expand(text_at(records_settings(env), "localPath") or "~/.pi/memory-md")


@lru_cache(maxsize=16)
def _user_places(
    home: str, cwd: str, said: _Folders, settings: tuple[str, str, str], stamps: tuple[object, ...]
) -> tuple[Place, ...]:
    agent, claude, hermes, cards, pi = said
    env = Environment(home, {"PI_CODING_AGENT_DIR": agent}, cwd, "", "")
    records = records_folder(env)
    auto, pi_hermes = (
        env.expand(path) if path else ""
        for path in (
            text_at(said_in(settings[2]), "autoMemoryDirectory"),
            text_at(said_in(settings[1]), "memoryDir"),
        )
    )
    places = [
        Place("cards", cards or f"{agent}/memory-auto"),
        *([Place("topics", pi, dialect="pi", deep=True)] if pi else ()),
        *([Place("topics", auto, dialect="claude", deep=True)] if auto else ()),
        Place("records", f"{records}/projects", (ANY,), deep=True),
        Place("sections", pi_hermes or f"{agent}/pi-hermes-memory", (), "pi-hermes", names=_in("pi-hermes")),
        Place("sections", f"{agent}/projects-memory", (ANY,), "pi-hermes", names=_in("pi-hermes")),
        Place("sections", f"{agent}/memory", (), "plan", names=_in("plan")),
        Place("topics", f"{agent}/memory", (ANY,), "pi", deep=True),
        Place("topics", f"{claude}/projects", (ANY, "memory"), "claude", deep=True),
        Place("topics", f"{claude}/agent-memory", (ANY,), "claude", deep=True),
        Place("topics", f"{claude}/memory", (), "claude", deep=True),
        Place("topics", f"{home}/.qwen/projects", (ANY, "memory"), "claude", deep=True),
        Place("topics", f"{home}/.qwen/memories", (), "claude", deep=True),
        Place("topics", f"{home}/.agents/memory", (), "claude", deep=True),
        Place("sections", f"{hermes}/memories", (), "hermes", names=_in("hermes")),
        Place("gemini", f"{home}/.gemini", (), "gemini", names="GEMINI.md".__eq__),
        Place("gemini", f"{home}/.qwen", (), "qwen", names="QWEN.md".__eq__),
        Place("outline", f"{home}/.openclaw/workspace", (), "openclaw", names=MEMORY.__eq__),
        Place("daily", f"{home}/.openclaw/workspace", ("memory",), "openclaw", names=is_day),
        Place("outline", f"{home}/.serena/memories", (), "serena", deep=True),
    ]
    return tuple(_real(place) for place in places)


def _in(dialect: str) -> Callable[[str], bool]:
    return frozenset((*SECTIONS_FILES[dialect], ARCHIVE)).__contains__


def _real(place: Place) -> Place:
    """With the links of its top resolved, as the paths of files are."""
    top = os.path.realpath(place.top)
    return Place(place.format, top, place.within, place.dialect, place.deep, place.names)


_PROJECT: tuple[tuple[str, Place], ...] = (
    (".pi", Place("cards", "agent/memory-auto")),
    (".claude", Place("topics", "agent-memory", (ANY,), "claude", deep=True)),
    (".claude", Place("topics", "agent-memory-local", (ANY,), "claude", deep=True)),
    (".claude", Place("topics", "memory", (), "claude", deep=True)),
    (".agents", Place("topics", "memory", (), "claude", deep=True)),
    (".qwen", Place("topics", "agent-memory", (ANY,), "claude", deep=True)),
    (".qwen", Place("topics", "memory", (), "claude", deep=True)),
    (".serena", Place("outline", "memories", (), "serena", deep=True)),
)
"""A project's places, by the agent's folder in it and the place below that folder."""


def project_places(owner: str) -> list[Place]:
    """The places in a folder that an agent may work in (its links resolved)."""
    return [
        Place(one.format, os.path.join(owner, folder, one.top), one.within, one.dialect, one.deep, one.names)
        for folder, one in _PROJECT
    ]


def is_for_all_projects(store: Store, env: Environment) -> bool:
    """Whether a store in a user's folders is one for all projects: its place has no folder for each."""
    shared = (f"{env.home}/.agents/memory", f"{claude_dir(env)}/memory", f"{env.home}/.qwen/memories")
    return store.scope is Scope.GLOBAL and any(store.folder == os.path.realpath(folder) for folder in shared)


def place_of(path: str, env: Environment) -> Found | None:
    """The known place that a path (its folder resolved) falls into, and the store there."""
    folder, name = os.path.split(path)
    for place in user_places(env):
        found = place.folder_for(folder)
        if found is not None and place.names(name):
            return Found(place, Store(place.format, Scope.GLOBAL, found, dialect=place.dialect))
    for owner in _owners(folder):
        for place in project_places(owner):
            found = place.folder_for(folder)
            if found is not None and place.names(name):
                return Found(place, _of_project(place, found, owner, env))
    return None


def leads_to_place(folder: str, env: Environment) -> bool:
    """Whether a folder (its links resolved) lies on the way to a known place, or in one."""
    if any(place.leads(folder) for place in user_places(env)):
        return True
    return any(place.leads(folder) for owner in _owners(f"{folder}{os.sep}") for place in project_places(owner))


def _owners(folder: str) -> Iterator[str]:
    """The folders above that hold an agent's folder on the way to a path; the nearest first."""
    for name in (".pi", ".claude", ".agents", ".qwen", ".serena"):
        at = folder.rfind(f"{os.sep}{name}{os.sep}")
        if at >= 0:
            yield folder[:at] or os.sep


def _of_project(place: Place, folder: str, owner: str, env: Environment) -> Store:
    """A store in a project's folder: that of the user where the folder is the home folder itself."""
    if owner == os.path.realpath(env.home):
        return Store(place.format, Scope.GLOBAL, folder, dialect=place.dialect)
    found = repository(owner)
    root = found.work_tree if found else owner
    return Store(place.format, Scope.PROJECT, root, root, dialect=place.dialect, base=folder)


def cards_of_user(env: Environment) -> Store:
    """The user's store of cards."""
    place = next(place for place in user_places(env) if place.format == "cards")
    return Store("cards", Scope.GLOBAL, place.top)


def cards_of_project(root: str) -> Store:
    """A project's store of cards; `root` has its links resolved."""
    return Store("cards", Scope.PROJECT, root, root, base=os.path.join(root, ".pi", "agent", "memory-auto"))


def places_in_reach(env: Environment, root: str, cwd: str) -> list[Store]:
    """The stores at known places that agents read which work in a folder of a project: its own, and the user's that are
    no other project's. Whether they are there is not looked at. Both paths have their links resolved.
    """
    found = repository(cwd)
    owners = dict.fromkeys((root, found.work_tree if found else cwd, cwd))
    stores: dict[Store, None] = {}
    for owner in owners:
        for place in project_places(owner):
            for folder in _folders(place, ()):
                stores[_of_project(place, folder, owner, env)] = None
    slugs = {slug(path) for path in owners for slug in (claude_slug, pi_slug, records_slug, os.path.basename)}
    for place in user_places(env):
        for folder in _folders(place, slugs):
            stores[Store(place.format, Scope.GLOBAL, folder, dialect=place.dialect)] = None
    return sorted(stores, key=lambda store: (store.format != "cards", store.scope is Scope.GLOBAL))


def _folders(place: Place, slugs: Collection[str]) -> list[str]:
    """The folders of a place: those named by a slug of the project where its folders are projects, else all."""
    here = [place.top]
    for name in place.within:
        if name is not ANY:
            here = [os.path.join(folder, name) for folder in here]
        elif _is_by_project(place):
            here = [os.path.join(folder, slug) for folder in here for slug in sorted(slugs) if slug]
        else:
            here = [os.path.join(folder, below) for folder in here for below in _names_in(folder)]
    return [folder for folder in here if os.path.isdir(folder) or shut_by(folder)]


def _is_by_project(place: Place) -> bool:
    """Whether the folders of any name stand for projects, and not for agents."""
    return os.path.basename(place.top) != "agent-memory" and os.path.basename(place.top) != "agent-memory-local"


def _names_in(folder: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if name[0] != ".")
    except OSError:
        return []
