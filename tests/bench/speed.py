"""What a key costs: `python tests/bench/speed.py [--sizes 100,1000,10000] [--rumdl COMMAND]`.

Drives the server, the floor under it (`empty.py`: our documents and publisher without a rule) and, where its command is
given, `rumdl server`, with the same files and the same edits, and prints the CPU milliseconds of each server process
for a key, for opening, and for a burst of 50 keys with the number of publishes that it caused. Only ratios within one
run mean anything: machines differ, and this one is noisy.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue

ROOT = Path(__file__).resolve().parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
SUBJECTS = "The build|CI|The linter|Staging|The API gateway|Postgres|The release job|Docs|The worker|Auth".split("|")
VERBS = "uses|expects|keeps|writes|needs|waits for|falls back to|reads|skips|logs to".split("|")
THINGS = "port|cache|schema|branch|token store|queue|fixture|region|bucket|config file|index|feature flag".split("|")
TAILS = "on weekends|before pushing|for small fixes|in production only|as agreed|when retried|by default".split("|")


def note(rng: random.Random, number: int) -> str:
    word = "".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(7))
    half = f"{rng.choice(SUBJECTS)} {rng.choice(VERBS)} the {word} {rng.choice(THINGS)} {number % 97}"
    return f"{half} {rng.choice(TAILS)}"


def memory(count: int) -> str:
    """`count` notes, one in fifty nearly said before."""
    rng = random.Random(count)
    notes: list[str] = []
    for number in range(count):
        notes.append(rng.choice(notes) + " too" if notes and rng.random() < 0.02 else note(rng, number))
    return "# Memory\n\n" + "".join(f"- {one}\n" for one in notes)


@dataclass
class Server:
    """One server process with a file open."""

    command: list[str]
    home: Path
    pull: bool = False
    publishes: int = 0
    _id: int = 0
    _inbox: Queue[dict[str, object]] = field(default_factory=Queue)

    def __post_init__(self) -> None:
        environment = {**os.environ, "HOME": str(self.home), "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            size = 0
            while row := stream.readline().strip():
                if row.lower().startswith(b"content-length:"):
                    size = int(row.split(b":")[1])
            if not size:
                return
            self._inbox.put(json.loads(stream.read(size)))

    def send(self, message: dict[str, object]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self.process.stdin.flush()

    def notify(self, method: str, params: object) -> None:
        self.send({"method": method, "params": params})

    def request(self, method: str, params: object) -> object:
        self._id += 1
        self.send({"id": self._id, "method": method, "params": params})
        return self.wait(lambda message: message.get("id") == self._id and "method" not in message).get("result")

    def wait(self, wanted: object, seconds: float = 60.0) -> dict[str, object]:
        end = time.monotonic() + seconds
        while True:
            message = self._inbox.get(timeout=max(0.01, end - time.monotonic()))
            if message.get("method") == "textDocument/publishDiagnostics":
                self.publishes += 1
            if "method" in message and "id" in message:
                self.send({"id": message["id"], "result": None})
            if wanted(message):  # type: ignore[operator]
                return message

    def settle(self, uri: str, version: int) -> None:
        """Until the diagnostics of a version are there: pushed, or pulled."""
        if self.pull:
            self.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
            return
        self.wait(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"]["uri"] == uri
                and message["params"].get("version") in (None, version)
            )
        )

    def drain(self, quiet: float) -> None:
        """Until nothing more comes and no CPU is used: what runs behind has ended."""
        used = -1.0
        while True:
            try:
                self.wait(lambda message: False, quiet)
            except Empty:
                if self.cpu() - used < 0.005:
                    return
                used = self.cpu()

    def cpu(self) -> float:
        """CPU seconds of the process."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


@dataclass
class Figures:
    """CPU milliseconds; `publishes` of the burst."""

    open: float
    behind: float
    key: float
    burst: float
    publishes: int


def measure(command: list[str], count: int, keys: int) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        path = home / "memory.md"
        text = memory(count)
        path.write_text(text)
        uri = path.as_uri()
        server = Server(command, home)
        capabilities: dict[str, object] = {"textDocument": {"publishDiagnostics": {}, "diagnostic": {}}}
        root = home.as_uri()
        answer = server.request("initialize", {"processId": None, "rootUri": root, "capabilities": capabilities})
        assert isinstance(answer, dict)
        server.pull = bool(answer["capabilities"].get("diagnosticProvider"))
        server.notify("initialized", {})
        start = server.cpu()
        document = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
        server.notify("textDocument/didOpen", {"textDocument": document})
        server.settle(uri, 1)
        opened = server.cpu()
        server.drain(0.5)
        rested = server.cpu()
        rng = random.Random(7)
        version = 1
        for _ in range(keys):
            version += 1
            server.notify("textDocument/didChange", change(uri, version, rng, count))
            server.settle(uri, version)
        server.drain(0.3)
        typed = server.cpu()
        server.publishes = 0
        for _ in range(50):
            version += 1
            server.notify("textDocument/didChange", change(uri, version, rng, count))
        server.settle(uri, version)
        server.drain(0.3)
        done = server.cpu()
        server.process.kill()
        server.process.wait()
        return Figures(
            1e3 * (opened - start),
            1e3 * (rested - opened),
            1e3 * (typed - rested) / keys,
            1e3 * (done - typed),
            server.publishes,
        )


def change(uri: str, version: int, rng: random.Random, count: int) -> dict[str, object]:
    """One letter typed into some note."""
    place = {"line": 2 + rng.randrange(count), "character": rng.randrange(2, 20)}
    edit = {"range": {"start": place, "end": place}, "text": rng.choice("abcde")}
    return {"textDocument": {"uri": uri, "version": version}, "contentChanges": [edit]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="100,1000,10000")
    parser.add_argument("--keys", type=int, default=100)
    parser.add_argument("--rumdl", default="", help="its command, such as `rumdl server`")
    options = parser.parse_args()
    servers = {
        "memory-ls": [sys.executable, "-m", "memory_ls", "server"],
        "empty": [sys.executable, str(ROOT / "tests" / "bench" / "empty.py")],
    }
    if options.rumdl:
        servers["rumdl"] = options.rumdl.split()
    print("| notes | server | CPU ms: open | behind it | a key | 50 keys at once | publishes |")
    print("|---|---|---|---|---|---|---|")
    for count in map(int, options.sizes.split(",")):
        for name, command in servers.items():
            found = measure(command, count, options.keys)
            figures = f"{found.open:.0f} | {found.behind:.0f} | {found.key:.2f} | {found.burst:.0f} | {found.publishes}"
            print(f"| {count} | {name} | {figures} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
