"""Pi by its protocol for programs: a session of several prompts, commands, compaction, what its user is told."""

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


class PiApp:
    """A running Pi; `told` has what its user was told and asked, who answers everything with `yes`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process, self._asked = process, 0
        self._said: Queue[Json] = Queue()
        self.told: list[str] = []
        self.yes = True
        Thread(target=self._listen, daemon=True).start()

    def prompt(self, text: str) -> str:
        """A prompt or a command, until Pi is done with it; gives what the user was told meanwhile."""
        before = len(self.told)
        if self._ask(type="prompt", message=text)["disposition"] != "handled":
            self._wait(lambda said: said["type"] == "agent_settled")
        # Pi says that it has settled before our extension hears of it; its next answer comes after that.
        self._ask(type="get_state")
        return "\n".join(self.told[before:])

    def compact(self) -> None:
        self._ask(type="compact")

    def _ask(self, **command: object) -> Json:
        self._asked += 1
        id = str(self._asked)
        self._send({"id": id, **command})
        answer = self._wait(lambda said: said.get("id") == id and said["type"] == "response")
        assert answer["success"], answer
        data: Json = answer.get("data") or {}
        return data

    def _send(self, said: Json) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(said) + "\n")
        self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for row in self._process.stdout:
            said = json.loads(row)
            if said.get("method") in ("notify", "confirm"):
                self.told.append(said["message"])
            if said.get("method") == "confirm":
                self._send({"type": "extension_ui_response", "id": said["id"], "confirmed": self.yes})
            self._said.put(said)

    def _wait(self, is_it: Callable[[Json], bool]) -> Json:
        try:
            while not is_it(said := self._said.get(timeout=AGENT_SECONDS)):
                pass
        except Empty:
            raise AssertionError("Pi did not answer") from None
        return said


@contextmanager
def pi_app(program: Sequence[str], folder: Path, env: Mapping[str, str]) -> Iterator[PiApp]:
    """A process while the block runs; it ends as when its client closes."""
    process = subprocess.Popen(
        [*program, "--mode", "rpc"],
        cwd=folder,
        env=dict(env),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield PiApp(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
