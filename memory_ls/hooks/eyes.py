"""What a hook sees: the stores in reach of a folder, read once, with their limits and trust. Changes nothing.

The same answers as a workspace's, without what only editing and judging need.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from memory_ls.formats import FORMATS
from memory_ls.formats.changes import FileSeen
from memory_ls.formats.format import Limits
from memory_ls.formats.notes import File, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.stores.agent_config import agent_configs
from memory_ls.stores.places import Environment
from memory_ls.stores.reading import ABSENT, Found, Missing, Unreadable, read
from memory_ls.stores.trust import is_trusted
from memory_ls.text import Text
from memory_ls.workspace.reach import Reached, in_reach
from memory_ls.workspace.recognise import project_root


class Eyes:
    """`root` is the project's; `today` the day by which ages are told."""

    def __init__(self, env: Environment, folder: str, today: date) -> None:
        self.env, self.today = env, today
        self.folder, self.root = folder, project_root(folder)
        self._seen: dict[str, FileSeen] = {}
        self._configs: dict[Store, Sequence[Mapping[str, object]]] = {}
        self._trusted: dict[str, bool] = {}
        self._stores: dict[str, Reached] | None = None

    @property
    def stores(self) -> dict[str, Reached]:
        """The stores in reach, by their ids."""
        if self._stores is None:
            self._stores = in_reach(self.env, self.folder)
        return self._stores

    def views(self, stores: Iterable[Reached]) -> list[tuple[str, list[File]]]:
        """What each agent sees together, once, under the id of its first store."""
        views: dict[tuple[str, ...], tuple[str, list[File]]] = {}
        for one in stores:
            files = list(one.company)
            views.setdefault(tuple(file.id for file in files), (one.id, files))
        return [view for ids, view in views.items() if not any(set(ids) < set(other) for other in views)]

    def trusts(self, store: Store) -> bool:
        if store.scope is not Scope.PROJECT:
            return True
        root = store.repository or store.root
        if root not in self._trusted:
            self._trusted[root] = is_trusted(self.env, root)
        return self._trusted[root]

    def limits(self, file: File) -> Limits:
        store = file.store
        if store not in self._configs:
            root = store.repository or store.root
            trusted = root if store.scope is Scope.PROJECT and self.trusts(store) else None
            self._configs[store] = agent_configs(self.env, store, trusted)
        return FORMATS[store.format].limits(file, self._configs[store])

    def see(self, file: File) -> FileSeen:
        """One file as it lies on the disk."""
        if file.id not in self._seen:
            self._seen[file.id] = _seen(file, read(file.id, file.store.root))
        return self._seen[file.id]


def _seen(file: File, found: Found | Missing | Unreadable) -> FileSeen:
    text = Text(found.text) if isinstance(found, Found) else Text()
    grammar = FORMATS[file.store.format].grammar(file)
    blocks = blocks_of(grammar, file, text) if grammar is not None else []
    stamp = found.stamp if isinstance(found, Found) else ABSENT
    blocked = found.clause if isinstance(found, Unreadable) else None
    return FileSeen(file, text, blocks, stamp, missing=isinstance(found, Missing), blocked=blocked)
