"""What the bullets agent is given: its own greedy walk, replayed on costs alone.

The walk takes the scopes in order and every note that still fits; one that does not is skipped, and a shorter one
further down may still go in. A scope's header counts against each of its notes until one is taken.

Source: the bullets agent's code, "Injection".
"""

from __future__ import annotations

from collections.abc import Sequence

from memory_ls.formats.bullets import INTRODUCTION, MARKER
from memory_ls.formats.notes import Scope
from memory_ls.recall.plan import Over, Part, Plan, size

_STRIDE = 64


class BulletsRecall:
    """Bytes of UTF-8; each scope under its header, the introduction and a tail held back."""

    fades = True
    live = True
    by_costs = True

    def plan(self, parts: Sequence[Part]) -> Plan:
        return injection_plan(parts, parts[0].limits.room if parts else 0)

    def text(self, parts: Sequence[Part], plan: Plan) -> str:
        rows = [MARKER, INTRODUCTION]
        for part, shown in zip(parts, plan.shown, strict=True):
            notes = [part.blocks[place].fragment for place in shown]
            if notes:
                rows += [_heading(part.file.store.scope), *(f"- {note.text}" for note in notes if note)]
        if plan.omitted:
            rows.append(f"- (+{plan.omitted} more; use the memory tool)")
        return "\n".join(rows) if len(rows) > 2 else ""

    def over(self, part: Part, shown: Sequence[int], plan: Plan) -> Over | None:
        if len(shown) == part.notes:
            return None
        return Over(f"{plan.fit} of {plan.total} notes fit into the {size(part.limits.budget)} that the agent is given")

    def cut(self, part: Part, it: str) -> str:
        return f"the {size(part.limits.budget)} end before {it}"

    def summary(self, parts: Sequence[Part], plan: Plan) -> str:
        limits = parts[0].limits
        used = plan.used + (limits.opening if plan.fit else 0)
        return f"{size(used)} of the {size(limits.budget)} budget"


def scope_header(scope: Scope) -> int:
    """Bytes that the header of a scope costs, with its newline."""
    return len(f"\n{_heading(scope)}")


def _heading(scope: Scope) -> str:
    return "global:" if scope is Scope.GLOBAL else "project:"


def injection_plan(parts: Sequence[Part], room: int) -> Plan:
    """The walk over all parts; its cost grows with what fits, not with what there is."""
    used, shown = 0, []
    total = sum(part.notes for part in parts)
    for part in parts:
        header = scope_header(part.file.store.scope)
        taken, spent = _walk(part.costs, room - used - header)
        shown.append(tuple(taken))
        used += spent + header if taken else 0
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
