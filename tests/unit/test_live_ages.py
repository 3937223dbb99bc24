"""What version control knows arrives later than the text: what is said of two notes follows it."""

from __future__ import annotations

from datetime import date

import pytest

from memory_ls.formats.notes import File, Scope, Store
from memory_ls.formats.world import World
from memory_ls.settings import Settings
from memory_ls.stores.places import Environment
from memory_ls.text import Text
from memory_ls.workspace.workspace import Workspace

TODAY = date(2026, 11, 30)
ROWS = "- The API server listens on port 8080", "- The API server listens on port 3000"


@pytest.fixture
def space() -> Workspace:
    """A buffer with two notes that contradict each other, looked at once."""
    env = Environment("/nowhere", {}, "/nowhere/work", "/nowhere/state", "/nowhere/config")
    space = Workspace(env, lambda root: False, lambda root: Settings(), TODAY)
    file = File("/nowhere/project/memory.md", Store("bullets", Scope.PROJECT, "/nowhere/project", "/nowhere/project"))
    space.open(file, Text("\n".join(ROWS)), 1)
    space.view_of("one", [file])
    settle(space)
    return space


def settle(space: Workspace) -> set[str]:
    changed = space.settle()
    while space.waiting:
        changed |= space.advance(space.waiting)
    return changed


def superseded(space: Workspace) -> set[int]:
    """The rows that the preferred fixes of conflicts supersede."""
    (id,) = space.held
    found = [one for one in space.findings(id) if one.rule == "conflict"]
    assert len(found) == 2
    return {offer.notes[0].row for one in found for offer in one.offers if offer.preferred}


def learn(space: Workspace, ages: dict[str, date]) -> set[str]:
    (id,) = space.held
    space.known_ages[id] = ages
    return space.learn_ages(id) | settle(space)


def test_nothing_is_preferred_until_ages_are_known(space: Workspace) -> None:
    assert superseded(space) == set()


def test_an_answer_of_version_control_says_which_is_the_older(space: Workspace) -> None:
    assert learn(space, {ROWS[0]: date(2026, 9, 1), ROWS[1]: date(2026, 3, 1)}) == set(space.held)
    assert superseded(space) == {1}


def test_a_later_answer_counts(space: Workspace) -> None:
    learn(space, {ROWS[0]: date(2026, 9, 1), ROWS[1]: date(2026, 3, 1)})
    learn(space, {ROWS[0]: date(2026, 2, 1), ROWS[1]: date(2026, 3, 1)})
    assert superseded(space) == {0}


def test_what_is_not_committed_is_newer_than_what_is(space: Workspace) -> None:
    learn(space, {ROWS[1]: date(2026, 11, 29)})
    assert superseded(space) == {1}


def test_a_byte_order_mark_is_no_part_of_a_row() -> None:
    world = World(TODAY, ages={"memory.md": {ROWS[0]: date(2026, 3, 1)}})
    assert world.changed("memory.md", f"\ufeff{ROWS[0]}") == date(2026, 3, 1)
    assert world.last_touched("memory.md", f"\ufeff{ROWS[0]}") == date(2026, 3, 1)


def test_two_rows_of_one_commit_are_equally_old(space: Workspace) -> None:
    learn(space, dict.fromkeys(ROWS, date(2026, 3, 1)))
    assert superseded(space) == set()
