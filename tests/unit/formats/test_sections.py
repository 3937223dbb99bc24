"""§ notes: what the agents read is what we read, and the verbs leave files that they would have written."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from section_store import (
    DELIMITER,
    applied,
    file_of,
    is_as_hermes_writes,
    notes_of,
    read_by_agent,
    seen_of,
    store_of,
    texts_of,
)

from memory_ls.formats.changes import Refusal
from memory_ls.formats.format import Draft
from memory_ls.formats.notes import File, Mark, Placed, Role, Scope, Store
from memory_ls.formats.section_archive import ARCHIVE
from memory_ls.formats.section_grammar import SectionGrammar, dialect_of, text_in
from memory_ls.formats.sections import SECTIONS
from memory_ls.text import Text, utf16_length

TODAY = date(2026, 11, 30)
ROWS = st.sampled_from(
    [
        "§",
        "§",
        "§",
        "",
        " ",
        " § ",
        "§ ",
        "  two",
        "one",
        "one ",
        "a § b",
        "\ufeffx",
        "\x85",
        "\u00a0",
        "🧪",
        "§§",
        "\u2028",
    ]
)
TEXTS = st.lists(ROWS, max_size=12).map("\n".join)
NOTE = st.lists(
    st.sampled_from(["use pnpm", "a § b", "  indented", "", "§§", "- x", "ends  ", "-->", "🧪"]), min_size=1, max_size=3
)
NOTES = st.lists(NOTE.map(lambda rows: "\n".join(rows).strip()).filter(bool), min_size=1, max_size=6, unique=True)
DATED = " <!-- created=2026-01-02, last=2026-03-04 -->"


def read(text: str, dialect: str = "hermes") -> list[str]:
    """The notes as the agent trims them, its dates included."""
    file = file_of(dialect=dialect)
    seen = seen_of({"MEMORY.md": text}, dialect).files[file.id]
    grammar = SectionGrammar(dialect_of(file))
    blocks = [block for block in seen.blocks if block.mark is Mark.OPEN]
    return [text_in(seen.rows(block), grammar.body(seen.rows(block))) for block in blocks]


@given(TEXTS, st.sampled_from(["hermes", "pi-hermes", "plan"]))
def test_notes_are_cut_as_the_agents_cut_them(text: str, dialect: str) -> None:
    assume(text.rpartition("\n")[2] != "§")
    assert read(text, dialect) == read_by_agent(text, dialect)


@given(TEXTS)
def test_every_row_is_in_one_block(text: str) -> None:
    seen = seen_of({"MEMORY.md": text}).at("MEMORY.md")
    assert [row for block in seen.blocks for row in seen.rows(block)] == seen.text.rows


def test_hermes_reads_through_crlf() -> None:
    assert read("one\r\n§\r\ntwo\r\n") == ["one", "two"] == read_by_agent("one\r\n§\r\ntwo\r\n")


def test_a_section_sign_within_a_row_is_text() -> None:
    store = seen_of({"MEMORY.md": "see § 5\nand §\n§\ntwo"})
    assert texts_of(store) == ["see § 5\nand §", "two"]


def test_blanks_at_the_edges_are_no_part_of_a_note() -> None:
    store = seen_of({"MEMORY.md": "\n  one\nmore \n\n§\n\ntwo\n"})
    first, second = notes_of(store)
    assert texts_of(store) == ["one\nmore", "two"]
    assert store.at("MEMORY.md").text.slice(first.body) == "one\nmore"
    assert store.at("MEMORY.md").text.slice(second.body) == "two"


def test_the_dates_of_pi_hermes_are_not_what_a_note_says() -> None:
    store = seen_of({"MEMORY.md": f"first\nsecond{DATED}\n§\none"}, "pi-hermes")
    dated, bare = notes_of(store)
    assert dated.fragment is not None
    assert bare.fragment is not None
    assert (dated.fragment.text, dated.fragment.dated) == ("first\nsecond", date(2026, 3, 4))
    assert store.at("MEMORY.md").text.slice(dated.body) == "first\nsecond"
    assert dated.fragment.length == utf16_length(f"first\nsecond{DATED}")
    assert bare.fragment.dated is None
    assert dated.fragment.identity == SECTIONS.key("first second")


@pytest.mark.parametrize(("dialect", "length"), [("hermes", 2), ("plan", 3), ("pi-hermes", 3)])
def test_characters_are_those_of_the_agent(dialect: str, length: int) -> None:
    (note,) = notes_of(seen_of({"MEMORY.md": "🧪a"}, dialect))
    assert note.fragment is not None
    assert (note.fragment.length, note.fragment.cost) == (length, length + 3)


def test_standing_rules_are_no_notes() -> None:
    store = seen_of({"STANDING.md": "Never push to main\n- another\n"}, "pi-hermes")
    assert notes_of(store, "STANDING.md") == []
    assert len(notes_of(store, "STANDING.md", Role.PROSE)) == 2


def test_limits_come_from_the_agents_own_configuration() -> None:
    def budget(inside: str, dialect: str, *configs: dict[str, object]) -> int:
        return SECTIONS.limits(file_of(inside, dialect), configs).budget

    assert (budget("MEMORY.md", "hermes"), budget("USER.md", "hermes")) == (2200, 1375)
    assert budget("USER.md", "hermes", {"memory": {"user_char_limit": "3000"}}) == 3000
    assert budget("MEMORY.md", "hermes", {"memory": {"memory_char_limit": True}}) == 2200
    assert budget("failures.md", "pi-hermes", {"memoryCharLimit": 6000}) == 12000
    assert budget("STANDING.md", "pi-hermes") == 0


def test_a_project_of_pi_hermes_has_one_file() -> None:
    store = Store("sections", Scope.PROJECT, "/h/projects-memory/app", dialect="pi-hermes")
    file = File("/h/projects-memory/app/MEMORY.md", store, "MEMORY.md")
    assert SECTIONS.destinations(file) == ()
    assert SECTIONS.limits(file, [{"projectCharLimit": 700}]).budget == 700


# --- the verbs


@given(NOTES, st.sampled_from(["", "\n", "\n\n"]), st.data())
@settings(max_examples=200)
def test_every_verb_leaves_what_hermes_would_have_written(notes: list[str], end: str, data: st.DataObject) -> None:
    text = DELIMITER.join(notes) + end
    assume(len({SECTIONS.key(note) for note in notes}) == len(notes))
    assert is_as_hermes_writes(text)
    store = seen_of({"MEMORY.md": text})
    placed = notes_of(store)
    some = data.draw(st.sets(st.integers(0, len(notes) - 1), min_size=1))
    at = min(some)
    new = "said\nanew"
    left = [note for i, note in enumerate(notes) if i not in some]
    after = {
        "put": (SECTIONS.put(store, Draft(new, "MEMORY.md"), TODAY), [*notes, new]),
        "drop": (SECTIONS.drop(store, [placed[i] for i in some]), left),
        "reword": (SECTIONS.reword(store, placed[at], new, TODAY), [*notes[:at], new, *notes[at + 1 :]]),
        "merge": (
            SECTIONS.merge(store, [placed[i] for i in sorted(some)], new, TODAY),
            [new if i == at else note for i, note in enumerate(notes) if i == at or i not in some],
        ),
        "retire": (SECTIONS.retire(store, placed[at], placed[-1], TODAY), [*notes[:at], *notes[at + 1 :]]),
    }
    for verb, (change, expected) in after.items():
        said = applied(store, change)["MEMORY.md"]
        assert read_by_agent(said) == expected, verb
        assert is_as_hermes_writes(said), verb
        if expected:
            assert said.endswith(end), verb


@given(TEXTS, st.data())
@settings(max_examples=300)
def test_restoring_gives_every_byte_back(text: str, data: st.DataObject) -> None:
    assume(text.rpartition("\n")[2] != "§")
    crlf = data.draw(st.booleans())
    text = text.replace("\n", "\r\n") if crlf else text
    files = {"MEMORY.md": text, "USER.md": "newer"}
    store = seen_of(files)
    placed = notes_of(store)
    keys = [note.fragment.identity for note in placed if note.fragment]
    assume(placed and len(set(keys)) == len(keys))
    (newer,) = notes_of(store, "USER.md")
    retired = applied(store, SECTIONS.retire(store, data.draw(st.sampled_from(placed)), newer, TODAY))

    later = seen_of(retired)
    (old,) = notes_of(later, ARCHIVE, Role.RETIRED)
    assert old.fragment is not None
    assert old.fragment.superseded_by == SECTIONS.key("newer")
    assert applied(later, SECTIONS.restore(later, old)) == {**files, ARCHIVE: ""}


@given(NOTES, st.data())
def test_notes_restored_in_any_order_come_back(notes: list[str], data: st.DataObject) -> None:
    assume(len({SECTIONS.key(note) for note in notes}) == len(notes))
    files = {"MEMORY.md": DELIMITER.join(notes), "USER.md": "newer"}
    for _ in range(data.draw(st.integers(1, len(notes)))):
        store = seen_of(files)
        old = data.draw(st.sampled_from(notes_of(store)))
        files = applied(store, SECTIONS.retire(store, old, notes_of(store, "USER.md")[0], TODAY))
    while files[ARCHIVE]:
        store = seen_of(files)
        files = applied(
            store, SECTIONS.restore(store, data.draw(st.sampled_from(notes_of(store, ARCHIVE, Role.RETIRED))))
        )
        assert is_as_hermes_writes(files["MEMORY.md"])
    assert sorted(read_by_agent(files["MEMORY.md"])) == sorted(notes)


def test_a_note_comes_back_at_the_end_when_its_neighbour_is_gone() -> None:
    store = seen_of({"MEMORY.md": "one\n§\ntwo\n§\nthree\n"})
    one, _, three = notes_of(store)
    retired = seen_of(applied(store, SECTIONS.retire(store, one, three, TODAY)))
    dropped = seen_of(applied(retired, SECTIONS.drop(retired, [notes_of(retired)[0]])))
    (old,) = notes_of(dropped, ARCHIVE, Role.RETIRED)
    assert applied(dropped, SECTIONS.restore(dropped, old)) == {"MEMORY.md": "three\n§\none\n", ARCHIVE: ""}


def test_what_adds_comes_before_what_removes() -> None:
    store = seen_of({"MEMORY.md": "one\n§\ntwo"})
    one, two = notes_of(store)
    retire = SECTIONS.retire(store, one, two, TODAY)
    assert not isinstance(retire, Refusal)
    assert [step.file.rpartition("/")[2] for step in retire] == [ARCHIVE, "MEMORY.md"]
    later = seen_of(applied(store, retire))
    restore = SECTIONS.restore(later, notes_of(later, ARCHIVE, Role.RETIRED)[0])
    assert not isinstance(restore, Refusal)
    assert [step.file.rpartition("/")[2] for step in restore] == ["MEMORY.md", ARCHIVE]


def test_an_archive_with_missing_rows_is_refused() -> None:
    store = seen_of({"MEMORY.md": "one\n§\ntwo\nmore\n§\nthree"})
    _, two, three = notes_of(store)
    files = applied(store, SECTIONS.retire(store, two, three, TODAY))
    broken = seen_of({**files, ARCHIVE: files[ARCHIVE].removesuffix("\nmore\n")})
    (old,) = notes_of(broken, ARCHIVE, Role.RETIRED)
    assert isinstance(SECTIONS.restore(broken, old), Refusal)


def test_two_notes_in_the_archive_stand_apart() -> None:
    store = seen_of({"MEMORY.md": "one\n§\ntwo\n§\nthree"})
    store = seen_of(applied(store, SECTIONS.retire(store, notes_of(store)[0], notes_of(store)[2], TODAY)))
    files = applied(store, SECTIONS.retire(store, notes_of(store)[0], notes_of(store)[1], TODAY))
    key, two = SECTIONS.key("three").value, SECTIONS.key("two").value
    assert files[ARCHIVE] == (
        f"<!-- superseded 2026-11-30 by {key} from MEMORY.md: 1 row, before {two} -->\none\n\n"
        f"<!-- superseded 2026-11-30 by {key} from MEMORY.md: 1 row, before {key} -->\ntwo\n"
    )


def test_a_new_file_holds_the_note_and_nothing_else() -> None:
    store = seen_of({"MEMORY.md": "one"})
    change = SECTIONS.put(store, Draft("a fact", "USER.md"), TODAY)
    assert applied(store, change) == {"MEMORY.md": "one", "USER.md": "a fact"}


def test_a_note_that_is_there_is_not_put_again() -> None:
    store = seen_of({"MEMORY.md": f"one fact{DATED}\n§\ntwo"}, "pi-hermes")
    assert SECTIONS.put(store, Draft("one fact", "MEMORY.md"), TODAY) == ()


def test_a_note_goes_below_a_separator_that_waits_for_one() -> None:
    store = seen_of({"MEMORY.md": "one\n§\n"})
    assert applied(store, SECTIONS.put(store, Draft("two", "MEMORY.md"), TODAY)) == {"MEMORY.md": "one\n§\ntwo"}


def test_separators_in_a_new_note_do_not_cut_it() -> None:
    store = seen_of({"MEMORY.md": "one"})
    files = applied(store, SECTIONS.put(store, Draft("a\r\n§\r\nb\n", "MEMORY.md"), TODAY))
    assert files == {"MEMORY.md": "one\n§\na\nb"}


def test_pi_hermes_dates_what_is_put_and_what_is_reworded() -> None:
    store = seen_of({"MEMORY.md": f"one{DATED}"}, "pi-hermes")
    put = applied(store, SECTIONS.put(store, Draft("two", "MEMORY.md"), TODAY))
    assert put == {"MEMORY.md": f"one{DATED}\n§\ntwo <!-- created=2026-11-30, last=2026-11-30 -->"}
    reword = applied(store, SECTIONS.reword(store, notes_of(store)[0], "uno", TODAY))
    assert reword == {"MEMORY.md": "uno <!-- created=2026-01-02, last=2026-11-30 -->"}
    draft = SECTIONS.draft(store, notes_of(store)[0])
    assert (draft.created, draft.touched) == (date(2026, 1, 2), date(2026, 3, 4))


def test_clearing_leaves_empty_files_and_the_standing_rules() -> None:
    files = {"MEMORY.md": "one\n§\ntwo", "USER.md": "u\n", "STANDING.md": "rule\n", ARCHIVE: "- x"}
    store = seen_of(files, "pi-hermes")
    assert applied(store, SECTIONS.clear(store)) == {**dict.fromkeys(files, ""), "STANDING.md": "rule\n"}


def test_a_note_moves_between_the_two_files() -> None:
    assert [goal.inside for goal in SECTIONS.destinations(file_of("MEMORY.md"))] == ["USER.md"]
    assert [goal.inside for goal in SECTIONS.destinations(file_of("USER.md"))] == ["MEMORY.md"]
    assert SECTIONS.destinations(file_of("failures.md", "pi-hermes")) == ()


# --- what is mended


def mend(text: str, name: str, block: Placed | int = 0, dialect: str = "hermes") -> str:
    store = seen_of({"MEMORY.md": text}, dialect)
    blocks = store.at("MEMORY.md").blocks
    note = block if isinstance(block, Placed) else next(one for one in blocks if one.row == block)
    return applied(store, SECTIONS.mend(store, note, name))["MEMORY.md"]


@pytest.mark.parametrize(
    ("text", "name", "row", "after"),
    [
        ("one\n § \ntwo", "separator-1", 0, "one\n§\ntwo"),
        ("§\none\n§\ntwo", "surplus", 0, "one\n§\ntwo"),
        ("one\n§\n§\ntwo", "surplus", 2, "one\n§\ntwo"),
        ("one\n§\n§\n§\ntwo", "surplus", 2, "one\n§\ntwo"),
        ("one\n§\n\n§\ntwo", "empty", 3, "one\n§\ntwo"),
        ("\n§\none", "empty", 1, "one"),
        ("one \n\n§\ntwo", "blanks", 2, "one\n§\ntwo"),
        ("one\n§\n\n  two", "blanks", 3, "one\n§\ntwo"),
        ("one\n§\n", "last", 1, "one\n"),
        ("one\n§\n\n\n", "last", 1, "one\n"),
        ("one\n§", "last", 1, "one"),
    ],
)
def test_mends(text: str, name: str, row: int, after: str) -> None:
    assert mend(text, name, row) == after
    assert is_as_hermes_writes(after)


@given(TEXTS)
@settings(max_examples=200)
def test_mending_everything_leaves_what_hermes_would_have_written(text: str) -> None:
    assume(text.rpartition("\n")[2].strip() != "§")
    for _ in range(40):
        store = seen_of({"MEMORY.md": text})
        seen = store.at("MEMORY.md")
        todo = [
            (block, problem.mends[0].name)
            for block in seen.blocks
            if block.fragment
            for problem in block.fragment.problems
        ]
        todo += [(block, "blanks") for block in seen.blocks if block.fragment and edge(block)]
        if not todo:
            break
        text = applied(store, SECTIONS.mend(store, *todo[0]))["MEMORY.md"]
    assert not todo
    blocks = seen_of({"MEMORY.md": text}).at("MEMORY.md").blocks
    last = next((block for block in reversed(blocks) if block.mark is Mark.OPEN or block.fragment), None)
    if last is not None and last.mark is Mark.GAP:
        text = mend(text, "last", last.row)
    assert is_as_hermes_writes(text)


def edge(block: Placed) -> bool:
    return block.fragment is not None and any(ref.kind == "blank-edge" for ref in block.fragment.refs)


def test_a_mend_of_what_is_gone_is_refused_as_stale() -> None:
    store = seen_of({"MEMORY.md": "one\n§\ntwo"})
    answer = SECTIONS.mend(store, notes_of(store)[0], "separator-0")
    assert isinstance(answer, Refusal)
    assert answer.stale


def test_a_glued_sign_is_no_problem() -> None:
    store = seen_of({"MEMORY.md": "§ 5 of the law\n§5\n§\ntwo"})
    assert all(not block.fragment.problems for block in store.at("MEMORY.md").blocks if block.fragment)


def test_store_files_are_the_two_and_the_archive() -> None:
    assert SECTIONS.files(store_of()) == ("MEMORY.md", "USER.md", ARCHIVE)
    assert Text("").rows == [""]
