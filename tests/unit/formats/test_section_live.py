"""§ files as they are typed: whatever breaks and mends the structure, blocks and findings are those of a fresh look."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from section_store import file_of

from memory_ls.formats.notes import File, Role
from memory_ls.formats.sections import SECTIONS
from memory_ls.formats.world import World
from memory_ls.recall import RECALLS
from memory_ls.settings import Settings
from memory_ls.stores.places import Environment
from memory_ls.text import Span, Text
from memory_ls.workspace.live import LiveFile
from memory_ls.workspace.workspace import Workspace

NOWHERE = Environment("/nowhere", {}, "/nowhere/work", "/nowhere/state", "/nowhere/config")
TODAY = date(2026, 11, 30)
DATED = " <!-- created=2026-01-02, last=2026-03-04 -->"
ROWS = st.sampled_from(["§", "§", "§", "", " ", " § ", "  two", "one", f"one{DATED}", "a § b", "§§", "🧪"])
TEXTS = st.lists(ROWS, max_size=12).map("\n".join)
TYPED = st.one_of(st.sampled_from(["", "§", "\n", "\n§\n", " ", "x"]), TEXTS)
EDITS = st.lists(
    st.tuples(st.integers(0, 14), st.integers(0, 4), st.integers(0, 3), st.integers(0, 4), TYPED), max_size=6
)


def workspace() -> Workspace:
    return Workspace(NOWHERE, lambda root: True, lambda root: Settings(), TODAY)


def findings(
    file: File, text: str, steps: list[tuple[int, int, int, int, str]] | None = None
) -> list[tuple[object, ...]]:
    """All findings when nothing is left to do, after some edits that are typed."""
    space = workspace()
    space.open(file, Text(text), 1)
    space.view_of("one", [file])
    space.settle()
    for version, (row, col, rows, end_col, new) in enumerate(steps or [], 2):
        space.change(file.id, [space.held[file.id].live.text.splice(Span(row, col, row + rows, end_col), new)], version)
        space.settle()
    while space.waiting:
        space.advance(50)
    space.settle()
    return sorted(
        (found.rule, found.place, found.severity, found.message.template, str(len(found.offers)))
        for found in space.findings(file.id)
    )


@given(TEXTS, EDITS, st.sampled_from(["hermes", "pi-hermes", "plan"]))
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_findings_are_those_of_a_fresh_look(
    text: str, steps: list[tuple[int, int, int, int, str]], dialect: str
) -> None:
    file = file_of(dialect=dialect)
    after = Text(text)
    for row, col, rows, end_col, new in steps:
        after.splice(Span(row, col, row + rows, end_col), new)
    assert findings(file, text, steps) == findings(file, str(after))


def test_a_key_in_a_note_touches_that_note_alone() -> None:
    file = file_of()
    text = Text("\n§\n".join(f"note {i}\nmore" for i in range(200)))
    live = LiveFile(file, text, SECTIONS.limits(file, []), World(TODAY), lambda *_: False)
    gone, came = live.apply(text.splice(Span(300, 2, 300, 2), "x"))
    assert (len(gone), len(came)) == (1, 1)


def test_a_typed_separator_cuts_one_note_in_two() -> None:
    file = file_of()
    text = Text("\n§\n".join(f"note {i}\nmore" for i in range(200)))
    live = LiveFile(file, text, SECTIONS.limits(file, []), World(TODAY), lambda *_: False)
    gone, came = live.apply(text.splice(Span(301, 0, 301, 0), "§\n"))
    assert [block.fragment.text for block in gone if block.fragment] == ["note 100\nmore"]
    assert [block.fragment.text for block in came if block.fragment] == ["note 100", "§", "more"]


# --- what is said of a file


def said(text: str, rule: str, dialect: str = "hermes", inside: str = "MEMORY.md") -> list[str]:
    return [str(found[3]) for found in findings(file_of(inside, dialect), text) if found[0] == rule]


@pytest.mark.parametrize("dialect", ["hermes", "pi-hermes", "plan"])
@pytest.mark.parametrize("text", ["", "one", "one\n§\ntwo\n", "§ 5\n§\nsee § 6\n\nmore", "\none"])
def test_what_the_agents_write_is_left_alone(text: str, dialect: str) -> None:
    assert said(text, "bad-separator", dialect) == []


@pytest.mark.parametrize("text", ["one \n§\ntwo", "one\n§\n two", "one\n§\ntwo\n§\n"])
def test_only_hermes_refuses_what_it_would_not_write(text: str) -> None:
    (message,) = said(text, "bad-separator")
    assert "refuses to replace or remove" in message
    assert said(text, "bad-separator", "pi-hermes") == []


def test_blanks_at_many_edges_are_said_once_a_file() -> None:
    assert len(said("\n\n§\n\n".join(["one", "two", "three", "four"]), "bad-separator")) == 1


def test_crlf_hides_separators_from_all_but_hermes() -> None:
    text = "one\r\n§\r\ntwo\r\n§\r\nthree\r\n"
    assert said(text, "bad-separator") == []
    (message,) = said(text, "bad-separator", "plan")
    assert message.startswith("2 separators end in CRLF")


def test_another_agents_dates_are_said_once_a_file() -> None:
    text = f"one{DATED}\n§\ntwo\n§\nthree{DATED}"
    (message,) = said(text, "mixed-format")
    assert message.startswith("2 notes of this file end with dates that another agent wrote")
    assert said(text, "mixed-format", "pi-hermes") == []


@pytest.mark.parametrize(
    ("count", "inside", "dialect", "message"),
    [
        (1979, "MEMORY.md", "hermes", None),
        (1980, "MEMORY.md", "hermes", "full to 90 %: 1,980 of 2,200 characters"),
        (2196, "MEMORY.md", "hermes", "full to 99 %: 2,196 of 2,200 characters"),
        (2197, "MEMORY.md", "hermes", "2,197 of 2,200 characters: the agent refuses every addition"),
        (1373, "USER.md", "plan", "1,373 of 1,375 characters: the agent refuses every addition"),
        (
            5000,
            "MEMORY.md",
            "pi-hermes",
            "5,000 of 5,000 characters: the agent adds nothing before it has rewritten or dropped notes",
        ),
        (2000, "STANDING.md", "pi-hermes", None),
    ],
)
def test_a_full_file(count: int, inside: str, dialect: str, message: str | None) -> None:
    text = "x" * 100 + "\n§\n" + "y" * (count - 103)
    assert said(text, "over-budget", dialect, inside) == ([message] if message else [])


def test_a_copy_in_the_file_does_not_fill_it() -> None:
    text = "\n§\n".join(["x" * 1200] * 2)
    assert said(text, "over-budget") == []


def test_an_entry_over_the_limit_is_too_long() -> None:
    (message,) = said("x" * 2201, "too-long")
    assert message.startswith("2201 characters")


def test_what_is_given_is_every_note_once() -> None:
    file = file_of()
    space = workspace()
    space.open(file, Text("one\nmore \n§\n\n§\ntwo\n§\none\nmore\n"), 1)
    view = space.view_of("one", [file])
    space.settle()
    plan, recall = view.plan_now(), RECALLS["sections"]
    assert plan is not None
    assert recall.text(view.parts(), plan).split("\n")[1:] == [
        "notes in MEMORY.md [0 % — 14/2,200 characters]",
        "═" * 46,
        "one",
        "more",
        "§",
        "two",
    ]
    assert recall.summary(view.parts(), plan) == "14 of 2,200 characters (0 %)"
    assert sum(1 for block in view.parts()[0].blocks if block.fragment and block.fragment.role is Role.NOTE) == 3
