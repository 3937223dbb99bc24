"""A client that speaks raw bytes with a server in a process of its own."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
TOY = Path(__file__).with_name("toy.py")
PATIENCE = 30.0
URI = "file:///store/memory.md"


def framed(message: Any) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **message} if isinstance(message, dict) else message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Wire:
    """One server process. Messages of the server are read in a thread; None in `inbox` is the end of its output."""

    def __init__(self, command: list[str] | None = None) -> None:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
        self.process = subprocess.Popen(
            command or [sys.executable, str(TOY)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
        )
        self.inbox: queue.Queue[Any] = queue.Queue()
        self.seen: list[Any] = []
        self.errors = b""
        self._next = 0
        self._reading = True
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    # ---- bytes

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def _messages(self) -> Iterator[Any]:
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            length = int(line.removeprefix(b"Content-Length: "))
            assert self.process.stdout.readline() == b"\r\n"
            yield json.loads(self.process.stdout.read(length).decode("utf-8"))

    def stop_reading(self) -> None:
        """Close our end of the server's output, as an editor does that dies; needs one more message to notice."""
        self._reading = False
        self._threads[0].join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def _read(self) -> None:
        try:
            for message in self._messages():
                self.inbox.put(message)
                if not self._reading:
                    break
        finally:
            self.inbox.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors += line

    # ---- messages

    def notify(self, method: str, params: Any = None) -> None:
        self.write(framed({"method": method, "params": params}))

    def request(self, method: str, params: Any = None) -> int:
        self._next += 1
        self.write(framed({"id": self._next, "method": method, "params": params}))
        return self._next

    def read(self) -> Any:
        message = self.inbox.get(timeout=PATIENCE)
        self.seen.append(message)
        return message

    def answer(self, id: object) -> Any:
        """The answer to a request; what comes before it goes to `seen`."""
        while True:
            message = self.read()
            assert message is not None, self.errors.decode()
            if "method" not in message and message["id"] == id:
                return message

    def notification(self, method: str, uri: str | None = None) -> Any:
        while True:
            message = self.read()
            assert message is not None, self.errors.decode()
            if message.get("method") == method and (uri is None or message["params"]["uri"] == uri):
                return message["params"]

    def ask(self, method: str, params: Any = None) -> Any:
        """A request's result."""
        return self.answer(self.request(method, params))["result"]

    def code(self, method: str, params: Any = None) -> int:
        """The code of the error a request is answered with."""
        code: int = self.answer(self.request(method, params))["error"]["code"]
        return code

    # ---- sessions

    def initialize(self, encoding: str = "utf-16", pid: int | None = None) -> Any:
        capabilities = {"general": {"positionEncodings": [encoding]}}
        result = self.ask("initialize", {"processId": pid, "rootUri": None, "capabilities": capabilities})
        self.notify("initialized", {})
        return result

    def open(self, text: str, language: str = "markdown", uri: str = URI) -> None:
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, *changes: tuple[tuple[int, int, int, int] | None, str], version: int = 2, uri: str = URI) -> None:
        events = [
            {"text": text}
            if where is None
            else {
                "range": {
                    "start": {"line": where[0], "character": where[1]},
                    "end": {"line": where[2], "character": where[3]},
                },
                "text": text,
            }
            for where, text in changes
        ]
        self.notify(
            "textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": events}
        )

    def text(self, uri: str = URI) -> str:
        text: str = self.ask("toy/text", {"uri": uri})["text"]
        return text

    def quit(self) -> int:
        """Leave as one should; the exit code."""
        self.ask("shutdown")
        self.notify("exit")
        return self.process.wait(PATIENCE)

    def stderr(self) -> str:
        """What the ended server wrote there."""
        self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        return self.errors.decode()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(OSError):  # a server that is gone takes no more bytes
                if stream is not None:
                    stream.close()
