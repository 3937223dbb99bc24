"""A process that dies half-way through any one of its writes, or before any call that changes what a name stands for."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import warnings
from collections.abc import Callable
from typing import Any

NAMING = ("rename", "replace", "link", "unlink")
"""Of `os`. Between two of these and the writes nothing changes that another process takes for a note."""


def dies_at(does: Callable[[], object], count: int) -> bool:
    """Run something in a process of its own that is killed at its moment number `count`, from 1; whether it was."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads of other tests: the child uses none of theirs
        child = os.fork()
    if child == 0:
        _child(does, count)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.WEXITSTATUS(status) == 0, "it failed by itself"
    return False


def _child(does: Callable[[], object], count: int) -> None:
    """Never returns."""
    code = 1
    try:
        left = _Left(count)
        for name in ("write", *NAMING):
            setattr(os, name, _deadly(name, getattr(os, name), left))
        with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
            does()
        code = 0
    except BaseException as error:  # whatever it is, the parent's stack must not be unwound here
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        sys.stderr.flush()
    finally:
        os._exit(code)


class _Left:
    """How many moments are left."""

    def __init__(self, count: int) -> None:
        self._count = count

    def one_less(self) -> bool:
        """Whether it was the last."""
        self._count -= 1
        return not self._count


def _deadly(name: str, real: Callable[..., Any], left: _Left) -> Callable[..., Any]:
    def call(*given: Any, **more: Any) -> Any:
        if left.one_less():
            if name == "write":
                real(given[0], bytes(given[1])[: len(given[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*given, **more)

    return call
