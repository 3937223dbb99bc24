"""A user with a home and a project, and hosts that speak to `memory-ls mcp` in it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory_ls.agent.answer import Answer
from memory_ls.agent.place import Place
from memory_ls.agent.tools import call
from memory_ls.stores.places import Environment
from memory_ls.stores.trust import trust

if TYPE_CHECKING:
    from mcp import Client

MODES = ("legacy", "auto", "2026-07-28")


@dataclass(frozen=True)
class User:
    """A home and a project in one temporary folder."""

    top: Path

    @property
    def home(self) -> Path:
        return self.top / "home"

    @property
    def project(self) -> Path:
        return self.top / "app"

    @property
    def notes(self) -> Path:
        return self.project / ".pi" / "memory.md"

    @property
    def global_notes(self) -> Path:
        return self.home / ".pi" / "agent" / "memory.md"

    @property
    def env(self) -> Environment:
        state, config = self.top / "state" / "memory-ls", self.top / "config" / "memory-ls"
        return Environment(str(self.home), {}, str(self.project), str(state), str(config))

    @property
    def variables(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "XDG_STATE_HOME": str(self.top / "state"),
            "XDG_CONFIG_HOME": str(self.top / "config"),
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-m", "memory_ls", "mcp"]

    def trusts(self) -> User:
        trust(self.env, str(self.project))
        return self

    def place(self) -> Place:
        return Place.at(self.env, str(self.project))

    def call(self, tool: str, **arguments: object) -> Answer:
        """A call without any protocol."""
        return call(self.place(), tool, arguments)

    def write(self, path: str, text: str) -> Path:
        """A file below the top folder."""
        target = self.top / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")
        return target

    @asynccontextmanager
    async def host(self, mode: str = "auto", *more: str, cwd: Path | None = None, **said: Any) -> AsyncIterator[Client]:
        """A host that has started the server in the project."""
        from mcp import Client, StdioServerParameters
        from mcp.client.stdio import stdio_client

        command, *arguments = [*self.command, *more]
        server = StdioServerParameters(
            command=command, args=arguments, env=self.variables, cwd=str(cwd or self.project)
        )
        async with Client(stdio_client(server), mode=mode, **said) as client:
            yield client

    def start(self) -> subprocess.Popen[bytes]:
        """The server as a bare process."""
        return subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.variables,
            cwd=self.project,
        )


def github_token() -> str:
    """The shape of a token, made here so that none lies in the repository."""
    return "".join(("gh", "p_", "R7tK2mQ9xW4bN8vC1zL5", "jH3gF6dS0aPqYeUi"))
