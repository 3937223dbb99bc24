"""The verbs of topics: file and line together, in an order in which nothing is ever lost."""

from __future__ import annotations

import itertools
from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from topic_store import applied, note_at, seen_of, topic

from memory_ls.formats.changes import Change, Refusal, Remove, StoreSeen
from memory_ls.formats.format import Draft
from memory_ls.formats.notes import Role
from memory_ls.formats.topics import TOPICS
from memory_ls.recall.plan import NOT_A_NOTE, Part
from memory_ls.recall.topics import TopicsRecall, load

TODAY = date(2026, 11, 30)
INDEX = "# Index\n\n- [Staging](staging.md) — Runs on port 3000\n- [Other](other.md) — other things\n"
FILES = {"MEMORY.md": INDEX, "staging.md": topic(), "other.md": topic("Other things", "x", "other")}


def store() -> StoreSeen:
    return seen_of(FILES)


def listed_and_there(files: dict[str, str]) -> bool:
    """Whether every line of the index points at a file that is there."""
    seen = seen_of(files)
    entries = [block.fragment for block in seen.at("MEMORY.md").blocks if block.fragment]
    return all(
        mention.ref.value in files for entry in entries for mention in entry.mentions if mention.ref.kind == "file"
    )


def every_prefix(seen: StoreSeen, change: Change | Refusal) -> list[dict[str, str]]:
    assert not isinstance(change, Refusal)
    return [applied(seen, change, steps) for steps in range(len(change) + 1)]


def test_put_writes_the_file_and_then_its_line() -> None:
    change = TOPICS.put(store(), Draft("Never mock the database.", title="no mocks", kind="feedback"), TODAY)
    files = applied(store(), change)
    assert files["feedback_no_mocks.md"] == (
        '---\nname: no-mocks\ndescription: "Never mock the database."\nmetadata:\n  type: feedback\n'
        "  created: 2026-11-30\n---\n\nNever mock the database.\n"
    )
    assert files["MEMORY.md"] == INDEX + "- [no mocks](feedback_no_mocks.md) — Never mock the database.\n"
    assert all(map(listed_and_there, every_prefix(store(), change)))


def test_put_into_an_empty_folder_begins_an_index() -> None:
    files = applied(seen_of({}), TOPICS.put(seen_of({}), Draft("Use pnpm"), None))
    assert files["MEMORY.md"] == "# Memory index\n\n- [Use pnpm](project_use_pnpm.md)\n"


def test_put_what_is_there_already_changes_nothing() -> None:
    once = applied(store(), TOPICS.put(store(), Draft("Use pnpm"), TODAY))
    assert TOPICS.put(seen_of(once), Draft("use pnpm."), TODAY) == ()


def test_put_again_lists_a_topic_whose_writer_was_cut_off_before_its_line() -> None:
    whole = applied(store(), TOPICS.put(store(), Draft("Use pnpm"), TODAY))
    cut = seen_of(applied(store(), TOPICS.put(store(), Draft("Use pnpm"), TODAY), 1))
    assert "Use pnpm" not in str(cut.at("MEMORY.md").text)
    assert applied(cut, TOPICS.put(cut, Draft("Use pnpm"), TODAY)) == whole


def test_put_never_takes_a_file_that_is_taken() -> None:
    once = applied(store(), TOPICS.put(store(), Draft("Use pnpm", title="tools"), TODAY))
    twice = applied(seen_of(once), TOPICS.put(seen_of(once), Draft("Use uv", title="tools"), TODAY))
    assert {"project_tools.md", "project_tools_2.md"} <= set(twice)


@pytest.mark.parametrize(("inside", "row"), [("staging.md", 0), ("MEMORY.md", 2)])
def test_drop_takes_the_line_and_then_the_file(inside: str, row: int) -> None:
    change = TOPICS.drop(store(), [note_at(store(), inside, row)])
    files = applied(store(), change)
    assert files == {"MEMORY.md": "# Index\n\n- [Other](other.md) — other things\n", "other.md": FILES["other.md"]}
    assert all(map(listed_and_there, every_prefix(store(), change)))


POINTING = {
    **FILES,
    "other.md": topic(
        "Other things", "See [staging](staging.md) and [[staging]].\n\n```\n[x](staging.md)\n```", "other"
    ),
}


