"""A server on standard input and output as one on HTTP, for clients that only speak that.

One process serves every client: requests get identifiers of the bridge's own, so that two clients' do not meet. Answers
are JSON, never a stream: what the server sends of its own accord goes nowhere.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import urlsplit

ANSWER_SECONDS = 30
"""How long one request may take."""
LOCAL = ("localhost", "127.0.0.1")


class Bridge:
    """The process, and who waits for which of its answers."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._waiting: dict[int, SimpleQueue[dict[str, Any]]] = {}
        threading.Thread(target=self._read, daemon=True).start()

    def notify(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        with self._lock:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()

    def ask(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request, under the identifier that it came with; `Empty` when there is none in time."""
        number = next(self._numbers)
        answer = self._waiting[number] = SimpleQueue()
        try:
            self.notify({**message, "id": number})
            return {**answer.get(timeout=ANSWER_SECONDS), "id": message["id"]}
        finally:
            del self._waiting[number]

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = json.loads(line)
            waiting = None if "method" in message else self._waiting.get(message.get("id"))
            if waiting is not None:
                waiting.put(message)


@contextmanager
def bridged(command: Sequence[str], cwd: Path, env: Mapping[str, str]) -> Iterator[str]:
    """The address at which the server that `command` starts can be reached."""
    with subprocess.Popen(
        command, cwd=cwd, env=dict(env), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(Bridge(process)))
        threading.Thread(target=http.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{http.server_port}/mcp"
        finally:
            http.shutdown()
            http.server_close()
            process.kill()


def _handler(bridge: Bridge) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if not self._is_local():
                return self._say(403)
            message = json.loads(body)
            if "id" not in message or "method" not in message:
                bridge.notify(message)
                return self._say(202)
            try:
                return self._say(200, json.dumps(bridge.ask(message)).encode())
            except Empty:
                return self._say(504)

        def do_GET(self) -> None:
            self._say(405)

        def do_DELETE(self) -> None:
            self._say(405)

        def log_message(self, format: str, *args: object) -> None:
            """Silent: the suite's own output says what was asked."""

        def _is_local(self) -> bool:
            """Whether it was not lured here under another host's name."""
            origin = self.headers.get("Origin")
            names = [urlsplit(f"//{self.headers.get('Host', '')}").hostname]
            names += [urlsplit(origin).hostname] if origin else []
            return all(name in LOCAL for name in names)

        def _say(self, status: int, body: bytes = b"") -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler
