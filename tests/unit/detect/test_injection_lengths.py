"""Every shape of an instruction takes time in proportion to the text, also where nearly every place nearly matches."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from memory_ls.detect.injection import ALL, compiled, find_injections
from memory_ls.detect.injection_patterns import Shape
from memory_ls.detect.relative_dates import find_relative_dates

sys.path.insert(0, str(Path(__file__).parent))
from lengths import grows_linearly
from made import one_of


def _sample(shape: Shape) -> str:
    return one_of(shape.source.replace("…", " ").replace("‥", " ").replace(r"\s", " "), 1)


@pytest.mark.parametrize("number", range(len(ALL)), ids=lambda number: ALL[number].hints[0].strip())
def test_a_shape_takes_linear_time(number: int) -> None:
    def matches(text: str) -> int:
        return sum(1 for _ in compiled(number).finditer(text))

    sample = _sample(ALL[number])
    for near in (sample[:-2] + " ", sample[: len(sample) // 2 + 1] + " "):
        assert grows_linearly(matches, near)


@pytest.mark.parametrize(
    "near",
    [" ", "\n", "a", "ignore ", "the ", '"a ', "`", "send the ", "```\n", "| ", "system: ", "\u200b", "ｉgnore "],
)
def test_text_without_end_takes_linear_time(near: str) -> None:
    assert grows_linearly(find_injections, near)


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
    assert grows_linearly(find_relative_dates, near)
