"""What an agent is given of a free-form file: its beginning, up to the agent's cap for one file.

Only OpenClaw's cap is known (12,000 characters of a file since 2026.4); where none is, nothing is said.

Source: OpenClaw's public issues and documents.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory_ls.recall.plan import NOT_A_NOTE, Over, Part, Plan

_NEARLY = 90
"""Per cent from which its users ask to be warned."""


class OutlineRecall:
    """Characters from the file's start; the rest is cut."""

    fades = True
    live = True
    by_costs = False

    def plan(self, parts: Sequence[Part]) -> Plan:
        shown = tuple(_shown(part) for part in parts)
        return Plan(shown, sum(part.notes for part in parts), sum(_length(part) for part in parts))

    def text(self, parts: Sequence[Part], plan: Plan) -> str:
        return "\n\n".join(f"{part.file.inside}:\n{_cut(part).rstrip()}" for part in parts if part.limits.budget)

    def over(self, part: Part, shown: Sequence[int], plan: Plan) -> Over | None:
        used, limit = _length(part), part.limits.budget
        if not limit or used * 100 < limit * _NEARLY:
            return None
        said = f"{used:,} of {limit:,} characters"
        if used > limit:
            return Over(f"{said}: the agent is not given what comes after them")
        return Over(f"full to {used * 100 // limit} %: {said}", mild=True)

    def cut(self, part: Part, it: str) -> str:
        return f"the {part.limits.budget:,} characters end before {it}"

    def summary(self, parts: Sequence[Part], plan: Plan) -> str:
        return ", ".join(
            f"{_length(part):,} of {part.limits.budget:,} characters" for part in parts if part.limits.budget
        )


def _length(part: Part) -> int:
    return sum(map(len, part.text.rows)) + sum(map(len, part.text.ends))


def _cut(part: Part) -> str:
    limit = part.limits.budget
    return str(part.text)[:limit] if limit else str(part.text)


def _shown(part: Part) -> tuple[int, ...]:
    """The blocks that begin and end before the cap."""
    last = _last_row(part)
    shown = []
    for place, (block, cost) in enumerate(zip(part.blocks, part.costs, strict=True)):
        if block.row + block.n - 1 > last:
            break
        if cost != NOT_A_NOTE:
            shown.append(place)
    return tuple(shown)


def _last_row(part: Part) -> int:
    """The last row that is given whole."""
    limit = part.limits.budget
    if not limit or _length(part) <= limit:
        return len(part.text.rows)
    left = limit
    for number, (row, end) in enumerate(zip(part.text.rows, part.text.ends, strict=True)):
        left -= len(row) + len(end)
        if left < 0:
            return number - 1
    return len(part.text.rows)
