"""The live workspace: which files are open, which are closed, what views they make, and what is found in them.

A door opens, changes and closes buffers, asks `settle` for what changed, and reads findings. Nothing here knows a
protocol; nothing but `stores` touches the disk.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from memory_ls.edits.take_in import merged
from memory_ls.formats import FORMATS
from memory_ls.formats.notes import File, FileId, FileSeen, Fragment, Limits, Placed, Scope
from memory_ls.formats.world import Fact, World
from memory_ls.rules import Finding
from memory_ls.settings import Settings
from memory_ls.stores.agent_config import agent_configs
from memory_ls.stores.places import Environment
from memory_ls.stores.reading import Found, Missing, Unreadable, read
from memory_ls.text import Splice, Text
from memory_ls.workspace.facts import PathKey, ages, look_up, named_paths
from memory_ls.workspace.live import LiveFile
from memory_ls.workspace.recognise import global_file, project_root, recognise
from memory_ls.workspace.view import LiveView

Trust = Callable[[str], bool]


@dataclass(slots=True)
class Held:
    """A file and its three texts: the live one (a buffer if `open`, else the disk's), the disk's, and the base."""

    live: LiveFile
    open: bool = False
    version: int | None = None
    disk: Found | Missing | Unreadable | None = None
    base: str | None = field(default=None, repr=False)
    pending: Splice | None = None

    @property
    def dirty(self) -> bool:
        """Whether the buffer differs from what it and the disk last agreed on."""
        return self.open and self.base is not None and str(self.live.text) != self.base

    @property
    def behind(self) -> bool:
        """Whether another writer changed the disk under unsaved edits."""
        if not self.open or not isinstance(self.disk, Found) or self.disk.text == self.base or self.base is None:
            return False
        text = str(self.live.text)
        return text not in (self.base, self.disk.text)


class Workspace:
    """`trusted` says of a repository's root whether it is; `settings` gives the settings for a repository (or none)."""

    def __init__(
        self,
        env: Environment,
        trusted: Trust,
        settings: Callable[[str | None], Settings],
        today: date | None = None,
    ) -> None:
        self.env, self.trusted, self._settings = env, trusted, settings
        self.today = today
        self.held: dict[FileId, Held] = {}
        self.views: dict[str, LiveView] = {}
        self.known_paths: dict[PathKey, bool | None] = {}
        self.known_ages: dict[FileId, Mapping[str, date]] = {}
        self._moved: dict[FileId, None] = {}
        self._unlooked: set[FileId] = set()
        self._expected: dict[str, tuple[File, ...]] = {}

    # --- files and views

    def open(self, file: File, text: Text, version: int | None) -> None:
        """A buffer opened in an editor; its view's closed files are read."""
        self._hold(file, text, open=True, version=version)
        self._join_views(file)

    def change(self, file: FileId, splices: Iterable[Splice], version: int | None) -> None:
        """The buffer's text has been edited already; the blocks follow at the next `settle`."""
        held = self.held[file]
        held.version = version
        for splice in splices:
            held.pending = splice if held.pending is None else _joined(held.pending, splice)

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
        self._refresh_problem(held)
        self._moved[file] = None

    def close(self, file: FileId) -> None:
        """The editor let go; the file stays if another open file's view holds it, with the disk's text."""
        held = self.held[file]
        held.open, held.version, held.pending = False, None, None
        for name, view in list(self.views.items()):
            if file in view.members and not any(self.held[member].open for member in view.members):
                del self.views[name]
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
            view = self.views[name] = LiveView(self.limits(files[0]))
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
        if held.open:
            self._agree(held)
            self._refresh_problem(held)
            self._moved[file] = None
            return True
        text = held.disk.text if isinstance(held.disk, Found) else ""
        if text != str(held.live.text):
            self._reset(held, Text(text))
        self._refresh_problem(held)
        return True

    # --- analysis

    def settle(self) -> set[FileId]:
        """Analyse what changed since last time; gives the files whose findings may have."""
        for id, held in self.held.items():
            if held.pending is not None:
                splice, held.pending = held.pending, None
                gone, came = held.live.apply(splice)
                self._follow(id, gone, came)
                self._want_paths(held.live, came)
        moved = set(self._moved)
        self._moved.clear()
        affected = [view for view in self.views.values() if moved & view.members.keys()]
        for view in affected:
            for id in moved & view.members.keys():
                view.members[id].behind = self._is_behind(self.held[id])
            view.settle()
        shared = self._shown_by_all()
        for view in affected:
            view.shown_elsewhere = shared
            view.conclude()
        return {id for view in affected for id in view.members} | moved

    @property
    def unlooked(self) -> bool:
        """Whether files came in bulk whose paths were not looked for yet."""
        return bool(self._unlooked)

    @property
    def waiting(self) -> int:
        """Notes whose likeness is still to be looked up."""
        return sum(view.waiting for view in self.views.values())

    def advance(self, count: int) -> set[FileId]:
        """Look up the likeness of some waiting notes; gives the files that this may concern."""
        touched: set[FileId] = set()
        for view in self.views.values():
            if view.waiting:
                view.advance(count)
                touched |= view.members.keys()
        return touched

    def findings(self, file: FileId) -> list[Finding]:
        """All findings of a file, in no order; those of several views united."""
        held = self.held.get(file)
        if held is None:
            return []
        views = [view.findings[file] for view in self.views.values() if file in view.findings]
        if len(views) == 1:
            return [*held.live.findings, *views[0]]
        united: dict[object, Finding] = {}
        for found in views:
            for finding in found:
                united.setdefault((finding.rule, finding.at, finding.place, finding.related), finding)
        return [*held.live.findings, *united.values()]

    @property
    def epoch(self) -> int:
        """Grows whenever a row of any file moved; what was made of a finding's rows is good as long as it stands."""
        return sum(held.live.shape for held in self.held.values())

    def learn(self, facts: Iterable[Fact]) -> set[FileId]:
        """Run again what needs some facts; gives the files."""
        world_facts = set(facts)
        changed = set()
        for id, held in self.held.items():
            if held.live.refresh(self.world(held.live.file), world_facts):
                changed.add(id)
                self._moved[id] = None
        return changed

    def learn_today(self) -> set[FileId]:
        """A new day began."""
        return self.learn([Fact.TODAY])

    def learn_paths(self) -> set[FileId]:
        """Paths were looked up."""
        return self.learn([Fact.PATHS])

    def learn_ages(self, file: FileId) -> set[FileId]:
        """Version control answered."""
        return self.learn([Fact.AGES])

    def touch(self, files: Iterable[FileId]) -> None:
        """Have files published again at the next `settle`."""
        self._moved.update(dict.fromkeys(files))

    def load_view_of(self, file: File) -> None:
        """Remember which files a file's view would have, so that those that are missing join when they appear."""
        if file.store.scope is Scope.PROJECT:
            self._expected[file.store.root] = (file, global_file(self.env))

    def load_missing(self) -> bool:
        """Let files join that have appeared on the disk; whether any did."""
        joined = False
        for name, files in self._expected.items():
            view = self.views.get(name)
            if view is None:
                continue
            for file in files:
                if file.id not in view.members and self.load(file) is not None:
                    self.view_of(name, list(files))
                    joined = True
        return joined

    def recognise(self, path: str) -> File | None:
        """The file of a store that lies at a path, by its place, its name, or the settings of its project."""
        settings = self._settings(project_root(os.path.dirname(path)))
        return recognise(path, self.env, None, settings.stores)

    def look_up_paths(self) -> bool:
        """Look for the paths that notes name and of which nothing is known yet; whether any was."""
        wanted: set[PathKey] = set()
        while self._unlooked:
            held = self.held.get(self._unlooked.pop())
            wanted |= named_paths(held.live) if held else set()
        wanted -= self.known_paths.keys()
        if not wanted:
            return False
        self.known_paths.update(look_up(wanted))
        return True

    def look_up_ages(self, file: FileId) -> bool:
        """Ask version control for the ages of a file's rows; only where the repository is trusted."""
        held = self.held.get(file)
        repository = held.live.file.store.repository if held else None
        if repository is None or not self.trusted(repository):
            return False
        known = ages(file, repository)
        if not known or known == self.known_ages.get(file):
            return False
        self.known_ages[file] = known
        return True

    def company(self, files: Iterable[FileId]) -> list[File]:
        """The files that changes of some files may concern: themselves, and the other scope of their view."""
        out: dict[FileId, File] = {}
        for id in files:
            held = self.held.get(id)
            if held is None:
                continue
            out[id] = held.live.file
            if held.live.file.store.scope is Scope.PROJECT:
                out.setdefault(global_file(self.env).id, global_file(self.env))
            for name, view in self.views.items():
                if id in view.members:
                    out.update((file.id, file) for file in self._expected.get(name, ()))
        return list(out.values())

    def reconfigure(self) -> None:
        """Everything anew: settings, trust or the agent's configuration changed."""
        for held in self.held.values():
            held.live.configure(self.limits(held.live.file), self.world(held.live.file))
            self._reset(held, held.live.text)
            self._refresh_problem(held)
        for view in self.views.values():
            first = next(iter(view.members.values()), None)
            if first is not None:
                view.limits = first.live.limits

    # --- what is known from outside

    def world(self, file: File) -> World:
        return World(self.today, self.settings(file), self.known_ages, self.known_paths)

    def settings(self, file: File) -> Settings:
        return self._settings(file.store.repository)

    def limits(self, file: File) -> Limits:
        """A format's limits under the agent's own configuration; a project's counts only if it is trusted."""
        root = file.store.repository if file.store.scope is Scope.PROJECT else None
        trusted = root is not None and self.trusted(root)
        return FORMATS[file.store.format].limits(agent_configs(self.env, root if trusted else None))

    def read(self, file: File) -> Found | Missing | Unreadable:
        return read(file.id, file.store.root)

    # --- inside

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
        scope = file.store.scope
        if scope is Scope.PROJECT:
            everywhere = global_file(self.env)
            self.load(everywhere)
            self.view_of(file.store.root, [file, everywhere])
            self.views.pop("global", None)
        elif scope is Scope.GLOBAL:
            if not any(file.id in view.members for view in self.views.values()):
                self.view_of("global", [file])
        else:
            self.view_of(file.id, [file])

    def _reset(self, held: Held, text: Text) -> None:
        gone, came = held.live.reset(text)
        self._follow(held.live.file.id, gone, came)
        self._want_paths(held.live, came)

    def _follow(self, id: FileId, gone: Sequence[Placed], came: Sequence[Placed]) -> None:
        self._moved[id] = None
        for view in self.views.values():
            if id in view.members:
                view.follow(gone, came)

    def _want_paths(self, live: LiveFile, blocks: Sequence[Placed]) -> None:
        """Paths of a few edited notes are looked up at once; a bulk is left to `look_up_paths`."""
        if len(blocks) > 20:
            self._unlooked.add(live.file.id)
            return
        new = named_paths(live, blocks) - self.known_paths.keys()
        if new:
            self.known_paths.update(look_up(new))
            live.refresh_blocks(blocks)

    def _is_behind(self, held: Held) -> bool:
        """Whether the disk holds changes that the buffer has not; once it took them in, the disk is its base."""
        if not held.behind or not isinstance(held.disk, Found):
            return False
        seen = FileSeen(held.live.file, held.live.text, held.live.blocks, held.version)
        base, disk = Text(held.base or ""), Text(held.disk.text)
        if next(merged(seen, base.rows, held.live.text.rows, disk.rows), None) is not None:
            return True
        held.base = held.disk.text
        return False

    def _agree(self, held: Held) -> None:
        """Where buffer and disk say the same, that is their new base."""
        if isinstance(held.disk, Found) and held.disk.text == str(held.live.text):
            held.base = held.disk.text

    def _read_disk(self, held: Held) -> None:
        held.disk = self.read(held.live.file)

    def _refresh_problem(self, held: Held) -> None:
        problem = _problem(held)
        for view in self.views.values():
            member = view.members.get(held.live.file.id)
            if member is not None and member.problem != problem:
                member.problem = problem
                self._moved[held.live.file.id] = None

    def _shown_by_all(self) -> dict[FileId, frozenset[int]]:
        """Per file of several views, the blocks that any of them shows."""
        counts: dict[FileId, int] = {}
        shown: dict[FileId, frozenset[int]] = {}
        for view in self.views.values():
            for place, id in enumerate(view.members):
                counts[id] = counts.get(id, 0) + 1
                if view.plan is not None:
                    shown[id] = shown.get(id, frozenset()) | frozenset(view.plan.shown[place])
        return {id: places for id, places in shown.items() if counts[id] > 1}

    def _forget_unviewed(self) -> None:
        viewed = {id for view in self.views.values() for id in view.members}
        for id in [id for id, held in self.held.items() if id not in viewed and not held.open]:
            del self.held[id]

    def _is_quiet(self, file: File, code: str, fragment: Fragment) -> bool:
        settings = self.settings(file)
        return settings.is_quiet(code, file.inside, fragment.identity.value if fragment.identity else None)


def _joined(a: Splice, b: Splice) -> Splice:
    """Two edits, one after the other, as one."""
    end = max(a.new_end, b.old_end)
    grown_a, grown_b = a.new_end - a.old_end, b.new_end - b.old_end
    return Splice(min(a.first, b.first), end - grown_a, end + grown_b)


def _problem(held: Held) -> str | None:
    """Why the agent refuses a file, in one sentence."""
    if isinstance(held.disk, Unreadable):
        return held.disk.message
    limit = held.live.limits.read
    if isinstance(held.disk, Found) and held.disk.stamp.size > limit:
        return (
            f"{held.disk.stamp.size} bytes; the agent reads files of at most {limit // 1024} KiB and gets nothing of it"
        )
    return None