def test_drop_leaves_no_link_to_the_topic_in_the_others() -> None:
    seen = seen_of(POINTING)
    change = TOPICS.drop(seen, [note_at(seen, "staging.md", 0)])
    assert "See staging and staging.\n\n```\n[x](staging.md)" in applied(seen, change)["other.md"]
    assert not isinstance(change, Refusal)
    assert [step.file.rpartition("/")[2] for step in change] == ["other.md", "MEMORY.md", "staging.md"]


def test_merge_leaves_no_link_to_what_went() -> None:
    seen = seen_of(POINTING)
    files = applied(seen, TOPICS.merge(seen, [note_at(seen, "other.md"), note_at(seen, "staging.md")], None, TODAY))
    assert "See staging and staging." in files["other.md"]
    assert "staging.md" not in files


def test_drop_of_a_line_whose_file_is_gone_takes_the_line() -> None:
    seen = seen_of({"MEMORY.md": INDEX, "other.md": FILES["other.md"]})
    assert applied(seen, TOPICS.drop(seen, [note_at(seen, "MEMORY.md", 2)])) == {
        "MEMORY.md": "# Index\n\n- [Other](other.md) — other things\n",
        "other.md": FILES["other.md"],
    }


def test_drop_keeps_a_line_that_names_other_topics_too() -> None:
    seen = seen_of({**FILES, "MEMORY.md": "- [Staging](staging.md) · [Other](other.md)\n"})
    files = applied(seen, TOPICS.drop(seen, [note_at(seen, "staging.md")]))
    assert files["MEMORY.md"] == "- Staging · [Other](other.md)\n"
    assert "staging.md" not in files


def test_reword_changes_description_and_a_hook_that_said_the_same() -> None:
    files = applied(store(), TOPICS.reword(store(), note_at(store(), "staging.md"), "Runs on port 8080", TODAY))
    assert files["staging.md"] == FILES["staging.md"].replace("3000", "8080")
    assert files["MEMORY.md"] == INDEX.replace("3000", "8080")


def test_reword_leaves_a_hook_that_says_something_of_its_own() -> None:
    seen = seen_of({**FILES, "MEMORY.md": INDEX.replace("Runs on port 3000", "ports and more")})
    files = applied(seen, TOPICS.reword(seen, note_at(seen, "staging.md"), "Runs on: 8080 # now", TODAY))
    assert 'description: "Runs on: 8080 # now"' in files["staging.md"]
    assert files["MEMORY.md"] == str(seen.at("MEMORY.md").text)


def test_reword_of_a_line_changes_the_hook() -> None:
    files = applied(store(), TOPICS.reword(store(), note_at(store(), "MEMORY.md", 3), "said anew", TODAY))
    assert files == {**FILES, "MEMORY.md": INDEX.replace("other things", "said anew"), "other.md": files["other.md"]}


def test_reword_sets_the_day_that_the_agent_keeps() -> None:
    text = topic().replace("type: project", "type: project\n  modified: 2026-01-02T03:04:05.678Z")
    seen = seen_of({"staging.md": text})
    files = applied(seen, TOPICS.reword(seen, note_at(seen, "staging.md"), "Runs on port 8080", TODAY))
    assert "  modified: 2026-11-30\n" in files["staging.md"]


def test_merge_leaves_one_body_and_one_line() -> None:
    notes = [note_at(store(), "staging.md"), note_at(store(), "other.md")]
    change = TOPICS.merge(store(), notes, "Staging and others", TODAY)
    files = applied(store(), change)
    assert set(files) == {"MEMORY.md", "staging.md"}
    assert files["staging.md"] == topic("Staging and others", "The staging server.\n\nx")
    assert files["MEMORY.md"] == "# Index\n\n- [Staging](staging.md) — Staging and others\n"
    assert all(map(listed_and_there, every_prefix(store(), change)))
    assert not isinstance(change, Refusal)
    assert isinstance(change[-1], Remove)


def test_merging_without_a_wording_keeps_what_only_the_other_description_says() -> None:
    notes = [note_at(store(), "staging.md"), note_at(store(), "other.md")]
    files = applied(store(), TOPICS.merge(store(), notes, None, TODAY))
    assert "Other things\n\nx" in files["staging.md"]


