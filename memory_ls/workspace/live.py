"""One file, live: its rows, its blocks, and what own rules say of them, kept up to date edit by edit.

Re-parsing starts one block before an edit and stops at the first old block that starts in the state in which it would
start anyway; blocks that come out as they were keep their identity, and with it their findings and index entries.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

from memory_ls.formats import FORMATS
from memory_ls.formats.format import Grammar, Limits
from memory_ls.formats.notes import File, Fragment, Mark, Placed, Ref, Role
from memory_ls.formats.parse import scan
from memory_ls.formats.world import Fact, World
from memory_ls.recall import NOT_A_NOTE
from memory_ls.rules import OWN, SEVERITIES, Around, Finding, Hit, Message, Offer, OwnRule
from memory_ls.text import Splice, Text

_row = attrgetter("row")
_REMEMBERED = 50_000
_WEIGHED = frozenset({Role.NOTE, Role.ENTRY, Role.RETIRED})
Key = tuple[int, tuple[str, ...]]


class LiveFile:
    """`blocks` cover every row in order; `costs` stands beside them (`NOT_A_NOTE` for what is none), `weighs` counts
    those that cost something.

    `hushing` are the blocks that may hold a comment which silences rules.

    `shape` counts the edits that moved rows, so that whoever keeps something by row knows when to look again, `weight`
    those that changed what its blocks cost or by which name they are led to.
    """

    def __init__(
        self, file: File, text: Text, limits: Limits, world: World, quiet: Callable[[File, str, Fragment], bool]
    ) -> None:
        grammar = FORMATS[file.store.format].grammar(file)
        if grammar is None:
            raise ValueError(f"the format {file.store.format} has no grammar for this file")
        self.file, self.limits, self.world = file, limits, world
        self.grammar: Grammar = grammar
        self.quiet = quiet
        self.top = Placed(file, 0, 1, Mark.GAP, 0)
        self.shape = self.weight = 0
        self._memo: dict[Key, tuple[Fragment | None, tuple[tuple[str, Hit], ...], bool]] = {}
        self.hushing: set[Placed] = set()
        self._found: dict[Placed, tuple[Finding, ...]] = {}
        self.findings: dict[Finding, None] = {}
        self.reset(text)

    def reset(self, text: Text) -> tuple[list[Placed], list[Placed]]:
        """A wholly new text; every block is new."""
        old = getattr(self, "blocks", [])
        for block in old:
            self._leave(block)
        self.text = text
        self.shape += 1
        self.weight += 1
        self.blocks: list[Placed] = []
        scan(self.grammar, self.file, text.rows, 0, self.grammar.start, self.blocks)
        self.costs = [self._enter(block) for block in self.blocks]
        self.weighs = len(self.costs) - self.costs.count(NOT_A_NOTE)
        return old, self.blocks

    def apply(self, splice: Splice) -> tuple[list[Placed], list[Placed]]:
        """Follow an edit that `text` has been through already; gives the blocks that went and those that came."""
        first, old_end, new_end = splice.first, splice.old_end, splice.new_end
        blocks, delta = self.blocks, new_end - old_end
        start = max(0, self._at(first) - 1)
        k = start

        def rejoin(row: int, state: int) -> bool:
            """Whether an old block starts here in the same state, so that all after it stands as it is."""
            nonlocal k
            if row < new_end:
                return False
            while k < len(blocks) and blocks[k].row + delta < row:
                k += 1
            if k == len(blocks) or blocks[k].row + delta != row or blocks[k].state != state or blocks[k].row < old_end:
                return False
            return blocks[k].mark is Mark.GAP or self.grammar.step(state, self.text.rows[row])[1] is not Mark.MORE

        new: list[Placed] = []
        reached = scan(self.grammar, self.file, self.text.rows, blocks[start].row, blocks[start].state, new, rejoin)
        if reached >= len(self.text.rows):
            k = len(blocks)
        old = blocks[start:k]
        head = _unchanged(old, new, lambda a, b: a.row + a.n <= first and _same(a, b, 0))
        tail = _unchanged(old[head:][::-1], new[head:][::-1], lambda a, b: a.row >= old_end and _same(a, b, delta))
        if delta:
            self.shape += 1
            for block in blocks[k - tail :]:
                block.row += delta
        gone, came = old[head : len(old) - tail], new[head : len(new) - tail]
        blocks[start + head : k - tail] = came
        for block in gone:
            self._leave(block)
        costs = [self._enter(block) for block in came]
        before = self.costs[start + head : k - tail]
        self.weighs += (len(costs) - costs.count(NOT_A_NOTE)) - (len(before) - before.count(NOT_A_NOTE))
        self.costs[start + head : k - tail] = costs
        if costs != before or list(map(_lead, gone)) != list(map(_lead, came)):
            self.weight += 1
        return gone, came

    def rows(self, block: Placed) -> tuple[str, ...]:
        return tuple(self.text.rows[block.row : block.row + block.n])

    def block_at(self, row: int) -> Placed:
        """The block that a row belongs to."""
        return self.blocks[self._at(min(max(row, 0), len(self.text.rows) - 1))]

    def notes(self) -> list[Placed]:
        """The live notes, in order."""
        return [block for block in self.blocks if block.fragment is not None and block.fragment.role is Role.NOTE]

    def configure(self, limits: Limits, world: World) -> None:
        """Other limits or settings; `reset` then applies them."""
        self.limits, self.world = limits, world
        self._memo.clear()

    def refresh(self, world: World, facts: Iterable[Fact]) -> bool:
        """Run the rules again that need a fact that has just come; whether any finding changed."""
        self.world = world
        if not any(rule.needs & set(facts) for rule in OWN):
            return False
        return self.refresh_blocks(self.blocks)

    def refresh_blocks(self, blocks: Iterable[Placed]) -> bool:
        """Examine blocks again whose surroundings changed; whether any finding did."""
        changed = False
        for block in blocks:
            if block.fragment is not None and block.fragment.role is not Role.PROSE:
                before = [(found.rule, found.message) for found in self._found.get(block, ())]
                self._examine(block)
                changed |= before != [(found.rule, found.message) for found in self._found.get(block, ())]
        return changed

    def _at(self, row: int) -> int:
        return max(0, bisect_right(self.blocks, row, key=_row) - 1)

    def _enter(self, block: Placed) -> int:
        """Read a new block and examine it; gives its cost."""
        self._examine(block)
        fragment = block.fragment
        return fragment.cost if fragment is not None and fragment.cost and fragment.role in _WEIGHED else NOT_A_NOTE

    def _leave(self, block: Placed) -> None:
        self.hushing.discard(block)
        for finding in self._found.pop(block, ()):
            self.findings.pop(finding, None)

    def _examine(self, block: Placed) -> None:
        self._leave(block)
        rows = self.rows(block)
        key = (block.state, rows)
        known = self._memo.get(key)
        if known is None:
            fragment = self.grammar.fragment(key[0], rows)
            around = Around(rows, self.file, self.limits, self.world)
            hushes = "memory-ls:" in "\n".join(rows)
            known = fragment, tuple(_hits(STEADY, fragment, around)) if fragment else (), hushes
            if len(self._memo) >= _REMEMBERED:
                self._memo.clear()
            self._memo[key] = known
        fragment, hits, hushes = known
        if hushes:
            self.hushing.add(block)
        block.fragment = fragment
        if fragment is None:
            return
        if fragment.role is Role.NOTE:
            around = Around(rows, self.file, self.limits, self.world, self.world.changed(self.file.id, rows[0]))
            hits = (*hits, *_hits(CHANGING, fragment, around))
        if hits:
            found = tuple(_finding(block, code, hit) for code, hit in hits if not self.quiet(self.file, code, fragment))
            self._found[block] = found
            self.findings.update(dict.fromkeys(found))


STEADY: Sequence[OwnRule] = [rule for rule in OWN if not rule.needs]
CHANGING: Sequence[OwnRule] = [rule for rule in OWN if rule.needs]


def _hits(rules: Sequence[OwnRule], fragment: Fragment, around: Around) -> Iterable[tuple[str, Hit]]:
    return [(rule.code, hit) for rule in rules for hit in rule.check(fragment, around)]


def _finding(block: Placed, code: str, hit: Hit) -> Finding:
    severity = max(hit.severity or SEVERITIES[code], SEVERITIES[code])
    offers = tuple(_offer(block, edit, title, preferred) for edit, title, preferred in hit.fixes)
    return Finding(code, block, Message(hit.message), severity, span=hit.span, offers=offers)


def _offer(block: Placed, edit: str, title: str, preferred: bool) -> Offer:
    edit, _, choice = edit.partition(" ")
    return Offer(edit, Message(title), (block,), preferred, choice=choice or None)


def _lead(block: Placed) -> Ref | None:
    """The first name that a block mentions."""
    return block.fragment.mentions[0].ref if block.fragment is not None and block.fragment.mentions else None


def _same(a: Placed, b: Placed, delta: int) -> bool:
    return a.row + delta == b.row and a.n == b.n and a.mark == b.mark and a.state == b.state


def _unchanged(old: Sequence[Placed], new: Sequence[Placed], same: Callable[[Placed, Placed], bool]) -> int:
    """How many blocks at the start of both lists are the same."""
    count = 0
    while count < min(len(old), len(new)) and same(old[count], new[count]):
        count += 1
    return count
