"""Anthropic's Messages API on loopback, with a model that follows a script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager

from agents.loopback import Api, Json, serving_api, texts
from agents.script import Call, Script


def serving(script: Script) -> AbstractContextManager[str]:
    """Serve while the block runs; gives the address."""
    return serving_api(_Messages, script)


class _Messages(Api):
    def reply(self, request: Json) -> bool:
        if not self.path.startswith("/v1/messages"):
            return False
        if "count_tokens" in self.path:
            self.json({"input_tokens": 10})
            return True
        call = self.script.next("\n".join(texts(request)), [tool["name"] for tool in request.get("tools", [])])
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
        if request.get("stream"):
            self.stream(_events(message, block))
        else:
            self.json(message)
        return True


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
