"""The command itself: whatever a host sends, it ends with code 0 and prints one JSON object or nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import memory_ls
from memory_ls.hooks.hosts import EVENTS
from memory_ls.hooks.run import INPUT, respond

from .conftest import World


def run(world: World, *words: str, said: bytes | None = b"") -> subprocess.CompletedProcess[bytes]:
    environment = {
        "HOME": str(world.home),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path(memory_ls.__file__).parent.parent),
    }
    return subprocess.run(
        [sys.executable, "-m", "memory_ls", "hook", *words],
        input=said,
        stdin=subprocess.DEVNULL if said is None else None,
        capture_output=True,
        cwd=world.project,
        env=environment,
        timeout=60,
    )


def test_a_session_in_two_processes(world: World) -> None:
    world.bullets("Use pnpm")
    ran = run(world, "session-start", said=world.payload("claude", "session-start"))
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert "- Use pnpm" in json.loads(ran.stdout)["hookSpecificOutput"]["additionalContext"]
    again = run(world, "session-start", said=world.payload("claude", "session-start", source="resume"))
    assert (again.returncode, again.stdout) == (0, b"")


@pytest.mark.parametrize(
    "words", [(), ("no-such-event",), ("prompt", "--host"), ("prompt", "--host", "emacs"), ("--x",)], ids=str
)
def test_wrong_words_print_nothing(world: World, words: tuple[str, ...]) -> None:
    ran = run(world, *words, said=None)
    assert (ran.returncode, ran.stdout) == (0, b"")
    assert b"hosts: claude" in ran.stderr if words != ("prompt", "--host") else ran.stderr == b""


def test_a_session_whose_folder_is_gone_gets_no_other_projects_notes(world: World) -> None:
    world.bullets("Use pnpm")
    world.bullets("Run the tests first", project=True)
    world.trusted()
    said = world.payload("claude", "session-start", cwd=str(world.project.parent / "gone"))
    ran = run(world, "session-start", said=said)
    assert b"Use pnpm" in ran.stdout
    assert b"Run the tests" not in ran.stdout


def test_help_is_still_to_be_had(world: World) -> None:
    ran = run(world, "--help")
    assert ran.returncode == 0
    assert b"session-start" in ran.stdout


@pytest.mark.parametrize("said", [b"", b"{", b"\xff\xfe", b"null", b"[" * 100_000], ids=len)
def test_garbage_is_answered_like_a_host_that_says_nothing(world: World, said: bytes) -> None:
    world.bullets("Use pnpm")
    assert "- Use pnpm" in respond("session-start", "auto", said, world.env)
    assert respond("prompt", "auto", said, world.env) == ""


def test_a_huge_input_is_not_taken_in(world: World) -> None:
    said = world.payload("claude", "prompt", prompt="x" * INPUT)
    assert respond("prompt", "auto", said, world.env) == ""


@given(
    said=st.dictionaries(
        st.sampled_from(
            ["session_id", "cwd", "prompt", "source", "hook_event_name", "workspace_roots", "transcript_path"]
        ),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=4
        ),
    ),
    event=st.sampled_from(EVENTS),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_object_is_answered_by_one_object_or_nothing(world: World, said: dict[str, object], event: str) -> None:
    world.bullets("Use pnpm and rebase")
    answer = respond(event, "auto", json.dumps(said).encode(), world.env)
    assert answer == "" or isinstance(json.loads(answer), dict)


def test_a_bug_is_told_without_its_text(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from memory_ls.commands.hook import answer
    from memory_ls.hooks import run as module

    def broken(*_: object, **__: object) -> str:
        raise RuntimeError("a note's text")

    monkeypatch.setattr(module, "respond", broken)
    monkeypatch.setattr("sys.stdin", None)
    assert answer(["prompt"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "memory-ls: RuntimeError in a hook\n")


def test_a_hook_loads_no_protocol_no_parser_of_options_and_nothing_that_edits(world: World) -> None:
    world.bullets("Use pnpm")
    program = (
        "import sys; from memory_ls.cli import main; code = main(['hook', 'session-start']); "
        "heavy = {'pygls', 'lsprotocol', 'mcp', 'asyncio', 'rich', 'yaml', 'frontmatter', 'argparse', 'platformdirs', "
        "'filelock', 'subprocess', 'memory_ls.rules', 'memory_ls.edits', 'memory_ls.index', 'memory_ls.settings', "
        "'memory_ls.formats.records', 'memory_ls.formats.topics'}; "
        "print(code, sorted(heavy & sys.modules.keys()))"
    )
    environment = {
        "HOME": str(world.home), "PATH": os.environ["PATH"], "PYTHONPATH": str(Path(memory_ls.__file__).parent.parent)
    }  # fmt: skip
    ran = subprocess.run(
        [sys.executable, "-c", program], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment,
        cwd=world.project, check=True,
    )  # fmt: skip
    if sys.platform == "linux":
        assert ran.stdout.splitlines()[-1] == "0 []"
