"""What is peculiar to one host: what it says a prompt is, how much it takes at once, how it compacts."""

from __future__ import annotations

import json

import pytest

from memory_ls.hooks.hosts import ROOM, Room, told_apart

from .conftest import PROMPT, World

GIVEN = "<hook_context>The merge freeze &lt;begins&gt; for the release.</hook_context>\n\n"


def freeze(world: World, *, size: int = 0) -> None:
    for number in range(5):
        body = f"The merge freeze of release {number} begins on 2026-12-05. " + "It was moved once.\n" * size
        world.topic(f"merge-freeze-{number}", "the merge freeze before a release", body)


def test_a_prompt_of_gemini_is_what_its_user_said(world: World) -> None:
    freeze(world)
    world.hook("session-start", "gemini")
    assert world.hook("prompt", "gemini", prompt=f"{GIVEN}please go on with it") == {}
    assert "The merge freeze" in world.context("prompt", "gemini", prompt=f"{GIVEN}{GIVEN}{PROMPT}")


def test_another_hosts_user_may_speak_of_what_gemini_writes(world: World) -> None:
    freeze(world)
    world.hook("session-start", "codex")
    assert "The merge freeze" in world.context("prompt", "codex", prompt=f"{GIVEN}please go on with it")


@pytest.mark.parametrize(("host", "counts"), [("claude", [2, 2, 1]), ("cursor", [2, 2, 1]), ("codex", [5])])
def test_what_a_prompt_recalls_has_room_in_its_host(world: World, host: str, counts: list[int]) -> None:
    freeze(world, size=400)
    world.hook("session-start", host)
    for count in counts:
        text = world.context("prompt", host)
        assert text.count("cut here") == count
        assert ROOM[host].holds(text)
    assert world.hook("prompt", host) == {}


def test_room_is_counted_as_the_host_does() -> None:
    assert Room(4).holds("ä🙂a")
    assert not Room(4).holds("🙂🙂a")
    assert Room(6, bytes=True).holds("ä🙂")
    assert not Room(6, bytes=True).holds("ä🙂a")


@pytest.mark.parametrize(("host", "trigger"), [("gemini", "manual"), ("cursor", "manual"), ("cursor", "auto")])
def test_after_a_compaction_without_a_start_the_next_prompt_brings_the_notes(
    world: World, host: str, trigger: str
) -> None:
    world.bullets("Use pnpm")
    freeze(world)
    first = world.context("session-start", host)
    assert "The merge freeze" in world.context("prompt", host)
    world.hook("pre-compact", host, trigger=trigger)
    again = world.context("prompt", host)
    assert again.startswith(first)
    assert "The merge freeze" in again
    assert world.hook("prompt", host) == {}


def test_gemini_saying_that_it_may_compress_changes_nothing(world: World) -> None:
    world.bullets("Use pnpm")
    world.hook("session-start", "gemini")
    world.hook("pre-compact", "gemini", trigger="auto")
    assert world.hook("prompt", "gemini") == {}


@pytest.mark.parametrize("host", ["claude", "codex"])
def test_hosts_that_start_anew_after_a_compaction_are_not_given_twice(world: World, host: str) -> None:
    world.bullets("Use pnpm")
    first = world.context("session-start", host)
    world.hook("pre-compact", host, trigger="auto")
    assert world.context("session-start", host, source="compact") == first
    assert world.hook("prompt", host) == {}


def test_a_process_of_opencode_that_goes_on_with_a_session_has_its_notes_again(world: World) -> None:
    world.bullets("Use pnpm")
    freeze(world)
    first = world.context("session-start", "opencode", source="resume")
    assert "The merge freeze" in world.context("prompt", "opencode")
    assert world.context("session-start", "opencode", source="resume") == first
    assert world.hook("prompt", "opencode") == {}


def test_codex_is_known_wherever_it_lives(world: World) -> None:
    said = json.loads(world.payload("codex", "session-end"))
    said["transcript_path"] = said["transcript_path"].replace("/.codex/", "/elsewhere/")
    assert told_apart(said, {}) == "codex"
