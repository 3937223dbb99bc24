"""What a text may hold is told from its words: never less than a search for each mark says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_ls.detect.remembered import Marks, words_of
from memory_ls.detect.secret_marks import hinted
from memory_ls.detect.secret_words import FOREIGN_WORDS, OTHER_WORDS, PLACES, WORDS

MARKS = [mark for place in PLACES for mark in place.marks] + [word.word for word in WORDS + FOREIGN_WORDS + OTHER_WORDS]
PIECES = st.one_of(
    st.sampled_from(MARKS), st.sampled_from([" ", "\n", "a1", "İ", "Σ", "-", "port 3000"]), st.text(max_size=6)
)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_the_words_of_a_text_tell_of_every_mark_that_a_search_finds(text: str) -> None:
    places, words, _ = hinted(text)
    lower = "".join([low if len(low := char.lower()) == 1 else char for char in text])
    known = WORDS + FOREIGN_WORDS + (() if text.isascii() else OTHER_WORDS)
    assert places == [number for number, place in enumerate(PLACES) if any(mark in text for mark in place.marks)]
    assert {word.word for word in known if word.word in lower} <= {word.word for word in words}


@given(st.lists(st.text("ab-_", min_size=1, max_size=4), max_size=8), st.text("ab-_c", max_size=600))
def test_marks_are_those_that_the_word_holds(marks: list[str], word: str) -> None:
    found = Marks((mark, number) for number, mark in enumerate(marks)).within(word)
    assert found == sum(1 << number for number, mark in enumerate(marks) if mark in word)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_words_are_runs_of_letters_in_lower_case(text: str) -> None:
    words = {word.decode("utf-8", "surrogatepass") for word in words_of(text)}
    assert all(word.lower() == word and all(char.isalpha() or char > "\x7f" for char in word) for word in words)
    assert all(word in text.lower() for word in words)


def test_a_mark_whose_words_stand_apart_in_other_cases_is_no_hint() -> None:
    assert hinted("The docks and the lazy ones") == ([], [], False)
