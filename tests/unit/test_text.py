"""Text as editors count it: nothing is lost, and an edit means what it means on a plain string."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_ls.text import Replace, Span, Text, ordered, replaced, split_rows, utf8_length, utf16_length

texts = st.text(alphabet=st.sampled_from("ab\r\n\u2028\x0b\x85🧪é\ufeff"), max_size=30)
places = st.tuples(st.integers(0, 12), st.integers(0, 12))


def offset(text: Text, place: tuple[int, int]) -> int:
    row, col = text.clamp(*place)
    return sum(len(text.rows[i]) + len(text.ends[i]) for i in range(row)) + col


@given(texts)
def test_any_text_comes_back_character_for_character(source: str) -> None:
    rows, ends = split_rows(source)
    assert "".join(row + end for row, end in zip(rows, ends, strict=True)) == source
    assert str(Text(source)) == source
    assert ends[-1] == ""


@given(texts, st.lists(st.tuples(places, places, texts), max_size=5))
def test_a_splice_is_what_it_is_on_a_plain_string(
    source: str, edits: list[tuple[tuple[int, int], tuple[int, int], str]]
) -> None:
    text = Text(source)
    for a, b, new in edits:
        start, end = sorted((a, b))
        before, rows = str(text), list(text.rows)
        expected = before[: offset(text, start)] + new + before[offset(text, end) :]
        splice = text.splice(Span(*start, *end), new)
        fresh = Text(expected)
        assert str(text) == expected
        assert (text.rows, text.ends, text.newlines) == (fresh.rows, fresh.ends, fresh.newlines)
        assert rows[: splice.first] == text.rows[: splice.first]
        assert rows[splice.old_end :] == text.rows[splice.new_end :]


def test_only_protocol_newlines_end_a_row() -> None:
    assert Text("a\u2028b\x85c\x0bd").rows == ["a\u2028b\x85c\x0bd"]
    assert Text("a\r\nb\rc\n").rows == ["a", "b", "c", ""]


def test_our_newlines_become_those_in_use_there() -> None:
    text = Text("a\r\nb\r\n")
    text.replace(Replace(Span(1, 1, 1, 1), "\nc"))
    assert str(text) == "a\r\nb\r\nc\r\n"


def test_replacements_of_one_text_do_not_disturb_each_other() -> None:
    changes = [Replace(Span(0, 0, 1, 0), ""), Replace(Span(2, 1, 2, 1), "!"), Replace(Span(1, 0, 2, 0), "")]
    assert replaced(Text("a\nb\nc\n"), changes) == "c!\n"


def test_overlapping_removals_are_united() -> None:
    assert ordered([Replace(Span(0, 1, 1, 1), ""), Replace(Span(0, 0, 1, 0), "")]) == (Replace(Span(0, 0, 1, 1), ""),)


def test_lengths_count_as_javascript_and_utf8_do() -> None:
    assert (utf16_length("a🧪"), utf8_length("a🧪é")) == (3, 7)
    assert utf8_length("\ud83e") == 3


def test_a_text_never_shows_itself() -> None:
    assert "hidden" not in repr(Text("hidden"))
    assert "hidden" not in repr(Replace(Span(0, 0, 0, 0), "hidden"))
