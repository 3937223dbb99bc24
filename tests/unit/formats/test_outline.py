"""Free-form memory files: what is a note in them, and that no verb harms the rest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, Write
from memory_ls.formats.daily import DAILY
from memory_ls.formats.format import Draft
from memory_ls.formats.gemini import GEMINI
from memory_ls.formats.notes import File, Fragment, Placed, Role, Scope, Store
from memory_ls.formats.outline import OUTLINE, OutlineFormat
from memory_ls.formats.parse import blocks_of
from memory_ls.text import Text, replaced

TODAY = date(2026, 11, 30)
MANY = settings(max_examples=150, deadline=None)


def seen(text: str, format: OutlineFormat = OUTLINE, inside: str = "MEMORY.md") -> StoreSeen:
    store = Store(format.name, Scope.ALONE, "/memory")
    file = File(f"/memory/{inside}", store, inside)
    grammar = format.grammar(file)
    assert grammar is not None
    rows = Text(text)
    return StoreSeen(store, {file.id: FileSeen(file, rows, blocks_of(grammar, file, rows), 1)})


def only(store: StoreSeen) -> FileSeen:
    (file,) = store.files.values()
    return file


def notes(store: StoreSeen, role: Role = Role.NOTE) -> list[Placed]:
    return [block for block in only(store).blocks if block.fragment is not None and block.fragment.role is role]


def texts(text: str) -> list[str]:
    return [fragment(note).text for note in notes(seen(text))]


def fragment(note: Placed) -> Fragment:
    assert note.fragment is not None
    return note.fragment


def after(store: StoreSeen, change: Change | Refusal) -> str:
    assert not isinstance(change, Refusal), change
    text = str(only(store).text)
    for step in change:
        assert isinstance(step, Write)
        text = replaced(only(store).text, step.replace)
    return text


PAGE = """\
---
name: x
---
# Memory

Some words about
this project.

- one
  wrapped
  - nested
    ```sh
    - in a fence

    ```
- two
1. first
2) second

   more of the second

> - quoted

| a | b |
|---|---|
| 1 | 2 |

