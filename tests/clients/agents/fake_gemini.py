"""Gemini's API on loopback, with a model that follows a script."""

from __future__ import annotations

from contextlib import AbstractContextManager

from agents.loopback import Api, Json, serving_api, texts
from agents.script import Script


def serving(script: Script) -> AbstractContextManager[str]:
    """Serve while the block runs; gives the address."""
    return serving_api(_Generate, script)


class _Generate(Api):
    def reply(self, request: Json) -> bool:
        if "countTokens" in self.path:
            self.json({"totalTokens": 10})
            return True
        if "enerateContent" not in self.path:
            return False
        tools = [one["name"] for tool in request.get("tools", []) for one in tool.get("functionDeclarations", [])]
        call = self.script.next("\n".join(texts(request)), tools)
        part = {"text": "done"} if call is None else {"functionCall": {"name": call.tool, "args": dict(call.arguments)}}
        answer: Json = {
            "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 10, "totalTokenCount": 20},
        }
        if "stream" in self.path:
            self.stream(iter([answer]), named=False)
        else:
            self.json(answer)
        return True
