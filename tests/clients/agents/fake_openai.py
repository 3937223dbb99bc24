"""OpenAI's Responses API on loopback, with a model that follows a script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager

from agents.loopback import Api, Json, serving_api, texts
from agents.script import Call, Script

_USED = {
    "input_tokens": 10,
    "input_tokens_details": None,
    "output_tokens": 10,
    "output_tokens_details": None,
    "total_tokens": 20,
}


def serving(script: Script) -> AbstractContextManager[str]:
    """Serve while the block runs; gives the address."""
    return serving_api(_Responses, script)


class _Responses(Api):
    def reply(self, request: Json) -> bool:
        if not self.path.endswith("/responses"):
            return False
        call = self.script.next("\n".join(texts(request)), [*_names(request.get("tools", []))])
        item = _message() if call is None else _use(call, len(self.script.requests))
        self.stream(_events(item))
        return True


def _names(tools: list[Json]) -> Iterator[str]:
    """What tools are called; those of a server are `SERVER/TOOL`."""
    for tool in tools:
        if tool["type"] == "namespace":
            yield from (f"{tool['name']}/{one['name']}" for one in tool["tools"])
        else:
            yield str(tool.get("name", tool["type"]))


def _message() -> Json:
    content = [{"type": "output_text", "text": "done"}]
    return {"type": "message", "id": "msg_1", "role": "assistant", "content": content}


def _use(call: Call, number: int) -> Json:
    server, _, name = call.tool.rpartition("/")
    called = {"name": name, "namespace": server} if server else {"name": name}
    arguments = json.dumps(dict(call.arguments))
    return {
        "type": "function_call",
        "id": f"fc_{number}",
        "call_id": f"call_{number}",
        "arguments": arguments,
        **called,
    }


def _events(item: Json) -> Iterator[Json]:
    yield {"type": "response.created", "response": {"id": "resp_1"}}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    yield {"type": "response.completed", "response": {"id": "resp_1", "usage": _USED}}