```
- fenced
```
<!-- - in a comment
- still in it -->
* * *
* star
"""


def test_items_with_what_hangs_on_them_paragraphs_and_rows_of_tables_are_notes() -> None:
    assert texts(PAGE) == [
        "Some words about\nthis project.",
        "one\n  wrapped\n  - nested\n    ```sh\n    - in a fence\n\n    ```",
        "two",
        "first",
        "second",
        "more of the second",
        "1 | 2",
        "star",
    ]


def test_what_hangs_on_another_note_depends_on_it() -> None:
    assert [
        fragment(note).text for note in notes(seen(PAGE)) if fragment(note).depends and " " in fragment(note).text
    ] == [
        "more of the second",
        "1 | 2",
    ]


def test_a_field_depends_on_its_heading() -> None:
    page = "- **Status:** done\n- Port: 8080\n- ...\n- `docs/a.md`\n- Never do this: it fails\n- The port is 8080\n"
    assert [fragment(note).depends for note in notes(seen(page))] == [True, True, True, True, False, False]


@pytest.mark.parametrize(
    "text",
    [
        "# a\n## b",
        "---\n\n***\n",
        "```\n- a\n",
        "~~~\n- a\n```\n- b",
        "<!--\n- a",
        "> a",
        "<details>",
        "- \n*\n1.",
        "",
        "| a |",
    ],
)
def test_pages_without_a_note(text: str) -> None:
    assert texts(text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\n\n- a", ["a"]),  # a rule, not frontmatter
        ("---\nwords\n- a", ["words", "a"]),
        ("````\n```\n- a\n````\n- b", ["b"]),
        ("- a\n```\nx\n```\n- b", ["a", "b"]),
        ("- a\nlazily on\n- b", ["a\nlazily on", "b"]),
        ("  - a\n  - b\n - c", ["a", "b", "c"]),
        ("- a\n  ```\n  x\nafter", ["a\n  ```\n  x", "after"]),
        ("- a\r\n- b\r\n", ["a", "b"]),
    ],
)
def test_rows_fall_where_a_reader_of_markdown_puts_them(text: str, said: Sequence[str]) -> None:
    assert texts(text) == list(said)


@pytest.mark.parametrize("head", ["# Title", "---", "<!-- x -->", "> q", "```"])
def test_a_byte_order_mark_hides_nothing_of_the_first_row(head: str) -> None:
    assert texts(f"\ufeff{head}\n") == texts(f"{head}\n") == []
    assert texts("\ufeff- a\n") == ["a"]


def test_the_same_note_is_found_whatever_its_marker_case_and_closing_point() -> None:
    first, second = notes(seen("- Use pnpm\n\n2. use  PNPM.\n"))
    assert fragment(first).identity == fragment(second).identity == OUTLINE.key("use pnpm")


def test_a_note_goes_with_the_rows_that_hang_on_it_and_nothing_else_does() -> None:
    store = seen(PAGE)
    one = next(note for note in notes(store) if fragment(note).text.startswith("one"))
    assert after(store, OUTLINE.drop(store, [one])) == PAGE[: PAGE.index("- one")] + PAGE[PAGE.index("- two") :]


@pytest.mark.parametrize(
    ("before", "then"),
    [
        ("", "- new\n"),
        ("\n\n", "- new\n"),
        ("# T\n", "# T\n\n- new\n"),
        ("# T\n\n- a", "# T\n\n- a\n- new"),
        ("- a\r\n\r\n", "- a\r\n- new\r\n\r\n"),
        ("Words.\n", "Words.\n\n- new\n"),
    ],
)
def test_a_new_note_is_a_list_item_at_the_end(before: str, then: str) -> None:
    store = seen(before)
    assert after(store, OUTLINE.put(store, Draft("new"), TODAY)) == then


@pytest.mark.parametrize("text", ["```\n- a", "<!-- a", "---\na: b\n"])
def test_a_new_note_is_refused_where_it_would_be_none(text: str) -> None:
    store = seen(text)
    assert isinstance(OUTLINE.put(store, Draft("new"), TODAY), Refusal)


def test_a_note_that_is_there_is_not_put_again() -> None:
    store = seen("- Use pnpm.\n")
    assert OUTLINE.put(store, Draft("use pnpm"), TODAY) == ()


def test_rewording_keeps_marker_and_nesting() -> None:
    store = seen("1. a\n   - b\n2. c\n")
    assert after(store, OUTLINE.reword(store, notes(store)[0], "x\n- y", None)) == "1. x\n   - y\n2. c\n"


def test_merging_notes_with_nested_rows_needs_a_wording() -> None:
    store = seen("- a\n  - b\n- c\n")
    assert isinstance(OUTLINE.merge(store, notes(store), None, None), Refusal)
    assert after(store, OUTLINE.merge(store, notes(store), "a and c\n  - b", None)) == "- a and c\n  - b\n"


def test_a_row_of_a_table_is_reworded_in_its_bars_and_not_superseded() -> None:
    store = seen("| a | b |\n|---|---|\n| 1 | 2 |\n")
    (row,) = notes(store)
    assert after(store, OUTLINE.reword(store, row, "3 | 4", None)) == "| a | b |\n|---|---|\n| 3 | 4 |\n"
    assert isinstance(OUTLINE.retire(store, row, row, TODAY), Refusal)


ROWS = st.sampled_from(
    [
        "",
        " ",
        "- a",
        "  - b",
        "* c",
        "1. d",
        "\ttab",
        "words",
        "    code",
        "# h",
        "---",
        "```",
        "~~~",
        "  ```",
        "<!--",
        "-->",
        "<!-- x -->",
        "> q",
        "| a |",
        "|---|",
        "| 1 | 2 |",
        "=======",
        "<<<<<<< a",
        "a --> b &gt; &amp;",
        "- --!> x",
        "a: b",
    ]
)
PAGES = st.builds(
    str.__add__,
    st.sampled_from(["", "\ufeff"]),
    st.lists(st.tuples(ROWS, st.sampled_from(["\n", "\r\n", "\r"])), max_size=14).map(
        lambda rows: "".join(row + end for row, end in rows)
    ),
)


@MANY
@given(PAGES | st.text(max_size=80))
def test_any_text_is_read_and_every_note_stands_where_it_says(text: str) -> None:
    store = seen(text)
    for note in notes(store):
        body = only(store).text.slice(note.body)
        assert body.replace("\r\n", "\n").replace("\r", "\n") == fragment(note).text


@MANY
@given(PAGES, st.data())
def test_superseding_and_restoring_gives_the_bytes_back(text: str, data: st.DataObject) -> None:
    store = seen(text)
    living = [note for note in notes(store) if not only(store).rows(note)[0].lstrip().startswith("|")]
    if not living:
        return
    note = data.draw(st.sampled_from(living))
    marked = seen(after(store, OUTLINE.retire(store, note, living[0], TODAY)))
    (gone,) = [one for one in notes(marked, Role.RETIRED) if one.row == note.row]
    assert after(marked, OUTLINE.restore(marked, gone)) == text
    assert len(notes(marked)) < len(notes(store))


@MANY
@given(PAGES, st.text(max_size=40) | ROWS)
def test_what_was_put_is_found_and_put_once(text: str, said: str) -> None:
    store = seen(text)
    change = OUTLINE.put(store, Draft(said), TODAY)
    if isinstance(change, Refusal) or not change:
        return
    then = seen(after(store, change))
    assert OUTLINE.key(said) in [fragment(note).identity for note in notes(then)]
    assert OUTLINE.put(then, Draft(said), TODAY) == ()


def test_a_log_is_never_compared_or_old_and_its_notes_know_their_day() -> None:
    store = seen("# 2026-11-29\n- did a thing on 2026-01-05\n", DAILY, "2026-11-29.md")
    (note,) = notes(store)
    assert fragment(note).logged
    assert fragment(note).dated is None
    assert DAILY.draft(store, note).created == date(2026, 11, 29)


def test_a_new_note_goes_to_the_log_of_today() -> None:
    store = seen("- a\n", DAILY, "2026-11-29.md")
    change = DAILY.put(store, Draft("new"), TODAY)
    assert not isinstance(change, Refusal)
    (step,) = change
    assert isinstance(step, Write)
    assert step.file == "/memory/2026-11-30.md"
    assert replaced(Text(), step.replace) == "# 2026-11-30\n\n- new\n"


def gemini(text: str, name: str = "GEMINI.md") -> StoreSeen:
    store = Store("gemini", Scope.GLOBAL, "/home/.gemini")
    file = File(f"/home/.gemini/{name}", store, name)
    grammar = GEMINI.grammar(file)
    assert grammar is not None
    rows = Text(text)
    return StoreSeen(store, {file.id: FileSeen(file, rows, blocks_of(grammar, file, rows), 1)})


ADDED = "# Mine\n- rule\n\n## Gemini Added Memories\n- a\n- b\n\n## More\n- c\n"


def test_only_bullets_of_the_added_memories_are_notes() -> None:
    assert [fragment(note).text for note in notes(gemini(ADDED))] == ["a", "b"]


def test_a_memory_is_appended_to_its_section() -> None:
    store = gemini(ADDED)
    assert after(store, GEMINI.put(store, Draft("new"), TODAY)) == ADDED.replace("- b\n", "- b\n- new\n")


@pytest.mark.parametrize(
    ("name", "text", "then"),
    [
        ("GEMINI.md", "", "## Gemini Added Memories\n- new\n"),
        ("QWEN.md", "# Mine\n", "# Mine\n\n## Qwen Added Memories\n- new\n"),
    ],
)
def test_a_file_without_the_section_gets_one(name: str, text: str, then: str) -> None:
    store = gemini(text, name)
    assert after(store, GEMINI.put(store, Draft("new"), TODAY)) == then


def test_clearing_leaves_what_a_person_wrote() -> None:
    store = gemini(ADDED)
    assert after(store, GEMINI.clear(store)) == "# Mine\n- rule\n\n## Gemini Added Memories\n\n## More\n- c\n"
