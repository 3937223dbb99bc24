"""Every cell of the host-by-event table, replayed from what the host says there."""

from __future__ import annotations

import json

import pytest

from memory_ls.hooks.hosts import EVENTS, HOSTS, TABLE, told_apart

from .conftest import World

CELLS = sorted(TABLE)
TOP = {"hookSpecificOutput", "systemMessage", "additional_context", "continue"}


def ready(world: World, host: str, event: str) -> None:
    """A session of the host with something to say at the event."""
    world.bullets("Use pnpm")
    world.topic("merge-freeze", "the freeze before a release", "The merge freeze begins on 2026-12-05.")
    if event != "session-start":
        world.hook("session-start", host)
    if event == "turn-end":
        world.bullets("Use pnpm", "Rebase before merging")


def test_every_host_has_a_row_for_every_event() -> None:
    assert set(TABLE) == {(host, event) for host in HOSTS for event in EVENTS}


@pytest.mark.parametrize(("host", "event"), CELLS)
def test_a_cell_says_what_the_table_promises_and_nothing_else(world: World, host: str, event: str) -> None:
    ready(world, host, event)
    cell, said = TABLE[host, event], world.hook(event, host)
    assert said.keys() <= TOP
    specific = said.get("hookSpecificOutput")
    if cell.context == "specific":
        assert specific.keys() == {"hookEventName", "additionalContext"}
        assert specific["hookEventName"] == cell.name
    else:
        assert specific is None
    assert ("additional_context" in said) == (cell.context == "top")
    assert ("continue" in said) == ((host, event) == ("cursor", "prompt"))
    assert ("systemMessage" in said) == cell.message
    if not cell.context and not cell.message:
        assert said == {}


@pytest.mark.parametrize(("host", "event"), CELLS)
def test_a_host_is_known_by_what_it_says(world: World, host: str, event: str) -> None:
    said = json.loads(world.payload(host, event))
    assert said["hook_event_name"] == TABLE[host, event].name
    assert told_apart(said, {}) == host


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_is_named_is_believed(world: World, host: str) -> None:
    world.bullets("Use pnpm")
    said = world.hook("session-start", "claude", named=host)
    assert ("additional_context" in said) == (host == "cursor")


def test_what_the_model_is_given_and_what_the_user_is_told(world: World) -> None:
    ready(world, "claude", "prompt")
    said = world.hook("prompt")
    assert "The merge freeze begins on 2026-12-05." in said["hookSpecificOutput"]["additionalContext"]
    assert said["systemMessage"] == 'memory: recalled "merge-freeze"'
    world.bullets("Use pnpm", "Rebase before merging")
    assert world.hook("turn-end") == {"systemMessage": 'memory: saved "Rebase before merging" (~/.pi/agent/memory.md)'}
