"""Where calls work: one project, the user, the stores that are in reach of both, and who trusts what."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from memory_ls.agent.answer import Declined
from memory_ls.formats.changes import FileSeen, Refusal
from memory_ls.formats.notes import Scope, Store
from memory_ls.settings import Settings
from memory_ls.stores.agent_places import (
    cards_of_project,
    cards_of_user,
    is_for_all_projects,
    records_folder,
    records_slug,
)
from memory_ls.stores.configuration import read_settings
from memory_ls.stores.locking import Pause
from memory_ls.stores.places import Environment
from memory_ls.stores.trust import is_trusted
from memory_ls.workspace.applying import see
from memory_ls.workspace.reach import Reached, in_reach, named, reached, root_to_trust
from memory_ls.workspace.recognise import project_root
from memory_ls.workspace.workspace import Workspace

UNTRUSTED = (
    "this project is not trusted, so its notes are neither read nor written here; keep the note in scope `global`, or "
    "ask the user to run `memory-ls trust` in it"
)


@dataclass(frozen=True, slots=True)
class Place:
    """`root` is the project's root with its links resolved; `vouched`: the host says that the user trusts it; `pause`
    lets time pass while a lock is waited for, and raises where nobody waits for the answer any more.

    What it found on the disk is remembered: `fresh` gives one for the next call.
    """

    env: Environment
    root: str
    vouched: bool = False
    pause: Pause = field(default=time.sleep, repr=False)
    _settings: dict[str | None, Settings] = field(default_factory=dict, repr=False)
    _trusted: dict[str, bool] = field(default_factory=dict, repr=False)
    _stores: dict[str, Reached] = field(default_factory=dict, repr=False)

    @classmethod
    def at(cls, env: Environment, folder: str, *, vouched: bool = False) -> Place:
        """The project that a folder lies in."""
        return cls(env, project_root(folder), vouched)

    def fresh(self) -> Place:
        """The same place, of which nothing is remembered."""
        return Place(self.env, self.root, self.vouched, self.pause)

    def workspace(self) -> Workspace:
        """An empty workspace under this user's trust and settings."""
        workspace = Workspace(self.env, self.trusts, self.settings, date.today())
        workspace.roots = [self.root]
        return workspace

    def trusts(self, root: str) -> bool:
        if root not in self._trusted:
            self._trusted[root] = is_trusted(self.env, root, (self.root,) if self.vouched else ())
        return self._trusted[root]

    def settings(self, root: str | None) -> Settings:
        if root not in self._settings:
            trusted = root is not None and self.trusts(root)
            self._settings[root], _ = read_settings(self.env, root, trusted)
        return self._settings[root]

    def readable(self, store: Store) -> bool:
        """Whether its notes count: a user's own always, a project's if it is trusted."""
        root = root_to_trust(store)
        return root is None or self.trusts(root)

    def stores(self) -> dict[str, Reached]:
        """What there is, by id; the stores of bullets are among them whether they are there or not."""
        if not self._stores:
            self._stores.update(in_reach(self.env, self.root, self.settings(self.root).stores))
        return dict(self._stores)

    def trusted_stores(self) -> dict[str, Reached]:
        """Those whose notes count."""
        return {id: one for id, one in self.stores().items() if self.readable(one.store)}

    def chosen(self, scope: str, id: str) -> Reached:
        """The store that a call is about: by its id; else the scope's only one, else that of bullets. Raises."""
        stores = self.stores()
        if id:
            return self._only_trusted(self._named(stores, id))
        fitting = [one for one in stores.values() if scope_of(one, self.env) == scope]
        there = [one for one in fitting if one.files]
        if len(there) == 1:
            return self._only_trusted(there[0])
        bullets = stores.get(f"bullets:{scope}")
        if bullets is not None and (bullets in there or not there):
            return self._only_trusted(bullets)
        raise Declined(f"there are several stores here; say which with `store`: {', '.join(one.id for one in there)}")

    def records(self, id: str) -> Reached:
        """The store of records that a call is about, there or not: the first write makes it. Raises."""
        stores = self.stores()
        if id:
            found = self._named({**self._makeable(), **stores}, id)
            if found.store.format != "records":
                raise Declined("that store keeps no records; use the tool `memory` there")
            return self._only_trusted(found)
        own = [one for one in stores.values() if one.store.format == "records"]
        made = next(one for one in self._makeable().values() if one.store.format == "records")
        return self._only_trusted(next((one for one in own if one.store.folder == made.store.folder), made))

    def _named(self, stores: dict[str, Reached], id: str) -> Reached:
        found = named(stores, id)
        if isinstance(found, Refusal):
            found = self._makeable().get(id, found)
        if isinstance(found, Refusal):
            raise Declined(found.reason)
        return found

    def _only_trusted(self, one: Reached) -> Reached:
        if not self.readable(one.store):
            raise Declined(UNTRUSTED)
        return one

    def _makeable(self) -> dict[str, Reached]:
        """Stores that are not there and that a first note makes."""
        records = os.path.join(os.path.realpath(records_folder(self.env)), "projects", records_slug(self.root))
        stores = [cards_of_project(self.root), cards_of_user(self.env), Store("records", Scope.GLOBAL, records)]
        return {one.id: one for one in (reached(store, self.env, self.root) for store in stores)}


def scope_of(one: Reached, env: Environment) -> str:
    """Whose notes a store holds: also what lies in the user's folders is a project's where each project has its own."""
    store = one.store
    by_project = store.format in _BY_PROJECT and "agent-memory" not in store.folder and not one.said_scope
    return "project" if by_project and not is_for_all_projects(store, env) else one.scope


_BY_PROJECT = frozenset({"topics", "records"})


def files_of(workspace: Workspace, one: Reached) -> Iterator[FileSeen]:
    """A store's files as they lie on the disk; one that its agent would refuse is passed over."""
    for file in one.readable:
        seen = see(workspace, file)
        if not seen.blocked or seen.blocks:
            yield seen
