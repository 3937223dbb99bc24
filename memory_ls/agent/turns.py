"""Whose turn it is: calls work one after the other, in the order in which they came, each in a thread of its own.

Who waits for a lock lets the others work meanwhile, so that only what writes there too has to wait for it.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
from collections.abc import Callable
from typing import TypeVar

import anyio
from anyio import from_thread
from anyio.to_thread import run_sync

T = TypeVar("T")
ROOM = 64
"""Calls that are begun at a time; more wait before they begin. Source: ours."""
_PATIENCE = 1.0
"""Seconds for the call whose turn it is when the server is told to end. Source: ours."""

_CANCELLED = (concurrent.futures.CancelledError, asyncio.CancelledError)
"""What a cancelled wait is in a thread: the one as anyio raises it, the other as asyncio hands it on."""


class GivenUp(Exception):
    """The host has cancelled the call; nothing of it is written."""


class Turns:
    """`ended` is set when the host has closed its end: it does not take back then what it has asked for."""

    def __init__(self) -> None:
        self._room, self._turn = anyio.Semaphore(ROOM), anyio.Semaphore(1)
        self._threads = anyio.CapacityLimiter(ROOM)  # our own: the SDK needs threads of the common ones to answer
        self.ended = False

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Do some work in a thread when it is its turn. Cancelled before, it is not begun; what `pause` raises and
        what the work itself raises comes out here."""
        async with self._room, self._turn:
            return await run_sync(work, *arguments, limiter=self._threads)

    def pause(self, seconds: float) -> None:
        """In such a thread: let others work for so many seconds, none for 0. Raises `GivenUp` where the call is
        cancelled."""
        if not self.ended:
            try:
                return from_thread.run(self._aside if seconds else anyio.sleep, seconds)
            except _CANCELLED:
                if not self.ended:
                    raise GivenUp from None
        return time.sleep(seconds)

    async def _aside(self, seconds: float) -> None:
        self._turn.release()
        try:
            await anyio.sleep(seconds)
        finally:
            with anyio.CancelScope(shield=True):
                await self._turn.acquire()

    def end(self) -> None:
        """The host has closed its end."""
        self.ended = True

    async def quiet(self) -> None:
        """Returns when no call is at work, so that none is in the middle of writing; or after a second."""
        with anyio.move_on_after(_PATIENCE):
            await self._turn.acquire()
