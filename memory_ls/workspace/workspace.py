"""The live workspace: its files and views (`shelves`), and what is found in them.

A door opens, changes and closes buffers, asks `settle` for what changed, and reads findings. Nothing here knows a
protocol; nothing but `stores` touches the disk.
"""

from __future__ import annotations

from collections.abc import Iterable

from memory_ls.edits.take_in import merged
from memory_ls.formats.changes import FileSeen
from memory_ls.formats.notes import FileId
from memory_ls.formats.silence import is_silenced
from memory_ls.formats.world import Fact
from memory_ls.rules import Finding
from memory_ls.rules.merge_conflict import but_between_sides
from memory_ls.settings import SECURITY
from memory_ls.stores.reading import Found
from memory_ls.text import Text
from memory_ls.workspace.facts import PathKey, ages, look_up, named_paths
from memory_ls.workspace.held import Held
from memory_ls.workspace.shelves import Shelves


class Workspace(Shelves):
    """The files and views of `Shelves`, analysed."""

    def settle(self) -> set[FileId]:
        """Analyse what changed since last time; gives the files whose findings may have."""
        for id in list(self._pending):
            held = self.held.get(id)
            if held is not None and held.pending is not None:
                splice, held.pending = held.pending, None
                shape = held.live.shape
                gone, came = held.live.apply(splice)
                self.epoch += held.live.shape - shape
                self._follow(id, gone, came)
                self._want_paths(held.live, came)
                self._belong(held)
        self._pending.clear()
        moved = set(self._moved)
        self._moved.clear()
        affected = [view for view in self.views.values() if not moved.isdisjoint(view.members)]
        for view in affected:
            for id in moved & view.members.keys():
                view.members[id].behind = self._is_behind(self.held[id])
                view.touch(id)
            view.settle()
        shared = self._shown_by_all()
        changed = moved
        for view in affected:
            view.budget.shown_elsewhere = shared
            view.conclude()
            changed |= view.changed
            view.changed = set()
        return changed

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
                touched |= view.changed
        return touched

    def findings(self, file: FileId) -> list[Finding]:
        """All findings of a file, in no order; those of several views united."""
        held = self.held.get(file)
        if held is None:
            return []
        views = [
            but_between_sides(view.findings[file], file, view) for view in self.views.values() if file in view.findings
        ]
        if len(views) == 1:
            return self._unsilenced(held, [*held.live.findings, *views[0]])
        united: dict[object, Finding] = {}
        for found in views:
            for finding in found:
                united.setdefault((finding.rule, finding.at, finding.place, finding.related), finding)
        return self._unsilenced(held, [*held.live.findings, *united.values()])

    def _unsilenced(self, held: Held, found: list[Finding]) -> list[Finding]:
        """Without those that a comment in the file keeps quiet; an untrusted project's says nothing about security."""
        rows = held.live.text.rows
        if not held.live.hushing:
            return found
        untrusted = not self.trusts(held.live.file.store)
        return [
            one
            for one in found
            if one.at is held.live.top
            or (untrusted and one.rule in SECURITY)
            or not is_silenced(one.rule, rows, one.at.row, one.at.n)
        ]

    def learn(self, facts: Iterable[Fact]) -> set[FileId]:
        """Run again what needs some facts; gives the files."""
        world_facts = set(facts)
        changed = set()
        for id, held in self.held.items():
            if held.live.refresh(self.world(held.live.file), world_facts):
                changed.add(id)
                self._moved[id] = None
        for view in self.views.values():
            told = view.tell_again(world_facts)
            changed |= told
            self._moved.update(dict.fromkeys(told))
        return changed

    def learn_today(self) -> set[FileId]:
        """A new day began."""
        return self.learn([Fact.TODAY])

    def learn_paths(self) -> set[FileId]:
        """Paths were looked up."""
        return self.learn([Fact.PATHS])

    def learn_instructions(self) -> set[FileId]:
        """Instruction files appeared or changed."""
        return self.learn([Fact.INSTRUCTIONS]) if self.look_up_instructions(self._stores_in_view()) else set()

    def learn_sharing(self) -> None:
        """Look which projects share the stores in view."""
        if self.look_up_sharing(self._stores_in_view()):
            for held in self.held.values():
                self._refresh_problem(held)

    def learn_ages(self, file: FileId) -> set[FileId]:
        """Version control answered."""
        return self.learn([Fact.AGES])

    def touch(self, files: Iterable[FileId]) -> None:
        """Have files published again at the next `settle`."""
        self._moved.update(dict.fromkeys(files))

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

    def reconfigure(self) -> None:
        """Everything anew: settings, trust or the agent's configuration changed."""
        self._shared_looked_at = frozenset()
        self.forget_configuration()
        for held in self.held.values():
            held.live.configure(self.limits(held.live.file), self.world(held.live.file))
            self._reset(held, held.live.text)
            self._refresh_problem(held)

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

    def _shown_by_all(self) -> dict[FileId, frozenset[int]]:
        """Per file of several views, the blocks that any of them shows."""
        seen: dict[FileId, frozenset[int]] = {}
        shared: set[FileId] = set()
        for view in self.views.values():
            for id, places in view.shown.items():
                if id in seen:
                    shared.add(id)
                seen[id] = seen.get(id, frozenset()) | frozenset(places) if len(self.views) > 1 else frozenset()
        return {id: seen[id] for id in shared}
