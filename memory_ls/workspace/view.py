"""What one agent sees together, live: who shares a name, who is alike, what fits into the budget.

Files report the blocks that went and came; `settle` then runs only the rules that those touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date

from memory_ls.formats.format import Limits
from memory_ls.formats.notes import FileId, Fragment, Placed, Ref, Role
from memory_ls.formats.world import Fact
from memory_ls.recall import RECALLS, Part, Plan, Recall
from memory_ls.rules import BUDGET, FILES, FileState, Finding, group_rules, pair_rules
from memory_ls.rules.finding import CrowdRule, FileRule
from memory_ls.rules.merge_conflict import but_between_sides
from memory_ls.workspace.budget import Budget
from memory_ls.workspace.live import LiveFile
from memory_ls.workspace.member import Member
from memory_ls.workspace.pairs import Pairs, spoken_for

_AT_ONCE = 8
"""Touched names whose likeness is looked up with the edit itself; more than that is a bulk load and goes in slices."""

_MANY = 24
"""Fragments of one name from which it is asked first whether any rule cares."""


class LiveView:
    """The files of one view in the agent's order, and the findings that concern more than one note of them.

    `changed` collects the files whose findings did, until someone takes it; `complete`: all files of its stores are in.
    """

    def __init__(self, recall: Recall | None) -> None:
        self.recall = recall
        self.members: dict[FileId, Member] = {}
        self.findings: dict[FileId, dict[Finding, None]] = {}
        self.budget = Budget(recall, self.members)
        self.focus: tuple[FileId, int] | None = None
        self.complete = True
        self.changed: set[FileId] = set()
        self._places = 0
        self._moved: dict[FileId, None] = {}
        self._groups: dict[Ref, dict[Placed, None]] = {}
        self._touched: dict[Ref, None] = {}
        self._group_found: dict[Ref, list[Finding]] = {}
        doors = self._ordered, self._changed, self._publish, self._retract
        self._pairs = [Pairs(rule, index, *doors) for rule, index in pair_rules()]

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
        self._moved.pop(file, None)
        self.budget.leave(file)
        self.changed.discard(file)

    def follow(self, file: FileId, gone: Iterable[Placed], came: Iterable[Placed]) -> None:
        """Blocks of a member that went and came."""
        groups, touched = self._groups, self._touched
        self._moved[file] = None
        self.budget.lose(file, gone)
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
        self.budget.settle(self._moved)

    def conclude(self) -> None:
        """Run the rules on files; after `settle`, when it is known what other views show."""
        budgeted = self.budget.live
        for id in {**self._moved, **self.budget.files} if budgeted else dict(self._moved):
            member = self.members.get(id)
            if member is None:
                continue
            moved, judged = id in self._moved, budgeted and self.budget.must_judge(id)
            state = self._state(member) if moved or judged else None
            if state is not None and moved:
                self._renew(member.found[0], FILES, state)
            if state is not None and judged:
                self._renew(member.found[1], BUDGET, state)
        self._moved.clear()

    def regroup(self, kinds: frozenset[str]) -> None:
        """Run again the group rules of names of some kinds that nobody defines: the view has become complete."""
        for ref, group in self._groups.items():
            if ref.kind in kinds and not any(one.fragment is not None and ref in one.fragment.defines for one in group):
                self._touched[ref] = None

    def tell_again(self, facts: AbstractSet[Fact]) -> set[FileId]:
        """Say anew what is said of pairs in the light of some facts; gives the files that it is said of."""
        return {id for pairs in self._pairs for id in pairs.tell_again(facts)}

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
        for file, findings in self.findings.items():
            for finding in but_between_sides(findings, file, self):
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

    def _changed(self, note: Placed) -> date | None:
        """The day on which a note last changed, as far as is known; of one that has just gone it is not."""
        live = self.members[note.file.id].live
        rows = live.text.rows
        return live.world.last_touched(note.file.id, rows[note.row]) if note.row < len(rows) else None

    # --- the budget

    @property
    def plan(self) -> Plan | None:
        """What its agent is given, as of the last `settle`."""
        return self.budget.plan

    @property
    def shown(self) -> Mapping[FileId, Sequence[int]]:
        """Per file, the places of the blocks that its agent is given."""
        return self.budget.shown

    def parts(self) -> list[Part]:
        """The shares of its readable files that have any."""
        return self.budget.parts()

    def plan_now(self) -> Plan | None:
        """What the agent is given, also for a format whose plan does not follow every key."""
        return self.budget.plan_now(self._moved)

    def _state(self, member: Member) -> FileState:
        id = member.live.file.id
        return member.state(self.budget.shown_of(id), first=id == next(iter(self.members)))

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
