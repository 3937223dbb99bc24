"""Every shape of an instruction takes time in proportion to the text, also where nearly every place nearly matches."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from memory_ls.detect.injection import ALL, compiled, find_injections
from memory_ls.detect.injection_patterns import Shape
from memory_ls.detect.relative_dates import find_relative_dates

sys.path.insert(0, str(Path(__file__).parent))
from made import one_of

SMALL, TIMES = 12_500, 8  # characters; a hundred thousand in all


def _sample(shape: Shape) -> str:
    return one_of(shape.source.replace("…", " ").replace("‥", " ").replace(r"\s", " "), 1)


def _grows_linearly(near: str, find: object) -> bool:
    assert callable(find)
    text = (near * (SMALL // len(near) + 1))[:SMALL]
    find(text[:100])  # patterns are compiled now
    start = time.process_time()
    find(text)
    small, start = max(time.process_time() - start, 0.002), time.process_time()
    find(text * TIMES)
    return time.process_time() - start < small * 5 * TIMES  # a quadratic one would take 64 times as long, not 8


@pytest.mark.parametrize("number", range(len(ALL)), ids=lambda number: ALL[number].hints[0].strip())
def test_a_shape_takes_linear_time(number: int) -> None:
    def matches(text: str) -> int:
        return sum(1 for _ in compiled(number).finditer(text))

    sample = _sample(ALL[number])
    for near in (sample[:-2] + " ", sample[: len(sample) // 2 + 1] + " "):
        assert _grows_linearly(near, matches)


@pytest.mark.parametrize(
    "near",
    [" ", "\n", "a", "ignore ", "the ", '"a ', "`", "send the ", "```\n", "| ", "system: ", "\u200b", "ｉgnore "],
)
def test_text_without_end_takes_linear_time(near: str) -> None:
    assert _grows_linearly(near, find_injections)


@pytest.mark.parametrize(
    "near",
    [
        "yesterday ",
        "last ",
        "two days ",
        "was done today ",
        "# 2026-01-01\nyesterday\n",
        '"today',
        "昨天",
        "上",
        "vor 3 ",
    ],
)
def test_days_without_end_take_linear_time(near: str) -> None:
    assert _grows_linearly(near, find_relative_dates)
