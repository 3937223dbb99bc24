"""Pi by its protocol for programs: a session of several prompts, commands, compaction, what its user is told."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from agents.talking import Json, Talk, started


class PiApp(Talk):
    """A running Pi; `told` has what its user was told and asked, who answers everything with `yes`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.told: list[str] = []
        self.yes = True
        super().__init__(process, "Pi")

    def prompt(self, text: str) -> str:
        """A prompt or a command, until Pi is done with it; gives what the user was told meanwhile."""
        before = len(self.told)
        if self._ask(type="prompt", message=text)["disposition"] != "handled":
            self.wait(lambda said: said["type"] == "agent_settled")
        # Pi says that it has settled before our extension hears of it; its next answer comes after that.
        self._ask(type="get_state")
        return "\n".join(self.told[before:])

    def compact(self) -> None:
        self._ask(type="compact")

    def _ask(self, **command: object) -> Json:
        self.asked += 1
        id = str(self.asked)
        self.send({"id": id, **command})
        answer = self.wait(lambda said: said.get("id") == id and said["type"] == "response")
        assert answer["success"], answer
        data: Json = answer.get("data") or {}
        return data

    def hear(self, said: Json) -> None:
        if said.get("method") in ("notify", "confirm"):
            self.told.append(said["message"])
        if said.get("method") == "confirm":
            self.send({"type": "extension_ui_response", "id": said["id"], "confirmed": self.yes})


@contextmanager
def pi_app(program: Sequence[str], folder: Path, env: Mapping[str, str]) -> Iterator[PiApp]:
    """A process while the block runs; it ends as when its client closes."""
    with started([*program, "--mode", "rpc"], folder, env) as process:
        yield PiApp(process)
