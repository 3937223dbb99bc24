"""Which files a workspace holds, open in an editor or closed, and which views they make.

Large stores are read in slices; a view is complete when all files of its stores are in.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from memory_ls.formats import FORMATS
from memory_ls.formats.notes import File, FileId, Fragment, Placed, Scope, Store
from memory_ls.settings import Settings
from memory_ls.stores.places import Environment
from memory_ls.stores.reading import Found, Missing, Unreadable
from memory_ls.text import Splice, Text
from memory_ls.workspace.company import Company, company
from memory_ls.workspace.facts import look_up, named_paths
from memory_ls.workspace.held import Held, joined, problem_of
from memory_ls.workspace.known import Known, Trust
from memory_ls.workspace.live import LiveFile
from memory_ls.workspace.recognise import project_root, recognise
from memory_ls.workspace.view import LiveView, recall_of

_MANY = 300
"""Files of one store that are read while an editor waits; more are read in slices."""
_POINTING = frozenset({"file", "name", "id"})
"""Kinds of names that one note points at another by."""


class Shelves(Known):
    """Files by their ids, views by their names; `_moved` collects what the next analysis looks at."""

    def __init__(
        self,
        env: Environment,
        trusted: Trust,
        settings: Callable[[str | None], Settings],
        today: date | None = None,
    ) -> None:
        super().__init__(env, trusted, settings, today)
        self.held: dict[FileId, Held] = {}
        self.views: dict[str, LiveView] = {}
        self._moved: dict[FileId, None] = {}
        self._pending: dict[FileId, None] = {}
        self._unlooked: set[FileId] = set()
        self.epoch = 0
        self._expected: dict[str, Company] = {}
        self._loading: dict[str, list[File]] = {}

    def open(self, file: File, text: Text, version: int | None) -> None:
        """A buffer opened in an editor; its view's closed files are read, and what its agent was told."""
        self.forget_configuration()
        self._hold(file, text, open=True, version=version)
        self._join_views(file)

    def change(self, file: FileId, splices: Iterable[Splice], version: int | None) -> None:
        """The buffer's text has been edited already; the blocks follow at the next `settle`."""
        held = self.held[file]
        held.version = version
        self._pending[file] = None
        for splice in splices:
            held.pending = splice if held.pending is None else joined(held.pending, splice)

    def replace(self, file: FileId, text: Text, version: int | None) -> None:
        """A wholly new text, from the editor."""
        held = self.held[file]
        held.version, held.pending = version, None
        self._reset(held, text)

    def saved(self, file: FileId) -> None:
        """The editor wrote the buffer: buffer and disk agree."""
        held = self.held[file]
        self._read_disk(held)
        self._agree(held)
        self._belong(held)
        self._refresh_problem(held)
        self._moved[file] = None

    def close(self, file: FileId) -> None:
        """The editor let go; the file stays if another open file's view holds it, with the disk's text."""
        held = self.held[file]
        held.open, held.version, held.pending = False, None, None
        for name, view in list(self.views.items()):
            if not any(self.held[member].open for member in view.members):
                self._drop_view(name)
        if any(file in view.members for view in self.views.values()):
            self.reload(file)
        self._forget_unviewed()

    def load(self, file: File) -> Held | None:
        """A closed file, read from the disk; None when it is not there."""
        known = self.held.get(file.id)
        if known is not None:
            return known
        disk = self.read(file)
        if isinstance(disk, Missing):
            return None
        text = Text(disk.text) if isinstance(disk, Found) else Text()
        return self._hold(file, text, open=False, version=None, disk=disk)

    def view_of(self, name: str, files: Sequence[File]) -> LiveView:
        """A view of some files, made if need be; files that are not there join when they appear."""
        view = self.views.get(name)
        if view is None:
            view = self.views[name] = LiveView(recall_of(files[0].store.format))
        for file in files:
            held = self.held.get(file.id)
            if held is not None and file.id not in view.members:
                view.add(held.live)
                self._refresh_problem(held)
                self._moved[file.id] = None
        return view

    def reload(self, file: FileId) -> bool:
        """A closed file's text anew from the disk; whether it changed."""
        held = self.held[file]
        before = held.disk
        self._read_disk(held)
        if before == held.disk:
            return False
        if isinstance(held.disk, Missing) and not held.open:
            self._let_go(file)
            return True
        if held.open:
            self._agree(held)
            self._belong(held)
            self._refresh_problem(held)
            self._moved[file] = None
            return True
        text = held.disk.text if isinstance(held.disk, Found) else ""
        if text != str(held.live.text):
            self._reset(held, Text(text))
        self._refresh_problem(held)
        return True

    def load_missing(self) -> bool:
        """Let files join that have appeared on the disk; whether any did."""
        joined = False
        for name, known in list(self._expected.items()):
            view = self.views.get(name)
            if view is None or name in self._loading:
                continue
            for file in known.files:
                if file.id not in view.members and self.load(file) is not None:
                    joined = True
            if joined:
                self.view_of(name, known.files)
        return joined

    def look_for_new(self) -> bool:
        """List the folders of all stores anew, for files that nobody has named yet; whether any joined."""
        for name, known in list(self._expected.items()):
            if name in self.views and known.stores[0].format != "bullets":
                self._expected[name] = company(known.files[0], self.env)
        return self.load_missing()

    @property
    def folders(self) -> set[str]:
        """The folders in which new files of stores in view may appear."""
        known = [one for name, one in self._expected.items() if name in self.views]
        stores = {store.folder for one in known for store in one.stores if store.format != "bullets"}
        return stores | {
            os.path.dirname(file.id) for one in known for file in one.files if one.stores[0].folder in stores
        }

    @property
    def loading(self) -> bool:
        """Whether files of a large store are still to be read."""
        return bool(self._loading)

    def load_more(self, count: int) -> None:
        """Read some more files of large stores; their view is complete when all are in."""
        for name in list(self._loading):
            waiting = self._loading[name]
            now = waiting[:count]
            del waiting[:count]
            there = [file for file in now if self.load(file) is not None]
            if name not in self.views:
                del self._loading[name]
                continue
            self.view_of(name, there) if there else None
            if not waiting:
                del self._loading[name]
                self._completed(name)
            return

    def recognise(self, path: str) -> File | None:
        """The file of a store that lies at a path, by its place, its name, or the settings of its project."""
        settings = self._settings(project_root(os.path.dirname(path)))
        return recognise(path, self.env, None, settings.stores)

    def company(self, files: Iterable[FileId]) -> list[File]:
        """The files that changes of some files may concern: those of their stores that they share a name with, what
        their format always needs (an index), and the other scope's.
        """
        out: dict[FileId, File] = {}
        for id in files:
            held = self.held.get(id)
            if held is None:
                continue
            file = held.live.file
            out[id] = file
            known = self._expected.get(self._view_name(id) or "") or company(file, self.env)
            many = len(known.files) > _MANY
            for other in known.files:
                if not many or other.inside in FORMATS[file.store.format].files(file.store):
                    out.setdefault(other.id, other)
            if many:
                out.update((other.id, other) for other in self._neighbours(held))
        return list(out.values())

    def stores_of(self, files: Iterable[File]) -> tuple[Store, ...]:
        """The stores of the views of some files, those without any file too."""
        stores: dict[Store, None] = {}
        for file in files:
            known = self._expected.get(self._view_name(file.id) or "")
            for store in known.stores if known else (file.store,):
                stores[store] = None
        return tuple(stores)

    # --- inside

    def _stores_in_view(self) -> set[Store]:
        """Far fewer than there are files."""
        return {store for known in self._expected.values() for store in known.stores}

    def _view_name(self, file: FileId) -> str | None:
        return next((name for name, view in self.views.items() if file in view.members), None)

    def _neighbours(self, held: Held) -> Iterable[File]:
        """The files of a large store that share a name with a file's notes."""
        refs = {ref for block in held.live.blocks if block.fragment for ref in block.fragment.names}
        for view in self.views.values():
            if held.live.file.id in view.members:
                yield from (note.file for ref in refs for note in view.group(ref))

    def _hold(self, file: File, text: Text, *, open: bool, version: int | None, disk: object = None) -> Held:
        known = self.held.get(file.id)
        if known is None:
            live = LiveFile(file, text, self.limits(file), self.world(file), self._is_quiet)
            known = self.held[file.id] = Held(live)
        else:
            self._reset(known, text)
        known.open, known.version, known.pending = open, version, None
        if isinstance(disk, (Found, Missing, Unreadable)):
            known.disk = disk
        else:
            self._read_disk(known)
        known.base = known.disk.text if isinstance(known.disk, Found) else None
        self._want_paths(known.live, known.live.blocks)
        self._moved[file.id] = None
        return known

    def _join_views(self, file: File) -> None:
        """The views that a file is part of, with the closed files that they hold beside it."""
        known = company(file, self.env)
        name = known.name
        if name == "global" and any(file.id in view.members for view in self.views.values()):
            return
        self._expected[name] = known
        others = [one for one in known.files if one.id not in self.held]
        if len(others) > _MANY:
            self.view_of(name, [file]).complete = False
            self._loading[name] = others
        else:
            for one in others:
                self.load(one)
            self.view_of(name, known.files)
        if file.store.scope is Scope.PROJECT and file.store.format == "bullets":
            self._drop_view("global")

    def _completed(self, name: str) -> None:
        """All files of a view are in: what nobody defines is nowhere."""
        view = self.views[name]
        view.complete = True
        view.regroup(_POINTING)
        self._moved.update(dict.fromkeys(list(view.members)[:1]))

    def _drop_view(self, name: str) -> None:
        self.views.pop(name, None)
        self._expected.pop(name, None)
        self._loading.pop(name, None)

    def _belong(self, held: Held) -> None:
        """A buffer without edits whose file went from the disk is no part of its store until it is written again."""
        file = held.live.file
        gone = held.open and isinstance(held.disk, Missing) and held.base is not None and not held.dirty
        within = any(file.id in view.members for view in self.views.values())
        if gone and within:
            self._leave_views(file.id)
        elif held.open and not gone and not within:
            self._join_views(file)

    def _leave_views(self, file: FileId) -> None:
        for view in self.views.values():
            if file in view.members:
                view.remove(file)
                self._moved.update(dict.fromkeys(list(view.members)[:1]))

    def _let_go(self, file: FileId) -> None:
        """A closed file went from the disk."""
        self._leave_views(file)
        del self.held[file]
        self._moved.pop(file, None)

    def _reset(self, held: Held, text: Text) -> None:
        gone, came = held.live.reset(text)
        self.epoch += 1
        self._follow(held.live.file.id, gone, came)
        self._want_paths(held.live, came)

    def _follow(self, id: FileId, gone: Sequence[Placed], came: Sequence[Placed]) -> None:
        self._moved[id] = None
        for view in self.views.values():
            if id in view.members:
                view.follow(id, gone, came)

    def _want_paths(self, live: LiveFile, blocks: Sequence[Placed]) -> None:
        """Paths of a few edited notes are looked up at once; a bulk is left to `look_up_paths`."""
        if len(blocks) > 20:
            self._unlooked.add(live.file.id)
            return
        new = named_paths(live, blocks) - self.known_paths.keys()
        if new:
            self.known_paths.update(look_up(new))
            live.refresh_blocks(blocks)

    def _agree(self, held: Held) -> None:
        """Where buffer and disk say the same, that is their new base."""
        if isinstance(held.disk, Found) and held.disk.text == str(held.live.text):
            held.base = held.disk.text

    def _read_disk(self, held: Held) -> None:
        held.disk = self.read(held.live.file)

    def _refresh_problem(self, held: Held) -> None:
        problem = problem_of(held)
        for view in self.views.values():
            member = view.members.get(held.live.file.id)
            bom = isinstance(held.disk, Found) and held.disk.bom
            shared = self.shared_by(held.live.file.store)
            if member is not None and (member.problem, member.bom, member.shared) != (problem, bom, shared):
                member.problem, member.bom, member.shared = problem, bom, shared
                self._moved[held.live.file.id] = None

    def _forget_unviewed(self) -> None:
        viewed = {id for view in self.views.values() for id in view.members}
        for id in [id for id, held in self.held.items() if id not in viewed and not held.open]:
            del self.held[id]

    def _is_quiet(self, file: File, code: str, fragment: Fragment) -> bool:
        settings = self.settings(file)
        return settings.is_quiet(code, file.inside, fragment.identity.value if fragment.identity else None)
