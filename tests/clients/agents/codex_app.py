"""Codex by its app server, the way its editors drive it: threads, turns, compaction, and the review of hooks."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from client_world import WAIT_SECONDS

from agents.running import AGENT_SECONDS

Json = dict[str, Any]


class CodexApp:
    """A running app server; `folder` is where the agent works."""

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        self._process, self._folder, self._asked = process, folder, 0
        self._said: Queue[Json] = Queue()
        Thread(target=self._listen, daemon=True).start()
        self.ask("initialize", clientInfo={"name": "memory-ls", "version": "0"})
        self._send({"method": "initialized"})

    def ask(self, method: str, **params: object) -> Json:
        """One request; gives its result."""
        self._asked += 1
        id = self._asked
        self._send({"id": id, "method": method, "params": params})
        answer = self._wait(lambda said: said.get("id") == id)
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
        self._wait(lambda said: said.get("method") == "turn/completed")

    def compact(self, thread: str) -> None:
        self.ask("thread/compact/start", threadId=thread)
        self._wait(lambda said: said.get("method") == "turn/completed")

    def _hooks(self) -> list[Json]:
        listed = self.ask("hooks/list", cwds=[str(self._folder)])["data"]
        return [hook for one in listed for hook in one["hooks"]]

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for row in self._process.stdout:
            self._said.put(json.loads(row))

    def _send(self, said: Json) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(said) + "\n")
        self._process.stdin.flush()

    def _wait(self, is_it: Callable[[Json], bool]) -> Json:
        try:
            while not is_it(said := self._said.get(timeout=AGENT_SECONDS)):
                pass
        except Empty:
            raise AssertionError("Codex did not answer") from None
        return said


@contextmanager
def codex_app(program: Sequence[str], folder: Path, env: Mapping[str, str]) -> Iterator[CodexApp]:
    """A server while the block runs; it ends as when its editor closes, so that it says that the session ended."""
    process = subprocess.Popen(
        [*program, "app-server"],
        cwd=folder,
        env=dict(env),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield CodexApp(process, folder)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
