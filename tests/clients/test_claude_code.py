"""A real Claude Code with our plugin, against a model on loopback that follows a script."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from agents import fake_anthropic
from agents.notes import PROMPT, RECALLED, SAYS, furnish, topic
from agents.running import EDITORS, environment, run
from agents.script import Call, Script
from client_world import World, made_token, needs_mcp

PLUGIN = EDITORS / "claude-code"
Session = Callable[..., Script]


@pytest.fixture
def plugin(claude_code: list[str], world: World, tmp_path: Path) -> World:
    """A world in which the plugin is installed, by the commands of its README."""
    folder = tmp_path / "memory-ls" / "editors" / "claude-code"
    shutil.copytree(PLUGIN, folder)
    for words in (["marketplace", "add", str(folder)], ["install", "memory-ls@memory-ls"]):
        run(world, [*claude_code, "plugin", *words], environment(world))
    return world


@pytest.fixture
def session(claude_code: list[str], plugin: World) -> Session:
    """One session with a prompt; gives what the model saw."""

    def start(*calls: Call, prompt: str = "hello", options: tuple[str, ...] = ()) -> Script:
        script = Script(calls)
        tools = sorted({call.tool for call in calls})
        with fake_anthropic.serving(script) as address:
            env = environment(plugin, ANTHROPIC_BASE_URL=address, ANTHROPIC_API_KEY="dummy", ENABLE_TOOL_SEARCH="false")
            words = ["-p", *options, prompt, "--max-turns", "200", *(["--allowedTools", *tools] if tools else [])]
            print(run(plugin, [*claude_code, *words], env))
        return script

    return start


def test_the_plugin_is_valid(claude_code: list[str], world: World) -> None:
    said = run(world, [*claude_code, "plugin", "validate", str(PLUGIN)], environment(world))

    assert "passed" in said.lower()


def test_our_diagnostics_reach_the_model_after_it_wrote_a_memory_file(plugin: World, session: Session) -> None:
    memory = plugin.project_memory
    memory.parent.mkdir(parents=True)
    written = {"file_path": str(memory), "content": "- use pnpm\n- Use pnpm.\n"}

    seen = session(Call("Write", written), Call("Read", {"file_path": str(memory)}, until="<new-diagnostics>"))

    assert seen.holds("<new-diagnostics>")
    assert seen.holds("says the same as line 1 [duplicate] (memory-ls)")


def test_a_secret_in_its_own_memory_is_told_without_its_value(plugin: World, session: Session) -> None:
    token = made_token()
    slug = str(plugin.repository.resolve()).replace("/", "-").replace(".", "-").replace("_", "-")
    index = plugin.home / ".claude" / "projects" / slug / "memory" / "MEMORY.md"
    text = f"- [Deploy](deploy.md) — the token is {token}\n"

    seen = session(
        Call("Write", {"file_path": str(index), "content": text}),
        Call("Read", {"file_path": str(plugin.repository / ".git" / "HEAD")}, until="<new-diagnostics>"),
    )

    diagnostics = [part.split("</new-diagnostics>")[0] for part in seen.requests[-1].split("<new-diagnostics>")[1:]]
    assert "GitHub token" in "".join(diagnostics)
    assert token not in "".join(diagnostics)


def test_the_first_request_of_a_new_session_holds_what_an_earlier_one_saved(plugin: World, session: Session) -> None:
    plugin.remember("- deploys are on Tuesdays\n", "- the user prefers tabs\n")
    plugin.trust()

    seen = session()

    assert "deploys are on Tuesdays" in seen.requests[0]
    assert "the user prefers tabs" in seen.requests[0]


def test_an_untrusted_project_injects_nothing(plugin: World, session: Session) -> None:
    plugin.remember("- deploys are on Tuesdays\n", "- the user prefers tabs\n")

    seen = session()

    assert not seen.holds("deploys are on Tuesdays")
    assert seen.holds("the user prefers tabs")


@needs_mcp
def test_a_note_that_the_model_adds_lies_on_the_disk(plugin: World, session: Session) -> None:
    plugin.trust()

    seen = session(Call("mcp__plugin_memory-ls_memory__memory", {"action": "add", "text": "deploys are on Tuesdays"}))

    assert plugin.project_memory.is_file(), seen.tools
    assert "deploys are on Tuesdays" in plugin.project_memory.read_text()


@needs_mcp
def test_what_one_process_saved_is_in_the_first_request_of_the_next(plugin: World, session: Session) -> None:
    furnish(plugin)
    plugin.trust()
    keyword = {"store": "cards:global", "keyword": "lunch"}
    saved = ("deploys are on Tuesdays", "lunch is at noon")
    tool = "mcp__plugin_memory-ls_memory__memory"
    session(Call(tool, {"action": "add", "text": saved[0]}), Call(tool, {"action": "add", "text": saved[1], **keyword}))

    seen = session()

    for note in (saved[0], "#lunch", *SAYS.values()):
        assert note in seen.requests[0]


def test_a_prompt_recalls_a_note_once_and_a_compaction_brings_the_notes_again(plugin: World, session: Session) -> None:
    furnish(plugin)

    first = session(prompt=PROMPT)
    again = session(prompt=PROMPT, options=("--continue",))
    session(prompt="/compact", options=("--continue",))
    after = session(prompt=PROMPT, options=("--continue",))

    for seen in (first, again, after):
        assert seen.requests[-1].count(RECALLED) == 1
        for note in SAYS.values():
            assert seen.requests[-1].count(note) == 1


def test_more_notes_than_it_takes_at_once_are_given_as_far_as_there_is_room(plugin: World, session: Session) -> None:
    rows = [f"- Note number {number} says something of its own and at some length\n" for number in range(110)]
    plugin.remember(None, "".join(rows))
    for number in range(60):
        topic(plugin, f"topic-{number}", "what this topic is about in a few more words than are needed")

    seen = session()

    assert "Note number 109" in seen.requests[0]
    assert "[topic-0]" in seen.requests[0]
    assert "than this host has room for" in seen.requests[0]
    assert "<persisted-output>" not in seen.requests[0]
