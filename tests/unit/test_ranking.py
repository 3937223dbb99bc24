"""Which notes a prompt is about, and which are only like it by chance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.recall.ledger import SESSION, Ledger
from memory_ls.recall.ranking import MOST, Candidate, is_asking, rank

NOTES = (
    Candidate("freeze", "merge-freeze", "", "No merges before a release", "The freeze begins on 2026-12-05."),
    Candidate("port", "", "port", "", "The staging port is 3000."),
    Candidate("vpn", "vpn access", "network", "How to reach the office network", "Ask the infra team for a certificate."),
    Candidate("pnpm", "", "", "", "Use pnpm, not npm, for everything in the web folder."),
    Candidate("tests", "", "", "", "Integration tests run against a real PostgreSQL database, never a mock."),
    Candidate("kanji", "会議", "", "", "定例会議は毎週金曜日の午後に行う。"),
    Candidate("cyrillic", "", "", "", "Сервис запускается через systemd на порту 8080."),
    Candidate("camel", "", "", "", "The retry policy lives in HttpClientFactory, see createRetryingClient."),
)  # fmt: skip


def found(prompt: str) -> list[str]:
    return [one.candidate.key for one in rank(prompt, NOTES)]


@pytest.mark.parametrize(
    ("prompt", "first"),
    [
        ("When does the merge freeze start?", "freeze"),
        ("which port does staging listen on", "port"),
        ("How do I get onto the office network from home?", "vpn"),
        ("should the web folder be installed with npm or pnpm", "pnpm"),
        ("may I mock the Postgres db in the integration tests?", "tests"),
        ("定例会議はいつですか", "kanji"),
        ("金曜日の午後", "kanji"),
        ("На каком порту запускается сервис?", "cyrillic"),
        ("change the retrying policy of the http client factory", "camel"),
    ],
)
def test_the_note_that_a_prompt_is_about_comes_first(prompt: str, first: str) -> None:
    assert found(prompt)[:1] == [first]


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        "port",
        "continue",
        "please go on with the next step",
        "fix the bug in the parser",
        "can you write a function that adds two numbers?",
        "Why does the build take so long?",
        "run the linter again and show me the output",
        "rename the folder",
        "the",
    ],
)
def test_a_prompt_about_something_else_finds_nothing(prompt: str) -> None:
    assert found(prompt) == []


def test_a_word_in_a_name_counts_more_than_one_in_the_text() -> None:
    named = Candidate("named", "deploy rollback", "", "", "See the wiki.")
    said = Candidate("said", "", "", "", "After a deploy a rollback is possible for an hour, then ask the infra team.")
    assert [one.candidate.key for one in rank("how do I rollback a deploy", [said, named])] == ["named", "said"]


def test_at_most_five_are_found_and_the_earlier_of_equals_first() -> None:
    alike = [Candidate(str(number), "", "", "", "the merge freeze of a release") for number in range(20)]
    assert [one.candidate.key for one in rank("merge freeze", alike)] == ["0", "1", "2", "3", "4"]
    assert len(rank("merge freeze", alike, most=7)) == 7
    assert MOST == 5


@pytest.mark.parametrize(
    ("prompt", "enough"), [("deploy", False), (" deploy\n", False), ("", False), ("a b", True), ("部署", True)]
)
def test_a_single_word_is_no_question_but_in_scripts_without_blanks(prompt: str, enough: bool) -> None:
    assert is_asking(prompt) == enough


@given(st.text(), st.lists(st.builds(Candidate, st.text(max_size=4), st.text(), st.text(), st.text(), st.text())))
def test_any_text_is_ranked_from_best_to_worst(prompt: str, notes: list[Candidate]) -> None:
    scores = [one.score for one in rank(prompt, notes)]
    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)
    assert len(scores) <= MOST


def test_a_session_takes_each_note_once_and_60_000_bytes_in_all() -> None:
    ledger = Ledger().with_note("a", SESSION - 10)
    assert not ledger.takes("a", 1)
    assert ledger.takes("b", 10)
    assert not ledger.takes("b", 11)
    assert ledger.used == SESSION - 10


@given(st.dictionaries(st.text(), st.integers(0, SESSION), max_size=20))
def test_a_ledger_survives_being_kept(given_notes: dict[str, int]) -> None:
    assert Ledger.from_data(Ledger(given_notes).to_data()) == Ledger(given_notes)


@pytest.mark.parametrize(
    "data", [None, [], "a", {"a": -1}, {"a": True}, {"a": "1"}, {1: 1}, {"a": SESSION + 1}], ids=str
)
def test_what_is_no_ledger_counts_as_none(data: object) -> None:
    assert Ledger.from_data(data) == Ledger()
