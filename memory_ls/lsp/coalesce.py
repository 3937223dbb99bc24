"""When to work: after the input has gone quiet, and in slices that let the input through."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable, Iterable

from memory_ls.lsp.quiet import failed


class Coalescer:
    """Runs what was asked for many times once: `quiet` seconds after the last time it was asked for and with no input
    waiting, but at most `late` seconds after the first time. Lives on one event loop.
    """

    def __init__(self, pending: Callable[[], bool], *, quiet: float = 0.010, late: float = 0.100) -> None:
        self._pending, self._quiet, self._late = pending, quiet, late
        self._waiting: dict[Hashable, Callable[[], None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._first = self._last = 0.0

    @property
    def waiting(self) -> bool:
        """Whether something was asked for that has not run."""
        return bool(self._waiting)

    def schedule(self, callback: Callable[[], None], key: Hashable = None) -> None:
        """Ask for a run of `callback`; of one key only the callback given last runs."""
        self._waiting[key] = callback
        loop = asyncio.get_running_loop()
        self._last = loop.time()
        if self._timer is None:
            self._first = self._last
            self._timer = loop.call_later(self._quiet, self._look, loop)

    def flush(self) -> None:
        """Run now what waits, for an answer that must be up to date."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        waiting, self._waiting = self._waiting, {}
        for callback in waiting.values():
            _attempt(callback)

    def cancel(self) -> None:
        """Forget what waits."""
        self._waiting.clear()
        self.flush()

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        left = self._first + self._late - now
        rest = self._last + self._quiet - now
        if rest <= 0 and self._pending():
            rest = self._quiet
        if rest > 0.0005 and left > 0.0005:
            self._timer = loop.call_later(min(rest, left), self._look, loop)
            return
        self._timer = None
        self.flush()


def _attempt(callback: Callable[[], None]) -> None:
    """One failing analysis must not take the others with it."""
    try:
        callback()
    except Exception as error:
        failed("scheduled work", error)


async def in_slices(
    steps: Iterable[object], *, pending: Callable[[], bool] | None = None, seconds: float = 0.004
) -> None:
    """Run small steps to their end, for `seconds` at a time.

    Between slices the input is let through, for at most a tenth of a second a time. What is cancelled stops there.
    """
    until = time.perf_counter() + seconds
    for _ in steps:
        if time.perf_counter() >= until:
            await asyncio.sleep(0)
            rounds = 100
            while pending is not None and rounds and pending():
                rounds -= 1
                await asyncio.sleep(0.001)
            until = time.perf_counter() + seconds
