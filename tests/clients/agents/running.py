"""Starting an agent in a test's world, with `memory-ls` on its path and nothing of this machine's user."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from client_world import World

AGENT_SECONDS = 240
"""Upper bound for one run of an agent: opencode takes a minute on a busy machine."""
EDITORS = Path(__file__).resolve().parents[3] / "editors"

QUIET = {
    "TERM": "xterm-256color",
    "DISABLE_AUTOUPDATER": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "PI_OFFLINE": "1",
    "OPENCODE_DISABLE_AUTOUPDATE": "1",
    "OPENCODE_DISABLE_MODELS_FETCH": "1",
    "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
    "GEMINI_CLI_TRUST_WORKSPACE": "true",
}
"""What keeps the agents from calling home."""


def environment(world: World, **more: str) -> dict[str, str]:
    """The world's environment with a `memory-ls` of this repository on the path; made where it is missing."""
    programs = world.home / "bin"
    programs.mkdir(exist_ok=True)
    program = programs / "memory-ls"
    if not program.exists():
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m memory_ls "$@"\n')
        program.chmod(0o755)
    kept = {**world.environment, **QUIET, **more}
    return {**kept, "PATH": os.pathsep.join([str(programs), kept["PATH"]])}


def run(world: World, command: Sequence[str], env: Mapping[str, str], *, fails: bool = False) -> str:
    """Run an agent in the repository; gives what it printed, both streams."""
    done = subprocess.run(
        list(command),
        cwd=world.repository,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=AGENT_SECONDS,
    )
    assert fails or done.returncode == 0, (
        f"{command[:3]} gave {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    )
    return done.stdout + done.stderr
