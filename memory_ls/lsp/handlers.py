"""Running handlers of every kind that pygls knows: plain, `async`, in a thread, and its own generators.

What can run to its end at once does, so that answers leave in the order of the messages; the rest becomes a task that
can be cancelled as a whole.
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
from collections.abc import Callable, Coroutine, Generator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Protocol

from pygls.feature_manager import is_thread_function

from memory_ls.lsp.errors import Code, LspError
from memory_ls.lsp.inbox import Id

Handler = Callable[..., Any]
Steps = Generator[tuple[Handler, tuple[Any, ...] | None, Mapping[str, Any] | None], Any, Any]


class Done(Protocol):
    """Called once with a handler's result or with what it raised; a cancelled one raised `LspError`."""

    def __call__(self, *, result: Any = None, error: BaseException | None = None) -> None: ...


@dataclass(frozen=True, slots=True)
class _Later:
    work: Coroutine[Any, Any, Any]


class Handlers:
    """What is running now. `threads` gives the pool for handlers marked with pygls's `thread`."""

    def __init__(self, threads: Callable[[], Executor]) -> None:
        self._threads = threads
        self._running: dict[Id, asyncio.Task[Any]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def run(
        self, handler: Handler, args: tuple[Any, ...], context: contextvars.Context, done: Done, id: Id | None
    ) -> None:
        """Run a handler; with an `id` it can be cancelled by it."""
        try:
            begun = context.run(self._begin, handler, args, {})
        except Exception as error:
            done(error=error)
            return
        if not isinstance(begun, _Later):
            done(result=begun)
            return
        task: asyncio.Task[Any] = context.run(asyncio.ensure_future, begun.work)
        self._tasks.add(task)
        if id is not None:
            self._running[id] = task
        task.add_done_callback(functools.partial(self._ended, done, id))

    def cancel(self, id: Id) -> None:
        """Cancel what runs under an id, if anything does."""
        if (task := self._running.get(id)) is not None:
            task.cancel()

    def cancel_others(self, id: Id | None) -> None:
        """Cancel every request but one."""
        for other, task in list(self._running.items()):
            if other != id:
                task.cancel()

    def _ended(self, done: Done, id: Id | None, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if id is not None and self._running.get(id) is task:
            del self._running[id]
        if task.cancelled():
            done(error=LspError(Code.CANCELLED))
        elif (error := task.exception()) is not None:
            done(error=error)
        else:
            done(result=task.result())

    def _begin(self, handler: Handler, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """A handler's result, or `_Later` with the rest of the work."""
        if is_thread_function(handler):  # type: ignore[no-untyped-call]
            return _Later(self._in_thread(functools.partial(handler, *args, **kwargs)))
        if inspect.isgeneratorfunction(handler):
            return self._steps(handler(*args, **kwargs), None)
        result = handler(*args, **kwargs)
        return _Later(_awaited(result)) if inspect.isawaitable(result) else result

    def _steps(self, steps: Steps, value: Any) -> Any:
        while True:
            try:
                inner, args, kwargs = steps.send(value)
            except StopIteration as end:
                return end.value
            value = self._begin(inner, args or (), kwargs or {})
            if isinstance(value, _Later):
                return _Later(self._steps_later(steps, value))

    async def _steps_later(self, steps: Steps, later: _Later) -> Any:
        begun = self._steps(steps, await later.work)
        return await begun.work if isinstance(begun, _Later) else begun

    async def _in_thread(self, call: Callable[[], Any]) -> Any:
        run = contextvars.copy_context().run
        return await asyncio.get_running_loop().run_in_executor(self._threads(), run, call)


async def _awaited(result: Any) -> Any:
    return await result
