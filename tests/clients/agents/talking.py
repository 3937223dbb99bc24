"""Talking with a program by JSON, a row each on its standard input and output."""

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


class Talk:
    """A program that answers; what it says waits until somebody asks for it."""

    def __init__(self, process: subprocess.Popen[str], name: str) -> None:
        self._process, self._name = process, name
        self._said: Queue[Json] = Queue()
        self.asked = 0
        Thread(target=self._listen, daemon=True).start()

    def send(self, said: Json) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(said) + "\n")
        self._process.stdin.flush()

    def wait(self, is_it: Callable[[Json], bool]) -> Json:
        """The next message of a kind; those before it are passed over."""
        try:
            while not is_it(said := self._said.get(timeout=AGENT_SECONDS)):
                pass
        except Empty:
            raise AssertionError(f"{self._name} did not answer") from None
        return said

    def hear(self, said: Json) -> None:
        """What is done with a message as it comes."""

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for row in self._process.stdout:
            said = json.loads(row)
            self.hear(said)
            self._said.put(said)


@contextmanager
def started(command: Sequence[str], folder: Path, env: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A program while the block runs; it ends as when its client closes."""
    process = subprocess.Popen(
        list(command),
        cwd=folder,
        env=dict(env),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield process
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
