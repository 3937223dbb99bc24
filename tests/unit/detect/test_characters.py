"""Invisible characters: found where they hide something, left alone where a script or an emoji needs them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.detect import find_invisible, strip


@pytest.mark.parametrize(
    ("text", "kind", "left"),
    [
        ("ig\u200bnore this", "zero-width character", "ignore this"),
        ("pass\u200dword", "zero-width character", "password"),
        ("dis\u200cable", "zero-width character", "disable"),
        ("o\u2060n", "zero-width character", "on"),
        ("liv\u2063\u2062e", "zero-width character", "live"),
        ("می\u200c\u200c\u200c\u200cخ", "zero-width character", "میخ"),
        ("open \u202etxt.exe\u202c now", "bidirectional control", "open txt.exe now"),
        ("docs\u202a approve", "bidirectional control", "docs approve"),
        ('"user\u2067 // admin\u2069\u2066"', "bidirectional control", '"user // admin"'),
        ("plain \u200etext", "bidirectional control", "plain text"),
        ("pre\U000e0072\U000e0075\U000e006efers", "tag character", "prefers"),
        ("tabs \u2714\U000e0159\U000e0157", "variation selector", "tabs \u2714"),
        ("a\ufe0fb", "variation selector", "ab"),
        ("ig\xadnore", "soft hyphen", "ignore"),
        ("li\ufeffve", "byte order mark", "live"),
        ("a\x07b", "control character", "a b"),
        ("a \x00b", "control character", "a b"),
        ("a\x85b", "control character", "a b"),
        ("red \x1b[31mtext", "terminal escape", "red text"),
        ("a\x1b]0;title\x07b", "terminal escape", "ab"),
        ("中\u200b文", "zero-width character", "中文"),
        ("push\u200c now", "zero-width character", "push now"),
        ("सही\u200b है", "zero-width character", "सही है"),
        ("a\u2028b", "line separator", "a b"),
        ("a\u3164b", "filler character", "ab"),
        ("a\u2800\u2800b", "filler character", "ab"),
    ],
)
def test_what_hides_is_found_and_stripped(text: str, kind: str, left: str) -> None:
    assert {found.kind for found in find_invisible(text)} == {kind}
    assert strip(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "کاربر پاسخ\u200cهای کوتاه می\u200cخواهد",
        "نسخه\u200cی ۲",
        "API\u200cها و «v2»\u200cها",
        "میانگین 95\u200cام",
        "နေ\u200bကောင်း",
        "ਪੰਜਾਬੀ ਕ੍\u200dਰ",
        "\U0001f9d1\U0001f3ff\u200d\U0001f91d\u200d\U0001f9d1\U0001f3fb",
        "\U0001f642\u200d\u2194\ufe0f #\ufe0f\u20e3 \u24c2\ufe0f \u3297\ufe0f",
        "र्\u200dय and क्\u200dष need the joiner",
        "ශ්\u200dරී ලංකා",
        "ഷാജി ന്\u200d അവൽ",
        "ภาษา\u200bไทย",
        "ខ្មែរ\u200bភាសា",
        "\u2764\ufe0f\u200d\U0001f525 ship it",
        "\U0001f3f3\ufe0f\u200d\U0001f308",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
        "\U0001f3c4\U0001f3fd\u200d\u2642\ufe0f",
        "\U0001f408\u200d\u2b1b",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "1\ufe0f\u20e3 build",
        "\u2139\ufe0f note \u26a0\ufe0f care \u2714\ufe0e",
        "葛\U000e0100城市",
        "\u4e00\ufe00",
        "גרסה 2.1\u200f בסביבת בדיקות",
        "\u2067שלום\u2069 world",
        "\u202bשלום\u202c",
        "ᠮᠣᠩ\u180bᠭᠣᠯ",
        "tab\there, row\nthere, end\r\n",
        "no-break\xa0space and 1\u202f000",
        r"the regex \u200b strips zero-width spaces",
        "plain",
        "",
    ],
)
def test_what_a_script_or_an_emoji_needs_is_left_alone(text: str) -> None:
    assert find_invisible(text) == ()
    assert strip(text) == text


def test_a_byte_order_mark_at_the_start_is_found_only_inside_a_file() -> None:
    assert find_invisible("\ufeff- note") == ()
    assert len(find_invisible("\ufeff- note", inside=True)) == 1
    assert strip("\ufeff- note", inside=True) == "- note"


def test_a_run_of_one_kind_is_one_span() -> None:
    found = find_invisible("a\u200b\u200c\u200b\u200cb")
    assert [(run.start, run.end) for run in found] == [(1, 5)]


SUSPECTS = (
    "ab \n\u200b\u200c\u200d\u2060\u202a\u202b\u202c\u202e\u2066\u2069\u200e\u200f\ufeff\xad\ufe0f"
    "\x1b[1m\x00می1\u2764\U0001f3f4\U000e0067\U000e007f\u3164\u2028"
)


@given(st.text() | st.text(alphabet=SUSPECTS))
def test_any_text_gives_ordered_spans_inside_it(text: str) -> None:
    end = 0
    for found in find_invisible(text):
        assert end <= found.start < found.end <= len(text)
        end = found.end


@given(st.text(alphabet=SUSPECTS))
def test_stripping_again_and_again_comes_to_an_end_and_takes_nothing_visible(text: str) -> None:
    visible, escapes = [char for char in text if char.isalnum()], "\x1b" in text  # whose end is a letter
    for _ in range(len(text) + 1):
        if not find_invisible(text, inside=True):
            break
        text = strip(text, inside=True)
    assert find_invisible(text, inside=True) == ()
    left = [char for char in text if char.isalnum() and char in "abمی"]
    assert left == [char for char in visible if char in "abمی"] or escapes
