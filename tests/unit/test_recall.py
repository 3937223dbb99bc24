"""The injection plan is the agent's own greedy walk."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_ls.formats.bullets import BULLETS
from memory_ls.formats.notes import File, Scope, Store
from memory_ls.recall.bullets import injection_plan, scope_header
from memory_ls.recall.plan import NOT_A_NOTE, Part, omitted_runs
from memory_ls.text import Text

costs = st.lists(st.one_of(st.integers(3, 60), st.just(NOT_A_NOTE)), max_size=200)


FILE = File("/r/.pi/memory.md", Store("bullets", Scope.PROJECT, "/r", "/r"))
HEADER = scope_header(Scope.PROJECT)


def part_of(costs: list[int]) -> Part:
    return Part(FILE, BULLETS.limits(FILE, []), costs, (), Text())


def walk(parts: list[list[int]], header: int, room: int) -> list[list[int]]:
    """The walk as its description reads, note by note."""
    out = []
    for part in parts:
        taken: list[int] = []
        spent = header
        for place, cost in enumerate(part):
            if cost != NOT_A_NOTE and spent + cost <= room:
                taken.append(place)
                spent += cost
        room -= spent if taken else 0
        out.append(taken)
    return out


@given(st.lists(costs, max_size=3), st.integers(0, 2000))
def test_the_plan_is_the_walk(parts: list[list[int]], room: int) -> None:
    plan = injection_plan([part_of(part) for part in parts], room)
    assert [list(shown) for shown in plan.shown] == walk(parts, HEADER, room)
    assert plan.total == sum(cost != NOT_A_NOTE for part in parts for cost in part)


@given(costs, st.data())
def test_runs_cover_each_omitted_note_once(part: list[int], data: st.DataObject) -> None:
    notes = [place for place, cost in enumerate(part) if cost != NOT_A_NOTE]
    shown = sorted(data.draw(st.sets(st.sampled_from(notes)))) if notes else []
    covered: list[int] = []
    for first, last, count in omitted_runs(part, shown):
        inside = [place for place in notes if first <= place <= last]
        assert inside[0] == first
        assert inside[-1] == last
        assert len(inside) == count
        assert not set(inside) & set(shown)
        covered += inside
    assert sorted(covered + shown) == notes


def test_a_short_note_still_goes_in_after_one_that_does_not_fit() -> None:
    assert injection_plan([part_of([10, 50, 5])], HEADER + 20).shown == ((0, 2),)
