"""What records of one store say of each other, and what of them the agent is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from record_store import STORE, Files, file_of, record, seen_of, title

from memory_ls.formats.notes import Placed, Ref
from memory_ls.formats.records import RECORDS
from memory_ls.recall.plan import NOT_A_NOTE, Part
from memory_ls.recall.records import RecordsRecall
from memory_ls.rules import bad_facts, bad_id
from memory_ls.rules.finding import Finding, GroupRule, View
from memory_ls.text import Text

NO_VIEW = cast("View", None)


def found(files: Files, rule: GroupRule = bad_id.IN_GROUP) -> list[tuple[str, str]]:
    return [
        (title(one.at), one.message.template.format(*map(slot, one.message.slots))) for one in findings(files, rule)
    ]


def slot(said: Placed | str) -> str:
    return said if isinstance(said, str) else title(said)


def findings(files: Files, rule: GroupRule = bad_id.IN_GROUP) -> list[Finding]:
    """All findings of a group rule on a store."""
    groups: dict[Ref, list[Placed]] = {}
    for seen in seen_of(files).files.values():
        for block in seen.blocks:
            for name in block.fragment.names if block.fragment else ():
                groups.setdefault(name, []).append(block)
    return [
        finding
        for ref, group in groups.items()
        if ref.kind in rule.kinds
        for finding in rule.check(ref, group, NO_VIEW)
    ]


def about(*concepts: str, day: str = "2026-01-01") -> str:
    listed = "\n".join(["concepts:", *(f'  - "{one}"' for one in concepts)])
    return record("s " + " ".join(concepts), *([listed] if concepts else []), f'updated: "{day}T00:00:00.000Z"')


def test_versions_of_one_state_are_told_of_the_newer_one() -> None:
    files = {"state.deploy-v2": about(day="2026-02-01"), "state.deploy": about(), "state.deployment": about()}
    assert found(files) == [("state.deploy-v2", "by its id a version of state.deploy, and both count as true now")]
    (finding,) = findings(files)
    assert [(offer.edit, [title(note) for note in offer.notes]) for offer in finding.offers] == [
        ("merge", ["state.deploy", "state.deploy-v2"]),
        ("supersede", ["state.deploy", "state.deploy-v2"]),
    ]


def test_events_and_superseded_states_are_left_alone() -> None:
    hidden = record("s", 'supersededBy: "state.deploy"')
    assert found({"event.deploy-v2": about("a"), "event.deploy": about("a")}) == []
    assert found({"state.deploy-v2": hidden, "state.deploy": about("a")}) == []


def test_concepts_that_are_all_another_states_are_told_once() -> None:
    files = {
        "state.one": about("b", "a"),
        "state.two": about("a", "b", "c", day="2026-02-01"),
        "state.x": about("c", "d"),
    }
    ((where, said),) = found(files)
    assert where == "state.two"
    assert "state.one" in said
    assert found({"state.one": about("a", "b"), "state.two": about("b", "c"), "state.three": about()}) == []


def test_ids_of_the_same_words_are_a_hint_and_the_projects_name_is_no_word() -> None:
    assert [where for where, _ in found({"state.arena": about(), "state.arena-meta": about()})] == ["state.arena-meta"]
    assert found({"state.app-ports": about(), "state.app-hosts": about()}) == []
    assert found({"state.app-ports": about(), "state.hosts": about()}) == []
    crowd = {f"state.arena-{word}": about() for word in "abcdef"}
    assert found({"state.arena": about(), **crowd}) == []


def test_four_states_on_one_concept_come_with_a_merge() -> None:
    files = {f"state.n{n}": about("deploy", "all", day=f"2026-0{n}-01") for n in (2, 4, 1, 3)}
    (finding,) = findings(files)
    assert title(finding.at) == "state.n4"
    (offer,) = finding.offers
    assert [title(note) for note in offer.notes] == ["state.n1", "state.n2", "state.n3", "state.n4"]
    files["state.n1"] = about("other", day="2026-01-01")
    assert all("states are about" not in said for _, said in found(files))


def test_an_older_versions_file_with_the_same_id_is_told() -> None:
    assert [said for _, said in found({"state/deploy.md": about(), "state.deploy": about()})] == [
        "records/state.deploy.md has the same id, and the agent writes that one only"
    ]


def test_a_circle_is_told_at_each_of_its_records() -> None:
    files = {f"state.{a}": record(a, f'supersededBy: "state.{b}"') for a, b in ("ab", "bc", "ca", "da", "ex")}
    assert [where for where, _ in found(files, bad_facts.IN_GROUP)] == ["state.a", "state.b", "state.c"]
    del files["state.b"]
    assert found(files, bad_facts.IN_GROUP) == []


# --- recall


def parts_of(files: Files, tokens: int = 10_000) -> list[Part]:
    seen = seen_of(files).files.values()
    limits = RECORDS.limits(file_of("records/x.md"), [{"systemPrompt": {"maxTokens": tokens}}])
    return [
        Part(one.file, limits, [cost(block) for block in one.blocks], one.blocks, Text(str(one.text))) for one in seen
    ]


def cost(block: Placed) -> int:
    return (block.fragment.cost if block.fragment else 0) or NOT_A_NOTE


def given(files: Files, tokens: int = 10_000) -> list[str]:
    parts = parts_of(files, tokens)
    plan = RecordsRecall().plan(parts)
    return [part.file.inside for part, shown in zip(parts, plan.shown, strict=True) if shown]


def listed(files: Files) -> Sequence[str]:
    parts = parts_of(files)
    rows = RecordsRecall().text(parts, RecordsRecall().plan(parts)).split("\n")
    return [row for row in rows if row.startswith("- ")]


def test_five_of_a_kind_are_given_and_one_kind_fills_the_places_of_the_other() -> None:
    many = {f"{kind}.n{n}": about(day=f"2026-01-{n:02}") for kind in ("state", "event") for n in range(1, 9)}
    assert given(many) == [f"records/{kind}.n{n}.md" for kind in ("state", "event") for n in range(4, 9)]
    few = {name: text for name, text in many.items() if not name.startswith("event") or name == "event.n1"}
    assert len(given(few)) == 9
    assert "records/event.n1.md" in given(few)


def test_the_newest_comes_first_also_within_a_day() -> None:
    files = {
        "state.a": record("a", 'updated: "2026-01-01T08:00:00.000Z"'),
        "state.b": record("b", 'created: "2026-01-01T09:00:00.000Z"'),
        "state.c": record("c"),
        "event.d": "# no frontmatter\n",
    }
    assert [row.partition("@")[2] for row in listed(files)] == ["state.b)", "state.a)", "event.d)", "state.c)"]


def test_hidden_and_sensitive_records_are_not_given() -> None:
    files = {
        "state.a": record("old", 'supersededBy: "state.b"'),
        "state.b": record("new", "sensitive: true"),
        "state.c": record("freed", 'supersededBy: "state.gone"'),
        "event.d": "---\ndescription: broken: yes\nsensitive: true\n---\nWORDS\n",
    }
    assert given(files) == ["records/state.c.md"]
    parts = parts_of(files)
    text = RecordsRecall().text(parts, RecordsRecall().plan(parts))
    assert "freed" in text
    assert "new" not in text.replace("newest", "")
    assert "WORDS" not in text


def test_the_budget_ends_the_list_but_not_before_the_first() -> None:
    files = {f"state.n{n}": about(day=f"2026-01-0{n}") for n in range(1, 4)}
    assert given(files, 1) == ["records/state.n3.md"]
    assert given(files, 60) == ["records/state.n2.md", "records/state.n3.md"]
    assert given({}) == []
    assert STORE.format == "records"
