"""Codex by its app server, the way its editors drive it: threads, turns, compaction, and the review of hooks."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from agents.talking import Json, Talk, started


class CodexApp(Talk):
    """A running app server; `folder` is where the agent works."""

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        super().__init__(process, "Codex")
        self._folder = folder
        self.ask("initialize", clientInfo={"name": "memory-ls", "version": "0"})
        self.send({"method": "initialized"})

    def ask(self, method: str, **params: object) -> Json:
        """One request; gives its result."""
        self.asked += 1
        id = self.asked
        self.send({"id": id, "method": method, "params": params})
        answer = self.wait(lambda said: said.get("id") == id)
        assert "result" in answer, answer
        result: Json = answer["result"]
        return result

    def trust_hooks(self, configuration: Path) -> None:
        """What a person does who reviewed the hooks and said yes."""
        found = self._hooks()
        assert found, "no hook is known"
        rows = [f'[hooks.state.{json.dumps(one["key"])}]\ntrusted_hash = "{one["currentHash"]}"\n' for one in found]
        configuration.write_text(configuration.read_text() + "\n" + "".join(rows))
        assert {one["trustStatus"] for one in self._hooks()} == {"trusted"}

    def thread(self) -> str:
        """A new thread; gives its id."""
        return str(self.ask("thread/start", cwd=str(self._folder))["thread"]["id"])

    def turn(self, thread: str, prompt: str) -> None:
        """One prompt, until the agent is done with it."""
        self.ask("turn/start", threadId=thread, input=[{"type": "text", "text": prompt}])
        self.wait(lambda said: said.get("method") == "turn/completed")

    def compact(self, thread: str) -> None:
        self.ask("thread/compact/start", threadId=thread)
        self.wait(lambda said: said.get("method") == "turn/completed")

    def _hooks(self) -> list[Json]:
        listed = self.ask("hooks/list", cwds=[str(self._folder)])["data"]
        return [hook for one in listed for hook in one["hooks"]]


@contextmanager
def codex_app(program: Sequence[str], folder: Path, env: Mapping[str, str]) -> Iterator[CodexApp]:
    """A server while the block runs; it ends as when its editor closes, so that it says that the session ended."""
    with started([*program, "app-server"], folder, env) as process:
        yield CodexApp(process, folder)