INDEXES = [
    INDEX,
    INDEX.rstrip("\n"),
    "- [Other](other.md)\n- [Staging](staging.md) — x",
    "- [Staging](staging.md)",
    "- [Staging](staging.md)\n",
    "- [Staging](staging.md)\n- [Staging](staging.md)",
    '- [Staging](staging.md) — wrapped\n  rows\n\n# More\n- [Staging](staging.md) — 🧪 "quoted" \\ back\n- [Other](other.md)\n',
    "# Nothing\n",
    "\ufeff- [Staging](staging.md) — x\n- [Other](other.md)\n",
]
TOPICS_AS_WRITTEN = [
    topic(),
    "Just a body.\n",
    "Just a body.",
    "---\n---\n",
    "\ufeff---\nname: staging\n---\nx\n",
    "",
    "---\ndescription: a: b\n---\n",
]


@pytest.mark.parametrize(("index", "text", "crlf"), list(itertools.product(INDEXES, TOPICS_AS_WRITTEN, (False, True))))
def test_retire_and_restore_come_back_byte_for_byte(index: str, text: str, crlf: bool) -> None:
    before = {"MEMORY.md": index, "staging.md": text, "other.md": topic("Other", "x", "other")}
    before = {name: said.replace("\n", "\r\n") if crlf else said for name, said in before.items()}
    seen = seen_of(before)
    change = TOPICS.retire(seen, note_at(seen, "staging.md"), note_at(seen, "other.md"), TODAY)
    marked = applied(seen, change)
    again = seen_of(marked)
    retired = note_at(again, "staging.md").fragment
    assert retired is not None
    assert retired.role is Role.RETIRED
    assert "staging.md" not in marked["MEMORY.md"]
    assert marked["other.md"] == before["other.md"]
    assert applied(again, TOPICS.restore(again, note_at(again, "staging.md"))) == before


def test_a_restored_line_goes_to_the_end_where_the_index_is_another_now() -> None:
    marked = applied(
        store(), TOPICS.retire(store(), note_at(store(), "staging.md"), note_at(store(), "other.md"), TODAY)
    )
    again = seen_of({**marked, "MEMORY.md": "- [Other](other.md)\n  ```\n  x\n  ```\n"})
    files = applied(again, TOPICS.restore(again, note_at(again, "staging.md")))
    assert files["MEMORY.md"] == "- [Other](other.md)\n  ```\n  x\n  ```\n- [Staging](staging.md) — Runs on port 3000\n"


def test_retire_is_refused_where_it_could_not_be_undone() -> None:
    seen = seen_of({"a.md": "---\nname: a\n", "b.md": topic(), "MEMORY.md": "- a fact\n"})
    note, by = note_at(seen, "a.md"), note_at(seen, "b.md")
    assert isinstance(TOPICS.retire(seen, note, by, TODAY), Refusal)
    assert isinstance(TOPICS.retire(seen, by, by, TODAY), Refusal)
    assert isinstance(TOPICS.retire(seen, by, note_at(seen, "MEMORY.md"), TODAY), Refusal)


BEFORE = ["", "\ufeff", "# Index\n", "- [Topic](b.md)\n- nested:\n"]
AFTER = ["", "\n", "\n  - child\n", "\n- next\n", "\n\n  paragraph\n"]


@pytest.mark.parametrize(
    "rows",
    [
        "- a fact",
        "- a fact\n  and more of it",
        "  - nested --> &gt; &amp; <!-- x --!>",
        "- with code\n  ```\n\n  <!--\n  ```\n  tail",
        "7) seventh\n\tand on",
    ],
)
def test_a_note_of_the_index_becomes_a_comment_and_comes_back_byte_for_byte(rows: str) -> None:
    for before, after, newline in itertools.product(BEFORE, AFTER, ["\n", "\r\n"]):
        files = {"MEMORY.md": f"{before}{rows}{after}".replace("\n", newline), "b.md": topic()}
        seen = seen_of(files)
        (note,) = [block for block in seen.at("MEMORY.md").blocks if block.row == before.count("\n")]
        others = [block.fragment for block in seen.at("MEMORY.md").blocks if block is not note]
        newer = note_at(seen, "b.md")
        marked = applied(seen, TOPICS.retire(seen, note, newer, TODAY))
        again = seen_of(marked)
        index = again.at("MEMORY.md")
        (gone,) = [block for block in index.blocks if block.fragment and block.fragment.role is Role.RETIRED]
        assert gone.fragment is not None
        assert newer.fragment is not None
        assert gone.fragment.superseded_by == newer.fragment.identity
        assert gone.fragment.text.partition("\n")[0] in rows
        assert [block.fragment for block in index.blocks if block is not gone] == others
        assert set(range(note.row, note.row + note.n)) <= load(index.text, "claude", 200, 25_000).skipped
        assert applied(again, TOPICS.restore(again, gone)) == files


