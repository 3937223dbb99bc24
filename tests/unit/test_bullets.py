"""The bullets grammar and verbs, against what is known of the agent that reads the files."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.formats.bullets import BULLETS, BulletsGrammar, note_key, one_line
from memory_ls.formats.changes import Change, FileSeen, StoreSeen, Write
from memory_ls.formats.format import Draft
from memory_ls.formats.notes import File, Mark, Placed, Role, Scope, Store
from memory_ls.recall import Part
from memory_ls.recall.bullets import BulletsRecall
from memory_ls.text import Text, replaced, utf8_length

STORE = Store("bullets", Scope.PROJECT, "/r", "/r")
FILE = File("/r/.pi/memory.md", STORE)


def seen(source: str) -> FileSeen:
    text, grammar, blocks = Text(source), BulletsGrammar(), []
    for row, content in enumerate(text.rows):
        _, mark = grammar.step(0, content)
        block = Placed(FILE, row, 1, mark, 0)
        block.fragment = grammar.fragment(0, (content,))
        blocks.append(block)
    return FileSeen(FILE, text, blocks, stamp=1)


def store(one: FileSeen) -> StoreSeen:
    return StoreSeen(STORE, {FILE.id: one})


def notes(source: str) -> list[str]:
    return [b.fragment.text for b in seen(source).blocks if b.fragment and b.fragment.role is Role.NOTE]


def after(one: FileSeen, change: Change) -> str:
    out = str(one.text)
    for step in change:
        assert isinstance(step, Write)
        out = replaced(one.text, step.replace)
    return out


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("- one", "one"),
        ("  * two indented star", "two indented star"),
        ("- [ ] task style", "[ ] task style"),
        ("* * *", "* *"),
        ("-\ttab", "tab"),
        ("\ufeff- bom first", "bom first"),
        ("- a\x1b[31mred", "a [31mred"),
        ("- tab\tinside", "tab inside"),
        ("- c1 \x85 next", "c1 next"),
        ("- nbsp\u00a0\u00a0run ", "nbsp\u00a0\u00a0run"),
        ("- zero\u200bwidth", "zero\u200bwidth"),
    ],
)
def test_what_is_a_note(row: str, text: str) -> None:
    assert notes(row) == [text]


@pytest.mark.parametrize(
    "row", ["+ plus", "1. numbered", "-no space", "- ", "-", "---", "# Head", "prose", "- \x07", "<!-- c -->", ""]
)
def test_what_is_no_note(row: str) -> None:
    assert notes(row) == []


def test_bullets_in_fences_are_notes_as_the_agent_reads_them() -> None:
    assert notes("```\n- inside\n```\n") == ["inside"]


def test_the_key_folds_case_blanks_and_closing_punctuation_only() -> None:
    assert note_key("Use  PNPM,   not npm!") == note_key("use pnpm, not npm")
    assert note_key("Use npm, not pnpm") != note_key("Use pnpm, not npm")


def test_a_new_file_gets_a_header() -> None:
    empty = seen("")
    assert (
        after(empty, BULLETS.put(store(empty), Draft("  a\tfact "), None))
        == "<!-- Notes that coding agents keep here: one bullet a note. -->\n\n- a fact\n"
    )


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("- a\n", "- a\n- new\n"),
        ("- a", "- a\n- new"),
        ("- a\r\n", "- a\r\n- new\r\n"),
        ("# T\n\n\n", "# T\n- new\n\n\n"),
    ],
)
def test_put_keeps_the_file_as_it_is(before: str, expected: str) -> None:
    one = seen(before)
    assert after(one, BULLETS.put(store(one), Draft("new"), None)) == expected


def test_drop_takes_the_row_and_its_newline() -> None:
    one = seen("# T\r\n- a\r\n- b\r\n")
    assert after(one, BULLETS.drop(store(one), [one.blocks[1]])) == "# T\r\n- b\r\n"
    last = seen("- a\n- b")
    assert after(last, BULLETS.drop(store(last), [last.blocks[1]])) == "- a"
    assert after(last, BULLETS.drop(store(last), last.blocks)) == ""


rows = st.text(alphabet=st.sampled_from("-* ab&;<>!gtamp"), max_size=20).map(lambda s: f"- x{s}")


@given(rows)
def test_a_retired_note_is_skipped_by_the_agent_and_restored_byte_for_byte(row: str) -> None:
    one = seen(f"{row}\n- newer\n")
    retired = seen(after(one, BULLETS.retire(store(one), one.blocks[0], one.blocks[1], date(2026, 11, 30))))
    fragment = retired.blocks[0].fragment
    assert fragment is not None
    assert fragment.role is Role.RETIRED
    assert fragment.superseded_by == BULLETS.key("newer")
    assert str(retired.text).count("-->") == 1
    assert BulletsGrammar().fragment(0, (retired.text.rows[0],)) == fragment
    assert after(retired, BULLETS.restore(store(retired), retired.blocks[0])) == str(one.text)


def test_clear_drops_bullet_rows_and_keeps_the_rest() -> None:
    one = seen("# T\n- a\n- \nprose\n* b\n")
    assert after(one, BULLETS.clear(store(one))) == "# T\nprose\n"


@given(st.text(max_size=200))
def test_every_row_is_a_block_and_nothing_raises(source: str) -> None:
    one = seen(source)
    assert len(one.blocks) == len(one.text.rows)
    for block in one.blocks:
        if block.fragment is not None and block.mark is not Mark.GAP and block.fragment.role is Role.NOTE:
            body = block.body
            assert one_line(one.text.slice(body)) == block.fragment.text


def test_the_introduction_costs_what_the_agents_costs() -> None:
    limits = BULLETS.limits(FILE, [])
    one = seen("- a\n")
    part = Part(FILE, limits, [4], one.blocks[:1], one.text)
    recall = BulletsRecall()
    assert utf8_length(recall.text([part], recall.plan([part])).split("\n")[1]) == 92
    assert limits.budget - limits.held_back - limits.room == len("[MEMORY]\n") + 92


@pytest.mark.parametrize(
    ("said", "budget"),
    [(100, 512), (99999, 32768), ("4096", 4096), (1000.5, 1001), ("x", 8192), (True, 8192), (None, 8192)],
)
def test_the_agents_own_budget_is_read_as_it_reads_it(said: object, budget: int) -> None:
    assert BULLETS.limits(FILE, [{"maxInjectBytes": said}]).budget == budget
