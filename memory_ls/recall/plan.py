"""What every format's recall speaks of: parts, plans, and runs of notes that are left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from memory_ls.data import dataclass
from memory_ls.formats.format import Limits
from memory_ls.formats.notes import File, Placed
from memory_ls.text import Text

NOT_A_NOTE = 1 << 40
"""The cost of a block that is no note: it never fits."""


@dataclass(frozen=True, slots=True)
class Part:
    """One file's share: its blocks with their costs (`NOT_A_NOTE` for what is none), its text, its limits."""

    file: File
    limits: Limits
    costs: Sequence[int]
    blocks: Sequence[Placed]
    text: Text

    @property
    def notes(self) -> int:
        """How many of its blocks cost something."""
        return len(self.costs) - self.costs.count(NOT_A_NOTE)


@dataclass(frozen=True, slots=True)
class Plan:
    """`shown` gives, per part, the places (indices in `Part.blocks`) of the blocks that the agent is given; `total`
    counts all notes (or index rows), `used` the room taken in the unit of the budget, `rows` the rows taken where rows
    are limited too.
    """

    shown: tuple[tuple[int, ...], ...]
    total: int
    used: int
    rows: int = 0

    @property
    def fit(self) -> int:
        return sum(map(len, self.shown))

    @property
    def omitted(self) -> int:
        return self.total - self.fit


class Recall(Protocol):
    """How the agent of one format is given its notes. `fades`: blocks that it is not given are marked in the file;
    `live`: the plan follows every key (else it is made when someone asks); `by_costs`: it depends on nothing but what
    blocks cost and the first name that each mentions.

    `plan` gets the readable files of one view in its order. `text` is what the agent is given, in our own words and its
    measure; empty for nothing. `over` says of a file that not all of it fits (or that the agent refuses additions):
    a clause, and whether that is less than a warning. `cut` says why blocks are left out ("the 8 KiB end before it"),
    `summary` how full the budget is ("1.2 KiB of the 8 KiB budget").
    """

    @property
    def fades(self) -> bool: ...
    @property
    def live(self) -> bool: ...
    @property
    def by_costs(self) -> bool: ...
    def plan(self, parts: Sequence[Part]) -> Plan: ...
    def text(self, parts: Sequence[Part], plan: Plan) -> str: ...
    def over(self, part: Part, shown: Sequence[int], plan: Plan) -> Over | None: ...
    def cut(self, part: Part, it: str) -> str: ...
    def summary(self, parts: Sequence[Part], plan: Plan) -> str: ...


@dataclass(frozen=True, slots=True)
class Over:
    """What `over-budget` says of a file; `mild`: information only (a store that is nearly full)."""

    message: str
    mild: bool = False


def size(count: int) -> str:
    """Bytes as people say them: ``8 KiB``, ``512 bytes``, ``12.5 KiB``."""
    if count < 1024:
        return f"{count} bytes"
    return f"{count / 1024:.1f}".removesuffix(".0") + " KiB"


def omitted_runs(costs: Sequence[int], shown: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Runs of consecutive notes left out: the places of their first and last block, and how many notes they are."""
    before = -1
    for place in (*shown, len(costs)):
        notes = place - before - 1 - costs[before + 1 : place].count(NOT_A_NOTE)
        if notes:
            first, last = before + 1, place - 1
            while costs[first] == NOT_A_NOTE:
                first += 1
            while costs[last] == NOT_A_NOTE:
                last -= 1
            yield first, last, notes
        before = place
