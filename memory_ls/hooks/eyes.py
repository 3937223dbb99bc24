"""What a hook sees: the stores in reach of a folder, read once, with their limits and trust. Changes nothing.

The same answers as a workspace's, without what only editing and judging need.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from memory_ls.formats import FORMATS
from memory_ls.formats.changes import FileSeen
from memory_ls.formats.format import Limits
from memory_ls.formats.notes import File, Placed, Role, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.stores.agent_config import agent_configs
from memory_ls.stores.agent_watch import folders_in, settings_files, watched_places
from memory_ls.stores.places import Environment
from memory_ls.stores.reading import ABSENT, Found, Missing, Unreadable, read
from memory_ls.stores.trust import is_trusted
from memory_ls.text import Text
from memory_ls.workspace.reach import Reached, configured_in, in_reach, root_to_trust, settings_of
from memory_ls.workspace.recognise import project_root


class Eyes:
    """`root` is the project's; `today` the day by which ages are told; `flagged` counts notes left out.

    `vouched`: the host says that the user trusts this project.
    """

    def __init__(self, env: Environment, folder: str, today: date, *, vouched: bool = False) -> None:
        self.env, self.today = env, today
        self.folder, self.root = folder, project_root(folder)
        self._home = os.path.realpath(env.home)
        self.flagged = 0
        self._also = (os.path.realpath(self.root),) if vouched else ()
        self._found: dict[str, Found | Missing | Unreadable] = {}
        self._seen: dict[str, FileSeen] = {}
        self._configs: dict[Store, Sequence[Mapping[str, object]]] = {}
        self._trusted: dict[str, bool] = {}
        self._stores: dict[str, Reached] | None = None

    @property
    def stores(self) -> dict[str, Reached]:
        """The stores in reach, by their ids."""
        if self._stores is None:
            configured = configured_in(self.env, self.root, lambda root: is_trusted(self.env, root, self._also))
            self._stores = in_reach(self.env, self.folder, configured)
        return self._stores

    def views(self, stores: Iterable[Reached]) -> list[tuple[str, list[File]]]:
        """What each agent sees together, once, under the id of its first store."""
        views: dict[tuple[str, ...], tuple[str, list[File]]] = {}
        for one in stores:
            files = list(one.company)
            views.setdefault(tuple(file.id for file in files), (one.id, files))
        return [view for ids, view in views.items() if not any(set(ids) < set(other) for other in views)]

    def trusts(self, store: Store) -> bool:
        root = root_to_trust(store)
        if root is None:
            return True
        if root not in self._trusted:
            self._trusted[root] = is_trusted(self.env, root, self._also)
        return self._trusted[root]

    def limits(self, file: File) -> Limits:
        store = file.store
        if store not in self._configs:
            root = store.repository or store.root
            trusted = root if store.scope is Scope.PROJECT and self.trusts(store) else None
            self._configs[store] = agent_configs(self.env, store, trusted)
        return FORMATS[store.format].limits(file, self._configs[store])

    def notes(self) -> dict[str, list[str]]:
        """The notes of all stores in reach that a prompt may recall, by their keys: name, keywords, description and
        text, by which they are found, then the path, the row and the day under which they are given; all masked.
        """
        from memory_ls.detect import mask, quote
        from memory_ls.recall.search import notes_of

        files = {file.id: file for one in self.stores.values() if self.wanted(one) for file in one.files}
        places = {id: quote(self.show(id), 4096) for id in files}
        known: dict[str, list[str]] = {}
        for note in notes_of(map(self.see, files.values())):
            one, row = note.candidate, "" if note.row is None else str(note.row)
            said = [mask(part) if part else "" for part in (one.title, one.keywords, one.description, one.text)]
            known[one.key] = [*said, places[note.note.file.id], row, str(note.day or "")]
        return known

    def watched(self) -> set[str]:
        """Every file and folder on which anything here depends, there or not."""
        stores = {store for one in self.stores.values() for store in (one.store, *one.stores)}
        files = [file.id for one in self.stores.values() for file in (*one.files, *one.company)]
        folders = [folder for store in stores for folder in folders_in(store.folder)]
        settings = [*settings_files(self.env, self.root), *settings_of(self.env, self.root)]
        places = watched_places(self.env, self.root, self.folder)
        return {*files, *map(os.path.dirname, files), *folders, *settings, *places, os.path.join(self.folder, ".git")}

    def wanted(self, one: Reached) -> bool:
        """Whether a store's notes may be given at all: trusted, and recall not switched off by its agent's settings."""
        return bool(one.files) and self.trusts(one.store) and self.limits(one.files[0]).inject

    def show(self, path: str) -> str:
        """A path as the agent would write it: inside the project, below the home folder, else whole."""
        if path.startswith(f"{self.root}{os.sep}"):
            return path[len(self.root) + 1 :]
        return f"~{path[len(self._home) :]}" if path.startswith(f"{self._home}{os.sep}") else path

    def see(self, file: File) -> FileSeen:
        """One file as it lies on the disk."""
        if file.id not in self._seen:
            self._seen[file.id] = _seen(file, self._read(file))
        return self._seen[file.id]

    def digest(self, file: File) -> str:
        """What tells a file's bytes from others, without looking at the notes in it; empty where it cannot be read."""
        found = self._read(file)
        return found.stamp.digest.hex() if isinstance(found, Found) else ""

    def _read(self, file: File) -> Found | Missing | Unreadable:
        if file.id not in self._found:
            self._found[file.id] = read(file.id, file.store.root)
        return self._found[file.id]

    def clean(self, file: File) -> FileSeen:
        """The same without the notes that hold a secret or read like an instruction to the agent."""
        from memory_ls.recall.keeping import is_flagged

        seen = self.see(file)
        bad = [block for block in seen.blocks if _is_note(block) and is_flagged(seen.rows(block))]
        if not bad:
            return seen
        self.flagged += len(bad)
        out = {row for block in bad for row in range(block.row, block.row + block.n)}
        text = Text("\n".join(row for at, row in enumerate(seen.text.rows) if at not in out))
        return FileSeen(file, text, _blocks(file, text), seen.stamp, missing=len(out) == len(seen.text.rows))


def _is_note(block: Placed) -> bool:
    return block.fragment is not None and block.fragment.role in (Role.NOTE, Role.ENTRY)


def _blocks(file: File, text: Text) -> list[Placed]:
    grammar = FORMATS[file.store.format].grammar(file)
    return blocks_of(grammar, file, text) if grammar is not None else []


def _seen(file: File, found: Found | Missing | Unreadable) -> FileSeen:
    text = Text(found.text) if isinstance(found, Found) else Text()
    stamp = found.stamp if isinstance(found, Found) else ABSENT
    blocked = found.clause if isinstance(found, Unreadable) else None
    return FileSeen(file, text, _blocks(file, text), stamp, missing=isinstance(found, Missing), blocked=blocked)
