"""The facts block: every way in which it can be wrong has its own message, on its row, and a fix where that is sure."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from record_store import applied, note_of, seen_of

from memory_ls.formats.record_facts import CLOSE, OPEN, read_facts
from memory_ls.formats.records import RECORDS
from memory_ls.text import Span, Text


def flaws(*rows: str) -> list[tuple[int, str]]:
    return [(flaw.span.row if flaw.span else -1, flaw.message) for flaw in read_facts(rows, 0).flaws]


def mended(*rows: str) -> list[str]:
    """The rows after the first fix of every problem, one after the other."""
    files = {"state.a": "\n".join(["---", 'description: "d"', "---", *rows])}
    for _ in range(5):
        store = seen_of(files)
        note = note_of(store, "state.a")
        mends = [mend for problem in note.fragment.problems for mend in problem.mends] if note.fragment else []
        if not mends:
            break
        files = applied(store, RECORDS.mend(store, note, mends[0].name))
    (text,) = files.values()
    return text.split("\n")[3:]


def test_facts_and_relations_are_read_with_their_places() -> None:
    rows = ["text", f"  {OPEN}", "", 'a.b = "x"  ', "\tn=[1,null]", "see -> @event.c", CLOSE]
    facts = read_facts(rows, 0)
    assert facts.flaws == ()
    assert (facts.first, facts.last) == (1, 6)
    assert [(one.key, one.value, one.is_relation) for one in facts.rows] == [
        ("a.b", '"x"', False),
        ("n", "[1,null]", False),
        ("see", "event.c", True),
    ]
    assert facts.rows[0].span == Span(3, 6, 3, 9)
    assert facts.rows[2].span == Span(5, 8, 5, 15)


def test_a_record_without_a_block_has_no_facts() -> None:
    assert read_facts(["a = 1", "b -> c"], 0).rows == ()


@pytest.mark.parametrize(
    ("rows", "row", "said"),
    [
        ([OPEN, "v = 24 GiB", CLOSE], 1, "the value of v is no JSON"),
        ([OPEN, "v = NaN", CLOSE], 1, "the value of v is no JSON"),
        ([OPEN, "v =", CLOSE], 1, "v has no value"),
        ([OPEN, 'v = {"a":1}', CLOSE], 1, "cannot be an object"),
        ([OPEN, "v = [[1]]", CLOSE], 1, "a list in a fact"),
        ([OPEN, "v = 1", "v = 2", CLOSE], 2, "v has another value in line 2 already"),
        ([OPEN, "v = 1", "v = 1", CLOSE], 2, "v stands in line 2 already"),
        ([OPEN, "v = 1", "v -> @event.a", CLOSE], 2, "v is a fact in line 2 already"),
        ([OPEN, "Node = 1", CLOSE], 1, "Node is no key"),
        ([OPEN, "r -> event.a", CLOSE], 1, "r -> event.a points at nothing"),
        ([OPEN, "r ->", CLOSE], 1, "a relation to nothing"),
        ([OPEN, "just words", CLOSE], 1, "just words is no `key = value`"),
        (["", OPEN, "v = 1"], 1, "never closed"),
        (["", CLOSE], 1, "never opened"),
        ([CLOSE, OPEN], 0, "ends before it begins"),
        ([OPEN, CLOSE, OPEN, CLOSE], 2, "a second facts block"),
        ([OPEN, CLOSE, "", CLOSE], 3, "closed twice"),
    ],
)
def test_every_flaw_has_its_own_message_on_its_row(rows: list[str], row: int, said: str) -> None:
    ((where, message),) = flaws(*rows)
    assert where == row
    assert said in message


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        ([OPEN, "v = 24 GiB", CLOSE], [OPEN, 'v = "24 GiB"', CLOSE]),
        ([OPEN, "v = True ", "w = 'x'", CLOSE], [OPEN, "v = true ", 'w = "x"', CLOSE]),
        ([OPEN, 'v = {"a":1,"b":"x"}', CLOSE], [OPEN, "v.a = 1", 'v.b = "x"', CLOSE]),
        ([OPEN, "v = 1", "v = 1", CLOSE], [OPEN, "v = 1", CLOSE]),
        ([OPEN, "modelName = 1", CLOSE], [OPEN, "model_name = 1", CLOSE]),
        ([OPEN, "r -> event.a", CLOSE], [OPEN, "r -> @event.a", CLOSE]),
        ([OPEN, 'v: "x"', CLOSE], [OPEN, 'v = "x"', CLOSE]),
        ([OPEN, "v = 1", "", "words"], [OPEN, "v = 1", CLOSE, "", "words"]),
        (
            [OPEN, "v = 1", CLOSE, "words", OPEN, "w = 2", CLOSE, ""],
            [OPEN, "v = 1", "w = 2", CLOSE, "words", ""],
        ),
        ([OPEN, "r -> @state.a", "v = 1", CLOSE], [OPEN, "v = 1", CLOSE]),
    ],
)
def test_what_is_sure_is_mended(rows: list[str], after: list[str]) -> None:
    assert mended(*rows) == after


@pytest.mark.parametrize(
    "rows",
    [
        [OPEN, "v = 1", "v = 2", CLOSE],
        [OPEN, "v = [[1]]", CLOSE],
        [OPEN, "node = 1", "Node = 2", CLOSE],
        [CLOSE, OPEN],
        [OPEN, "words", "v = 1"],
        [OPEN, "v = 1", CLOSE, OPEN, "v = 2", CLOSE],
    ],
)
def test_what_is_not_sure_is_left_to_a_person(rows: list[str]) -> None:
    assert mended(*rows) == rows


def test_a_secret_value_is_not_shown() -> None:
    word = "hunter" + "2-Xk9q!"
    ((_, message),) = flaws(OPEN, f"db.password = {word}", CLOSE)
    assert word not in message


ROW = st.sampled_from(
    [OPEN, CLOSE, "a = 1", "b = [1]", 'c = {"d": 2}', "r -> @event.a", "r -> x", "", "e: 1", "T = x", "é"]
)


@given(st.lists(ROW, max_size=10))
def test_any_rows_are_read_and_their_fixes_fit(rows: list[str]) -> None:
    text = Text("\n".join(rows))
    for flaw in read_facts(text.rows, 0).flaws:
        assert flaw.span is not None
        assert text.slice(flaw.span) or flaw.span.empty
        for fix in flaw.fixes:
            after = Text(str(text))
            for change in sorted(fix.replace, key=lambda one: one.span, reverse=True):
                after.replace(change)
            assert len(read_facts(after.rows, 0).flaws) <= len(read_facts(text.rows, 0).flaws) + len(rows)


@given(
    st.dictionaries(
        st.from_regex(r"\A[a-z][a-z0-9_.-]{0,5}\Z"), st.one_of(st.text(max_size=5), st.integers(), st.none())
    )
)
def test_what_the_agent_writes_has_no_flaw(facts: dict[str, object]) -> None:
    rows = [f"{key} = {json.dumps(value, separators=(',', ':'))}" for key, value in facts.items()]
    read = read_facts([OPEN, *rows, CLOSE], 0)
    assert read.flaws == ()
    assert {one.key: json.loads(one.value) for one in read.rows} == facts
