"""A user with notes, and hosts that run our hooks as they do: a payload on stdin, JSON on stdout."""

from __future__ import annotations

import json
import random
import string
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memory_ls.hooks.run import respond
from memory_ls.stores.places import Environment
from memory_ls.stores.trust import trust

PAYLOADS = Path(__file__).parent / "payloads"
PROMPT = "When does the merge freeze for the release begin?"


@dataclass(frozen=True)
class World:
    """One user, one project, and the state that hooks keep."""

    env: Environment
    home: Path
    project: Path

    def write(self, path: Path, text: str) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def bullets(self, *notes: str, project: bool = False) -> Path:
        """Notes of the user, or of the project."""
        path = self.project / ".pi" / "memory.md" if project else self.home / ".pi" / "agent" / "memory.md"
        return self.write(path, "".join(f"- {note}\n" for note in notes))

    def topic(self, name: str, description: str, body: str, *, at: str = ".agents") -> Path:
        """A topic of the user's store that no host loads by itself, or of Claude Code's own (`at` its folder)."""
        folder = self.home / ".agents" / "memory" if at == ".agents" else Path(at)
        index = folder / "MEMORY.md"
        known = index.read_text(encoding="utf-8") if index.exists() else "# Memory\n\n"
        self.write(index, f"{known}- [{name}]({name}.md) — {description}\n")
        front = f"---\nname: {name}\ndescription: {description}\nmetadata:\n  type: project\n---\n\n"
        return self.write(folder / f"{name}.md", f"{front}{body}\n")

    @property
    def claude_topics(self) -> str:
        """Where Claude Code keeps this project's topics."""
        slug = "".join(char if char.isascii() and char.isalnum() else "-" for char in str(self.project))
        return str(self.home / ".claude" / "projects" / slug / "memory")

    def trusted(self) -> None:
        trust(self.env, str(self.project))

    def payload(self, host: str, event: str, **more: object) -> bytes:
        """What a host says, as it was recorded, with this world's paths."""
        text = (PAYLOADS / f"{host}.{event}.json").read_text(encoding="utf-8")
        for name, said in (("home", str(self.home)), ("project", str(self.project)), ("prompt", PROMPT)):
            text = text.replace(f"{{{name}}}", said)
        return json.dumps({**json.loads(text), **more}).encode()

    def hook(self, event: str, host: str = "claude", *, named: str = "auto", **more: object) -> Any:
        """What the host hears; an empty dictionary where nothing is printed."""
        said = respond(event, named, self.payload(host, event, **more), self.env)
        return json.loads(said) if said else {}

    def context(self, event: str, host: str = "claude", **more: Any) -> str:
        """The text for the model."""
        said = self.hook(event, host, **more)
        text = said.get("hookSpecificOutput", said).get("additionalContext", said.get("additional_context", ""))
        assert isinstance(text, str)
        return text


@pytest.fixture
def world(tmp_path: Path) -> World:
    home, project = tmp_path / "home", tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    home.mkdir()
    env = Environment(str(home), {"HOME": str(home)}, str(project), str(home / "state"), str(home / "config"))
    return World(env, home, project)


def github_token() -> str:
    """A token that looks real, made up anew each time."""
    return "gh" + "p_" + "".join(random.choices(string.ascii_letters + string.digits, k=36))
