"""Every pattern takes time in proportion to the text, also where nearly every place of it nearly matches."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from memory_ls.detect.secret_patterns import SHAPES
from memory_ls.detect.secret_words import PLACES
from memory_ls.detect.secrets import find_secrets

sys.path.insert(0, str(Path(__file__).parent))
from lengths import grows_linearly
from made import one_of

PATTERNS = [
    *((shape.marks[0], rf"(?<![A-Za-z0-9])(?:{shape.value})(?<!\.)(?![A-Za-z0-9])", shape.value) for shape in SHAPES),
    *((place.marks[0], place.pattern, place.pattern) for place in PLACES),
]


def _near_matches(mark: str, value: str) -> list[str]:
    """What nearly is a match, in several ways: cut short, ended wrongly, its mark alone, half of it again and again."""
    sample = one_of(value, 1)
    return [sample[:-2] + "_ ", sample[:-1] + "\\", sample[: len(sample) // 2], mark, mark + " a "]


@pytest.mark.parametrize(("mark", "pattern", "value"), PATTERNS, ids=lambda part: part[:12])
def test_a_pattern_takes_linear_time(mark: str, pattern: str, value: str) -> None:
    compiled = re.compile(pattern)
    for near in filter(None, _near_matches(mark, value)):
        assert grows_linearly(lambda text: sum(1 for _ in compiled.finditer(text)), near)


@pytest.mark.parametrize(
    "near", ["password: ", "token (", "key for ", 'secret = "', "| password |\n|--|\n", "aB3dE5fG7-", "a1_B2c3D4"]
)
def test_key_words_without_end_take_linear_time(near: str) -> None:
    assert grows_linearly(find_secrets, near)
