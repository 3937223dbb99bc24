"""A user's home, a repository and both memories in a temporary folder, and an environment that knows no others."""

from __future__ import annotations

import importlib.util
import os
import random
import string
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import memory_ls

PACKAGE = Path(memory_ls.__file__).resolve().parents[1]
WAIT_SECONDS = 30.0
"""How long anything is waited for: generous, since it only matters when it never comes."""

REQUIRED = os.environ.get("MEMORY_LS_REQUIRE_CLIENTS") == "1"
needs_mcp = pytest.mark.skipif(
    not REQUIRED and not importlib.util.find_spec("mcp"), reason="the extra `mcp` is not installed"
)
"""Where clients are required, a missing extra is a failure like any other."""


@dataclass(frozen=True, slots=True)
class World:
    """`home` holds everything: the agent's folder with the global memory, and the repository with the project's."""

    home: Path

    @property
    def agent(self) -> Path:
        return self.home / "agent"

    @property
    def repository(self) -> Path:
        return self.home / "work"

    @property
    def project_memory(self) -> Path:
        return self.repository / ".pi" / "memory.md"

    @property
    def global_memory(self) -> Path:
        return self.agent / "memory.md"

    @property
    def server(self) -> list[str]:
        """The server's command line."""
        return [sys.executable, "-m", "memory_ls", "server"]

    @property
    def environment(self) -> dict[str, str]:
        """Everything that a client and the server may know of this machine."""
        kinds = ("CONFIG", "STATE", "DATA", "CACHE")
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(PACKAGE),
            "PI_CODING_AGENT_DIR": str(self.agent),
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"XDG_{kind}_HOME": str(self.home / "xdg" / kind.lower()) for kind in kinds},
        }

    def remember(self, project: str | None = None, everywhere: str | None = None) -> None:
        """Write the memories; one that is not given is not there."""
        for path, text in ((self.project_memory, project), (self.global_memory, everywhere)):
            if text is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")

    def trust(self) -> None:
        """Say that the repository is trusted, as a user does on a terminal."""
        self.run(*self.server[:-1], "trust", str(self.repository), "--yes")

    def run(self, *command: str) -> str:
        """Run a program in the repository and give its output."""
        done = subprocess.run(
            command, cwd=self.repository, env=self.environment, capture_output=True, text=True, timeout=WAIT_SECONDS
        )
        assert done.returncode == 0, f"{command[0]}: {done.stderr}"
        return done.stdout


def make_world(home: Path) -> World:
    """A world with a repository and no memory yet."""
    world = World(home)
    world.repository.mkdir(parents=True)
    world.agent.mkdir()
    world.run("git", "init", "--quiet")
    return world


def made_token() -> str:
    """A string that has the shape of a GitHub token and is none."""
    return "gh" + "p_" + "".join(random.Random(7).choices(string.ascii_letters + string.digits, k=36))


def until(holds: Callable[[], object], what: Callable[[], str] | str) -> None:
    """Wait until something holds."""
    end = time.monotonic() + WAIT_SECONDS
    while not holds():
        assert time.monotonic() < end, f"never seen: {what if isinstance(what, str) else what()}"
        time.sleep(0.02)
