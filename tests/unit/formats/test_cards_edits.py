"""What is planned on a whole cards store: confirm, rebuild, compact; and the check of spellings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.edits import compact, confirm, rebuild
from memory_ls.edits.intention import Edit, Intention, Snapshot
from memory_ls.formats.cards import CARDS
from memory_ls.formats.cards_view import VIEW, generated_view
from memory_ls.formats.cards_words import folded
from memory_ls.formats.changes import Anchor, Change, FileSeen, Refusal, Write, digest
from memory_ls.formats.notes import File, Placed, Ref, Role, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.formats.world import World
from memory_ls.rules.finding import View
from memory_ls.rules.keyword import SPELLINGS
from memory_ls.text import Text, replaced

TODAY = date(2026, 11, 30)
STORE = Store("cards", Scope.PROJECT, "/r/cards", "/r")
GLOBAL = Store("cards", Scope.GLOBAL, "/home/cards")
WORLD = World(today=TODAY)


def seen(source: str, inside: str = "notes.md", store: Store = STORE) -> FileSeen:
    file, text = File(f"{store.root}/{inside}", store, inside), Text(source)
    grammar = CARDS.grammar(file)
    assert grammar is not None
    return FileSeen(file, text, blocks_of(grammar, file, text), stamp=1)


def snapshot(*files: FileSeen) -> Snapshot:
    return Snapshot({one.file.id: one for one in files}, stores=(STORE,))


def after(of: Snapshot, change: Change | Refusal) -> dict[str, str]:
    assert not isinstance(change, Refusal), change
    texts = {one.file.inside: str(one.text) for one in of}
    for step in change:
        assert isinstance(step, Write)
        one = of.at(step.file)
        texts[one.file.inside] = replaced(one.text, step.replace)
    return texts


def anchor(of: FileSeen, block: Placed) -> Anchor:
    return Anchor(of.file.id, block.row, digest(of.rows(block)))


# --- confirm


def test_confirm_ticks_the_note() -> None:
    file = seen("One\n#a\n")
    of = snapshot(file)
    change = confirm.plan(Intention("confirm", (anchor(file, file.blocks[0]),)), of, WORLD)
    assert after(of, change)["notes.md"] == "One\n#a\n<!-- memory: confirmed 1 time, last 2026-11-30 -->\n"


def test_confirm_needs_a_day_and_a_living_note() -> None:
    file = seen("One\n#a\n\nTwo\n#a\n<!-- memory: superseded 2026-11-30 by 0123456789ab -->\n")
    of = snapshot(file)
    retired = next(block for block in file.blocks if block.fragment and block.fragment.role is Role.RETIRED)
    assert isinstance(confirm.plan(Intention("confirm", (anchor(file, file.blocks[0]),)), of, World()), Refusal)
    assert isinstance(confirm.plan(Intention("confirm", (anchor(file, retired),)), of, WORLD), Refusal)


# --- rebuild


def test_rebuild_makes_the_view_from_all_files() -> None:
    file, more = seen("One\n#a\n"), seen("Two\n#a\n\nThree\n#b\n", "more.md")
    of = snapshot(file, more)
    change = rebuild.plan(Intention("rebuild", file=file.file.id), of, WORLD)
    assert after(of, change)[VIEW] == generated_view({"a": 2, "b": 1})


def test_rebuild_of_a_view_that_is_right_changes_nothing() -> None:
    of = snapshot(seen("One\n#a\n"), seen(generated_view({"a": 1}), VIEW))
    assert rebuild.plan(Intention("rebuild", file=f"{STORE.root}/{VIEW}"), of, WORLD) == ()


def test_rebuild_orders_by_use_and_keeps_the_budget() -> None:
    of = snapshot(seen("One\n#a\n\nTwo\n#b\n\nThree\n#c\n"))
    more = (("b", "4"), ("#budget", "6"))
    change = rebuild.plan(Intention("rebuild", file=f"{STORE.root}/notes.md", more=more), of, WORLD)
    assert after(of, change)[VIEW].split("\n")[1:] == ["#b", "#a", ""]


@pytest.mark.parametrize("edit", [rebuild, compact])
def test_neither_guesses_which_notes_are_meant(edit: Edit) -> None:
    refusal = edit.plan(Intention(edit.name), snapshot(seen("One\n#a\n")), WORLD)
    assert isinstance(refusal, Refusal)
    assert "project" in refusal.reason


@pytest.mark.parametrize("edit", [rebuild, compact])
def test_neither_works_on_a_part_of_a_store(edit: Edit) -> None:
    file = seen("One\n#a\n")
    of = Snapshot({file.file.id: file}, whole=False)
    assert isinstance(edit.plan(Intention(edit.name, file=file.file.id), of, WORLD), Refusal)


# --- compact


def compacted(*files: FileSeen) -> dict[str, str]:
    of = snapshot(*files)
    return after(of, compact.plan(Intention("compact", file=files[0].file.id), of, WORLD))


def test_copies_become_one_entry_with_all_ticks() -> None:
    first = seen("One.\n#a\n\nTwo\n#b\n\none\n#a\n<!-- memory: confirmed 2 times, last 2026-05-05 -->\n")
    out = compacted(first, seen("One\n#A\n\nThree\n#c\n", "z.md"))
    assert out == {
        "notes.md": "One.\n#a\n<!-- memory: confirmed 4 times, last 2026-11-30 -->\n\nTwo\n#b\n",
        "z.md": "Three\n#c\n",
    }


def test_copies_with_different_keywords_stay() -> None:
    source = "One\n#a\n\nOne\n#b\n"
    assert compacted(seen(source)) == {"notes.md": source}


def test_a_copy_gives_its_keyword_to_the_entry_that_stays() -> None:
    out = compacted(seen("One\n\nOne\n#a\n"))["notes.md"]
    assert out == "One\n#a\n<!-- memory: confirmed 1 time, last 2026-11-30 -->\n"


def test_runs_of_blank_rows_become_one_but_not_in_fences() -> None:
    source = "\n\nOne\n```\n\n\n```\n#a\n\n\n  \nTwo\n#b\n\n\n"
    assert compacted(seen(source)) == {"notes.md": "One\n```\n\n\n```\n#a\n\nTwo\n#b\n"}


def test_superseded_copies_stay() -> None:
    source = "One\n#a\n<!-- memory: superseded 2026-11-30 by 0123456789ab -->\n\nOne\n#a\n"
    assert compacted(seen(source)) == {"notes.md": source}


rows = st.sampled_from(("One", "one.", "Two", "#a", "#b", "", "", " ", "```", "# H", "<!-- c -->", "\ufeff", "> One"))
texts = st.lists(st.tuples(rows, st.sampled_from(("\n", "\r\n"))), max_size=14).map(
    lambda some: "".join(a + b for a, b in some)
)


def living(source: str) -> list[tuple[str, tuple[str, ...]]]:
    fragments = [block.fragment for block in seen(source).blocks if block.fragment]
    return [
        (CARDS.key(one.text).value, tuple(mention.ref.value for mention in one.mentions))
        for one in fragments
        if one.role is Role.NOTE
    ]


@given(texts)
def test_compacting_loses_no_note_and_a_second_time_changes_nothing(source: str) -> None:
    of = snapshot(seen(source))
    change = compact.plan(Intention("compact", file=f"{STORE.root}/notes.md"), of, WORLD)
    if isinstance(change, Refusal):
        return
    out = after(of, change)["notes.md"]
    assert {key for key, _ in living(source)} == {key for key, _ in living(out)}
    assert {words[0] for _, words in living(source) if words} == {words[0] for _, words in living(out) if words}
    again = snapshot(seen(out))
    assert (
        after(again, compact.plan(Intention("compact", file=f"{STORE.root}/notes.md"), again, WORLD))["notes.md"] == out
    )


# --- spellings


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Deploy", "deploy"),
        ("deploys", "deploy"),
        ("pull-requests", "pull_request"),
        ("CI-CD", "cicd"),
        ("repos", "repo"),
        ("ПАКЕТ", "пакет"),
    ],
)
def test_spellings_of_one_keyword(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("news", "new"), ("windows", "window"), ("https", "http"), ("redis", "redi"), ("css", "cs"), ("db", "dbs2")],
)
def test_other_words(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def spellings(*files: FileSeen) -> list[tuple[str, int, str, str | None]]:
    blocks = [block for one in files for block in one.blocks if block.fragment]
    refs = {ref for block in blocks if block.fragment for ref in block.fragment.refs if ref.kind == "spelling"}
    out = []
    for ref in sorted(refs, key=lambda ref: ref.value):
        group: Sequence[Placed] = [block for block in blocks if block.fragment and ref in block.fragment.refs]
        for finding in SPELLINGS.check(Ref("spelling", ref.value), group, cast("View", None)):
            said = finding.message.template.format(
                *(slot if isinstance(slot, str) else "it" for slot in finding.message.slots)
            )
            choice = finding.offers[0].choice if finding.offers else None
            out.append((finding.at.file.inside, finding.at.row, said, choice))
    return out


def test_the_rarer_spelling_is_told_in_its_store_only() -> None:
    project = seen("One\n#deploy\n\nTwo\n#Deploy\n\nThree\n#deploy\n")
    user = seen("Four\n#deploys\n", store=GLOBAL)
    assert spellings(project, user) == [
        ("notes.md", 3, "2 notes spell this keyword #deploy; the list has both", "unify:deploy")
    ]


def test_of_two_as_common_the_first_is_right() -> None:
    assert spellings(seen("One\n#port\n\nTwo\n#ports\n")) == [
        ("notes.md", 3, "it spells this keyword #port; the list has both", "unify:port")
    ]


def test_superseded_notes_do_not_count() -> None:
    assert not spellings(seen("One\n#port\n\nTwo\n#ports\n<!-- memory: superseded 2026-11-30 by 0123456789ab -->\n"))
