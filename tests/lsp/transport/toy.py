"""A server on our transport whose handlers show what a client sees: the mirrored text, slow and failing answers."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from memory_ls.lsp.coalesce import in_slices
from memory_ls.lsp.documents import Document
from memory_ls.lsp.transport import Code, LspError, MemoryServer, RawJson


@dataclass(frozen=True, slots=True)
class Scope:
    name: str = "project"
    max_rows: int | None = None


@dataclass(frozen=True, slots=True)
class Strict:
    count: int


class Toy(MemoryServer):
    """Publishes for every burst one diagnostic: how often it has analysed."""

    analysed = 0

    def document_opened(self, document: Document) -> None:
        self.document_changed(document)

    def document_changed(self, document: Document) -> None:
        if document.language_id == "boom":
            raise ValueError("/secret/path hidden-text")
        self.coalescer.schedule(lambda: self.analyse(document), document.uri)

    def analyse(self, document: Document) -> None:
        self.analysed += 1
        where = '{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}'
        self.publish(document.uri, document.version, [f'{{"range":{where},"message":"{self.analysed}"}}'])


def make() -> Toy:
    server = Toy("toy", "0")

    @server.feature("toy/text")
    def text(params: Any) -> Any:
        document = server.document(params["uri"])
        return None if document is None else {"text": str(document.text), "version": document.version}

    @server.feature("toy/fail")
    def fail(params: Any) -> Any:
        raise ValueError("/secret/path hidden-text")

    @server.feature("toy/failSlowly")
    async def fail_slowly(params: Any) -> Any:
        await asyncio.sleep(0)
        raise ValueError("/secret/path hidden-text")

    @server.feature("toy/refuse")
    def refuse(params: Any) -> Any:
        raise LspError(Code.REQUEST_FAILED, "not today")

    @server.feature("toy/unsendable")
    def unsendable(params: Any) -> Any:
        return {"value": {1, 2}}

    @server.feature("toy/raw")
    def raw(params: Any) -> Any:
        return RawJson('{"ready":true}')

    @server.feature("toy/surrogate")
    def surrogate(params: Any) -> Any:
        server.publish("file:///s", None, [json.dumps({"message": "\ud800"}, ensure_ascii=False)])
        return "\udc80"

    @server.feature("toy/noticed")
    def noticed(params: Any) -> None:
        raise ValueError("/secret/path hidden-text")

    @server.feature("toy/block")
    def block(params: Any) -> str:
        time.sleep(params["seconds"])
        return "blocked"

    @server.feature("toy/wait")
    async def wait(params: Any) -> str:
        server.publish("toy:waiting", None, [])
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            server.publish("toy:cancelled", None, [])
            raise
        return "waited"

    @server.feature("toy/slices")
    async def slices(params: Any) -> str:
        def work() -> Any:
            for _ in range(300):
                time.sleep(0.001)
                yield

        await in_slices(work(), pending=server.pending)
        return "sliced"

    @server.feature("toy/thread")
    @server.thread()
    def thread(params: Any) -> str:
        server.publish("toy:thread", None, [])
        return "threaded"

    @server.feature("toy/print")
    def prints(params: Any) -> str:
        print("to nobody")
        subprocess.run(["cat"], check=True, timeout=10)
        return "printed"

    @server.feature("toy/ask")
    async def ask(params: Any) -> Any:
        chosen = await server.window_show_message_request_async(
            types.ShowMessageRequestParams(type=types.MessageType.Info, message="?")
        )
        return chosen.title if chosen else None

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        document = server.document(params.text_document.uri)
        if document is None:
            return None
        row, column = document.place(params.position)
        return types.Hover(
            f"{row}:{column}", types.Range(document.position(row, column), document.position(row, column))
        )

    @server.typed_command("toy.scope", Scope)
    def scope(params: Scope) -> list[Any]:
        return [params.name, params.max_rows]

    @server.typed_command("toy.strict", Strict)
    async def strict(params: Strict) -> int:
        return params.count

    @server.typed_command("toy.wait")
    async def wait_command() -> str:
        return await wait(None)

    return server


if __name__ == "__main__":
    sys.exit(make().serve_stdio())
