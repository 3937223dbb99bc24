"""Codex and Gemini CLI with our configuration, on demand: they are large, and nothing of them runs without an account
but starting our server.

usage: python tests/clients/on_demand/agents.py [codex] [gemini]
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import client_install
from agents.running import EDITORS, environment, run
from client_world import WAIT_SECONDS, World, make_world


def codex(world: World) -> None:
    """`codex mcp add` as in the README; its app server then lists the tools of our server."""
    program = client_install.codex()
    env = environment(world)
    (world.home / ".codex").mkdir()
    print(run(world, [*program, "mcp", "add", "memory", "--", "memory-ls", "mcp"], env))
    (world.home / ".codex" / "hooks.json").write_bytes((EDITORS / "codex" / "hooks.json").read_bytes())
    asked: list[dict[str, object]] = [
        {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "memory-ls", "version": "0"}}},
        {"method": "initialized"},
        {"id": 2, "method": "mcpServerStatus/list", "params": {}},
    ]
    process = subprocess.Popen(
        [*program, "app-server"],
        cwd=world.repository,
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for one in asked:
        process.stdin.write(json.dumps(one) + "\n")
    process.stdin.flush()
    try:
        answer = next(said for said in map(json.loads, process.stdout) if said.get("id") == 2)
    finally:
        process.terminate()
        process.wait(WAIT_SECONDS)
    shown = json.dumps(answer)
    assert "memory_doctor" in shown, shown[:2000]
    print("codex: the tools of our server are listed")


def gemini(world: World) -> None:
    """`gemini extensions install` as in the README; its list of servers then says that ours is connected."""
    program = client_install.gemini_cli()
    env = environment(world)
    print(run(world, [*program, "extensions", "validate", str(EDITORS / "gemini")], env))
    print(run(world, [*program, "extensions", "install", str(EDITORS / "gemini"), "--consent"], env))
    shown = run(world, [*program, "mcp", "list"], env)
    assert "memory" in shown, shown
    assert "Connected" in shown, shown
    print("gemini: our server is connected")


AGENTS: dict[str, Callable[[World], None]] = {"codex": codex, "gemini": gemini}

if __name__ == "__main__":
    for name in sys.argv[1:] or list(AGENTS):
        with tempfile.TemporaryDirectory(prefix="memory-ls-", ignore_cleanup_errors=True) as folder:
            AGENTS[name](make_world(Path(folder) / "home"))
