"""Standard input and output as the SDK takes them, where each line that it would drop is answered."""

from __future__ import annotations

import fcntl
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TextIO, cast

import anyio
import mcp_types as types
from anyio.to_thread import run_sync
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from memory_ls.agent.frames import Broken, fault, mended


@asynccontextmanager
async def wire(ended: Callable[[], None]) -> AsyncIterator[tuple[Any, Any]]:
    """The streams of messages in and out; `ended` is called when the host has closed its end."""
    lines = _Lines(_own_stdin(), ended)
    # the SDK reads its input by `async for` alone, so that an iterator of lines will do
    async with stdio_server(stdin=cast("anyio.AsyncFile[str]", lines)) as (read, write):
        lines.write = write  # before any line: nothing has waited yet
        yield read, write


class _Lines:
    """The lines of the host that the SDK reads; the others are answered and left out."""

    def __init__(self, stream: TextIO, ended: Callable[[], None]) -> None:
        self._stream, self._ended = stream, ended
        self.write: Any = None

    async def __aiter__(self) -> AsyncIterator[str]:
        while line := await run_sync(self._stream.readline, abandon_on_cancel=True):
            if line.strip():
                taken = _taken(line)
                if isinstance(taken, Broken):
                    await self._answer(taken)
                elif taken is not None:
                    yield taken
        self._ended()

    async def _answer(self, broken: Broken) -> None:
        error = types.ErrorData(code=broken.code, message=broken.message)
        try:
            await self.write.send(SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=broken.id, error=error)))
        except (anyio.ClosedResourceError, anyio.BrokenResourceError):
            return  # the host is gone


def _taken(line: str) -> str | Broken | None:
    """The line as the SDK reads it, what to answer in its place, or None for an answer that cannot be read."""
    whole = mended(line)
    try:
        message = types.jsonrpc_message_adapter.validate_json(whole, by_name=False)
    except ValueError:
        return fault(whole, read=False)
    # what has an id that is none counts as a notification for the SDK, and nobody would ever answer it
    if whole is not line or (isinstance(message, types.JSONRPCNotification) and '"id"' in line):
        return fault(whole, read=True) or whole
    return whole


def _own_stdin() -> TextIO:
    """The host's messages, where no process that is started here can read them away; as the SDK does it by itself."""
    private = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 3)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return os.fdopen(private, encoding="utf-8", errors="replace", newline="\n")
