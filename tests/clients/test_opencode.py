"""A real opencode with our configuration and plugin, against a model on loopback that follows a script."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

import pytest
from agents import fake_anthropic
from agents.running import EDITORS, environment, run
from agents.script import Call, Script
from client_world import World, needs_mcp

Session = Callable[..., Script]


@pytest.fixture
def configured(world: World) -> World:
    """A world with the configuration and the plugin where the README puts them."""
    folder = world.home / "xdg" / "config" / "opencode"
    (folder / "plugins").mkdir(parents=True)
    shutil.copyfile(EDITORS / "opencode" / "opencode.json", folder / "opencode.json")
    shutil.copyfile(EDITORS / "opencode" / "memory-ls.ts", folder / "plugins" / "memory-ls.ts")
    return world


@pytest.fixture
def session(opencode: list[str], configured: World) -> Session:
    """One session with a prompt; gives what the model saw."""

    def start(*calls: Call) -> Script:
        script = Script(calls)
        with fake_anthropic.serving(script) as address:
            provider = {"anthropic": {"options": {"baseURL": f"{address}/v1", "apiKey": "dummy"}}}
            own = {
                "provider": provider,
                "model": "anthropic/claude-sonnet-4-5",
                "autoupdate": False,
                "share": "disabled",
            }
            (configured.repository / "opencode.json").write_text(json.dumps(own))
            print(run(configured, [*opencode, "run", "hello"], environment(configured)))
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
