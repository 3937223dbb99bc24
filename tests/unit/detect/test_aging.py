"""How fast notes of different kinds grow old."""

from __future__ import annotations

import pytest

from memory_ls.detect.aging import FAST, PLAIN, SLOW, half_life, is_history, is_ticked


@pytest.mark.parametrize(
    ("text", "factor"),
    [
        ("The importer is currently blocked by the vendor", FAST),
        ("Node 22.3.1 is what CI uses", FAST),
        ("The API is at https://api.acme.test/v2", FAST),
        ("目前使用旧的部署脚本", FAST),
        ("User prefers short answers", SLOW),
        ("Never push to main without a review", SLOW),
        ("Domains of doubt -- always hedge there", SLOW),
        ("The uploads list repeats entries; always dedupe by id", SLOW),
        ("The agenda is always empty on Mondays", PLAIN),
        ("Пользователь всегда пишет по-русски", SLOW),
        ("Staging is reset every night", PLAIN),
        ("", PLAIN),
    ],
)
def test_states_age_fast_and_preferences_slowly(text: str, factor: float) -> None:
    assert half_life(text) == factor


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-01: merged the importer",
        "Architecture review of the export branch (2026-03-16)",
        "**Results (2026-02-02):**",
        "Selected: option A (2026-02-28), the smaller one",
        "Contains 170 rows, importados da planilha (2026-02-03)",
    ],
)
def test_what_happened_on_its_day_is_history(text: str) -> None:
    assert is_history(text)


@pytest.mark.parametrize(
    "text",
    [
        "**Status (2026-02-27):** the gateway runs on the small model",
        "**Current figures (2026-02-03):**",
        "As of 2026-03-01 the index is rebuilt every night",
        "Not decided as of 2026-03-01",
    ],
)
def test_how_things_are_is_none(text: str) -> None:
    assert not is_history(text)


@pytest.mark.parametrize(
    ("text", "ticked"),
    [("[x] the login page", True), ("✅ Gateway restarted", True), ("[ ] the login page", False), ("login [x]", False)],
)
def test_an_item_that_is_ticked_off(text: str, ticked: bool) -> None:
    assert is_ticked(text) is ticked
