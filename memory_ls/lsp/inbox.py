"""Messages between the reader's thread and the loop: decoded, lined up, handed out one a turn.

All that has arrived is decoded before the next message is handed out, so that a cancellation is seen before the
request it cancels. Between two messages tasks and timers have their turn.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeGuard

from memory_ls.lsp.errors import Code
from memory_ls.lsp.framing import Broken

CANCEL_REQUEST = "$/cancelRequest"
Id = str | int
Message = dict[str, Any]


def is_id(value: object) -> TypeGuard[Id]:
    """Whether the protocol allows a value as a request's id."""
    return type(value) in (str, int)


@dataclass(slots=True)
class Request:
    """A request that waits; `cancelled` while it waited."""

    id: Id
    cancelled: bool = False


class Receiver(Protocol):
    """Where messages go, on the loop."""

    def received(self, message: Message, request: Request | None) -> None: ...

    def refused(self, id: Id | None, code: Code) -> None: ...

    def cancelled(self, id: Id) -> None:
        """A request that is running, or is none, is no longer wanted."""

    def input_ended(self) -> None: ...


class Inbox:
    def __init__(self, receiver: Receiver, loop: asyncio.AbstractEventLoop) -> None:
        self._receiver, self._loop = receiver, loop
        self._arrived: deque[bytes | Broken | None] = deque()  # None is the end of the stream
        self._lined_up: deque[tuple[Message | None, Request | None]] = deque()
        self._waiting: dict[Id, Request] = {}
        self._awake = False

    def __bool__(self) -> bool:
        """Whether messages have arrived that have not been handed out."""
        return bool(self._lined_up or self._arrived)

    def deliver(self, bodies: list[bytes | Broken] | None) -> None:
        """Take bodies, from any thread; None is the end of the stream."""
        self._arrived.extend([None] if bodies is None else bodies)
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        if not self._awake:
            self._awake = True
            self._turn()

    def _turn(self) -> None:
        self._take_in()
        try:
            if self._lined_up:
                self._hand_out(*self._lined_up.popleft())
        finally:
            self._awake = bool(self)
            if self._awake:
                self._loop.call_soon(self._turn)

    def _hand_out(self, message: Message | None, request: Request | None) -> None:
        if message is None:
            self._receiver.input_ended()
            return
        if request is not None and self._waiting.get(request.id) is request:
            del self._waiting[request.id]
        self._receiver.received(message, request)

    def _take_in(self) -> None:
        while self._arrived:
            body = self._arrived.popleft()
            if body is None:
                self._lined_up.append((None, None))
            elif (message := self._decoded(body)) is not None:
                self._line_up(message)

    def _decoded(self, body: bytes | Broken) -> Message | None:
        """The JSON object of a body; what is none is answered here."""
        message: Any = None
        if not isinstance(body, Broken):
            with suppress(ValueError, RecursionError):
                message = (json.loads(body),)
        if message is None:
            self._receiver.refused(None, Code.PARSE)
            return None
        (message,) = message
        if isinstance(message, dict) and message.get("jsonrpc") == "2.0":
            return message
        found = message.get("id") if isinstance(message, dict) and "method" in message else None
        self._receiver.refused(found if is_id(found) else None, Code.INVALID_REQUEST)
        return None

    def _line_up(self, message: Message) -> None:
        method, id = message.get("method"), message.get("id")
        if method == CANCEL_REQUEST:
            params = message.get("params")
            self._cancel(params.get("id") if isinstance(params, dict) else None)
            return
        request = None
        if method is not None and is_id(id):
            request = self._waiting[id] = Request(id)
        self._lined_up.append((message, request))

    def _cancel(self, id: object) -> None:
        if is_id(id):
            if (request := self._waiting.get(id)) is not None:
                request.cancelled = True
            else:
                self._receiver.cancelled(id)
