"""Every format, live: blocks after any edits are those of a fresh parse, and no text is beyond a grammar."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_ls.formats import FORMATS
from memory_ls.formats.notes import File, Fragment, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.formats.world import World
from memory_ls.text import Span, Text, split_rows
from memory_ls.workspace.live import LiveFile

TODAY = date(2026, 11, 30)
MANY = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))

PLACES = (
    ("bullets", "memory.md", ""),
    ("cards", "notes.md", ""),
    ("cards", "MEMORY.md", ""),
    ("records", "records/state.runtime.md", ""),
    ("topics", "MEMORY.md", "claude"),
    ("topics", "MEMORY.md", "pi"),
    ("topics", "project_build.md", "claude"),
    ("topics", "project_build.md", "pi"),
    ("sections", "MEMORY.md", "hermes"),
    ("sections", "USER.md", "pi-hermes"),
    ("sections", "failures.md", "pi-hermes"),
    ("sections", "MEMORY.md", "plan"),
    ("outline", "MEMORY.md", ""),
    ("gemini", "GEMINI.md", "gemini"),
    ("daily", "2026-11-30.md", "openclaw"),
)
"""A file for every grammar that there is: format, path inside the store, dialect."""

ROWS = (
    "",
    "  ",
    "§",
    " § ",
    "a § inside",
    "```",
    "~~~~",
    "---",
    "# Heading",
    "## Gemini Added Memories",
    "- bullet",
    "  - nested bullet",
    "1. numbered",
    "- [Title](project_build.md) — hook",
    "* [[project build]] - hook",
    "| a | b |",
    "|---|---|",
    "#keyword",
    "#one #two",
    "> #quoted",
    "plain words",
    "name: build",
    'description: "quoted: words"',
    "metadata:",
    "  type: project",
    "supersededBy: state.other",
    "<!-- memory:facts:v1 -->",
    "port = 3000",
    "relation.uses -> @state.other",
    "<!-- /memory:facts -->",
    "<!-- a comment",
    "that ends -->",
    "<!-- created=2026-01-01, last=2026-02-01 -->",
    "<!-- memory: confirmed 3 times, last 2026-11-30 -->",
    "<<<<<<< ours",
    "=======",
    ">>>>>>> theirs",
    "🙂 beyond\u200b",
)
rows = st.one_of(st.sampled_from(ROWS), st.text(alphabet="§`-#<>!: \tab🙂\r", max_size=6))
texts = st.lists(st.tuples(rows, st.sampled_from(("\n", "\n", "\n", "\r\n"))), max_size=14).map(
    lambda some: "".join(row + end for row, end in some)
)
shares = st.floats(0, 1)
edits = st.lists(st.tuples(shares, shares, st.one_of(rows, texts, st.just(""))), min_size=1, max_size=6)


def file_of(format: str, inside: str, dialect: str) -> File:
    store = Store(format, Scope.GLOBAL, "/nowhere/store", dialect=dialect)
    return File(f"/nowhere/store/{inside}", store, inside)


def shape(blocks: object) -> list[tuple[int, int, int, int, Fragment | None]]:
    return [(one.row, one.n, int(one.mark), one.state, one.fragment) for one in blocks]  # type: ignore[attr-defined]


of_places = pytest.mark.parametrize(("format", "inside", "dialect"), PLACES)


@of_places
@MANY
@given(source=texts, changes=edits)
def test_blocks_are_those_of_a_fresh_parse_after_any_edits(
    format: str, inside: str, dialect: str, source: str, changes: list[tuple[float, float, str]]
) -> None:
    file = file_of(format, inside, dialect)
    limits = FORMATS[format].limits(file, [])
    live = LiveFile(file, Text(source), limits, World(TODAY), lambda *_: False)
    for start, end, new in changes:
        whole = str(live.text)
        first, last = sorted((int(start * len(whole)), int(end * len(whole))))
        span = Span(*place(whole, first), *place(whole, last))
        live.apply(live.text.splice(span, new))
        grammar = FORMATS[format].grammar(file)
        assert grammar is not None
        fresh = blocks_of(grammar, file, Text(str(live.text)))
        assert shape(live.blocks) == shape(fresh)


@of_places
@MANY
@given(source=st.one_of(texts, st.text(max_size=80)))
def test_every_row_belongs_to_one_block_and_every_span_lies_in_it(
    format: str, inside: str, dialect: str, source: str
) -> None:
    file = file_of(format, inside, dialect)
    grammar = FORMATS[format].grammar(file)
    assert grammar is not None
    text = Text(source)
    row = 0
    for block in blocks_of(grammar, file, text):
        assert block.row == row
        row += block.n
        fragment = block.fragment
        if fragment is None:
            continue
        spans = [fragment.body, *(mention.span for mention in fragment.mentions)]
        spans += [problem.span for problem in fragment.problems if problem.span is not None]
        for span in spans:
            assert (0, 0) <= (span.row, span.col) <= (span.end_row, span.end_col)
            assert span.end_row < block.n
            assert span.end_col <= len(text.rows[block.row + span.end_row])
    assert row == len(text.rows)


def place(whole: str, offset: int) -> tuple[int, int]:
    """An offset as row and column; inside a CRLF the row's end."""
    before, _ = split_rows(whole[:offset])
    row, col = len(before) - 1, len(before[-1])
    all_rows, _ = split_rows(whole)
    if row >= len(all_rows) or col > len(all_rows[row]):
        return row - 1, len(all_rows[row - 1])
    return row, col


def test_every_format_has_a_file_here() -> None:
    assert {format for format, _, _ in PLACES} == set(FORMATS)
