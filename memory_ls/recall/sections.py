"""What the agents with § notes are given: every note, whole; their limits only gate what they add.

A file counts as its notes joined by a newline, ``§``, a newline, in the agent's own unit. Notes that are in the file
twice are read once. pi-hermes gives its notes only when they are asked for, unless it is told otherwise.

Source: hermes-agent 0.19 and pi-hermes-memory 0.9, read and run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.formats.notes import Placed, Role
from memory_ls.formats.section_grammar import DELIMITER, JOIN, SectionGrammar, dialect_of, text_in
from memory_ls.recall.plan import NOT_A_NOTE, Over, Part, Plan

_FRAME = "═" * 46
_NEARLY = 90
"""Per cent from which a file is said to be nearly full."""
_SMALLEST = JOIN + 1
"""Characters that the shortest new note takes."""


class SectionsRecall:
    """Characters; each file for itself."""

    fades = False
    live = True
    by_costs = False

    def plan(self, parts: Sequence[Part]) -> Plan:
        shown = tuple(tuple(i for i, cost in enumerate(part.costs) if cost != NOT_A_NOTE) for part in parts)
        return Plan(shown, sum(map(len, shown)), sum(map(_used, parts)))

    def text(self, parts: Sequence[Part], plan: Plan) -> str:
        blocks = []
        for part in parts:
            notes = list(dict.fromkeys(_texts(part)))
            if notes:
                used, limit = _exactly_used(part), part.limits.budget
                share = f" [{_share(used, limit)} % — {used:,}/{limit:,} characters]" if limit else ""
                joined = f"\n{DELIMITER}\n".join(notes)
                blocks.append(f"{_FRAME}\nnotes in {part.file.inside}{share}\n{_FRAME}\n{joined}")
        return "\n\n".join(blocks)

    def over(self, part: Part, shown: Sequence[int], plan: Plan) -> Over | None:
        limit = part.limits.budget
        if not limit or _share(_used(part), limit) < _NEARLY:
            return None
        used = _exactly_used(part)
        if used + _SMALLEST > limit:
            what = "the agent refuses every addition"
            if part.file.store.dialect == "pi-hermes":
                what = "the agent adds nothing before it has rewritten or dropped notes"
            return Over(f"{used:,} of {limit:,} characters: {what}")
        share = _share(used, limit)
        return Over(f"full to {share} %: {used:,} of {limit:,} characters", mild=True) if share >= _NEARLY else None

    def cut(self, part: Part, it: str) -> str:
        return f"the agent leaves {it} out"

    def summary(self, parts: Sequence[Part], plan: Plan) -> str:
        said = []
        for part in parts:
            used, limit = _exactly_used(part), part.limits.budget
            if limit:
                name = f"{part.file.inside} " if len(parts) > 1 else ""
                said.append(f"{name}{used:,} of {limit:,} characters ({_share(used, limit)} %)")
        return ", ".join(said)


def _used(part: Part) -> int:
    """Characters of all notes joined, those that are there twice counted twice."""
    return max(0, sum(cost for cost in part.costs if cost != NOT_A_NOTE) - JOIN)


def _exactly_used(part: Part) -> int:
    """Characters of the notes that the agent reads."""
    costs: dict[str, int] = {}
    for text, block in zip(_texts(part), _notes(part), strict=True):
        costs.setdefault(text, block.fragment.cost if block.fragment else 0)
    return max(0, sum(costs.values()) - JOIN)


def _notes(part: Part) -> Iterator[Placed]:
    return (block for block in part.blocks if block.fragment is not None and block.fragment.role is Role.NOTE)


def _texts(part: Part) -> Iterator[str]:
    """What the agent reads of each note: with another agent's dates, which are text to it."""
    dialect, rows = dialect_of(part.file), part.text.rows
    grammar = SectionGrammar(dialect)
    for block in _notes(part):
        if block.fragment is not None and dialect.dates:
            yield block.fragment.text
        else:
            of_block = rows[block.row : block.row + block.n]
            yield text_in(of_block, grammar.body(of_block))


def _share(used: int, limit: int) -> int:
    """Per cent, rounded down, at most 100: as the agents say it."""
    return min(100, used * 100 // limit)
