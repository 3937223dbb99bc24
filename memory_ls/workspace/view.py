"""What one agent sees together, live: who shares a name, who is alike, what fits into the budget.

Files report the blocks that went and came; `settle` then runs only the rules that those touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from memory_ls.formats.format import Limits
from memory_ls.formats.notes import FileId, Fragment, Placed, Ref, Role
from memory_ls.recall import RECALLS, Part, Plan, Recall
from memory_ls.rules import BUDGET, FILES, FileState, Finding, group_rules, pair_rules
from memory_ls.rules.finding import CrowdRule, FileRule
from memory_ls.workspace.live import LiveFile
from memory_ls.workspace.pairs import Pairs, spoken_for

_AT_ONCE = 8
"""Touched names whose likeness is looked up with the edit itself; more than that is a bulk load and goes in slices."""

_MANY = 24
"""Fragments of one name from which it is asked first whether any rule cares."""


class Member:
    """A file's part in a view, and what the file suffers from as a whole."""

    __slots__ = ("behind", "bom", "found", "live", "place", "problem", "shared")

    def __init__(self, live: LiveFile, place: int) -> None:
        self.live, self.place = live, place
        self.problem: str | None = None
        self.behind = self.bom = False
        self.shared: tuple[str, ...] = ()
        self.found: tuple[list[Finding], list[Finding]] = ([], [])

    @property
    def part(self) -> Part:
        live = self.live
        return Part(live.file, live.limits, live.costs, live.blocks, live.text)


