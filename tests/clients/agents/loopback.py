"""A model's API on loopback: no account, no network. Each provider's shape is in a module of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from agents.script import Script

Json = dict[str, Any]


class Api(BaseHTTPRequestHandler):
    """One provider: `reply` answers one request; what it is not asked to know is not found."""

    protocol_version = "HTTP/1.1"
    script: Script

    def reply(self, request: Json) -> bool:
        """Answer a request of the provider's; False where its path means nothing here."""
        return False

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what happened is in the script."""

    def do_HEAD(self) -> None:
        self.answer(200, "application/json", b"")

    def do_GET(self) -> None:
        self.json({"error": {"code": 404, "message": "not here"}}, 404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
        try:
            request = json.loads(body)
        except ValueError:
            request = None
        if not isinstance(request, dict) or not self.reply(request):
            self.do_GET()

    def json(self, data: Json, status: int = 200) -> None:
        self.answer(status, "application/json", json.dumps(data).encode())

    def stream(self, events: Iterator[Json], *, named: bool = True) -> None:
        """Server-sent events; `named` by their type."""
        rows = [(f"event: {one['type']}\n" if named else "") + f"data: {json.dumps(one)}\n\n" for one in events]
        self.answer(200, "text/event-stream", "".join(rows).encode())

    def answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def serving_api(api: type[Api], script: Script) -> Iterator[str]:
    """Serve while the block runs; gives the address."""
    handler = type("Handler", (api,), {"script": script})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def texts(value: object) -> Iterator[str]:
    """Every string in a request, and the names of its fields: without escapes, as a person would write them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)
