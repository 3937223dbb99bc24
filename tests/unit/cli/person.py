"""A person at a terminal: a home of their own, a project, and the command line."""

from __future__ import annotations

import json
import random
import string
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True)
class Person:
    """`run` calls the command line in this process, `shell` starts it as a program without a terminal."""

    home: Path
    project: Path
    run: Callable[..., Ran]
    environment: dict[str, str]

    @property
    def store(self) -> Path:
        return self.project / ".pi" / "memory.md"

    @property
    def everywhere(self) -> Path:
        return self.home / "agent" / "memory.md"

    def keeps(self, *notes: str, everywhere: bool = False) -> Path:
        """Notes in the project's store, or in the user's."""
        path = self.everywhere if everywhere else self.store
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"- {note}\n" for note in notes), encoding="utf-8")
        return path

    def shell(self, *arguments: str, **more: str) -> Ran:
        ran = subprocess.run(
            [sys.executable, "-m", "memory_ls", *arguments],
            cwd=self.project,
            env={**self.environment, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        return Ran(ran.returncode, ran.stdout, ran.stderr)


def github_token() -> str:
    """A token that looks real, made up anew each time."""
    return "gh" + "p_" + "".join(random.choices(string.ascii_letters + string.digits, k=36))
