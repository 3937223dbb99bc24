"""Dates that say when a note was true, and dates that say something else."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.detect import find_asserted_date


@pytest.mark.parametrize(
    ("text", "said", "day"),
    [
        ("port is 3000 as of 2026-03-01", "2026-03-01", date(2026, 3, 1)),
        ("as of March 2026, uses pnpm", "March 2026", date(2026, 3, 31)),
        ("uses pnpm (2026-03)", "2026-03", date(2026, 3, 31)),
        ("uses pnpm (2026-03-01)", "2026-03-01", date(2026, 3, 1)),
        ("uses pnpm (as of Feb 2024)", "Feb 2024", date(2024, 2, 29)),
        ("on pnpm since March 2024", "March 2024", date(2024, 3, 31)),
        ("on pnpm since 5 March 2024", "5 March 2024", date(2024, 3, 5)),
        ("on pnpm since March 5th, 2024", "March 5th, 2024", date(2024, 3, 5)),
        ("- 2026-03-01: moved to pnpm", "2026-03-01", date(2026, 3, 1)),
        ("[2026-03-01] moved to pnpm", "2026-03-01", date(2026, 3, 1)),
        ("- **2026-03-01** – moved", "2026-03-01", date(2026, 3, 1)),
        ("* 2026-03-01 14:20 moved to pnpm", "2026-03-01 14:20", date(2026, 3, 1)),
        ("Updated 2026-03-01", "2026-03-01", date(2026, 3, 1)),
        ("**Last updated:** 2026-03-01", "2026-03-01", date(2026, 3, 1)),
        ("verified on 2026-03-01.", "2026-03-01", date(2026, 3, 1)),
        ("modified: 2026-08-07T14:07:12.489Z", "2026-08-07T14:07:12.489Z", date(2026, 8, 7)),
        ("截至 2026年3月1日，端口是 3000", "2026年3月1日", date(2026, 3, 1)),
        ("as of 2025", "2025", date(2025, 12, 31)),
        ("as of Q3 2025", "Q3 2025", date(2025, 9, 30)),
        ("as of 2025-01-02, checked 2026-02-03", "2026-02-03", date(2026, 2, 3)),
    ],
)
def test_a_date_that_says_when_it_was_true_is_found(text: str, said: str, day: date) -> None:
    found = find_asserted_date(text)
    assert found is not None
    assert (text[found.start : found.end], found.day) == (said, day)


@pytest.mark.parametrize(
    "text",
    [
        "see notes-2026-03-01.md",
        "2026-03-01-notes.md holds it",
        "https://acme.test/2026-03-01/post",
        "[2026-03-01](https://acme.test)",
        "[[2026-03-01]] is a link",
        "use API version (2023-06-01)",
        "model gpt-4o-2024-08-06",
        "must be done by 2027-01-01",
        "the certificate expires 2027-01-01",
        "valid until (2027-01)",
        "due 2026-12-01",
        "must be updated 2027-01-01",
        "2025-01-01 to 2025-03-01: the freeze",
        "worked there since 2020-01 until 2021-03",
        "2027-01-01: deadline for the move",
        "as of 2026-02-30",
        "as of v2026",
        "build 2026.03.01-rc1",
        "over 500 projects since 2009",
        "port 2026 is taken",
        "no date at all",
    ],
)
def test_other_dates_are_left_alone(text: str) -> None:
    assert find_asserted_date(text) is None


@given(
    st.text()
    | st.lists(
        st.sampled_from(
            [
                "as of ",
                "since ",
                "2026-03-01",
                "2026-13",
                "(",
                ")",
                "[",
                "]",
                ": ",
                "\n",
                "March ",
                "99 ",
                "Q4 ",
                "年",
                "月",
            ]
        )
    ).map("".join)
)
def test_any_text_gives_a_span_inside_it(text: str) -> None:
    found = find_asserted_date(text)
    assert found is None or 0 <= found.start < found.end <= len(text)
