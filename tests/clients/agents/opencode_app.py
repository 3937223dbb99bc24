"""opencode by its server, as its screen drives it: sessions of several prompts, compaction, what its user is told."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

from client_world import WAIT_SECONDS

from agents.running import AGENT_SECONDS

MODEL = {"providerID": "anthropic", "modelID": "claude-sonnet-4-5"}


class OpencodeApp:
    """A running server; `told` has what its user was shown in passing."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.told: list[str] = []
        self._listening = Thread(target=self._listen, daemon=True)

    def session(self) -> str:
        """A new session; gives its id."""
        id = str(self._ask("session", {})["id"])
        if not self._listening.is_alive():
            self._listening.start()  # only now: the first request starts everything, and two at once are too many
        return id

    def prompt(self, session: str, text: str) -> None:
        """One prompt, until the agent is done with it."""
        self._ask(f"session/{session}/message", {"model": MODEL, "parts": [{"type": "text", "text": text}]})

    def compact(self, session: str) -> None:
        self._ask(f"session/{session}/summarize", MODEL)

    def _ask(self, path: str, said: Mapping[str, object]) -> Any:
        body = json.dumps(said).encode()
        request = Request(f"{self._address}/{path}", body, {"content-type": "application/json"})
        with urlopen(request, timeout=AGENT_SECONDS) as answer:
            return json.load(answer)

    def _listen(self) -> None:
        with urlopen(f"{self._address}/event", timeout=AGENT_SECONDS) as events:
            for row in events:
                event = json.loads(row[5:]) if row.startswith(b"data:") else {}
                if event.get("type") == "tui.toast.show":
                    self.told.append(event["properties"]["message"])


@contextmanager
def opencode_app(program: Sequence[str], folder: Path, env: Mapping[str, str]) -> Iterator[OpencodeApp]:
    """A server while the block runs."""
    process = subprocess.Popen(
        [*program, "serve", "--hostname", "127.0.0.1", "--port", "0"],
        cwd=folder,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = next((row for row in process.stdout if "http://" in row), "")
        assert said, "opencode ended before it served"
        Thread(target=process.stdout.read, daemon=True).start()
        yield OpencodeApp(f"http://{said.partition('http://')[2].strip()}")
    finally:
        process.terminate()
        try:
            process.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
