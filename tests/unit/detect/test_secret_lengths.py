"""Every pattern takes time in proportion to the text, also where nearly every place of it nearly matches."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import pytest

from memory_ls.detect.secret_patterns import SHAPES
from memory_ls.detect.secret_words import PLACES
from memory_ls.detect.secrets import find_secrets

sys.path.insert(0, str(Path(__file__).parent))
from made import one_of

SMALL, TIMES = 12_500, 8  # characters; a hundred thousand in all
PATTERNS = [
    *((shape.marks[0], rf"(?<![A-Za-z0-9])(?:{shape.value})(?<!\.)(?![A-Za-z0-9])", shape.value) for shape in SHAPES),
    *((place.marks[0], place.pattern, place.pattern) for place in PLACES),
]


def _near_matches(mark: str, value: str) -> list[str]:
    """What nearly is a match, in several ways: cut short, ended wrongly, its mark alone, half of it again and again."""
    sample = one_of(value, 1)
    return [sample[:-2] + "_ ", sample[:-1] + "\\", sample[: len(sample) // 2], mark, mark + " a "]


def _cost(pattern: re.Pattern[str], text: str) -> float:
    start = time.process_time()
    for _ in pattern.finditer(text):
        pass
    return time.process_time() - start


@pytest.mark.parametrize(("mark", "pattern", "value"), PATTERNS, ids=lambda part: part[:12])
def test_a_pattern_takes_linear_time(mark: str, pattern: str, value: str) -> None:
    compiled = re.compile(pattern)
    for near in filter(None, _near_matches(mark, value)):
        text = (near * (SMALL // len(near) + 1))[:SMALL]
        small, large = max(_cost(compiled, text), 0.002), _cost(compiled, text * TIMES)
        assert large < small * 5 * TIMES  # a quadratic pattern would take 64 times as long, not 8


@pytest.mark.parametrize(
    "near", ["password: ", "token (", "key for ", 'secret = "', "| password |\n|--|\n", "aB3dE5fG7-", "a1_B2c3D4"]
)
def test_key_words_without_end_take_linear_time(near: str) -> None:
    text = (near * (SMALL // len(near) + 1))[:SMALL]
    find_secrets(text)  # patterns are compiled now
    start = time.process_time()
    find_secrets(text)
    small, start = max(time.process_time() - start, 0.002), time.process_time()
    find_secrets(text * TIMES)
    assert time.process_time() - start < small * 5 * TIMES