class LiveView:
    """The files of one view in the agent's order, and the findings that concern more than one note of them.

    `changed` collects the files whose findings did, until someone takes it; `complete`: all files of its stores are in.
    """

    def __init__(self, recall: Recall | None) -> None:
        self.recall = recall
        self.members: dict[FileId, Member] = {}
        self.findings: dict[FileId, dict[Finding, None]] = {}
        self.plan: Plan | None = None
        self.shown: dict[FileId, Sequence[int]] = {}
        self.shown_elsewhere: dict[FileId, frozenset[int]] = {}
        self.focus: tuple[FileId, int] | None = None
        self.complete = True
        self.changed: set[FileId] = set()
        self._places = 0
        self._weighed: dict[FileId, None] = {}
        self._moved: dict[FileId, None] = {}
        self._groups: dict[Ref, dict[Placed, None]] = {}
        self._touched: dict[Ref, None] = {}
        self._group_found: dict[Ref, list[Finding]] = {}
        self._pairs = [Pairs(rule, index, self._ordered, self._publish, self._retract) for rule, index in pair_rules()]

    @property
    def limits(self) -> Limits:
        """Those of its first file."""
        return next(iter(self.members.values())).live.limits

    # --- what comes in

    def add(self, live: LiveFile) -> Member:
        """A file joins, after those that are in."""
        self._places += 1
        member = self.members[live.file.id] = Member(live, self._places)
        self.findings[live.file.id] = {}
        self.follow(live.file.id, (), live.blocks)
        return member

    def remove(self, file: FileId) -> None:
        """A file leaves."""
        member = self.members[file]
        self.follow(file, member.live.blocks, ())
        self.settle()
        for found in member.found:
            self._retract(found)
        del self.members[file], self.findings[file]
        for names in (self._weighed, self._moved, self.shown):
            names.pop(file, None)
        self.changed.discard(file)

    def follow(self, file: FileId, gone: Iterable[Placed], came: Iterable[Placed]) -> None:
        """Blocks of a member that went and came."""
        groups, touched = self._groups, self._touched
        self._moved[file] = None
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

    def touch(self, file: FileId) -> None:
        """Something about a file as a whole changed."""
        self._moved[file] = None

    # --- what follows from it

    def settle(self) -> None:
        """Bring everything but the waiting likeness up to date."""
        touched, self._touched = self._touched, {}
        at_once = len(touched) <= _AT_ONCE
        for ref in touched:
            if self._is_crowd(ref):
                self._retract(self._group_found.pop(ref, ()))
                continue
            members = self.group(ref)
            self._run_groups(ref, members)
            if ref.kind == "same":
                note = spoken_for(members, _is_compared)
                for pairs in self._pairs:
                    pairs.speak(ref, note)
                    if at_once:
                        pairs.look_up_now(ref)
        for pairs in self._pairs:
            pairs.take_unsettled()
        self._plan_budget()

    def conclude(self) -> None:
        """Run the rules on files; after `settle`, when it is known what other views show."""
        budgeted = self.recall is not None and self.recall.live
        for id in {**self._moved, **self._weighed} if budgeted else dict(self._moved):
            member = self.members.get(id)
            if member is None:
                continue
            state = self._state(member)
            if id in self._moved:
                self._renew(member.found[0], FILES, state)
            if budgeted:
                self._renew(member.found[1], BUDGET, state)
        self._moved.clear()

    def regroup(self, kinds: frozenset[str]) -> None:
        """Run again the group rules of names of some kinds: what they may know of the view has changed."""
        self._touched.update(dict.fromkeys(ref for ref in self._groups if ref.kind in kinds))

    @property
    def waiting(self) -> int:
        """How many notes are not yet compared with the others."""
        return sum(pairs.waiting for pairs in self._pairs)

    def advance(self, count: int) -> None:
        """Compare up to `count` waiting notes with the others, nearest the cursor first."""
        for pairs in self._pairs:
            if pairs.waiting:
                pairs.advance(count, self.focus)
                return

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

    def group(self, ref: Ref) -> list[Placed]:
        """Every fragment that has a name, in the order of files and rows."""
        group = self._groups.get(ref)
        if not group:
            return []
        if len(group) == 1:
            return list(group)
        return sorted(group, key=self._place)

    def names(self, kind: str) -> Iterator[Ref]:
        """All names of a kind that any fragment has."""
        return (ref for ref in self._groups if ref.kind == kind)

    def _place(self, note: Placed) -> tuple[int, int]:
        return self.members[note.file.id].place, note.row

    def _is_crowd(self, ref: Ref) -> bool:
        """Whether so many have a name that no rule says anything of it."""
        group = self._groups.get(ref, ())
        return (
            len(group) > _MANY
            and ref.kind != "same"
            and all(isinstance(rule, CrowdRule) and rule.is_crowd(ref, group) for rule in group_rules(ref.kind))
        )

    def _run_groups(self, ref: Ref, members: list[Placed]) -> None:
        self._retract(self._group_found.pop(ref, ()))
        if not members:
            return
        found = [finding for rule in group_rules(ref.kind) for finding in rule.check(ref, members, self)]
        if found:
            self._group_found[ref] = found
            self._publish(found)

    def _ordered(self, a: Placed, b: Placed) -> tuple[Placed, Placed]:
        return (a, b) if self._place(a) <= self._place(b) else (b, a)

    # --- the budget

    def parts(self) -> list[Part]:
        """The shares of its readable files that have any."""
        return [self.members[id].part for id in self._weighed]

    def plan_now(self) -> Plan | None:
        """What the agent is given, also for a format whose plan does not follow every key."""
        self._weigh()
        parts = self.parts()
        if self.recall is None or not parts or not self.limits.inject:
            return None
        return self.recall.plan(parts)

    def _plan_budget(self) -> None:
        self._weigh()
        self.shown = {}
        self.plan = self.plan_now() if self.recall is not None and self.recall.live else None
        if self.plan is not None:
            self.shown = dict(zip(self._weighed, self.plan.shown, strict=True))

    def _weigh(self) -> None:
        """Which files have a share in the injection: those that are readable and hold a note with a cost."""
        moved = [id for id in self._moved if id in self.members]
        weighed = {id for id in moved if not self.members[id].problem and self.members[id].live.weighs}
        if all((id in self._weighed) == (id in weighed) for id in moved):
            return
        members = {**self._weighed, **dict.fromkeys(moved)}
        kept = [id for id in members if (id in weighed if id in moved else True)]
        self._weighed = dict.fromkeys(sorted(kept, key=lambda id: self.members[id].place))

    def _state(self, member: Member) -> FileState:
        live = member.live
        id = live.file.id
        shown = self.shown.get(id)
        elsewhere = self.shown_elsewhere.get(id)
        if shown is not None and elsewhere:
            shown = sorted({*shown, *elsewhere})
        return FileState(
            live.file,
            live.top,
            live.text,
            live.limits,
            member.part,
            member.problem,
            member.behind,
            member.bom,
            shown,
            member.shared,
            first=id == next(iter(self.members)),
        )

    # --- findings

    def _renew(self, found: list[Finding], rules: Sequence[FileRule], state: FileState) -> None:
        if found:
            self._retract(found)
        found[:] = [finding for rule in rules for finding in rule.check(state, self)]
        if found:
            self._publish(found)

    def _publish(self, found: Iterable[Finding]) -> None:
        for finding in found:
            id = finding.at.file.id
            live = self.members[id].live
            if finding.at.fragment is None or not live.quiet(live.file, finding.rule, finding.at.fragment):
                self.findings[id][finding] = None
                self.changed.add(id)

    def _retract(self, found: Iterable[Finding]) -> None:
        for finding in found:
            findings = self.findings.get(finding.at.file.id)
            if findings is not None and finding in findings:
                del findings[finding]
                self.changed.add(finding.at.file.id)


def recall_of(format: str) -> Recall | None:
    """How a format's agent is given its notes."""
    return RECALLS.get(format)


def _is_compared(fragment: Fragment) -> bool:
    return fragment.role is Role.NOTE and not fragment.logged
