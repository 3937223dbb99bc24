"""Whether something takes time in proportion to a text: a ratio of CPU times within one process, never a time."""

from __future__ import annotations

import time
from collections.abc import Callable

SMALL, TIMES = 12_500, 8  # characters; a hundred thousand in all
_RUNS = 3


def grows_linearly(find: Callable[[str], object], near: str) -> bool:
    """`near` again and again, and that eight times: a quadratic pattern would take 64 times as long, not 8."""
    text = (near * (SMALL // len(near) + 1))[:SMALL]
    find(text[:100])  # patterns are compiled now
    return _cost(find, text * TIMES) < max(_cost(find, text), 0.002) * 5 * TIMES


def _cost(find: Callable[[str], object], text: str) -> float:
    """The least CPU time of some runs, since other work disturbs; each on a text of its own, since words are remembered."""
    return min(_once(find, text + " " * run) for run in range(_RUNS))


def _once(find: Callable[[str], object], text: str) -> float:
    start = time.process_time()
    find(text)
    return time.process_time() - start
