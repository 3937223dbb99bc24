"""The Messages API on loopback, with a model that follows a script: no account, no network."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from agents.script import Call, Script

Json = dict[str, Any]


@contextmanager
def serving(script: Script) -> Iterator[str]:
    """Serve while the block runs; gives the address."""

    class Handler(_Handler):
        pass

    Handler.script = script
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script: Script

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what happened is in the script."""

    def do_HEAD(self) -> None:
        self._answer(200, "application/json", b"")

    def do_GET(self) -> None:
        self._json(404, {"type": "error", "error": {"type": "not_found_error", "message": "not here"}})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
        if not self.path.startswith("/v1/messages"):
            self.do_GET()
        elif "count_tokens" in self.path:
            self._json(200, {"input_tokens": 10})
        else:
            self._reply(json.loads(body))

    def _reply(self, request: Json) -> None:
        # Without escapes, so that a text is found as a person would write it.
        said = "\n".join(_texts(request))
        call = self.script.next(said, [tool["name"] for tool in request.get("tools", [])])
        block = _text("done") if call is None else _use(call, len(self.script.requests))
        message = {
            "id": f"msg_{len(self.script.requests)}",
            "type": "message",
            "role": "assistant",
            "model": request.get("model"),
            "content": [block],
            "stop_reason": "end_turn" if call is None else "tool_use",
            "stop_sequence": None,
            "usage": {"input_tokens": 10, "output_tokens": 10},
        }
        if not request.get("stream"):
            self._json(200, message)
            return
        events = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in _events(message, block))
        self._answer(200, "text/event-stream", events.encode())

    def _json(self, status: int, data: Json) -> None:
        self._answer(status, "application/json", json.dumps(data).encode())

    def _answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _texts(value: object) -> Iterator[str]:
    """Every string in a request, and the names of its fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def _text(said: str) -> Json:
    return {"type": "text", "text": said}


def _use(call: Call, number: int) -> Json:
    return {"type": "tool_use", "id": f"toolu_{number}", "name": call.tool, "input": dict(call.arguments)}


def _events(message: Json, block: Json) -> Iterator[Json]:
    """A message as the stream of one content block."""
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    if block["type"] == "text":
        empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
    else:
        empty, delta = {**block, "input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    yield {"type": "content_block_start", "index": 0, "content_block": empty}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": end, "usage": {"output_tokens": 10}}
    yield {"type": "message_stop"}
