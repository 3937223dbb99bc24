"""The live engine: whatever is edited, in whatever order, it holds what a fresh look at the same texts would find."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_ls import edits
from memory_ls.edits import Intention, Snapshot
from memory_ls.formats import FORMATS
from memory_ls.formats.bullets import BULLETS, BulletsFormat
from memory_ls.formats.changes import Anchor, FileSeen, Refusal, Write, digest
from memory_ls.formats.format import Grammar
from memory_ls.formats.notes import File, Fragment, Mark, Placed, Role, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.formats.world import World
from memory_ls.recall import NOT_A_NOTE
from memory_ls.settings import Settings
from memory_ls.stores.places import Environment
from memory_ls.text import Span, Splice, Text, replaced, utf8_length
from memory_ls.workspace.live import LiveFile
from memory_ls.workspace.workspace import Workspace

TODAY = date(2026, 11, 30)
NOWHERE = Environment("/nowhere", {}, "/nowhere/work", "/nowhere/state", "/nowhere/config")
MANY = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


# --- a format of many rows, known to these tests alone: sections between rows `§`, with code fences inside


class SectionsGrammar:
    """A section starts after a row `§` and holds all rows to the next one; within a fence `§` is text."""

    start = 0
    OUTSIDE, INSIDE, FENCED = 0, 1, 2

    def step(self, state: int, row: str) -> tuple[int, Mark]:
        if state == self.FENCED:
            return (self.INSIDE if row.startswith("```") else self.FENCED), Mark.MORE
        if row == "§":
            return self.OUTSIDE, Mark.GAP
        mark = Mark.OPEN if state == self.OUTSIDE else Mark.MORE
        return (self.FENCED if row.startswith("```") else self.INSIDE), mark

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None:
        text = " ".join(" ".join(rows).split())
        if not text or rows == ("§",):
            return None
        whole = Span(0, 0, len(rows) - 1, len(rows[-1]))
        return Fragment(Role.NOTE, text, whole, identity=BULLETS.key(text), cost=utf8_length(text), length=len(text))


class SectionsFormat(BulletsFormat):
    """Its grammar is all that these tests need of it."""

    name = "sections-of-a-test"

    def grammar(self, file: File) -> Grammar | None:  # type: ignore[override]
        return SectionsGrammar()


@pytest.fixture(autouse=True, scope="module")
def one_more_format() -> Iterator[None]:
    FORMATS._values[SectionsFormat.name] = SectionsFormat()
    yield
    del FORMATS._values[SectionsFormat.name]


def file_of(format: str, scope: Scope) -> File:
    root = f"/nowhere/{scope.value}"
    return File(f"{root}/memory.md", Store(format, scope, root, root if scope is Scope.PROJECT else None))


# --- texts and edits

ROWS = (
    "- use pnpm",
    "- Use pnpm.",
    "- Always use strict mode in TypeScript files",
    "- Use strict mode in TypeScript files",
    "- as of 2026-01-01 staging is reset every night",
    "  - indented",
    "* star \u200b hidden 🙂",
    "- [rest unchanged]",
    "- " + "long " * 120,
    "<!-- superseded 2026-11-30 by 29bafe54d9cc: - Use yarn -->",
    "<<<<<<< HEAD",
    "=======",
    ">>>>>>> x",
    "# Heading",
    "prose",
    "",
)
ENDS = ("\n", "\n", "\n", "\r\n", "\r")
rows = st.one_of(st.sampled_from(ROWS), st.text(alphabet="-* ab🙂\u200b<>=!", max_size=8))
texts = st.lists(st.tuples(rows, st.sampled_from(ENDS)), max_size=12).map(lambda some: "".join(a + b for a, b in some))
dense = st.lists(st.sampled_from(("§", "§", "```", "a", "use pnpm", "Use pnpm.", "")), max_size=12).map(
    lambda some: "".join(f"{row}\n" for row in some)
)


@dataclass(frozen=True)
class Edit:
    """Places as shares of what is there, so that every edit is one of any text."""

    file: int
    start: tuple[float, float]
    rows: int
    end: float
    new: str = field(repr=False)


shares = st.floats(0, 1)


def edits_of(new: st.SearchStrategy[str]) -> st.SearchStrategy[list[Edit]]:
    place = st.tuples(shares, shares)
    return st.lists(st.builds(Edit, st.integers(0, 1), place, st.integers(0, 3), shares, new), max_size=8)


TEXTS = {"bullets": texts, SectionsFormat.name: dense}
EDITS = {
    "bullets": edits_of(st.one_of(st.just(""), texts, rows, st.sampled_from(("\n", "\r\n", "\r", "- ")))),
    SectionsFormat.name: edits_of(st.one_of(st.just(""), dense, st.sampled_from(("\n", "§", "§\n", "```\n", "`")))),
}
of_formats = pytest.mark.parametrize("format", list(TEXTS))


def spliced(text: Text, edit: Edit) -> Splice:
    row = round(edit.start[0] * (len(text.rows) - 1))
    end_row = min(row + edit.rows, len(text.rows) - 1)
    col, end_col = (round(share * len(text.rows[at])) for share, at in ((edit.start[1], row), (edit.end, end_row)))
    return text.splice(Span(row, col, end_row, end_col), edit.new)


def shape(blocks: list[Placed]) -> list[tuple[object, ...]]:
    return [(block.row, block.n, block.mark, block.state, block.fragment) for block in blocks]


def costs(blocks: list[Placed]) -> list[int]:
    return [b.fragment.cost if b.fragment and b.fragment.role is Role.NOTE else NOT_A_NOTE for b in blocks]


# --- one file


@of_formats
@MANY
@given(st.data())
def test_blocks_are_those_of_a_fresh_parse_after_any_edits(format: str, data: st.DataObject) -> None:
    start, some = data.draw(TEXTS[format]), data.draw(EDITS[format])
    file = file_of(format, Scope.PROJECT)
    world = World(TODAY)
    limits = FORMATS[format].limits(file_of(format, Scope.PROJECT), [])
    live = LiveFile(file, Text(start), limits, world, lambda *_: False)
    for edit in some:
        before = list(live.blocks)
        gone, came = live.apply(spliced(live.text, edit))
        fresh = blocks_of(live.grammar, file, Text(str(live.text)))
        assert live.text.rows == Text(str(live.text)).rows
        assert shape(live.blocks) == shape(fresh)
        assert live.costs == costs(live.blocks)
        kept = [block for block in before if block not in gone]
        assert kept == [block for block in live.blocks if block not in came]
        assert {finding.at for finding in live.findings} <= set(live.blocks)
        other = LiveFile(file, Text(str(live.text)), limits, world, lambda *_: False)
        assert own(live) == own(other)


def own(live: LiveFile) -> list[tuple[object, ...]]:
    return sorted((found.rule, found.place, found.message.template, found.severity) for found in live.findings)


@of_formats
@MANY
@given(st.integers(3, 40), shares)
def test_a_key_pressed_in_a_note_touches_few_blocks(format: str, count: int, place: float) -> None:
    separator = "§\n" if format != "bullets" else ""
    text = Text("".join(f"{separator}- note number {number}\n" for number in range(count)))
    live = LiveFile(
        file_of(format, Scope.PROJECT),
        text,
        FORMATS[format].limits(file_of(format, Scope.PROJECT), []),
        World(TODAY),
        lambda *_: False,
    )
    notes = live.notes()
    note = notes[round(place * (len(notes) - 1))]
    gone, came = live.apply(live.text.splice(Span(note.row, 5, note.row, 5), "x"))
    assert gone == [note]
    assert len(came) == 1


# --- several files in a view


def workspace() -> Workspace:
    return Workspace(NOWHERE, lambda root: False, lambda root: Settings(), TODAY)


def opened(space: Workspace, files: list[File], contents: list[str]) -> None:
    for file, text in zip(files, contents, strict=True):
        space.open(file, Text(text), 1)
    space.view_of("both", files)


def settled(space: Workspace) -> list[tuple[object, ...]]:
    """All findings as values, when nothing is left to do."""
    space.settle()
    while space.waiting:
        space.advance(7)
    space.settle()
    return sorted(
        (
            found.at.file.store.scope.value,
            found.rule,
            found.place,
            found.severity,
            found.message.template,
            str([(note.file.id, note.row) for note in found.related]),
            str([(offer.edit, [(note.file.id, note.row) for note in offer.notes]) for offer in found.offers]),
        )
        for id in space.held
        for found in space.findings(id)
    )


@of_formats
@MANY
@given(st.data())
def test_findings_of_a_view_are_those_of_a_fresh_one_after_any_edits(format: str, data: st.DataObject) -> None:
    one, two, some = data.draw(TEXTS[format]), data.draw(TEXTS[format]), data.draw(EDITS[format])
    files = [
        file_of(format, Scope.ALONE),
        File("/nowhere/other/memory.md", Store(format, Scope.ALONE, "/nowhere/other")),
    ]
    space = workspace()
    opened(space, files, [one, two])
    for version, edit in enumerate(some, 2):
        file = files[edit.file].id
        space.change(file, [spliced(space.held[file].live.text, edit)], version)
        if data.draw(st.booleans()):
            space.settle()
        if data.draw(st.booleans()):
            space.advance(3)
    fresh = workspace()
    opened(fresh, files, [str(space.held[file.id].live.text) for file in files])
    assert settled(space) == settled(fresh)


# --- edits

NOTES = ("use pnpm", "Use yarn", "use pnpm.", "reset every night", "ports are 80", "a --> b", "token  x")
some_rows = st.lists(
    st.one_of(
        st.sampled_from([f"- {note}" for note in NOTES]),
        st.sampled_from(("# Heading", "prose", "", "  * indented", "<<<<<<< a", "=======", ">>>>>>> b")),
        st.sampled_from([f"- {note}\u200b" for note in NOTES[:2]]),
    ),
    max_size=8,
)
some_files = st.tuples(some_rows, st.sampled_from(("\n", "\r\n")), st.booleans()).map(
    lambda made: made[1].join(made[0]) + (made[1] if made[2] else "")
)
SCOPES = (Scope.PROJECT, Scope.GLOBAL)
TITLES = ("forget", "merge", "move", "remove-copy", "supersede", "restore", "strip", "reword", "keep-side", "redact")


def seen(file: File, text: str) -> FileSeen:
    held = Text(text)
    return FileSeen(file, held, blocks_of(BULLETS.grammar(file) or _none(), file, held), stamp=1)


def _none() -> Grammar:
    raise AssertionError("bullets have a grammar")


def said(contents: Mapping[str, str]) -> set[str]:
    """The key of every note that is anywhere, superseded ones as well."""
    keys: set[str] = set()
    for file in (file_of("bullets", scope) for scope in SCOPES):
        for block in seen(file, contents[file.id]).blocks:
            if block.fragment is not None and block.fragment.role is not Role.PROSE:
                keys.add(BULLETS.key(block.fragment.text).value)
    return keys


def anchors(view: Snapshot) -> list[Anchor]:
    return [
        Anchor(one.file.id, block.row, digest(one.rows(block)))
        for one in view
        for block in one.blocks
        if block.fragment is not None
    ]


def sides(edit: str) -> st.SearchStrategy[str | None]:
    return st.sampled_from(("ours", "theirs")) if edit == "keep-side" else st.none()


@MANY
@given(some_files, some_files, st.sampled_from(TITLES), st.data())
def test_after_every_step_of_a_change_no_note_is_missing_but_those_it_is_to_remove(
    one: str, two: str, edit: str, data: st.DataObject
) -> None:
    contents = {file_of("bullets", scope).id: text for scope, text in zip(SCOPES, (one, two), strict=True)}
    view = Snapshot({file.id: seen(file, contents[file.id]) for file in (file_of("bullets", s) for s in SCOPES)})
    known = anchors(view)
    if not known:
        return
    chosen = tuple(data.draw(st.lists(st.sampled_from(known), min_size=1, max_size=3)))
    intention = Intention(edit, chosen, text="reworded", choice=data.draw(sides(edit)))
    planned = edits.plan(intention, view, World(TODAY))
    if isinstance(planned, Refusal):
        return
    before, now = said(contents), dict(contents)
    meant = {
        BULLETS.key(block.fragment.text).value
        for anchor in chosen
        if (block := view.files[anchor.file].find(anchor)) is not None and block.fragment is not None
    }
    for step in planned:
        assert isinstance(step, Write)
        now[step.file] = replaced(view.files[step.file].text, step.replace)
        missing = before - said(now)
        if edit in ("move", "remove-copy", "supersede", "restore"):
            assert not missing
        elif edit in ("forget", "merge", "reword", "strip", "redact"):
            assert missing <= meant


@MANY
@given(some_files, some_files, st.sampled_from(TITLES), st.data())
def test_an_edit_touches_no_byte_outside_the_rows_that_it_means(
    one: str, two: str, edit: str, data: st.DataObject
) -> None:
    view = Snapshot(
        {
            file.id: seen(file, text)
            for file, text in zip((file_of("bullets", s) for s in SCOPES), (one, two), strict=True)
        }
    )
    known = anchors(view)
    if not known:
        return
    chosen = tuple(data.draw(st.lists(st.sampled_from(known), min_size=1, max_size=3, unique=True)))
    planned = edits.plan(Intention(edit, chosen, text="reworded", choice=data.draw(sides(edit))), view, World(TODAY))
    if isinstance(planned, Refusal):
        return
    meant = {(anchor.file, anchor.row) for anchor in chosen}
    for step in planned:
        assert isinstance(step, Write)
        old = view.files[step.file].text
        places = [
            (change.span.row, change.span.col, change.span.end_row, change.span.end_col) for change in step.replace
        ]
        assert all(before[2:] <= after[:2] for before, after in itertools.pairwise(places))
        if edit in ("keep-side", "move"):
            continue
        new = Text(replaced(old, step.replace))
        left = [
            (row, end)
            for at, (row, end) in enumerate(zip(old.rows, old.ends, strict=True))
            if (step.file, at) not in meant
        ]
        remaining = iter(zip(new.rows, new.ends, strict=True))
        last_row_went = (step.file, len(old.rows) - 1) in meant
        for row, end in left[:-1] if last_row_went else left:
            assert any(one == (row, end) for one in remaining)


def test_a_superseded_note_comes_back_byte_for_byte_through_the_edits() -> None:
    file = file_of("bullets", Scope.PROJECT)
    source = "- a --> b &gt; c  \r\n- newer\r\n"
    view = Snapshot({file.id: seen(file, source)})
    old, newer = anchors(view)
    retired = edits.plan(Intention("supersede", (old, newer)), view, World(TODAY))
    assert not isinstance(retired, Refusal)
    (step,) = retired
    assert isinstance(step, Write)
    marked = replaced(view.files[file.id].text, step.replace)
    again = Snapshot({file.id: seen(file, marked)})
    restored = edits.plan(Intention("restore", (anchors(again)[0],)), again, World(TODAY))
    assert not isinstance(restored, Refusal)
    (back,) = restored
    assert isinstance(back, Write)
    assert replaced(again.files[file.id].text, back.replace) == source
