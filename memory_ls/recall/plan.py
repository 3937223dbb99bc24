"""Which notes an agent is given: its own greedy walk, replayed on costs alone.

The walk takes the scopes in order and every note that still fits; one that does not is skipped, and a shorter one
further down may still go in. A scope's header counts against each of its notes until one is taken.

Source: the bullets agent's code, "Injection".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

NOT_A_NOTE = 1 << 40
"""The cost of a block that is no note: it never fits."""
_STRIDE = 64


@dataclass(frozen=True, slots=True)
class Part:
    """One file's share: its blocks' costs in order, and what the header of its scope costs."""

    costs: Sequence[int]
    header: int


@dataclass(frozen=True, slots=True)
class Plan:
    """`shown` gives, per part, the places of the blocks that fit; `total` counts all notes, `used` the room taken."""

    shown: tuple[tuple[int, ...], ...]
    total: int
    used: int

    @property
    def fit(self) -> int:
        return sum(map(len, self.shown))

    @property
    def omitted(self) -> int:
        return self.total - self.fit


def injection_plan(parts: Sequence[Part], room: int) -> Plan:
    """The walk over all parts; its cost grows with what fits, not with what there is."""
    used, shown = 0, []
    total = sum(len(part.costs) - part.costs.count(NOT_A_NOTE) for part in parts)
    for part in parts:
        taken, spent = _walk(part.costs, room - used - part.header)
        shown.append(tuple(taken))
        used += spent + part.header if taken else 0
    return Plan(tuple(shown), total, used)


def _walk(costs: Sequence[int], room: int) -> tuple[list[int], int]:
    taken: list[int] = []
    left, place, end = room, 0, len(costs)
    while place < end:
        if costs[place] <= left:
            taken.append(place)
            left -= costs[place]
            place += 1
            continue
        if min(costs[place:]) > left:
            break
        while min(costs[place : place + _STRIDE]) > left:  # skip in strides: min() of a slice is cheap
            place += _STRIDE
        while costs[place] > left:
            place += 1
    return taken, room - left


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
