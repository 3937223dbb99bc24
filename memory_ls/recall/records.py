"""What the records agent is given: the newest states and events, by their descriptions.

Five states and five others, newest first; where one kind has fewer, the other takes its places. Left out are sensitive
records and those that are hidden: superseded by a record that is there. Of these ten the list ends before the first one
that is too much for the budget, but one is always there.

Source: the records agent's code, "Injection".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memory_ls.detect import quote
from memory_ls.formats.record_fragment import description_of
from memory_ls.formats.record_reading import read_record
from memory_ls.recall.plan import Over, Part, Plan

OF_A_KIND, MOST = 5, 10
_HEADING = "# Project Memory"
_INTRODUCTION = "The newest records of this project, in {}; read one by its path or @id before you build on it."


class _Candidate(NamedTuple):
    moment: str
    inside: str
    part: int
    block: int
    kind: str
    cost: int


class RecordsRecall:
    """UTF-16 units, four of which count as one token."""

    fades = False
    live = False
    by_costs = False

    def plan(self, parts: Sequence[Part]) -> Plan:
        candidates = sorted(_candidates(parts), key=lambda one: one.inside)
        candidates.sort(key=lambda one: one.moment, reverse=True)
        room = parts[0].limits.room if parts else 0
        used, shown = 0, [list[int]() for _ in parts]
        for place, one in enumerate(_chosen(candidates)):
            if place and used + one.cost > room:
                break
            used += one.cost
            shown[one.part].append(one.block)
        return Plan(tuple(tuple(sorted(places)) for places in shown), len(candidates), used)

    def text(self, parts: Sequence[Part], plan: Plan) -> str:
        given = {(part, block) for part, blocks in enumerate(plan.shown) for block in blocks}
        candidates = sorted(_candidates(parts), key=lambda one: one.inside)
        candidates.sort(key=lambda one: one.moment, reverse=True)
        if not given:
            return ""
        where = quote(parts[0].file.store.folder, 4096)
        rows = [_HEADING, "", _INTRODUCTION.format(where), ""]
        for one in candidates:
            if (one.part, one.block) in given:
                rows += _rows(parts[one.part])
        return "\n".join(rows)

    def over(self, part: Part, shown: Sequence[int], plan: Plan) -> Over | None:
        return None

    def cut(self, part: Part, it: str) -> str:
        return f"{MOST} newer records come before {it}"

    def summary(self, parts: Sequence[Part], plan: Plan) -> str:
        of = f"{plan.fit} of {plan.total} records" if plan.total != 1 else f"{plan.fit} of 1 record"
        room = parts[0].limits.room if parts else 0
        return f"{of} listed, {plan.used} of {room} characters"


def _candidates(parts: Sequence[Part]) -> Iterator[_Candidate]:
    """Every record that the agent may list."""
    fragments = [
        (place, block, one.fragment) for place, part in enumerate(parts) for block, one in enumerate(part.blocks)
    ]
    known = {ref for _, _, fragment in fragments if fragment is not None for ref in fragment.defines}
    for place, block, fragment in fragments:
        if fragment is None or not fragment.title or fragment.sensitive or fragment.superseded_by in known:
            continue
        part = parts[place]
        kind = fragment.title.partition(".")[0]
        yield _Candidate(_moment(part.text.rows), part.file.inside, place, block, kind, fragment.cost)


def _moment(rows: Sequence[str]) -> str:
    """When a record last changed, as it says so itself: `updated`, else `created`; empty where it does not.

    (Read off its rows: the day alone does not order what was written on one day, and YAML is slow for thousands.)
    """
    created = ""
    for row in rows[1:64]:
        if row.startswith("---"):
            break
        if row.startswith("updated:"):
            return row[8:].strip(" \"'")
        if row.startswith("created:"):
            created = row[8:].strip(" \"'")
    return created


def _chosen(newest: Sequence[_Candidate]) -> list[_Candidate]:
    """Five states and five others of a list, the places that one kind leaves free filled by the other; in its order."""
    states = [one for one in newest if one.kind == "state"]
    others = [one for one in newest if one.kind != "state"]
    most_states = OF_A_KIND + max(0, OF_A_KIND - len(others))
    most_others = OF_A_KIND + max(0, OF_A_KIND - len(states))
    chosen = {*states[:most_states], *others[:most_others]}
    return [one for one in newest if one in chosen]


def _rows(part: Part) -> list[str]:
    record = read_record(part.file.inside, part.text.rows)
    tags = ", ".join(record.list("tags"))
    return [
        f"- {record.inside} (@{record.id})",
        f"  Kind: {record.kind}",
        f"  Description: {description_of(record)}",
        f"  Tags: {tags or 'none'}",
        "",
    ]
