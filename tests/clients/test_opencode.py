"""A real opencode with our configuration and plugin, against a model on loopback that follows a script."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import client_install
import pytest
from agents import fake_anthropic
from agents.notes import PROMPT, RECALLED, SAYS, furnish
from agents.opencode_app import opencode_app
from agents.running import EDITORS, environment, run
from agents.script import Call, Script
from client_world import World, needs_mcp, until

Session = Callable[..., Script]


@pytest.fixture
def configured(opencode: list[str], world: World) -> World:
    """A world with the configuration and the plugin where the README puts them."""
    folder = world.home / "xdg" / "config" / "opencode"
    (folder / "plugins").mkdir(parents=True)
    client_install.opencode_plugins(folder)
    shutil.copyfile(EDITORS / "opencode" / "opencode.json", folder / "opencode.json")
    shutil.copyfile(EDITORS / "opencode" / "memory-ls.ts", folder / "plugins" / "memory-ls.ts")
    return world


@contextmanager
def model(world: World, script: Script) -> Iterator[None]:
    """The model of the project's configuration, while the block runs."""
    with fake_anthropic.serving(script) as address:
        provider = {"anthropic": {"options": {"baseURL": f"{address}/v1", "apiKey": "dummy"}}}
        own = {
            "provider": provider,
            "model": "anthropic/claude-sonnet-4-5",
            "autoupdate": False,
            "share": "disabled",
        }
        (world.repository / "opencode.json").write_text(json.dumps(own))
        yield


@pytest.fixture
def session(opencode: list[str], configured: World) -> Session:
    """One run with a prompt; gives what the model saw."""

    def start(*calls: Call, prompt: str = "hello", options: tuple[str, ...] = ()) -> Script:
        script = Script(calls)
        with model(configured, script):
            print(run(configured, [*opencode, "run", *options, prompt], environment(configured)))
        return script

    return start


def test_the_diagnostics_of_a_memory_file_are_shown(opencode: list[str], configured: World) -> None:
    configured.remember("- use pnpm\n- Use pnpm.\n")

    said = run(
        configured,
        [*opencode, "debug", "lsp", "diagnostics", str(configured.project_memory)],
        environment(configured),
    )

    assert "says the same as line 1" in said


@needs_mcp
def test_the_server_connects(opencode: list[str], configured: World) -> None:
    said = run(configured, [*opencode, "mcp", "list"], environment(configured))

    assert "memory" in said
    assert "connected" in said


def test_the_first_request_holds_the_notes(configured: World, session: Session) -> None:
    configured.remember("- deploys are on Tuesdays\n", "- the user prefers tabs\n")
    configured.trust()

    seen = session()

    assert seen.holds("deploys are on Tuesdays")
    assert seen.holds("the user prefers tabs")


def test_notes_of_an_untrusted_project_are_left_out(configured: World, session: Session) -> None:
    configured.remember("- deploys are on Tuesdays\n", "- the user prefers tabs\n")

    seen = session()

    assert not seen.holds("deploys are on Tuesdays")
    assert seen.holds("the user prefers tabs")


@needs_mcp
def test_a_note_that_the_model_adds_lies_on_the_disk(configured: World, session: Session) -> None:
    configured.trust()

    seen = session(Call("memory_memory", {"action": "add", "text": "deploys are on Tuesdays"}))

    assert configured.project_memory.is_file(), seen.tools
    assert "deploys are on Tuesdays" in configured.project_memory.read_text()


@needs_mcp
def test_what_one_process_saved_is_in_the_first_request_of_the_next(configured: World, session: Session) -> None:
    furnish(configured)
    configured.trust()
    keyword = {"store": "cards:global", "keyword": "lunch"}
    saved = ("deploys are on Tuesdays", "lunch is at noon")
    session(
        Call("memory_memory", {"action": "add", "text": saved[0]}),
        Call("memory_memory", {"action": "add", "text": saved[1], **keyword}),
    )

    seen = session()

    for note in (saved[0], "#lunch", *SAYS.values()):
        assert note in seen.requests[0]


@needs_mcp
def test_prompts_bring_their_notes_once_a_compaction_brings_them_again_and_the_user_is_told_what_was_saved(
    opencode: list[str], configured: World
) -> None:
    furnish(configured)
    configured.trust()
    saved = {"action": "add", "text": "deploys are on Tuesdays", "store": "bullets:project"}
    script = Script([Call("memory_memory", saved)])

    with model(configured, script), opencode_app(opencode, configured.repository, environment(configured)) as app:
        session = app.session()
        for prompt in ("remember when we deploy", PROMPT, PROMPT):
            app.prompt(session, prompt)
        before = script.requests[-1]
        app.compact(session)
        app.prompt(session, PROMPT)
        until(lambda: any("saved" in one for one in app.told), lambda: str(app.told))

    assert before.count(RECALLED) == 1
    assert script.requests[-1].count(RECALLED) == 1
    for note in SAYS.values():
        assert script.requests[-1].count(note) == 1
    assert 'memory: recalled "merge-freeze"' in app.told
    assert 'memory: saved "deploys are on Tuesdays" (.pi/memory.md)' in app.told


def test_a_session_that_another_process_goes_on_with_recalls_nothing_twice(configured: World, session: Session) -> None:
    furnish(configured)
    session(prompt=PROMPT)

    again = session(prompt=PROMPT, options=("--continue",))

    assert again.requests[-1].count(RECALLED) == 1
    assert SAYS["bullets"] in again.requests[-1]
