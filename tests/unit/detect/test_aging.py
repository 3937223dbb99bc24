"""How fast notes of different kinds grow old."""

from __future__ import annotations

import pytest

from memory_ls.detect.aging import FAST, PLAIN, SLOW, half_life


@pytest.mark.parametrize(
    ("text", "factor"),
    [
        ("The importer is currently blocked by the vendor", FAST),
        ("Node 22.3.1 is what CI uses", FAST),
        ("The API is at https://api.acme.test/v2", FAST),
        ("目前使用旧的部署脚本", FAST),
        ("User prefers short answers", SLOW),
        ("Never push to main without a review", SLOW),
        ("Пользователь всегда пишет по-русски", SLOW),
        ("Staging is reset every night", PLAIN),
        ("", PLAIN),
    ],
)
def test_states_age_fast_and_preferences_slowly(text: str, factor: float) -> None:
    assert half_life(text) == factor
