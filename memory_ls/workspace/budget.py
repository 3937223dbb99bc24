"""What of a view's files its agent is given: planned, and judged, again only where that may have changed.

A key that changes neither what a note costs nor what leads to it leaves the plan as it is, if the format's recall says
that it looks at nothing else; and then only what is said of the very notes that were typed in is said anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from memory_ls.formats.format import Limits
from memory_ls.formats.notes import FileId, Placed
from memory_ls.recall import Part, Plan, Recall
from memory_ls.workspace.member import Member


class Budget:
    """`plan` and `shown` (the places of the blocks that are given, by file) are as of the last `settle`; `files` are
    those that have a share in the injection, in the agent's order.
    """

    def __init__(self, recall: Recall | None, members: Mapping[FileId, Member]) -> None:
        self.recall, self._members = recall, members
        self.plan: Plan | None = None
        self.shown: dict[FileId, Sequence[int]] = {}
        self.shown_elsewhere: dict[FileId, frozenset[int]] = {}
        self.files: dict[FileId, None] = {}
        self._weighed: tuple[tuple[FileId, int, Limits], ...] | None = None
        self._same = False
        self._gone: dict[FileId, list[Placed]] = {}
        self._judged: dict[FileId, frozenset[int]] = {}

    @property
    def live(self) -> bool:
        """Whether the plan follows every key."""
        return self.recall is not None and self.recall.live

    def parts(self) -> list[Part]:
        """The shares of the files that have any."""
        return [self._members[id].part for id in self.files]

    def lose(self, file: FileId, gone: Iterable[Placed]) -> None:
        """Blocks went from a file."""
        if self.live:
            self._gone.setdefault(file, []).extend(gone)

    def leave(self, file: FileId) -> None:
        """A file leaves the view."""
        for known in (self.files, self.shown, self._gone, self._judged):
            known.pop(file, None)

    def plan_now(self, moved: Iterable[FileId]) -> Plan | None:
        """What the agent is given, also for a format whose plan does not follow every key."""
        self._weigh(moved)
        parts = self.parts()
        first = next(iter(self._members.values()), None)
        if self.recall is None or not parts or first is None or not first.live.limits.inject:
            return None
        return self.recall.plan(parts)

    def settle(self, moved: Iterable[FileId]) -> None:
        """Plan again after some files changed, if the plan follows every key and may have changed."""
        self._same = False
        if self.recall is None or not self.recall.live:
            self._weigh(moved)
            return
        if self.recall.by_costs:
            self._weigh(moved)
            lives = [self._members[id].live for id in (*islice(self._members, 1), *self.files)]  # the first's count too
            weighed = tuple((live.file.id, live.weight, live.limits) for live in lives)
            self._same, self._weighed = weighed == self._weighed, weighed
        if not self._same:
            self.plan = self.plan_now(moved)
            self.shown = dict(zip(self.files, self.plan.shown, strict=True)) if self.plan is not None else {}

    def shown_of(self, file: FileId) -> Sequence[int] | None:
        """The places of a file's blocks that an agent is given in any view; None when nothing is planned."""
        shown, elsewhere = self.shown.get(file), self.shown_elsewhere.get(file)
        return sorted({*shown, *elsewhere}) if shown is not None and elsewhere else shown

    def must_judge(self, file: FileId) -> bool:
        """Whether what is said of a file's share may have changed; it counts as said then."""
        elsewhere = self.shown_elsewhere.get(file, frozenset())
        gone = self._gone.pop(file, ())
        stands = self._same and self._judged.get(file) == elsewhere
        self._judged[file] = elsewhere
        if not stands or not gone:
            return not stands
        said_of = {id(note) for one in self._members[file].found[1] for note in (one.at, one.until)}
        return not said_of.isdisjoint(map(id, gone))

    def _weigh(self, moved: Iterable[FileId]) -> None:
        """Which files have a share: those that are readable and hold a note with a cost."""
        came = []
        for id in moved:
            member = self._members.get(id)
            if member is None:
                continue
            if member.problem or not member.live.weighs:
                self.files.pop(id, None)
            elif id not in self.files:
                came.append(id)
        if not came:
            return
        came.sort(key=self._rank)
        if self.files and self._rank(next(reversed(self.files))) > self._rank(came[0]):
            ranked = sorted([*self.files, *came], key=self._rank)
            self.files.clear()
            self.files.update(dict.fromkeys(ranked))
        else:  # a large store joins file by file, each behind those before
            self.files.update(dict.fromkeys(came))

    def _rank(self, id: FileId) -> int:
        return self._members[id].place
