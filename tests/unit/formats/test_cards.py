"""The cards format: what is an entry, what it says, and what each verb leaves of the file."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from memory_ls.formats.cards import CARDS, confirmed
from memory_ls.formats.cards_rows import clean
from memory_ls.formats.cards_view import VIEW, generated_view
from memory_ls.formats.changes import Change, FileSeen, Refusal, Remove, StoreSeen
from memory_ls.formats.format import Draft
from memory_ls.formats.notes import File, Fragment, Placed, Role, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.text import Text, replaced

TODAY = date(2026, 11, 30)
STORE = Store("cards", Scope.PROJECT, "/r/.pi/agent/memory-auto", "/r")
MANY = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


def seen(source: str, inside: str = "notes.md") -> FileSeen:
    file, text = File(f"{STORE.root}/{inside}", STORE, inside), Text(source)
    grammar = CARDS.grammar(file)
    assert grammar is not None
    return FileSeen(file, text, blocks_of(grammar, file, text), stamp=1)


def store(*sources: str, **named: str) -> StoreSeen:
    files = [seen(source) for source in sources]
    files += [seen(source, f"{name}.md") for name, source in named.items()]
    return StoreSeen(STORE, {one.file.id: one for one in files})


def entries_and_prose(source: str) -> list[Fragment]:
    return [block.fragment for block in seen(source).blocks if block.fragment is not None]


def entries(source: str) -> list[Fragment]:
    return [
        block.fragment
        for block in seen(source).blocks
        if block.fragment and block.fragment.role in (Role.NOTE, Role.RETIRED)
    ]


def said(source: str) -> list[str]:
    return [entry.text for entry in entries(source)]


def keywords(source: str) -> list[list[str]]:
    return [[one.ref.value for one in entry.mentions] for entry in entries(source)]


def note(of: StoreSeen, number: int = 0) -> Placed:
    notes = [
        block
        for one in sorted(of.files.values(), key=lambda one: one.file.inside)
        for block in one.blocks
        if block.fragment and block.fragment.role in (Role.NOTE, Role.RETIRED)
    ]
    return notes[number]


def after(of: StoreSeen, change: Change | Refusal) -> dict[str, str]:
    assert not isinstance(change, Refusal), change
    texts = {one.file.inside: str(one.text) for one in of.files.values()}
    for step in change:
        assert not isinstance(step, Remove)
        inside = step.file.removeprefix(f"{STORE.root}/")
        texts[inside] = replaced(of.at(inside).text, step.replace)
    return texts


def only(source: str, plan: Callable[[StoreSeen], Change | Refusal]) -> str:
    of = store(source)
    return after(of, plan(of))["notes.md"]


# --- what is an entry


def test_the_sample_of_the_document() -> None:
    source = "Deploy with rsync and back up\nthe previous release first.\n#deploy\n\nThe port is 3000.\n#port\n"
    assert said(source) == ["Deploy with rsync and back up\nthe previous release first.", "The port is 3000."]
    assert keywords(source) == [["deploy"], ["port"]]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("#deploy", ["deploy"]),
        ("#svg #icons #vector", ["svg", "icons", "vector"]),
        ("#пакеты", ["пакеты"]),
        ("#部署", ["部署"]),
        ("#हिन्दी", ["हिन्दी"]),
        ("#with-dash_and_line", ["with-dash_and_line"]),
        ("`#deploy`", ["deploy"]),
        ("> `#deploy`", ["deploy"]),
        ("#a, #b", ["a", "b"]),
        ("  #indented  ", ["indented"]),
        ("#123", ["123"]),
    ],
)
def test_what_is_a_keyword_row(row: str, words: list[str]) -> None:
    assert keywords(f"A note\n{row}\n") == [words]


@pytest.mark.parametrize("row", ["#not a keyword", "#a.b", "a #b", "#!", "#-", "##", "#a/b", "\\#escaped"])
def test_what_is_no_keyword_row(row: str) -> None:
    assert not any(keywords(f"A note\n{row}\n"))


def test_a_quoted_entry_is_read_without_its_marks() -> None:
    source = "> Deploy with rsync\n> and back up first.\n> `#deploy`\n"
    assert said(source) == ["Deploy with rsync\nand back up first."]
    assert keywords(source) == [["deploy"]]


def test_headings_rules_and_comments_between_entries_are_none() -> None:
    source = "# Notes\nOne\n#a\n\n---\n<!-- a\n\ncomment -->\nTwo\n#b\n"
    assert said(source) == ["One", "Two"]


def test_an_entry_may_follow_a_keyword_row_directly() -> None:
    assert said("One\n#a\nTwo\n#b\n") == ["One", "Two"]


def test_a_keyword_row_above_its_paragraph_counts() -> None:
    assert said("#a\nOne\n") == ["One"]
    assert keywords("#a\nOne\n") == [["a"]]


def test_a_fence_keeps_its_blank_rows_and_what_looks_like_keywords() -> None:
    source = "Run\n```sh\n# comment\n\n#deploy\n```\n#build\n"
    assert said(source) == ["Run\n```sh\n# comment\n\n#deploy\n```"]
    assert keywords(source) == [["build"]]


def test_a_byte_order_mark_is_no_text() -> None:
    assert said("\ufeffOne\n#a\n") == ["One"]


def test_a_conflict_marker_is_seen() -> None:
    found = entries_and_prose("<<<<<<< HEAD\nOne\n#a\n=======\nTwo\n#b\n>>>>>>> x\n")
    refs = [ref.value for one in found for ref in one.refs if ref.kind == "conflict-marker"]
    assert refs == ["<", "=", ">"]


def test_the_bookkeeping_row_gives_the_day_of_the_last_check() -> None:
    (one,) = entries("One\n#a\n<!-- memory: created 2026-01-01; confirmed 3 times, last 2026-05-05 -->\n")
    assert one.dated == date(2026, 5, 5)
    assert one.text == "One"


def test_a_superseded_entry_is_retired_and_names_the_newer() -> None:
    (one,) = entries("One\n#a\n<!-- memory: superseded 2026-11-30 by 0123456789ab -->\n")
    assert one.role is Role.RETIRED
    assert one.superseded_by is not None
    assert one.superseded_by.value == "0123456789ab"
    assert not one.defines


@pytest.mark.parametrize(
    "comment", ["<!-- mine -->", "<!-- memory: whatever -->", "<!-- memory: superseded 2026-13-45 by 0123456789ab -->"]
)
def test_other_comments_mean_nothing_and_stay(comment: str) -> None:
    (one,) = entries(f"One\n#a\n{comment}\n")
    assert one.role is Role.NOTE
    assert only(f"One\n#a\n{comment}\n", lambda of: CARDS.reword(of, note(of), "Two", TODAY)) == f"Two\n#a\n{comment}\n"


def test_the_key_folds_case_blanks_row_ends_and_closing_punctuation() -> None:
    assert CARDS.key("Use pnpm\nfor all.") == CARDS.key("use  PNPM for all")
    assert CARDS.key("Use npm") != CARDS.key("Use pnpm")


# --- problems


def problem(source: str) -> tuple[str, list[str]] | None:
    problems = [one for fragment in entries_and_prose(source) for one in fragment.problems]
    found = [(one.message, [mend.title for mend in one.mends]) for one in problems]
    return found[0] if found else None


def test_problems_of_keywords() -> None:
    assert problem("One\n#a\n") is None
    assert problem("These are the rules:\n") is None
    assert problem("One\n") == ("no keyword leads to this note, so the agent never looks it up", [])
    assert problem("One\n#a #b #c\n") == ("3 keywords; only #a leads to this note", ["Keep only #a"])
    assert problem("One #a\n") == (
        "#a counts only in a row of its own, so no keyword leads to this note",
        ["Put #a into a row of its own"],
    )
    assert problem("Fixed in #123\n") == ("no keyword leads to this note, so the agent never looks it up", [])
    assert problem("#a\n\nOne\n#b\n") == ("#a has no paragraph directly above it, so it leads to nothing", [])


def test_keeping_one_keyword() -> None:
    assert only("One\n`#a` #b\n#c\n\nTwo\n", lambda of: CARDS.mend(of, note(of), "keep-one")) == "One\n`#a`\n\nTwo\n"


def test_an_inline_keyword_gets_its_own_row() -> None:
    assert only("> One  #a\r\n", lambda of: CARDS.mend(of, note(of), "own-row")) == "> One\r\n> #a\r\n"


def test_one_spelling_for_another_but_not_for_another_word() -> None:
    assert only("One\n#Deploys\n", lambda of: CARDS.mend(of, note(of), "unify:deploy")) == "One\n#deploy\n"
    of = store("One\n#release\n")
    assert isinstance(CARDS.mend(of, note(of), "unify:deploy"), Refusal)


def test_a_mend_of_what_is_right_is_refused_as_stale() -> None:
    of = store("One\n#a\n")
    for name in ("keep-one", "own-row", "unify:a"):
        refusal = CARDS.mend(of, note(of), name)
        assert isinstance(refusal, Refusal)
        assert refusal.stale


# --- verbs


def test_put_appends_an_entry_with_its_day() -> None:
    plan = lambda of: CARDS.put(of, Draft("Two", keyword="b"), TODAY)  # noqa: E731
    assert only("One\n#a\n", plan) == "One\n#a\n\nTwo\n#b\n<!-- memory: created 2026-11-30 -->\n"
    assert only("", plan) == "Two\n#b\n<!-- memory: created 2026-11-30 -->\n"


def test_put_into_another_file_creates_it() -> None:
    of = store("One\n#a\n")
    assert after(of, CARDS.put(of, Draft("Two", keyword="#b", inside="more.md"), None))["more.md"] == "Two\n#b\n"


def test_put_keeps_what_is_known_of_the_notes_age() -> None:
    draft = Draft("Two", title="Deploy steps", created=date(2026, 1, 1), touched=date(2026, 5, 5))
    assert only("", lambda of: CARDS.put(of, draft, TODAY)) == (
        "Two\n#Deploy-steps\n<!-- memory: created 2026-01-01; changed 2026-05-05 -->\n"
    )
    draft = Draft("Two", keyword="a", created=date(2026, 1, 1), confirmed=2)
    assert only("", lambda of: CARDS.put(of, draft, TODAY)) == (
        "Two\n#a\n<!-- memory: created 2026-01-01; confirmed 2 times, last 2026-11-30 -->\n"
    )


def test_put_never_goes_to_the_generated_view() -> None:
    of = store("")
    assert set(after(of, CARDS.put(of, Draft("Two", inside=VIEW), None))) == {"notes.md"}


def test_said_again_is_a_tick() -> None:
    once = only("One.\n#a\n\nTwo\n#b\n", lambda of: CARDS.put(of, Draft("one"), TODAY))
    assert once == "One.\n#a\n<!-- memory: confirmed 1 time, last 2026-11-30 -->\n\nTwo\n#b\n"
    twice = only(once, lambda of: CARDS.put(of, Draft("one", confirmed=2), TODAY))
    assert twice == "One.\n#a\n<!-- memory: confirmed 4 times, last 2026-11-30 -->\n\nTwo\n#b\n"


def test_said_again_with_a_keyword_gives_one_to_an_entry_without() -> None:
    assert only("One\n", lambda of: CARDS.put(of, Draft("One", keyword="a"), TODAY)) == (
        "One\n#a\n<!-- memory: confirmed 1 time, last 2026-11-30 -->\n"
    )


def test_put_is_refused_below_an_open_fence() -> None:
    of = store("One\n```\ncode\n")
    assert isinstance(CARDS.put(of, Draft("Two"), TODAY), Refusal)


def test_confirmed_renews_the_date() -> None:
    assert only("One\n#a", lambda of: confirmed(of, note(of), TODAY)) == (
        "One\n#a\n<!-- memory: confirmed 1 time, last 2026-11-30 -->"
    )


def test_reword_keeps_marks_comments_and_the_rest() -> None:
    source = "> One is\r\n> long\r\n> #a #b\r\n\r\nTwo\r\n"
    assert only(source, lambda of: CARDS.reword(of, note(of), "Short", None)) == "> Short\r\n> #a #b\r\n\r\nTwo\r\n"


def test_reword_dates_an_entry_whose_age_is_kept() -> None:
    source = "One\n#a\n<!-- memory: created 2026-01-01 -->\n"
    assert only(source, lambda of: CARDS.reword(of, note(of), "Two", TODAY)) == (
        "Two\n#a\n<!-- memory: created 2026-01-01; changed 2026-11-30 -->\n"
    )


def test_merge_adds_ticks_and_takes_a_keyword() -> None:
    source = "One\n\nTwo\n#b\n<!-- memory: confirmed 2 times, last 2026-05-05 -->\n\nThree\n"
    out = only(source, lambda of: CARDS.merge(of, [note(of), note(of, 1)], None, TODAY))
    assert out == "One; Two\n#b\n<!-- memory: confirmed 2 times, last 2026-05-05; changed 2026-11-30 -->\n\nThree\n"


def test_drop_takes_one_blank_row_along() -> None:
    source = "One\n#a\n\nTwo\n#b\n\nThree\n#c\n"
    for number, left in enumerate(("Two\n#b\n\nThree\n#c\n", "One\n#a\n\nThree\n#c\n", "One\n#a\n\nTwo\n#b\n")):
        assert only(source, lambda of, number=number: CARDS.drop(of, [note(of, number)])) == left  # type: ignore[misc]


def test_drop_never_joins_what_stood_around() -> None:
    assert said(only("One\n\nTwo\n#b\nThree\n", lambda of: CARDS.drop(of, [note(of, 1)]))) == ["One", "Three"]


def test_retire_labels_the_old_entry_and_restore_takes_the_label_off() -> None:
    source = "Use MySQL\r\n#db\r\n\r\nUse PostgreSQL\r\n#db\r\n"
    key = CARDS.key("Use PostgreSQL").value
    out = only(source, lambda of: CARDS.retire(of, note(of), note(of, 1), TODAY))
    assert (
        out == f"Use MySQL\r\n#db\r\n<!-- memory: superseded 2026-11-30 by {key} -->\r\n\r\nUse PostgreSQL\r\n#db\r\n"
    )
    assert [entry.role for entry in entries(out)] == [Role.RETIRED, Role.NOTE]
    assert only(out, lambda of: CARDS.restore(of, note(of))) == source


def test_a_draft_of_a_superseded_entry_names_the_newer_text_and_put_writes_it_again() -> None:
    key = CARDS.key("Two").value
    of = store(f"One\n#a\n<!-- memory: superseded 2026-11-01 by {key} -->\n\nTwo\n#a\n")
    draft = CARDS.draft(of, note(of))
    assert (draft.superseded_by, draft.superseded_at) == ("Two", date(2026, 11, 1))
    empty = store("")
    out = after(empty, CARDS.put(empty, draft, None))["notes.md"]
    assert out == f"One\n#a\n<!-- memory: superseded 2026-11-01 by {key} -->\n"


def test_clear_leaves_headings_and_comments_and_empties_the_view() -> None:
    of = store("# Notes\n\nOne\n#a\n\n<!-- mine -->\n\nTwo\n#b\n", MEMORY=generated_view({"a": 1, "b": 1}))
    out = after(of, CARDS.clear(of))
    assert out == {"notes.md": "# Notes\n\n<!-- mine -->\n", VIEW: generated_view({})}


# --- the generated view


def test_a_view_as_it_was_made_is_no_finding_and_a_hand_edit_is() -> None:
    view = generated_view({"deploy": 3, "port": 1})
    assert view.endswith("-->\n#deploy (3)\n#port\n")
    for source in (view, view.replace("\n", "\r\n"), view.rstrip("\n"), f"\ufeff{view}"):
        assert not [one for block in seen(source, VIEW).blocks if block.fragment for one in block.fragment.problems]
    (block,) = seen(view.replace("#port", "#ports"), VIEW).blocks
    assert block.fragment is not None
    assert [one.code for one in block.fragment.problems] == ["generated"]


def test_a_view_that_others_made_is_left_alone() -> None:
    (block,) = seen("# Memory\n\n#deploy (3)\n", VIEW).blocks
    assert block.fragment is not None
    assert not block.fragment.problems


def test_the_view_is_made_anew_from_the_notes() -> None:
    of = store("One\n#a\n\nTwo\n#a\n\nThree\n#b\n", MEMORY=generated_view({"a": 1}) + "#mine\n")
    (block,) = of.at(VIEW).blocks
    assert after(of, CARDS.mend(of, block, "rebuild"))[VIEW] == generated_view({"a": 2, "b": 1})


# --- for any text

rows = st.one_of(
    st.sampled_from(
        ["", "  ", "One", "> One", ">", "#a", "#a #b", "> `#a`", "# H", "#", "---", "```", "~~~~", "```js", "<!--", "-->",
         "<!-- c -->", "<!-- memory: created 2026-01-01 -->", "<!-- memory: superseded 2026-11-30 by 0123456789ab -->",
         "<<<<<<< HEAD", "=======", "\\#a", "\\", "\\\\# x", "\ufeff", "One #a"]
    ),
    st.text(alphabet="#>`~-\\<! a\u3000\x1c\x85\ufeffé", max_size=8),
)  # fmt: skip
sources = st.lists(st.tuples(rows, st.sampled_from(("\n", "\n", "\r\n", "\r"))), max_size=12).map(
    lambda some: "".join(a + b for a, b in some)
)
paragraphs = st.one_of(st.lists(rows, max_size=5).map("\n".join), st.text(max_size=40))


@MANY
@given(sources)
def test_any_text_is_parsed_and_blocks_tile_it(source: str) -> None:
    one = seen(source)
    row = 0
    for block in one.blocks:
        assert block.row == row
        row += block.n
        if block.fragment is not None:
            body = block.body
            assert block.row <= body.row <= body.end_row < block.row + block.n
            assert body.end_col <= len(one.text.rows[body.end_row])
    assert row == len(one.text)


@MANY
@given(paragraphs)
def test_clean_is_stable(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@MANY
@given(sources, paragraphs, st.sampled_from(("", "deploy", "a b")), st.sampled_from((None, TODAY)))
def test_what_is_put_is_read_again_and_dropping_it_leaves_no_trace(
    source: str, text: str, word: str, today: date | None
) -> None:
    of = store(source)
    change = CARDS.put(of, Draft(text, keyword=word), today)
    if isinstance(change, Refusal) or any(entry.identity == CARDS.key(text) for entry in entries(source)):
        return
    out = after(of, change)["notes.md"]
    before, now = said(source), entries(out)
    assert [entry.text for entry in now] == [*before, clean(text)]
    assert [one.ref.value for one in now[-1].mentions] == word.split()
    then = store(out)
    assert after(then, CARDS.drop(then, [note(then, len(now) - 1)]))["notes.md"] == source


@MANY
@given(sources)
def test_retiring_and_restoring_is_byte_exact_and_touches_no_other(source: str) -> None:
    of = store(source)
    for number, entry in enumerate(entries(source)):
        if entry.role is not Role.NOTE:
            continue
        change = CARDS.retire(of, note(of, number), note(of, number), TODAY)
        if isinstance(change, Refusal):
            continue
        out = after(of, change)["notes.md"]
        roles = [one.role for one in entries(source)]
        roles[number] = Role.RETIRED
        assert [one.role for one in entries(out)] == roles
        assert said(out) == said(source)
        then = store(out)
        assert after(then, CARDS.restore(then, note(then, number)))["notes.md"] == source


@MANY
@given(sources, paragraphs)
def test_rewording_changes_one_entry(source: str, text: str) -> None:
    of = store(source)
    for number, _ in enumerate(entries(source)):
        change = CARDS.reword(of, note(of, number), text, TODAY)
        if isinstance(change, Refusal):
            continue
        expected = said(source)
        expected[number] = clean(text)
        out = after(of, change)["notes.md"]
        if "```" not in source and "~~~" not in source and "<!--" not in source:  # an open one is closed by new text
            assert said(out) == expected


@MANY
@example("\ufeff<\n<<<<<<< HEAD\n")
@given(sources)
def test_dropping_leaves_the_others(source: str) -> None:
    of = store(source)
    for number, _ in enumerate(entries(source)):
        out = after(of, CARDS.drop(of, [note(of, number)]))["notes.md"]
        left = said(source)
        del left[number]
        assert said(out) == left
