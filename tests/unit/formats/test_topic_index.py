"""The index of a topics folder: what its rows are, and what an agent loads of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from topic_store import index_of, seen_of

from memory_ls.formats.notes import Ref, Role
from memory_ls.recall.topics import load
from memory_ls.text import Text


@pytest.mark.parametrize(
    ("row", "title", "text", "path"),
    [
        ("- [Staging](staging.md) — runs on port 3000", "Staging", "runs on port 3000", "staging.md"),
        ("* [Staging](staging.md) - runs on port 3000", "Staging", "runs on port 3000", "staging.md"),
        ("- [Staging](./staging.md): runs on port 3000", "Staging", "runs on port 3000", "staging.md"),
        ("- [Staging](<my notes.md>) – x", "Staging", "x", "my notes.md"),
        ("- [Staging](my%20notes.md) – x", "Staging", "x", "my notes.md"),
        ("- [A [b] c](sub/c.md#part) — x", "A [b] c", "x", "sub/c.md"),
        ("- **[Staging](staging.md)** — x", "Staging", "x", "staging.md"),
        ("1. [Staging](staging.md) → x", "Staging", "x", "staging.md"),
        ("- [Staging](staging.md)", "Staging", "Staging", "staging.md"),
        (
            "- ports are told in [Staging](staging.md)",
            "Staging",
            "ports are told in [Staging](staging.md)",
            "staging.md",
        ),
        ("| [Staging](staging.md) | x |", "Staging", "x", "staging.md"),
    ],
)
def test_a_row_with_a_link_to_a_topic_is_an_entry(row: str, title: str, text: str, path: str) -> None:
    (entry,) = index_of(row)
    assert (entry.role, entry.title, entry.text) == (Role.ENTRY, title, text)
    assert entry.mentions[0].ref == Ref("file", path)


def test_the_span_of_a_mention_is_the_path() -> None:
    row = "- [Staging](<a b.md>) — x"
    (entry,) = index_of(row)
    span = entry.mentions[0].span
    assert row[span.col : span.end_col] == "a b.md"


def test_a_name_in_double_brackets_is_an_entry_too() -> None:
    (entry,) = index_of("- [[Staging_Port]] — x")
    assert entry.role is Role.ENTRY
    assert entry.mentions[0].ref == Ref("name", "staging-port")


@pytest.mark.parametrize(
    "row",
    [
        "- see [the site](https://example.org/a.md)",
        "- see [above](../a.md)",
        "- see [home](~/a.md) and [root](/a.md)",
        "- see `[x](a.md)`",
        "- all of [the rules](docs/*.md)",
        "- ![picture](a.md)",
        "- plain words",
    ],
)
def test_a_bullet_without_a_link_into_the_folder_is_a_note(row: str) -> None:
    (note,) = index_of(row)
    assert note.role is Role.NOTE
    assert not note.mentions


@pytest.mark.parametrize(
    "text",
    [
        "```\n- [a](a.md)\n```",
        "<!--\n- [a](a.md)\n-->",
        "<!-- [a](a.md) -->",
        "---\nlist: [a](a.md)\n---",
        "~~~~\n~~~\n- [a](a.md)\n~~~~",
    ],
)
def test_rows_in_fences_comments_and_frontmatter_point_at_nothing(text: str) -> None:
    assert not any(fragment.mentions or fragment.role is not Role.PROSE for fragment in index_of(text))


def test_an_index_below_an_open_frontmatter_is_read() -> None:
    assert [one.role for one in index_of("---\ntitle: x\n- [a](a.md)\n")] == [Role.PROSE, Role.PROSE, Role.ENTRY]


def test_indented_rows_belong_to_the_bullet_above() -> None:
    entry, nested = index_of("- [a](a.md) — first\n  second\n  ```\n  - no note\n  ```\n  - nested")
    assert entry.text.startswith("first second")
    assert (nested.text, nested.depends) == ("nested", True)


def test_a_path_that_is_only_written_down_lists_its_file_and_is_no_link() -> None:
    (note,) = index_of("- the plan is in `plan.md`")
    assert Ref("file", "plan.md") in note.refs
    assert not note.mentions


@pytest.mark.parametrize(("dialect", "limit"), [("claude", 250), ("pi", 150)])
def test_a_long_row_is_told_by_its_agents_limit(dialect: str, limit: int) -> None:
    head = "- [a](a.md) — "
    assert not index_of(head + "x" * (limit - len(head)), dialect)[0].problems
    (problem,) = index_of(head + "x" * (limit - len(head) + 1), dialect)[0].problems
    assert (problem.code, problem.at_most) == ("too-long", "hint")


# --- what is loaded


def rows(count: int, row: str = "- x") -> str:
    return "".join(f"{row}\n" for _ in range(count))


def test_two_hundred_rows_are_loaded() -> None:
    assert load(Text(rows(200)), "claude", 200, 25_000).binds == ""
    loaded = load(Text(rows(201)), "claude", 200, 25_000)
    assert (loaded.binds, loaded.rows, loaded.all_rows, loaded.cut) == ("lines", 200, 201, 200)


def test_blank_rows_at_the_end_and_block_comments_do_not_count() -> None:
    assert load(Text(rows(200) + "\n \n"), "claude", 200, 25_000).binds == ""
    assert load(Text("<!-- a\nb -->\n" + rows(200)), "claude", 200, 25_000).rows == 200
    assert load(Text("<!-- a\nb -->\n" + rows(200)), "pi", 200, 25_000).binds == "lines"


@pytest.mark.parametrize("text", ["```\n<!-- a -->\n```\n", "- a\n  <!-- b -->\n", "a <!-- b -->\n", "<!-- open\nb\n"])
def test_comments_in_fences_lists_and_words_stay(text: str) -> None:
    assert load(Text(text), "claude", 200, 25_000).rows == len(Text(text).rows) - 1


def test_units_of_utf_16_are_counted_and_not_bytes() -> None:
    assert load(Text("é" * 25_000), "claude", 200, 25_000).binds == ""
    assert load(Text("\U0001f9ea" * 12_500), "claude", 200, 25_000).binds == ""
    assert load(Text("\U0001f9ea" * 12_501), "claude", 200, 25_000).binds == "characters"


def test_the_cut_is_at_the_last_row_that_fits() -> None:
    loaded = load(Text("a" * 20_000 + "\n" + "b" * 4_999 + "\nc"), "pi", 200, 25_000)
    assert (loaded.rows, loaded.units, loaded.cut) == (2, 25_000, 2)
    loaded = load(Text("a" * 20_000 + "\n" + "b" * 5_000), "pi", 200, 25_000)
    assert (loaded.rows, loaded.cut) == (1, 1)


def test_a_first_row_that_is_too_long_goes_in_cut_short() -> None:
    loaded = load(Text("a" * 30_000 + "\nb"), "claude", 200, 25_000)
    assert (loaded.rows, loaded.units, loaded.cut) == (1, 25_000, 1)


def test_a_byte_order_mark_is_not_counted() -> None:
    assert load(Text("\ufeff" + "a" * 25_000), "claude", 200, 25_000).binds == ""


@settings(max_examples=200)
@given(st.text(alphabet="-*[]()ab.md`~<>!#| \t\n\r—\ufeff", max_size=120))
def test_any_text_is_cut_into_blocks_that_cover_it(text: str) -> None:
    seen = seen_of({"MEMORY.md": text}).at("MEMORY.md")
    assert [row for block in seen.blocks for row in seen.rows(block)] == list(seen.text.rows)
    for block in seen.blocks:
        for mention in block.fragment.mentions if block.fragment else ():
            assert seen.text.slice(mention.span.down(block.row))
        if block.fragment:
            assert seen.text.slice(block.body) is not None
    assert load(seen.text, "claude", 200, 25_000).rows <= len(seen.text.rows)
