"""Frontmatter: the fast reader says what YAML says, places are right, writers change one field."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memory_ls.formats.frontmatter import (
    block_list,
    close_fence,
    new_frontmatter,
    quote_values,
    quoted,
    read_frontmatter,
    remove_field,
    set_field,
    set_fields,
)
from memory_ls.formats.yaml_reading import read_yaml
from memory_ls.formats.yaml_simple import simple_fields, simplest_values
from memory_ls.text import Text, replaced

WORDS = st.sampled_from(
    ["a", "Word", "true", "No", "null", "~", "on", "1", "007", "1.5", "1e3", "2026-11-30", "2026-13-45", "12:30:45",
     "0x1F", ".inf", "a: b", "a:b", "a #b", "a#b", "- x", "[]", "{}", "[a, b]", '["a","b"]', '["a", "b"]', "[a", "*a", "&a b",
     "!t x", "%x", "@x", "`x`", "|", ">-", '"q"', '"q\\n"', '"q\\x41"', '"q', "'q'", "'it''s'", "'q", "é", "東京 🧪", "a\tb",
     "a:", ":", "#", "?", "a ", "  ", "\x85", "\u2028", "a\u00a0b", "Yes please", "x, y", "a]b", "y", "=", "<<", "n'est"]
)  # fmt: skip
ROWS = st.lists(
    st.one_of(
        st.builds("{}: {}".format, st.sampled_from(["a", "b", "c-d", "_e", "F1", "on", "null", "<<", "1"]), WORDS),
        st.builds("{}:".format, st.sampled_from(["a", "b", "list"])),
        st.builds("{}- {}".format, st.sampled_from(["", "  ", "    "]), WORDS),
        st.builds("{}{}".format, st.sampled_from(["", " ", "  "]), WORDS),
        st.sampled_from(["", " ", "# comment", "  # comment", "a : b", '"a": b', "? a", "...", "a:  x  "]),
    ),
    max_size=6,
)


@settings(max_examples=300, deadline=None)
@given(ROWS)
@example(["a: b", "  c"])
@example(["a:", "- x", "- y"])
@example(["a: x", "", "  y"])
def test_the_fast_reader_says_what_yaml_says_or_nothing(rows: list[str]) -> None:
    simple = simple_fields(rows, 0, len(rows))
    read = read_yaml(rows, 0, len(rows))
    if simple is not None:
        assert read.error is None
        assert simple[0] == read.values
        assert [type(value) for value in simple[0].values()] == [type(value) for value in read.values.values()]
        assert simple[1] == read.fields


@settings(max_examples=300, deadline=None)
@example(["?", " a", "  - a"])
@given(ROWS)
def test_every_field_is_where_it_says(rows: list[str]) -> None:
    front = read_frontmatter(["---", *rows, "---"])
    assert front is not None
    for one in front.fields:
        text = Text("\n".join(["---", *rows, "---"]))
        assert one.raw == text.slice(one.value_span)
        assert one.key in text.slice(one.key_span) or one.style == "alias"
        assert one.row < one.end_row <= len(rows) + 1


WRITTEN = st.lists(
    st.sampled_from(
        [
            'a: "x"',
            'b: "true"',
            "c: true",
            "d: false",
            "list:",
            '  - "i"',
            '  - "é"',
            "on:",
            "",
            'a: "\x85"',
            'a: "\\n"',
        ]
    ),
    max_size=7,
)


@settings(max_examples=200, deadline=None)
@given(WRITTEN)
def test_the_fastest_reader_says_what_the_fast_one_says(rows: list[str]) -> None:
    simplest, simple = simplest_values(rows, 0, len(rows)), simple_fields(rows, 0, len(rows))
    assert simplest is None or (simple is not None and simplest == simple[0])
    front = read_frontmatter(["---", *rows, "---"])
    assert front is not None
    for key in {one.key for one in front.fields}:
        assert front.field(key) == [one for one in front.fields if one.key == key][-1]
    assert front.field("none") is None


def test_plain_frontmatter_needs_no_yaml(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory_ls.formats.frontmatter.read_yaml", None)
    front = read_frontmatter(["---", 'description: "a: \\"b\\""', "tags:", "  - x", '  - "y"', "n: 3", "---", "text"])
    assert front is not None
    assert front.values == {"description": 'a: "b"', "tags": ["x", "y"], "n": 3}
    assert front.end == 6


def test_no_fence_is_no_frontmatter_and_a_byte_order_mark_does_no_harm() -> None:
    assert read_frontmatter(["# a", "---"]) is None
    assert read_frontmatter(["----", "a: b", "---"]) is None
    front = read_frontmatter(["\ufeff--- ", "a: b", "---\t"])
    assert front is not None
    assert front.values == {"a": "b"}


@pytest.mark.parametrize(
    ("rows", "row", "said"),
    [
        (["a: b", "c: d: e"], 2, "without quotes"),
        (["a: b", "\tc: d"], 2, "a tab"),
        (['a: "b', "c: d"], 1, "not closed"),
        (["a: @b"], 1, "needs quotes"),
        (["a: *b"], 1, "need quotes"),
        (["- a"], 1, "no list of"),
        (["a: 2026-13-45"], 1, "no date or number"),
        (["a: b\x07"], 1, "control character"),
    ],
)
def test_what_yaml_refuses_is_said_without_its_text(rows: list[str], row: int, said: str) -> None:
    front = read_frontmatter(["---", *rows, "---"])
    assert front is not None
    assert front.error is not None
    assert said in front.error
    assert front.values == {}
    assert abs(front.error_row - row) <= 1


def test_an_open_frontmatter_has_fields_but_no_values() -> None:
    front = read_frontmatter(["---", "a: b", "text"])
    assert front is not None
    assert (front.end, front.values, [one.key for one in front.fields]) == (-1, {}, ["a"])


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_quoted_text_is_one_row_and_comes_back(text: str) -> None:
    written = quoted(text)
    assert "\n" not in written
    assert yaml.safe_load(f"key: {written}") == {"key": text}


@settings(max_examples=100, deadline=None)
@example(["a: a", "..."], "b", "true")
@example(["\x85"], "a", '"x: y"')
@given(ROWS, st.sampled_from(["a", "b", "new"]), st.sampled_from(['"x: y"', "true", '\n  - "i"\n  - "j"', "[]"]))
def test_setting_a_field_changes_that_one_only(rows: list[str], key: str, value: str) -> None:
    text = Text("\n".join(["---", *rows, "---", "body", ""]))
    front = read_frontmatter(text.rows)
    assert front is not None
    if front.error is not None or any(one.style == "alias" or "&" in one.raw for one in front.fields):
        return
    again = read_frontmatter(Text(replaced(text, [set_field(text.rows, front, key, value)])).rows)
    assert again is not None
    assert again.error is None
    assert again.values == {
        **front.values,
        key: yaml.safe_load(f"k:{value if value[0] == chr(10) else ' ' + value}")["k"],
    }


@settings(max_examples=100, deadline=None)
@given(ROWS)
def test_fields_that_are_added_and_removed_leave_the_text_as_it_was(rows: list[str]) -> None:
    text = Text("\r\n".join(["---", *rows, "---", "body", ""]))
    front = read_frontmatter(text.rows)
    assert front is not None
    if front.error is not None:
        return
    longer = Text(replaced(text, set_fields(text.rows, front, {"x": '"1"', "y": "[]"})))
    added = read_frontmatter(longer.rows)
    assert added is not None
    assert [one.key for one in added.fields][-2:] == ["x", "y"]
    gone = [change for key in ("x", "y") if (change := remove_field(longer.rows, added, key))]
    assert replaced(longer, gone) == str(text)


def test_new_frontmatter_and_lists() -> None:
    made = new_frontmatter({"a": quoted("b"), "c": block_list(["d", "e"]), "f": block_list([])})
    assert made == '---\na: "b"\nc:\n  - "d"\n  - "e"\nf: []\n---\n'


def test_values_that_need_quotes_get_them_if_that_mends_it() -> None:
    rows = ["---", "a: b: c", 'd: "e', "f: g", "---"]
    front = read_frontmatter(rows)
    assert front is not None
    changes = quote_values(rows, front)
    mended = read_frontmatter(Text(replaced(Text("\n".join(rows)), changes)).rows)
    assert mended is not None
    assert mended.values == {"a": "b: c", "d": "e", "f": "g"}
    hopeless = ["---", "a: b", "\tc", "---"]
    front = read_frontmatter(hopeless)
    assert front is not None
    assert quote_values(hopeless, front) == ()


def test_an_open_fence_is_closed_after_the_last_field() -> None:
    rows = ["---", "a: b", "c:", "  - d", "# Text", "e: f"]
    front = read_frontmatter(rows)
    assert front is not None
    assert replaced(Text("\n".join(rows)), close_fence(rows, front)).split("\n")[3:6] == ["  - d", "---", "# Text"]
    rows = ["---", "text"]
    front = read_frontmatter(rows)
    assert front is not None
    assert close_fence(rows, front) == ()
