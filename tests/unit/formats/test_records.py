"""Records: names from paths, what is wrong in them, and verbs that lose nothing and leave nothing pointing nowhere."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_store import STORE, Files, applied, file_of, fragment_of, note_of, record, seen_of, steps

from memory_ls.formats.changes import Refusal, StoreSeen
from memory_ls.formats.format import Draft
from memory_ls.formats.notes import Ref, Role
from memory_ls.formats.record_ids import (
    date_in,
    family_of,
    id_of_path,
    slug_of,
    undated,
)
from memory_ls.formats.record_prune import prunable, prune_days
from memory_ls.formats.records import RECORDS, lacks_sensitive_flag

TODAY = date(2026, 11, 30)
HIDDEN = ('supersededBy: "state.b"', 'supersededAt: "2026-11-01T00:00:00.000Z"')


def codes(text: str, inside: str = "records/state.a.md") -> list[str]:
    return [problem.code for problem in fragment_of(text, inside).problems]


def refused(change: object) -> str:
    assert isinstance(change, Refusal)
    return change.reason


def mend(text: str, name: str, inside: str = "records/state.a.md") -> str:
    store = seen_of({inside: text})
    return applied(store, RECORDS.mend(store, store.at(inside).blocks[0], name))[inside]


# --- names


@pytest.mark.parametrize(
    ("inside", "id"),
    [
        ("records/state.runtime.md", "state.runtime"),
        ("records/state.a/b.md", "state.a.b"),
        ("records/Runtime.md", ""),
        ("records/state..md", ""),
        ("records/note.md", ""),
        ("state/Foo Bar/baz_qux.md", "state.foo-bar.baz-qux"),
        ("events/foo.bar.md", "event.foo-bar"),
        ("events/東京.md", ""),
        ("readme.md", ""),
    ],
)
def test_a_path_names_its_record(inside: str, id: str) -> None:
    assert id_of_path(inside) == id


def test_an_older_files_own_id_wins_and_a_records_does_not() -> None:
    own = '---\nid: "event.own"\ndescription: "d"\n---\n'
    assert fragment_of(own, "events/old.md").title == "event.own"
    assert fragment_of(own, "records/event.new.md").title == "event.new"


def test_names_become_slugs_and_say_dates_and_families() -> None:
    assert slug_of("  Café «Đà Nẵng» ") == "cafe-da-nang"
    assert slug_of("東京") == ""
    assert date_in("state.deploy-2026-10-01") == "2026-10-01"
    assert date_in("state.20261001.deploy") == "20261001"
    assert date_in("state.port-20269999") is None
    assert date_in("state.build-120261001") is None
    assert undated("state.deploy-2026-10-01") == "state.deploy"
    assert family_of("state.deploy-v2") == "state.deploy"
    assert family_of("state.deploy-final-x") == "state.deploy"
    assert family_of("state.deploy-newest") == "state.deploy-newest"
    assert family_of("state.deploy-20261001") == "state.deploy"


def test_a_file_that_is_no_record_is_prose_and_nothing_is_said_of_it() -> None:
    fragment = fragment_of("---\nx: y: z\n---\n", "README.md")
    assert fragment.role is Role.PROSE
    assert fragment.problems == ()
    assert RECORDS.grammar(file_of(".catalog.json")) is None


# --- fragments


def test_a_record_says_its_summary_and_points_at_others() -> None:
    text = record(
        "Node 22", 'concepts:\n  - "Run Time"', 'updated: "2026-09-01T10:00:00.000Z"', facts=("r -> @event.x",)
    )
    fragment = fragment_of(text)
    assert fragment.text == "Node 22"
    assert text.split("\n")[fragment.body.row][fragment.body.col : fragment.body.end_col] == "Node 22"
    assert fragment.dated == date(2026, 9, 1)
    assert fragment.defines == {Ref("id", "state.a")}
    assert Ref("concept", "run-time") in fragment.refs
    (mention,) = fragment.mentions
    assert mention.ref == Ref("id", "event.x")
    assert text.split("\n")[mention.span.row][mention.span.col : mention.span.end_col] == "event.x"
    assert fragment.problems == ()


def test_a_hidden_record_is_retired_and_names_what_hides_it() -> None:
    fragment = fragment_of(record("old", *HIDDEN))
    assert fragment.role is Role.RETIRED
    assert fragment.superseded_by == Ref("id", "state.b")
    assert [mention.ref.value for mention in fragment.mentions] == ["state.b"]


def test_the_same_record_under_another_name_has_the_same_identity() -> None:
    one = fragment_of(record("Use pnpm."), "records/state.a.md")
    assert one.identity == fragment_of(record("use  pnpm"), "records/event.b.md").identity
    assert one.identity == RECORDS.key("Use pnpm")
    claims = 'claims:\n  - "c"'
    assert fragment_of(record("x", claims)).identity == fragment_of(record("X.", claims)).identity
    assert fragment_of(record("x", claims)).identity != fragment_of(record("y", claims)).identity
    assert fragment_of(record("x", claims)).identity != fragment_of(record("x", facts=("c = 1",))).identity


def test_the_mark_of_a_sensitive_record_counts_even_where_yaml_fails() -> None:
    assert fragment_of(record("s", "sensitive: true")).sensitive
    assert fragment_of("---\ndescription: a: b\nsensitive: true\n---\n").sensitive
    assert not lacks_sensitive_flag(fragment_of(record("s", "sensitive: true")))
    assert lacks_sensitive_flag(fragment_of(record("s")))


@given(st.text(max_size=80), st.sampled_from(["records/state.a.md", "events/x.md", "README.md", "records/Bad.md"]))
def test_any_text_is_one_block_with_all_rows(text: str, inside: str) -> None:
    seen = seen_of({inside: text}).at(inside)
    (block,) = seen.blocks
    assert list(seen.rows(block)) == seen.text.rows
    assert block.fragment is not None


# --- what is wrong


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (record("fine"), None),
        ("", None),
        ("# Bare\n", "bad-frontmatter"),
        ("---\nsummary: s\n---\n", "bad-frontmatter"),
        ("---\ndescription: a: b\n---\n", "bad-frontmatter"),
        ("---\ndescription: a\n", "bad-frontmatter"),
        ("---\ndescription: 12\n---\n", "bad-frontmatter"),
        ("---\ndescription: d\ntags: one\n---\n", "bad-frontmatter"),
        ("---\ndescription: d\nkind: event\n---\n", "bad-frontmatter"),
        ("---\ndescription: d\nid: Bad\n---\n", "bad-frontmatter"),
        ("---\ndescription: d\nlimit: 0\n---\n", "bad-frontmatter"),
        ("---\ndescription: d\nid: state.b\n---\n", "bad-id"),
        (record("x" * 300), "too-long"),
        (record("x" * 160), None),
        (record("🧪" * 81), "too-long"),
        (record("s", 'supersededBy: "state.a"'), "bad-facts"),
        (record("s", facts=("r -> @state.a",)), "bad-facts"),
        ("---\ndescription: >-\n  folded\n  text\nupdated: '2026-06-30'\ntags:\n  - a\n---\n# Report\n", None),
    ],
)
def test_each_flaw_has_its_code(text: str, code: str | None) -> None:
    assert codes(text) == ([code] if code else [])


def test_a_name_that_is_no_id_or_carries_a_date_is_said() -> None:
    assert codes(record("s"), "records/Runtime.md") == ["bad-id"]
    assert codes(record("s"), "records/state.run-2026-10-01.md") == ["bad-id"]
    assert codes(record("s"), "records/event.run-2026-10-01.md") == []
    assert codes(record("s", *HIDDEN), "records/state.run-2026-10-01.md") == []


@pytest.mark.parametrize(
    ("text", "name", "after"),
    [
        ("# Bare\n", "describe", '---\ndescription: "Bare"\n---\n# Bare\n'),
        ("---\ndescription: a: b\n---\n", "quote-values", '---\ndescription: "a: b"\n---\n'),
        ("---\ndescription: a\n# T\n", "close-fence", "---\ndescription: a\n---\n# T\n"),
        ("---\ndescription: 12\n---\n", "quote-description", '---\ndescription: "12"\n---\n'),
        ("---\ndescription: d\ntags: one\n---\n", "list-tags", '---\ndescription: d\ntags:\n  - "one"\n---\n'),
        ("---\ndescription: d\nkind: event\n---\n", "kind", '---\ndescription: d\nkind: "state"\n---\n'),
        ('---\ndescription: d\nsensitive: "true"\n---\n', "sensitive", "---\ndescription: d\nsensitive: true\n---\n"),
        ("---\ndescription: d\nid: state.b\n---\n", "drop-id", "---\ndescription: d\n---\n"),
        ("---\nd: 1\n---\n", "mark-sensitive", "---\nd: 1\nsensitive: true\n---\n"),
        ("# Bare\n", "mark-sensitive", "---\nsensitive: true\n---\n# Bare\n"),
    ],
)
def test_a_mend_changes_what_it_names(text: str, name: str, after: str) -> None:
    assert mend(text, name) == after


def test_a_mend_whose_problem_is_gone_is_refused() -> None:
    store = seen_of({"state.a": record("s")})
    change = RECORDS.mend(store, note_of(store, "state.a"), "quote-values")
    assert isinstance(change, Refusal)
    assert change.stale


# --- put


def test_a_new_record_is_written_as_its_agent_writes_it() -> None:
    draft = Draft('Use "pnpm" — never npm', kind="state", keyword="Package Manager", facts=(("node.version", '"22"'),))
    store = seen_of({"event.x": record("x")})
    draft = replace(draft, relations=(("evidence", "event.x"), ("gone", "event.none")))
    assert applied(store, RECORDS.put(store, draft, TODAY))["records/state.use-pnpm-never-npm.md"] == (
        "---\n"
        'description: "Use \\"pnpm\\" — never npm"\n'
        'summary: "Use \\"pnpm\\" — never npm"\n'
        "concepts:\n"
        '  - "package-manager"\n'
        'created: "2026-11-30T00:00:00.000Z"\n'
        'updated: "2026-11-30T00:00:00.000Z"\n'
        "---\n"
        '# Use "pnpm" — never npm\n'
        "\n"
        "<!-- memory:facts:v1 -->\n"
        'node.version = "22"\n'
        "relation.evidence -> @event.x\n"
        "<!-- /memory:facts -->\n"
    )


def test_a_note_that_is_there_is_not_put_again() -> None:
    store = seen_of({"event.x": record("Use pnpm", 'claims:\n  - "c"')})
    assert RECORDS.put(store, Draft("use pnpm."), TODAY) == ()


def test_a_name_that_is_taken_is_refused_and_one_of_our_own_gets_a_number() -> None:
    store = seen_of({"event.use-pnpm": record("something else")})
    assert "event.use-pnpm" in refused(RECORDS.put(store, Draft("x", title="event.use-pnpm"), TODAY))
    assert "records/event.use-pnpm-2.md" in applied(store, RECORDS.put(store, Draft("Use pnpm"), TODAY))


def test_a_state_is_not_named_after_a_day_and_long_texts_become_notes() -> None:
    store = seen_of({})
    words = "word " * 100
    files = applied(store, RECORDS.put(store, Draft(words, title="state.run-2026-10-01"), TODAY))
    fragment = fragment_of(files["records/state.run.md"], "records/state.run.md")
    assert fragment.problems == ()
    assert fragment.text.endswith("word…")
    assert words.strip() in files["records/state.run.md"]


def test_a_text_with_a_secret_is_marked_as_sensitive() -> None:
    store = seen_of({})
    token = "ghp_" + "k3Vx9QpL2mZ8" * 3
    (text,) = applied(store, RECORDS.put(store, Draft(f"The token is {token}"), TODAY)).values()
    assert "\nsensitive: true\n" in text


@settings(deadline=None)
@given(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=400), st.sampled_from(["state", "event", ""])
)
def test_whatever_is_put_reads_back_without_a_flaw(text: str, kind: str) -> None:
    store = seen_of({})
    cleaned = RECORDS.clean(text)
    if not cleaned or "memory:facts" in cleaned:
        return
    ((inside, written),) = applied(store, RECORDS.put(store, Draft(cleaned, kind=kind), TODAY)).items()
    fragment = fragment_of(written, inside)
    assert fragment.problems == ()
    assert fragment.title.startswith(f"{kind or 'event'}.")


# --- drop, reword


def test_forgetting_a_record_frees_what_it_hid_and_cuts_what_points_at_it() -> None:
    files = {
        "state.a": record("old", *HIDDEN),
        "state.b": record("new"),
        "event.c": record("c", facts=("x = 1", "r -> @state.b")),
    }
    store = seen_of(files)
    change = RECORDS.drop(store, [note_of(store, "state.b")])
    *before, after = steps(store, change)
    assert after == {"records/state.a.md": record("old"), "records/event.c.md": record("c", facts=("x = 1",))}
    assert all("records/state.b.md" in files for files in before)


def test_nothing_is_forgotten_while_some_records_are_unread() -> None:
    store = replace(seen_of({"state.a": record("a")}), whole=False)
    assert "not all records" in refused(RECORDS.drop(store, [note_of(store, "state.a")]))


def test_rewording_changes_summary_heading_and_day() -> None:
    store = seen_of({"state.a": record("old", "x: 1", 'updated: "2026-01-01T00:00:00.000Z"', notes="old")})
    files = applied(store, RECORDS.reword(store, note_of(store, "state.a"), "new\n words", TODAY))
    assert files["records/state.a.md"] == record(
        "new words", "x: 1", 'updated: "2026-11-30T00:00:00.000Z"', notes="old"
    )


def test_rewording_keeps_a_description_of_its_own_and_adds_what_is_missing() -> None:
    text = '---\ndescription: "About runtimes"\nsummary: "old"\n---\n# Title\n'
    store = seen_of({"state.a": text})
    files = applied(store, RECORDS.reword(store, note_of(store, "state.a"), "new", TODAY))
    assert files["records/state.a.md"] == text.replace("old", "new")
    store = seen_of({"state.a": "# Title\r\n"})
    files = applied(store, RECORDS.reword(store, note_of(store, "state.a"), "new", TODAY))
    assert files["records/state.a.md"] == '---\r\ndescription: "new"\r\nsummary: "new"\r\n---\r\n# new\r\n'


def test_a_summary_has_a_limit_and_a_broken_frontmatter_is_not_touched() -> None:
    store = seen_of({"state.a": record("s"), "state.b": "---\na: b: c\n---\n"})
    assert "has 301" in refused(RECORDS.reword(store, note_of(store, "state.a"), "x" * 301, TODAY))
    assert "frontmatter" in refused(RECORDS.reword(store, note_of(store, "state.b"), "x", TODAY))


# --- retire, restore


def test_superseding_adds_two_rows_and_restoring_takes_them_out() -> None:
    store = seen_of({"state.a": record("old"), "state.b": record("new")})
    files = applied(store, RECORDS.retire(store, note_of(store, "state.a"), note_of(store, "state.b"), TODAY))
    assert files["records/state.a.md"] == record(
        "old", 'supersededBy: "state.b"', 'supersededAt: "2026-11-30T00:00:00.000Z"'
    )


def test_a_record_is_not_superseded_by_what_it_supersedes() -> None:
    store = seen_of({"state.a": record("a", *HIDDEN), "state.b": record("b")})
    a, b = note_of(store, "state.a"), note_of(store, "state.b")
    assert "superseded by this one" in refused(RECORDS.retire(store, b, a, TODAY))


ROWS = st.lists(
    st.sampled_from(
        ["---", "--- ", 'description: "d"', "summary: s", "x:", "  - y", "", "# T", "text", "id: state.a", "kind: state",
         "a: |", "  b", "# c", 'tags: ["a"]', "<!-- memory:facts:v1 -->", "k = 1", "<!-- /memory:facts -->", "  c: d"]
    ),
    max_size=9,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(ROWS, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\ufeff"]), st.booleans())
def test_a_restored_record_is_what_it_was_byte_for_byte(rows: list[str], newline: str, bom: str, fenced: bool) -> None:
    text = bom + newline.join(["---", *rows, "---", "# T", ""] if fenced else rows)
    store = seen_of({"state.a": text, "state.b": record("b")})
    change = RECORDS.retire(store, note_of(store, "state.a"), note_of(store, "state.b"), TODAY)
    if isinstance(change, Refusal):
        assert "frontmatter" in change.reason
        return
    hidden = seen_of(applied(store, change))
    note = note_of(hidden, "state.a")
    assert note.fragment is not None
    assert note.fragment.role is Role.RETIRED
    assert applied(hidden, RECORDS.restore(hidden, note))["records/state.a.md"] == text


@settings(max_examples=200, deadline=None)
@given(ROWS, st.booleans())
def test_every_mend_of_any_text_can_be_taken(rows: list[str], fenced: bool) -> None:
    text = "\n".join(["---", *rows, "---", "# T", ""] if fenced else rows)
    fragment = fragment_of(text)
    names = [one.name for problem in fragment.problems for one in problem.mends]
    assert len(names) == len(set(names))
    for problem in fragment.problems:
        for one in problem.mends:
            after = fragment_of(mend(text, one.name))
            assert (problem.code, problem.message) not in [
                (left.code, left.message) for left in after.problems if left.mends == problem.mends
            ]


# --- merge


def test_a_merge_is_a_third_record_and_hides_both() -> None:
    files = {
        "state.deploy": record("Deploy by hand", 'concepts:\n  - "deploy"', facts=("n = 1", "a = 1"), notes="one"),
        "state.deploy-v2": record(
            "Deploy with make", 'claims:\n  - "c"', "sensitive: true", facts=("n = 2", "r -> @state.deploy")
        ),
    }
    store = seen_of(files)
    notes = [note_of(store, "state.deploy"), note_of(store, "state.deploy-v2")]
    *_, after = states = list(steps(store, RECORDS.merge(store, notes, None, TODAY)))
    new = after["records/state.deploy-merged.md"]
    assert 'summary: "Deploy by hand; Deploy with make"' in new
    assert "\nsensitive: true\n" in new
    assert "\na = 1\nn = 2\n<!--" in new
    assert "### state.deploy\n\none\n" in new
    assert codes(new, "records/state.deploy-merged.md") == []
    assert [len(files) for files in states] == [3, 3, 3]
    hidden = seen_of(after)
    for id in ("state.deploy", "state.deploy-v2"):
        note = note_of(hidden, id)
        assert note.fragment is not None
        assert note.fragment.superseded_by == Ref("id", "state.deploy-merged")
        restored = applied(hidden, RECORDS.restore(hidden, note))
        assert restored[f"records/{id}.md"] == files[id]


def test_unlike_names_are_merged_under_what_the_records_say() -> None:
    store = seen_of({"event.a": record("First thing"), "event.b": record("Second thing")})
    notes = [note_of(store, "event.a"), note_of(store, "event.b")]
    assert "records/event.both-things.md" in applied(store, RECORDS.merge(store, notes, "Both things", TODAY))


# --- the invariant


def dangling(files: Files) -> set[tuple[str, str]]:
    """Which record points at which id that there is not."""
    store = seen_of(files)
    notes = [block.fragment for seen in store.files.values() for block in seen.blocks if block.fragment]
    known = {note.title for note in notes}
    return {(note.title, one.ref.value) for note in notes for one in note.mentions if one.ref.value not in known}


def random_store(links: list[tuple[int, int, bool]]) -> StoreSeen:
    files: Files = {}
    for number in range(4):
        hidden = [f'supersededBy: "state.r{to}"' for a, to, by in links if by and a == number != to][:1]
        facts = {f"r{to} -> @state.r{to}" for a, to, by in links if not by and a == number != to}
        files[f"state.r{number}"] = record(f"record {number}", *hidden, facts=tuple(sorted(facts)))
    return seen_of(files)


LINKS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans()), max_size=6)


@settings(max_examples=150, deadline=None)
@given(LINKS, st.sets(st.integers(0, 3), min_size=1), st.sampled_from(["drop", "merge", "retire"]))
def test_after_every_step_nothing_points_nowhere(
    links: list[tuple[int, int, bool]], chosen: set[int], verb: str
) -> None:
    store = random_store(links)
    notes = [note_of(store, f"state.r{number}") for number in sorted(chosen)]
    change = {
        "drop": lambda: RECORDS.drop(store, notes),
        "merge": lambda: RECORDS.merge(store, notes, None, TODAY),
        "retire": lambda: RECORDS.retire(store, notes[0], notes[-1], TODAY),
    }[verb]()
    if isinstance(change, Refusal):
        assert verb == "retire"
        return
    for files in steps(store, change):
        gone = {f"state.r{number}" for number in chosen} if verb == "drop" else set()
        assert {title for title, _ in dangling(files)} <= gone
        if verb != "drop":
            assert len(files) >= 4


def test_clearing_takes_away_every_record_and_no_other_file() -> None:
    store = seen_of(
        {"README.md": "# Hello\n", "state.a": record("a", *HIDDEN), "state.b": record("b"), "events/c.md": "c"}
    )
    states = list(steps(store, RECORDS.clear(store)))
    assert states[-1] == {"README.md": "# Hello\n"}
    assert all(not dangling(files) for files in states)


# --- drafts, limits, pruning


def test_a_draft_put_elsewhere_says_the_same() -> None:
    text = record(
        "Use pnpm", 'created: "2026-01-02T00:00:00.000Z"', "sensitive: true", facts=("a = [1,2]",), notes="More."
    )
    store = seen_of({"state.a": text})
    draft = RECORDS.draft(store, note_of(store, "state.a"))
    assert draft.text == "Use pnpm\n\nMore."
    assert (draft.title, draft.kind, draft.created, draft.facts) == (
        "state.a",
        "state",
        date(2026, 1, 2),
        (("a", "[1,2]"),),
    )
    empty = seen_of({})
    (copy,) = applied(empty, RECORDS.put(empty, draft, TODAY)).values()
    assert fragment_of(copy).text == fragment_of(text).text
    assert fragment_of(copy).sensitive


def test_limits_come_from_the_agents_settings() -> None:
    file = file_of("records/state.a.md")
    assert RECORDS.limits(file, []).budget == 40_000
    settings = {"pi-workspace-memory": {"injection": "off", "systemPrompt": {"maxTokens": 100}}}
    limits = RECORDS.limits(file, [settings])
    assert (limits.budget, limits.inject) == (400, False)
    assert not RECORDS.limits(file, [{"pi-memory-md": {"enabled": False}}]).inject
    assert RECORDS.limits(file, [{"pi-workspace-memory": {"systemPrompt": {"maxTokens": "x"}}}]).budget == 40_000


def test_what_the_agent_will_delete_is_known_before() -> None:
    store = seen_of({"state.a": record("a", *HIDDEN), "state.b": record("b"), "state.c": record("c", *HIDDEN[:1])})
    records = [(block, seen.text) for seen in store.files.values() for block in seen.blocks]
    assert [note.fragment.title for note in prunable(records, TODAY) if note.fragment] == ["state.a"]
    assert prunable(records, date(2026, 11, 15)) == []
    assert prunable(records, TODAY, 0) == []
    assert prune_days([{"pi-workspace-memory": {"pruneAfterDays": 3}}]) == 3
    assert prunable([one for one in records if one[0].file.inside != "records/state.b.md"], TODAY) == []


def test_the_store_has_no_other_scope() -> None:
    assert RECORDS.destinations(file_of("records/state.a.md")) == ()
    assert RECORDS.files(STORE) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Prefer tabs",
        "Deploy like this:\n- build\n- copy",
        "# Deploying\n\nRun **make deploy** and wait.",
        "Run the checks:\n```sh\n\nmake check\n```",
        "The **portal** splits each app " + "into two parallel spaces " * 20,
        "- 1. first\n- 2. second",
        "First.\n\nSecond.\n\n- a\n- b",
    ],
)
def test_a_text_put_into_a_record_comes_out_as_it_was(text: str) -> None:
    store = seen_of({})
    files = applied(store, RECORDS.put(store, Draft(text), TODAY))
    (id,) = (path.removeprefix("records/").removesuffix(".md") for path in files)
    store = seen_of(files)
    assert RECORDS.draft(store, note_of(store, id)).text.strip() == text.strip()
