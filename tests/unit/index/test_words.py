"""Which words of a note decide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.index import words


@pytest.mark.parametrize("value", ["8080", "3.14", "v2.7.1", "2026-03-10", "1a2b3c4d5e", "128k", "50%", "seven"])
def test_values_are_numbers(value: str) -> None:
    assert words(f"the limit is {value} here").numbers


@pytest.mark.parametrize(
    "name",
    [
        "snake_case",
        "camelCase",
        "TypeName",
        "a.b.c",
        "src/app/main.py",
        "AC-043",
        "https://e.org/x",
        "Dana",
        "me@e.org",
    ],
)
def test_identifiers_and_names_are_names(name: str) -> None:
    assert words(f"ask about {name} first").names


def test_everything_in_a_code_span_is_a_name() -> None:
    assert {"npm", "run"} <= words("start it with `npm run`").names


def test_a_capital_at_the_start_of_a_sentence_or_phrase_is_no_name() -> None:
    assert not words("Caches are warm. Builds run: Nightly jobs (Slow) help").names


@pytest.mark.parametrize(
    "text", ["do not run", "Don’t run", "never run", "läuft nie", "не запускать", "不要运行", "実行しない", "❌ run"]
)
def test_negation_is_seen_in_several_languages(text: str) -> None:
    assert words(text).negated


def test_case_accents_width_endings_and_doubled_letters_are_folded() -> None:
    assert words("Caches ＣＯＤＥＳ résumé installing").bag == words("cache codes resume instaling").bag


def test_german_endings_are_folded() -> None:
    assert words("Einstellungen Datenbanken Antworten").bag == words("Einstellung Datenbank Antwort").bag


@pytest.mark.parametrize(
    "value", ["2001:db8:aa1b:100:1e37:24ed:b929:7c19", "00:1a:2b:3c:4d:5e", "1b4e28ba-2fa1-11d2-883f-0016d3cca427"]
)
def test_an_address_is_one_value(value: str) -> None:
    assert words(f"reach it at {value} there").numbers == {value}


def test_scripts_without_blanks_give_pairs_of_characters() -> None:
    assert {"集成", "成测", "测试"} <= words("集成测试").bag


def test_a_word_is_shown_as_it_was_written() -> None:
    found = words("Nightly TypeScript builds")
    assert sorted(found.shown.values()) == ["Nightly", "TypeScript", "builds"]


@given(st.text(max_size=200))
def test_any_text_has_words_and_what_decides_is_among_them(text: str) -> None:
    found = words(text)
    assert found.numbers <= found.bag
    assert found.names <= found.bag
    assert found.shown.keys() == found.bag == frozenset(found.content)