def test_clear_leaves_the_index_its_prose_and_nothing_that_points_at_nothing() -> None:
    seen = seen_of({**FILES, "MEMORY.md": INDEX + "- a fact\n\nRead [Other](other.md) first.\n"})
    change = TOPICS.clear(seen)
    assert applied(seen, change) == {"MEMORY.md": "# Index\n\n\nRead Other first.\n"}
    assert all(map(listed_and_there, every_prefix(seen, change)))


def test_a_topic_that_is_not_listed_gets_its_line() -> None:
    seen = seen_of({"MEMORY.md": "- [Other](other.md)\n\nEnd.", "my (old) notes.md": topic(name="my-notes")})
    files = applied(seen, TOPICS.mend(seen, note_at(seen, "my (old) notes.md"), "list"))
    row = "- [My notes](<my %28old%29 notes.md>) — Runs on port 3000"
    assert files["MEMORY.md"] == f"- [Other](other.md)\n{row}\n\nEnd."
    again = seen_of(files)
    assert isinstance(TOPICS.mend(again, note_at(again, "my (old) notes.md"), "list"), Refusal)


def test_the_second_line_of_a_topic_goes_only_while_there_is_another() -> None:
    seen = seen_of({"MEMORY.md": "- [A](a.md)\n- [A](a.md)\n", "a.md": topic()})
    files = applied(seen, TOPICS.mend(seen, note_at(seen, "MEMORY.md", 1), "drop-row"))
    assert files == {"MEMORY.md": "- [A](a.md)\n", "a.md": topic()}
    again = seen_of(files)
    assert isinstance(TOPICS.mend(again, note_at(again, "MEMORY.md", 0), "drop-row"), Refusal)


def test_a_draft_of_a_topic_puts_the_same_topic_again() -> None:
    draft = TOPICS.draft(store(), note_at(store(), "MEMORY.md", 2))
    files = applied(seen_of({}), TOPICS.put(seen_of({}), draft, TODAY))
    again = seen_of(files)
    new = next(seen for seen in again.files.values() if seen.file.inside != "MEMORY.md").blocks[0].fragment
    old = note_at(store(), "staging.md").fragment
    assert new is not None
    assert old is not None
    assert (new.text, new.title, new.identity) == (old.text, old.title, old.identity)


@settings(max_examples=150)
@example(">", "")
@given(st.text(min_size=1, max_size=200), st.text(max_size=40))
def test_any_text_can_be_put_and_is_found_again(text: str, title: str) -> None:
    change = TOPICS.put(store(), Draft(text, title=title), TODAY)
    if isinstance(change, Refusal):
        assert not text.strip()
        return
    files = applied(store(), change)
    assert all(map(listed_and_there, every_prefix(store(), change)))
    for name in set(files) - set(FILES):
        problems = note_at(seen_of(files), name).fragment
        assert problems is not None
        assert not problems.problems


# --- what the agent is given


def parts_of(seen: StoreSeen) -> list[Part]:
    return [
        Part(
            one.file,
            TOPICS.limits(one.file, []),
            [block.fragment.cost or NOT_A_NOTE if block.fragment else NOT_A_NOTE for block in one.blocks],
            one.blocks,
            one.text,
        )
        for one in seen.files.values()
    ]


def test_the_summary_says_both_limits() -> None:
    parts = parts_of(store())
    plan = TopicsRecall().plan(parts)
    assert TopicsRecall().summary(parts, plan) == "4 of 200 lines, 0.1 of 24.4 KB"
    assert TopicsRecall().text(parts, plan).endswith(INDEX.strip())


def test_entries_after_the_cut_are_not_given_and_the_limit_is_named() -> None:
    seen = seen_of({"MEMORY.md": "".join(f"- [T](t{n}.md)\n" for n in range(230))})
    parts = parts_of(seen)
    recall = TopicsRecall()
    plan = recall.plan(parts)
    assert plan.shown == (tuple(range(200)),)
    over = recall.over(parts[0], plan.shown[0], plan)
    assert over is not None
    assert over.message == "200 of 230 lines are given to the agent: its limit of 200 lines comes first"
    assert recall.cut(parts[0], "it") == "the 200 lines end before it"
