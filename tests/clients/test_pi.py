"""A real Pi agent with our extension, and a model inside it that follows a script."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from agents.running import EDITORS, environment, run
from agents.script import Call
from client_world import World, needs_mcp

FAUX = Path(__file__).resolve().parent / "agents" / "faux.ts"
Session = Callable[..., list[str]]


@pytest.fixture
def env(pi: list[str], world: World, tmp_path: Path) -> dict[str, str]:
    """The environment of a world in which the extension is installed by the command of its README."""
    package = tmp_path / "memory-ls" / "editors" / "pi"
    shutil.copytree(EDITORS / "pi", package)
    env = environment(world)
    env["PATH"] = os.pathsep.join([str(Path(pi[0]).parent), env["PATH"]])
    run(world, [*pi, "install", str(package)], env)
    return env


@pytest.fixture
def session(pi: list[str], world: World, env: dict[str, str], tmp_path: Path) -> Session:
    """Each call is one run of Pi and gives the requests of its model."""

    def start(*calls: Call, options: tuple[str, ...] = ("--no-session",)) -> list[str]:
        script, seen = tmp_path / "script.json", tmp_path / "seen.jsonl"
        script.write_text(json.dumps([[call.tool, call.arguments] for call in calls]))
        seen.unlink(missing_ok=True)
        words = ["-p", *options, "-e", str(FAUX), "--model", "faux/faux-1", "hello"]
        scripted = {**env, "MEMORY_LS_SCRIPT": str(script), "MEMORY_LS_SEEN": str(seen)}
        print(run(world, [*pi, *words], scripted))
        return [json.dumps(json.loads(line), ensure_ascii=False) for line in seen.read_text().splitlines()]

    return start


def test_the_first_request_holds_the_notes(world: World, session: Session) -> None:
    world.remember("- deploys are on Tuesdays\n", "- the user prefers tabs\n")
    world.trust()

    requests = session()

    assert "deploys are on Tuesdays" in requests[0]
    assert "the user prefers tabs" in requests[0]


def test_notes_of_a_project_that_nobody_decided_about_are_left_out(world: World, session: Session) -> None:
    world.remember("- deploys are on Tuesdays\n", "- the user prefers tabs\n")

    requests = session()

    assert "deploys are on Tuesdays" not in requests[0]
    assert "the user prefers tabs" in requests[0]


def test_what_pi_was_told_to_trust_is_trusted(world: World, session: Session) -> None:
    world.remember("- deploys are on Tuesdays\n")

    requests = session(options=("--no-session", "--approve"))

    assert "deploys are on Tuesdays" in requests[0]


def test_a_resumed_session_holds_one_copy_the_newest(world: World, session: Session) -> None:
    world.remember("- deploys are on Tuesdays\n")
    world.trust()
    session(options=())
    world.remember("- deploys are on Fridays\n")

    requests = session(options=("--continue",))

    assert requests[-1].count("deploys are on Fridays") == 1
    assert "deploys are on Tuesdays" not in requests[-1]


@needs_mcp
def test_a_note_that_the_model_adds_lies_on_the_disk(world: World, session: Session) -> None:
    world.trust()

    session(Call("mcp__memory__memory", {"action": "add", "text": "deploys are on Tuesdays"}))

    assert "deploys are on Tuesdays" in world.project_memory.read_text()


@needs_mcp
def test_the_model_cannot_write_into_an_untrusted_project(world: World, session: Session) -> None:
    requests = session(Call("mcp__memory__memory", {"action": "add", "text": "deploys are on Tuesdays"}))

    assert not world.project_memory.exists()
    assert "memory-ls trust" in requests[-1]


def test_a_person_lists_and_adds_notes_by_a_command(pi: list[str], world: World, env: dict[str, str]) -> None:
    world.remember("- the user prefers tabs\n")
    world.trust()

    said = run(world, [*pi, "-p", "--no-session", "/memory add deploys are on --fridays"], env)
    said += run(world, [*pi, "-p", "--no-session", "/memory"], env)

    assert "deploys are on --fridays" in world.project_memory.read_text()
    assert "the user prefers tabs" in said
