"""Topic files: their frontmatter as the agent and as YAML read it, and what is said of the difference."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from topic_store import applied, fragment_of, note_at, seen_of, topic

from memory_ls.formats.changes import Refusal
from memory_ls.formats.notes import Ref, Role
from memory_ls.formats.topic_reader import hidden_by_crlf, read_simple
from memory_ls.formats.topics import TOPICS
from memory_ls.text import Text


def with_fields(rows: str) -> str:
    return f"---\n{rows}\n---\n\nThe body.\n"


def test_a_topic_is_its_description_and_goes_by_name_and_file() -> None:
    found = fragment_of(topic(), "sub/project_staging.md")
    assert (found.role, found.text, found.title) == (Role.NOTE, "Runs on port 3000", "staging")
    names = {("file", "sub/project_staging.md"), ("name", "staging"), ("name", "project-staging")}
    assert {(ref.kind, ref.value) for ref in found.defines} == names


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\nname: a b\n---\nbody", "a b"),
        ("# Heading\n\nbody", "Heading"),
        ("\n- point\n", "point"),
        ("", "project_x"),
        ("---\nname: a\ndescription: 'b'\n---", "b"),
        ("\ufeff---\ndescription: b\n---\n", "b"),
        ("---\ndescription: >-\n  b\n  c\n---\n", "b c"),
    ],
)
def test_without_a_description_the_name_or_the_first_row_stands_for_it(text: str, said: str) -> None:
    assert fragment_of(text).text == said


def test_the_body_span_is_the_description_without_quotes() -> None:
    text = '---\ndescription: "Runs on port 3000"\n---\n'
    assert Text(text).slice(fragment_of(text).body) == "Runs on port 3000"


@pytest.mark.parametrize(
    ("rows", "day"),
    [
        ("created: 2026-01-02\nmetadata:\n  modified: 2026-03-04T10:00:00.000Z", date(2026, 3, 4)),
        ("created: '2026-01-02'", date(2026, 1, 2)),
        ("created: 2026-13-45", None),
        ("name: a", None),
    ],
)
def test_the_frontmatters_day_is_the_notes(rows: str, day: date | None) -> None:
    assert fragment_of(with_fields(rows)).dated == day


def test_the_bodys_date_comes_after_the_frontmatters() -> None:
    assert fragment_of("---\nname: a\n---\nAs of 2026-05-06 it runs.\n").dated == date(2026, 5, 6)


def test_links_and_names_in_the_body_are_mentions_but_not_in_code() -> None:
    body = "See [[Other_Topic|it]] and [x](b.md).\n```\n[[no]]\n```\n`[[no]]` if [[ -f x ]]; [[1,2]]"
    found = fragment_of(topic(body=body), "sub/a.md")
    others = [mention.ref for mention in found.mentions if mention.ref not in found.defines]
    assert others == [Ref("name", "other-topic"), Ref("file", "sub/b.md")]


def test_a_topic_mentions_itself_where_it_gives_its_name_and_never_the_index() -> None:
    text = topic(body="[[staging]] [x](project_x.md) [i](MEMORY.md)")
    (own,) = fragment_of(text).mentions
    assert (own.ref, Text(text).slice(own.span)) == (Ref("name", "staging"), "staging")


def test_a_replaced_topic_is_retired_and_names_the_newer() -> None:
    found = fragment_of(with_fields("name: a\nsuperseded_by: b.md"))
    assert (found.role, found.superseded_by) == (Role.RETIRED, Ref("file", "b.md"))


def test_a_note_of_one_line_has_the_key_of_its_text() -> None:
    assert fragment_of(topic("Use pnpm", "Use pnpm.")).identity == TOPICS.key("use  pnpm")


# --- problems


@pytest.mark.parametrize(
    "rows",
    [
        'name: a\ndescription: "x: y # z"\ntype: user',
        "name: Some Name\ndescription: 'it: x'\nmetadata: \n  node_type: memory\n  type: feedback",
        'description: "a \\"new\\" thing"\nname: a',
        "description: plain words (2026-01-02) 10:30 https://example.org/x#y\nname: a",
        "name: a\ndescription: b\ntags: [x, y]\nother: {a: b}",
    ],
)
def test_what_both_readers_read_alike_is_silent(rows: str) -> None:
    assert not fragment_of(with_fields(rows)).problems


@pytest.mark.parametrize(
    ("rows", "message", "claude", "pi"),
    [
        ("name: a\ndescription: x: y", "YAML cannot read this frontmatter", None, "information"),
        ("name: a\ndescription: 100 % # sure", "YAML reads the description only up to its #", None, "information"),
        ("name: a\ndescription: >-\n  x\n  y", "", "information", None),
        ("name: a\ndescription: x\n  y", "", "information", None),
        ("name: a", "there is no description", "information", "information"),
        ("name: a\ndescription:", "the description is empty", "information", "information"),
        ("name: a\ndescription: b\ntype: odd", "type odd is none that the agent knows", "hint", "hint"),
        ("name: a\nname: b\ndescription: c", "name is given twice", "information", "information"),
    ],
)
def test_what_the_readers_lose_is_told(rows: str, message: str, claude: str | None, pi: str | None) -> None:
    for dialect, level in (("claude", claude), ("pi", pi)):
        (problem,) = fragment_of(with_fields(rows), dialect=dialect).problems
        assert (problem.code, problem.at_most) == ("bad-frontmatter", level)
        assert problem.message.startswith(message)


def test_no_frontmatter_is_a_hint_and_an_open_one_a_warning() -> None:
    assert [problem.at_most for problem in fragment_of("Just a body.\n").problems] == ["hint"]
    assert [problem.at_most for problem in fragment_of("---\nname: a\nbody\n").problems] == [None]
    assert not fragment_of("").problems


@pytest.mark.parametrize(
    ("before", "mend", "after"),
    [
        ("---\ndescription: x: y\n---\n", "quote", '---\ndescription: "x: y"\n---\n'),
        ("---\ndescription: x # y\n---\n", "quote", '---\ndescription: "x # y"\n---\n'),
        (
            "---\ndescription: >-\n  x\n  y\nname: a\n---\n",
            "line description",
            '---\ndescription: "x y"\nname: a\n---\n',
        ),
        ("---\r\nname: a\r\nbody\r\n", "close", "---\r\nname: a\r\n---\r\nbody\r\n"),
        ("---\nname: a\n---\n\n# Head\n", "describe", '---\nname: a\ndescription: "Head"\n---\n\n# Head\n'),
        ("---\ndescription:\n---\nHead\n", "describe", '---\ndescription: "Head"\n---\nHead\n'),
        ("Body.\n", "frontmatter", '---\nname: user-x\ndescription: "Body."\nmetadata:\n  type: user\n---\nBody.\n'),
    ],
)
def test_each_mend_leaves_nothing_to_mend(before: str, mend: str, after: str) -> None:
    store = seen_of({"user_x.md": before})
    changed = applied(store, TOPICS.mend(store, note_at(store, "user_x.md"), mend))
    assert changed == {"user_x.md": after}
    again = seen_of(changed)
    refused = TOPICS.mend(again, note_at(again, "user_x.md"), mend)
    assert isinstance(refused, Refusal)
    assert refused.stale


def test_a_description_is_taken_from_the_index_where_that_has_one() -> None:
    store = seen_of({"MEMORY.md": "- [A](a.md) — what it is\n", "a.md": "Body.\n"})
    changed = applied(store, TOPICS.mend(store, note_at(store, "a.md"), "frontmatter"))
    assert changed["a.md"] == '---\nname: a\ndescription: "what it is"\n---\nBody.\n'


def test_crlf_hides_all_fields_but_the_last() -> None:
    text = Text("---\r\nname: a\r\ndescription: b\r\ntype: user\r\n---\r\n")
    assert list(hidden_by_crlf(text.rows, text.ends, 4)) == ["name", "description"]
    lone = Text("---\nname: a\r\ndescription: b\ntype: user\n---\n")
    assert list(hidden_by_crlf(lone.rows, lone.ends, 4)) == ["name"]


def test_the_simple_reader_takes_the_first_field_and_any_type_below() -> None:
    simple = read_simple(["---", "name: 'a'", "name: b", "metadata:", "  node_type: x", "  type: user", "--- end"])
    assert simple is not None
    assert (simple.end, simple.get("name"), simple.get("type")) == (6, "a", "user")


@settings(max_examples=200)
@given(st.text(alphabet="---\n\r:#>|\"'[]{}*& abname descriptiontype\ufeff", max_size=90), st.booleans())
def test_any_text_is_one_block_and_every_mend_is_a_change_or_a_refusal(text: str, fenced: bool) -> None:
    text = f"---\n{text}" if fenced else text
    for dialect in ("claude", "pi"):
        store = seen_of({"a.md": text}, dialect)
        (note,) = store.at("a.md").blocks
        assert note.fragment is not None
        assert store.at("a.md").text.slice(note.fragment.body) is not None
        for problem in note.fragment.problems:
            for mend in problem.mends:
                changed = TOPICS.mend(store, note, mend.name)
                assert isinstance(changed, Refusal) or applied(store, changed)["a.md"] != text
