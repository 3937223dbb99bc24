"""Real sessions of Codex and Gemini CLI with our configuration, against models on loopback that follow a script. On
demand, since both are large.

Shown of each: the notes are in the first request; a prompt recalls a note; a call of our server is carried out; what it
saved is in the first request of the next process; nothing of an untrusted project is. Of Codex also: hooks run once a
person has reviewed them, the notes stand once in what follows a compaction, and long ones come whole.

usage: python tests/clients/on_demand/agents.py [codex] [gemini]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import client_install
from agents.notes import PROMPT, RECALLED, SAYS, furnish, topic
from agents.running import EDITORS, environment, run
from agents.script import Call, Script
from agents.sessions import codex_at_work, gemini_session
from client_world import World, make_world

SAVED = "releases need two reviewers"


def codex(world: World) -> None:
    """Threads of its app server, which Codex's editors use; our server and hooks as in the README."""
    furnish(world)
    world.remember("- deploys are on Tuesdays\n")
    world.trust()
    first = Script([Call("mcp__memory/memory", {"action": "add", "text": SAVED})])
    with codex_at_work(world, first) as app:
        app.turn(app.thread(), PROMPT)
    check("codex", first, world)

    second = Script([])
    with codex_at_work(world, second) as app:
        thread = app.thread()
        app.turn(thread, "hello")
        app.compact(thread)
        app.turn(thread, "go on")
    assert SAVED in second.requests[0], second.requests[0]
    assert [request.count(SAVED) for request in second.requests] == [1, 1, 1]
    print("codex: one copy of the notes, before and after a compaction")

    rows = [f"- Note number {number} says something of its own, and says it at length\n" for number in range(110)]
    world.remember("".join(rows))
    for number in range(120):
        topic(world, f"topic-{number}", f"what topic number {number} is about, in a few more words")
    third = Script([])
    with codex_at_work(world, third) as app:
        app.turn(app.thread(), "hello")
    assert "Note number 109" in third.requests[0]
    assert "topic-119" in third.requests[0]
    assert "truncated output" not in third.requests[0]
    print("codex: long notes come whole")


def gemini(world: World) -> None:
    """Its command line without a screen; our extension as in the README."""
    program = client_install.gemini_cli()
    print(run(world, [*program, "extensions", "validate", str(EDITORS / "gemini")], environment(world)))
    furnish(world)
    world.remember("- deploys are on Tuesdays\n")
    world.trust()
    first = Script([Call("mcp_memory_memory", {"action": "add", "text": SAVED})])
    said = gemini_session(world, first, "--approval-mode", "yolo")
    check("gemini", first, world)
    assert f'memory: saved "{SAVED}"' in said, said
    print("gemini: its user is told what was saved")

    second = Script([])
    gemini_session(world, second)
    assert SAVED in second.requests[0], second.requests[0]
    print("gemini: the next process has it in its first request")


def check(name: str, script: Script, world: World) -> None:
    """What a session of a trusted project was given and did."""
    for note in ("deploys are on Tuesdays", *SAYS.values(), RECALLED):
        assert note in script.requests[0], (note, script.requests[0])
    assert f"- {SAVED}\n" in world.project_memory.read_text(), (script.tools, script.requests[-1])
    print(f"{name}: notes of four formats and the recalled one in the first request; a note saved by a call")


def codex_untrusted(world: World) -> None:
    world.remember("- deploys are on Tuesdays\n", "- the user prefers tabs\n")
    script = Script([])
    with codex_at_work(world, script) as app:
        app.turn(app.thread(), PROMPT)
    left_out("codex", script)


def gemini_untrusted(world: World) -> None:
    world.remember("- deploys are on Tuesdays\n", "- the user prefers tabs\n")
    script = Script([])
    gemini_session(world, script)
    left_out("gemini", script)


def left_out(name: str, script: Script) -> None:
    assert script.holds("the user prefers tabs")
    assert not script.holds("deploys are on Tuesdays")
    print(f"{name}: nothing of an untrusted project")


AGENTS: dict[str, tuple[Callable[[World], None], ...]] = {
    "codex": (codex, codex_untrusted),
    "gemini": (gemini, gemini_untrusted),
}

if __name__ == "__main__":
    for name in sys.argv[1:] or list(AGENTS):
        for session in AGENTS[name]:
            with tempfile.TemporaryDirectory(prefix="memory-ls-", ignore_cleanup_errors=True) as folder:
                session(make_world(Path(folder) / "home"))
