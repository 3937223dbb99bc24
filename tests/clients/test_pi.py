"""A real Pi agent with our extension, and a model inside it that follows a script."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from agents.notes import PROMPT, RECALLED, SAYS, furnish
from agents.pi_app import PiApp, pi_app
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


@pytest.fixture
def app(pi: list[str], world: World, env: dict[str, str], tmp_path: Path) -> Iterator[PiApp]:
    """One session in which its user says several things; its model writes what it is asked into `seen.jsonl`."""
    settings = world.agent / "settings.json"
    # Otherwise a compaction would leave a conversation as short as a test's alone.
    kept = {**json.loads(settings.read_text()), "compaction": {"keepRecentTokens": 1}}
    settings.write_text(json.dumps(kept))
    (tmp_path / "script.json").write_text("[]")
    scripted = {"MEMORY_LS_SCRIPT": str(tmp_path / "script.json"), "MEMORY_LS_SEEN": str(tmp_path / "seen.jsonl")}
    words = [*pi, "--no-session", "-e", str(FAUX), "--model", "faux/faux-1"]
    with pi_app(words, world.repository, {**env, **scripted}) as app:
        yield app


def last(tmp_path: Path) -> str:
    """The last request of the model."""
    row = (tmp_path / "seen.jsonl").read_text().splitlines()[-1]
    return json.dumps(json.loads(row), ensure_ascii=False)


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


@needs_mcp
def test_what_one_process_saved_is_in_the_first_request_of_the_next(world: World, session: Session) -> None:
    furnish(world)
    world.trust()
    keyword = {"store": "cards:global", "keyword": "lunch"}
    saved = ("deploys are on Tuesdays", "lunch is at noon")
    session(
        Call("mcp__memory__memory", {"action": "add", "text": saved[0]}),
        Call("mcp__memory__memory", {"action": "add", "text": saved[1], **keyword}),
    )

    requests = session()

    for note in (saved[0], "#lunch", *SAYS.values()):
        assert note in requests[0]


@pytest.fixture
def furnished(world: World) -> None:
    furnish(world)
    world.remember("- deploys are on Tuesdays\n")
    world.trust()


@pytest.mark.usefixtures("furnished")
def test_a_compaction_leaves_one_copy_of_the_notes_and_brings_the_recalled_one_again(
    app: PiApp, tmp_path: Path
) -> None:
    assert "memory: the agent was given 2 of 2 notes of bullets" in app.prompt("hello")
    assert app.prompt(PROMPT) == 'memory: recalled "merge-freeze"'
    assert app.prompt(PROMPT) == ""
    assert last(tmp_path).count(RECALLED) == 1

    app.compact()

    assert app.prompt(PROMPT) == 'memory: recalled "merge-freeze"'
    for note in (*SAYS.values(), "deploys are on Tuesdays", RECALLED):
        assert last(tmp_path).count(note) == 1


@pytest.mark.usefixtures("furnished")
def test_a_paused_session_is_given_nothing_not_even_after_a_compaction(app: PiApp, tmp_path: Path) -> None:
    app.prompt("hello")
    assert "no notes until the next session" in app.prompt("/memory pause")

    assert app.prompt(PROMPT) == ""
    assert RECALLED not in last(tmp_path)
    app.compact()
    app.prompt("go on")
    assert SAYS["bullets"] not in last(tmp_path)


@pytest.mark.usefixtures("furnished")
def test_every_command_of_a_person_is_answered(world: World, app: PiApp) -> None:
    assert "1  deploys are on Tuesdays" in app.prompt("/memory list")
    assert "added to .pi/memory.md" in app.prompt("/memory add the port is 3000")
    assert "- the port is 3000\n" in world.project_memory.read_text()
    assert "forgot 1 note" in app.prompt("/memory forget the port is 3000")
    assert "the port is 3000" not in world.project_memory.read_text()
    assert SAYS["sections"] in app.prompt("/memory preview")
    assert RECALLED in app.prompt(f"/memory recall {PROMPT}")
    assert "given at" in app.prompt("/memory recall")
    assert "bullets:project" in app.prompt("/memory paths")
    assert "# Memory doctor" in app.prompt("/memory doctor")
    assert app.prompt("/memory nonsense").startswith("/memory list, add")


def test_a_person_trusts_a_project_by_a_command(world: World, app: PiApp) -> None:
    world.remember("- deploys are on Tuesdays\n")
    assert "not trusted" in app.prompt("/memory paths")

    app.yes = False
    assert app.prompt("/memory trust").endswith("nothing was changed")
    assert "not trusted" in app.prompt("/memory paths")
    app.yes = True
    assert "deploys are on Tuesdays" in app.prompt("/memory trust").split("trusted:")[0]  # shown before the question

    assert "(trusted)" in app.prompt("/memory paths")


def test_a_person_lists_and_adds_notes_by_a_command(pi: list[str], world: World, env: dict[str, str]) -> None:
    world.remember("- the user prefers tabs\n")
    world.trust()

    said = run(world, [*pi, "-p", "--no-session", "/memory add deploys are on --fridays"], env)
    said += run(world, [*pi, "-p", "--no-session", "/memory"], env)

    assert "deploys are on --fridays" in world.project_memory.read_text()
    assert "the user prefers tabs" in said
