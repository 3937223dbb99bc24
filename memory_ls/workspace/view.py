"""What one agent sees together, live: who shares a name, who is alike, what fits into the budget.

Files report the blocks that went and came; `settle` then runs only the rules that those touch. Likeness of notes that
came in bulk is worked off in slices (`advance`), so that opening a long file never delays a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from memory_ls.formats import FORMATS
from memory_ls.formats.notes import FileId, Limits, Placed, Ref, Role
from memory_ls.index import Likeness, Verdict
from memory_ls.recall import Plan, injection_plan
from memory_ls.recall.plan import Part
from memory_ls.rules import GROUPS, SIMILAR, VIEWS, FileState, Finding
from memory_ls.rules.finding import GroupRule
from memory_ls.workspace.live import LiveFile

_AT_ONCE = 8
"""Touched names whose likeness is looked up with the edit itself; more than that is a bulk load and goes in slices."""


_INDEXED_FASTER = 8
"""How many notes are indexed in the time that one look-up takes."""


class Member:
    """A file's part in a view, and what the file suffers from as a whole."""

    __slots__ = ("behind", "live", "problem")

    def __init__(self, live: LiveFile) -> None:
        self.live = live
        self.problem: str | None = None
        self.behind = False


class LiveView:
    """The files of one view in the agent's order, and the findings that concern more than one note of them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.members: dict[FileId, Member] = {}
        self.findings: dict[FileId, dict[Finding, None]] = {}
        self.plan: Plan | None = None
        self.files: Sequence[FileState] = ()
        self.shown_elsewhere: dict[FileId, frozenset[int]] = {}
        self.focus: tuple[FileId, int] | None = None
        self._groups: dict[Ref, dict[Placed, None]] = {}
        self._touched: dict[Ref, None] = {}
        self._group_found: dict[Ref, list[Finding]] = {}
        self._view_found: list[Finding] = []
        self._likeness: Likeness[Ref] = Likeness()
        self._spoken: dict[Ref, Placed] = {}
        self._alike: dict[Ref, dict[Ref, Verdict]] = {}
        self._alike_found: dict[frozenset[Ref], list[Finding]] = {}
        self._unindexed: dict[Ref, None] = {}
        self._waiting: dict[Ref, None] = {}
        self._whole = False

    # --- what comes in

    def add(self, live: LiveFile) -> Member:
        """A file joins, after those that are in."""
        member = self.members[live.file.id] = Member(live)
        self.findings[live.file.id] = {}
        self.follow((), live.blocks)
        return member

    def remove(self, file: FileId) -> None:
        """A file leaves."""
        member = self.members.pop(file)
        self.follow(member.live.blocks, ())
        self.settle()
        del self.findings[file]

    def follow(self, gone: Iterable[Placed], came: Iterable[Placed]) -> None:
        """Blocks of a member that went and came."""
        groups, touched = self._groups, self._touched
        for block in gone:
            for ref in block.fragment.names if block.fragment else ():
                group = groups.get(ref)
                if group is not None and block in group:
                    del group[block]
                    if not group:
                        del groups[ref]
                    touched[ref] = None
        for block in came:
            for ref in block.fragment.names if block.fragment else ():
                groups.setdefault(ref, {})[block] = None
                touched[ref] = None

    # --- what follows from it

    def settle(self) -> None:
        """Bring everything but the waiting likeness up to date."""
        touched, self._touched = self._touched, {}
        at_once = len(touched) <= _AT_ONCE
        for ref in touched:
            members = self._members(ref)
            self._run_groups(ref, members)
            if ref.kind == "same":
                self._speak(ref, next((note for note in members if _is_note(note)), None))
                if ref in self._waiting and at_once:
                    if ref in self._unindexed:
                        self._index(ref)
                    if not self._unindexed:
                        self._look_up(ref)
        self._take_unsettled()
        self._plan_budget()

    def conclude(self) -> None:
        """Run the view rules; after `settle`, when it is known what other views show."""
        self._retract(self._view_found)
        self.files = tuple(self._state(member) for member in self.members.values())
        self._view_found = [finding for rule in VIEWS for finding in rule.check(self)]
        self._publish(self._view_found)

    @property
    def waiting(self) -> int:
        """How many notes are not yet compared with the others."""
        return len(self._waiting)

    def advance(self, count: int) -> None:
        """Index what is not; then compare up to `count` waiting notes with the others, nearest the cursor first."""
        if self._unindexed:
            for ref in list(islice(self._unindexed, count * _INDEXED_FASTER)):
                self._index(ref)
            if not self._unindexed:
                self._likeness.rebuild()
                self._take_unsettled()
                self._whole = len(self._waiting) == len(self._likeness)
            return
        for ref in self._nearest(count):
            self._look_up(ref)

    def pairs(self) -> Iterator[tuple[Placed, Placed]]:
        """Every pair of notes that are alike or the same, once."""
        seen: set[frozenset[int]] = set()
        for findings in self.findings.values():
            for finding in findings:
                if finding.rule in ("duplicate", "similar") and finding.related:
                    both = frozenset((id(finding.at), id(finding.related[0])))
                    if both not in seen:
                        seen.add(both)
                        yield finding.at, finding.related[0]

    # --- groups

    def _members(self, ref: Ref) -> list[Placed]:
        group = self._groups.get(ref)
        if not group:
            return []
        if len(group) == 1:
            return list(group)
        order = {file: place for place, file in enumerate(self.members)}
        return sorted(group, key=lambda note: (order.get(note.file.id, len(order)), note.row))

    def _run_groups(self, ref: Ref, members: list[Placed]) -> None:
        self._retract(self._group_found.pop(ref, ()))
        if not members:
            return
        found = [finding for rule in _rules_for(ref.kind) for finding in rule.check(members, self)]
        if found:
            self._group_found[ref] = found
            self._publish(found)

    # --- likeness: between distinct notes, each spoken for by its first copy

    def _speak(self, ref: Ref, note: Placed | None) -> None:
        before = self._spoken.get(ref)
        text = note.fragment.text if note is not None and note.fragment else None
        said = before.fragment.text if before is not None and before.fragment else None
        if text == said:
            if note is not None and before is not note:
                self._spoken[ref] = note
                for other in self._alike.get(ref, ()):
                    self._say_alike(ref, other)
            return
        if before is not None:
            if ref in self._unindexed:
                del self._unindexed[ref]
            else:
                self._likeness.drop(ref)
            self._waiting.pop(ref, None)
            del self._spoken[ref]
            self._forget_alike(ref)
        if note is not None and text is not None:
            self._spoken[ref] = note
            self._unindexed[ref] = None
            self._waiting[ref] = None
            self._whole = False

    def _forget_alike(self, ref: Ref) -> None:
        for other in self._alike.pop(ref, {}):
            self._alike[other].pop(ref, None)
            self._retract(self._alike_found.pop(frozenset((ref, other)), ()))

    def _take_unsettled(self) -> None:
        """Compare again the notes that have come to be rows of a template, or are no longer."""
        for ref in self._likeness.unsettled():
            self._forget_alike(ref)
            self._waiting[ref] = None
            self._whole = False

    def _index(self, ref: Ref) -> None:
        del self._unindexed[ref]
        note = self._spoken[ref]
        self._likeness.add(ref, note.fragment.text if note.fragment else "")

    def _look_up(self, ref: Ref) -> None:
        """Compare one note with the others; while all are still to be looked up, each pair from its smaller side."""
        self._waiting.pop(ref, None)
        note = self._spoken[ref]
        if note.fragment is None:
            return
        for other in self._likeness.near(note.fragment.text, skip=ref, larger=self._whole):
            if other in self._alike.get(ref, ()):
                continue
            like = self._spoken[other]
            first, second = self._ordered(note, like)
            if first.fragment is None or second.fragment is None:
                continue
            verdict = SIMILAR.judge(first.fragment, second.fragment)
            if verdict is not None:
                self._alike.setdefault(ref, {})[other] = verdict
                self._alike.setdefault(other, {})[ref] = verdict
                self._say_alike(ref, other)

    def _say_alike(self, ref: Ref, other: Ref) -> None:
        pair = frozenset((ref, other))
        self._retract(self._alike_found.pop(pair, ()))
        first, second = self._ordered(self._spoken[ref], self._spoken[other])
        found = list(SIMILAR.findings(first, second, self._alike[ref][other]))
        self._alike_found[pair] = found
        self._publish(found)

    def _ordered(self, a: Placed, b: Placed) -> tuple[Placed, Placed]:
        if a.file is b.file:
            return (a, b) if a.row <= b.row else (b, a)
        files = list(self.members)
        return (a, b) if files.index(a.file.id) <= files.index(b.file.id) else (b, a)

    def _nearest(self, count: int) -> list[Ref]:
        if len(self._waiting) <= count or self.focus is None:
            return list(self._waiting)[:count]
        file, row = self.focus

        def distance(ref: Ref) -> int:
            note = self._spoken[ref]
            return abs(note.row - row) if note.file.id == file else 1 << 30

        return sorted(self._waiting, key=distance)[:count]

    # --- the budget

    def _plan_budget(self) -> None:
        readable = [member for member in self.members.values() if not member.problem]
        if not self.limits.inject or not readable:
            self.plan = None
            return
        empty: Sequence[int] = ()
        parts = [
            Part(
                empty if member.problem else member.live.costs,
                FORMATS[member.live.file.store.format].header(member.live.file.store.scope),
            )
            for member in self.members.values()
        ]
        self.plan = injection_plan(parts, self.limits.room)

    def _state(self, member: Member) -> FileState:
        live = member.live
        costs: Sequence[int] = () if member.problem else live.costs
        elsewhere = self.shown_elsewhere.get(live.file.id, frozenset())
        return FileState(
            live.file, live.top, live.text, live.limits, costs, live.blocks, member.problem, member.behind, elsewhere
        )

    # --- findings

    def _publish(self, found: Iterable[Finding]) -> None:
        for finding in found:
            live = self.members[finding.at.file.id].live
            if finding.at.fragment is None or not live.quiet(live.file, finding.rule, finding.at.fragment):
                self.findings[finding.at.file.id][finding] = None

    def _retract(self, found: Iterable[Finding]) -> None:
        for finding in found:
            self.findings[finding.at.file.id].pop(finding, None)


def _is_note(block: Placed) -> bool:
    return block.fragment is not None and block.fragment.role is Role.NOTE


def _rules_for(kind: str) -> list[GroupRule]:
    return [rule for rule in GROUPS if rule.kind == kind]
