"""Quoting: what reaches a message shows no secret, nothing invisible, and stays on its line."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from memory_ls.detect import find_secrets, mask, quote

sys.path.insert(0, str(Path(__file__).parent))
from made import letters

TOKEN = "gh" + "p_" + letters(36)


def test_a_secret_is_named_and_its_value_is_not_shown() -> None:
    assert quote(f"the token is {TOKEN}.") == "the token is ‹GitHub token›."
    assert mask(f"a\nthe token is {TOKEN}\nb") == "a\nthe token is ‹GitHub token›\nb"


def test_a_password_that_is_only_likely_is_masked_as_well() -> None:
    assert "hunt" not in quote("The password is " + "hunt" + "er22&X")


def test_characters_that_hide_or_reorder_are_shown_as_codes() -> None:
    assert quote("a\u202eb\u202c") == "a⟨U+202E⟩b⟨U+202C⟩"
    assert quote("red \x1b[31mtext") == "red ⟨U+001B +4⟩text"
    assert quote("ig\u200bnore") == "ig⟨U+200B⟩nore"
    assert quote("\u2067שלום\u2069") == "⟨U+2067⟩שלום⟨U+2069⟩"
    assert quote("lone \ud800") == "lone ⟨U+D800⟩"


def test_persian_and_emoji_are_shown_as_they_are() -> None:
    assert quote("می\u200cخواهد \U0001f408\u200d\u2b1b") == "می\u200cخواهد \U0001f408\u200d\u2b1b"


def test_rows_become_one_and_blanks_collapse() -> None:
    assert quote("  a\n\n b\t\tc\r\nd ") == "a b c d"


def test_a_long_text_ends_in_an_ellipsis_at_the_limit() -> None:
    assert quote("x" * 100) == "x" * 59 + "…"
    assert len(quote("word " * 10_000, 20)) <= 20
    assert quote("abc", 0) == ""


def test_a_secret_at_the_end_of_what_is_looked_at_does_not_show_its_first_half() -> None:
    block = "-----BEGIN " + "PRIVATE" + " KEY-----\n" + "\n".join(letters(64, seed=row) for row in range(62)) + "\n"
    text = block + "-----END " + "PRIVATE" + " KEY----- " + TOKEN
    assert quote(text) == "‹private key› ‹GitHub token›"


def test_mask_keeps_the_number_of_rows() -> None:
    block = "-----BEGIN " + "PRIVATE" + " KEY-----\n" + letters(64) + "\n-----END " + "PRIVATE" + " KEY-----"
    assert mask(f"a\n{block}\nb").count("\n") == 4


def test_a_secret_hidden_by_invisible_characters_is_masked() -> None:
    assert TOKEN[10:] not in quote(f"{TOKEN[:10]}\u200b{TOKEN[10:]}", 200)


UNSAFE = (
    st.text(alphabet="ab \n\r\t\x00\x1b[m\x7f\x85\u200b\u200d\u202a\u202e\u2066\u2069\u2028\ufeff\ud800می\U000e0067")
    | st.text()
)


@given(UNSAFE, st.integers(min_value=0, max_value=80))
def test_a_quote_has_no_control_character_and_is_no_longer_than_its_limit(text: str, limit: int) -> None:
    shown = quote(text, limit)
    assert len(shown) <= limit
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in shown)
    assert not any(char in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" for char in shown)


@given(UNSAFE)
def test_masked_text_has_as_many_rows_and_no_secret(text: str) -> None:
    shown = mask(f"{text}\n{TOKEN}\n")
    assert shown.count("\n") == text.count("\n") + 2
    assert find_secrets(shown) == () or TOKEN not in shown
