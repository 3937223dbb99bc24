"""Cards under edits: a typed fence, comment, quote mark or blank row leaves what a fresh parse would find."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_ls.formats.cards import CARDS
from memory_ls.formats.cards_view import VIEW
from memory_ls.formats.notes import File, Placed, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.formats.world import World
from memory_ls.text import Span, Text
from memory_ls.workspace.live import LiveFile

STORE = Store("cards", Scope.PROJECT, "/r/cards", "/r")
ROWS = (
    "One", "> One", "#a", "#a #b", "> `#a`", "# H", "---", "```", "~~~~", "<!--", "-->", "<!-- c -->", "", "", " ",
    "<!-- memory: created 2026-01-01 -->", "<!-- memory: superseded 2026-11-30 by 0123456789ab -->", "=======", "One #a",
)  # fmt: skip
PIECES = (*ROWS, "`", "#", "<", "-->", ">", "\n", "\n\n", "\r\n", "\ufeff", "x")
texts = st.lists(st.sampled_from(ROWS), max_size=14).map("\n".join)
shares = st.floats(0, 1)
edits = st.lists(st.tuples(shares, st.integers(0, 3), shares, st.sampled_from(PIECES)), min_size=1, max_size=6)


def shape(blocks: list[Placed]) -> list[tuple[object, ...]]:
    return [(block.row, block.n, block.mark, block.state, block.fragment) for block in blocks]


@pytest.mark.parametrize("inside", ["notes.md", VIEW])
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(texts, edits)
def test_edits_leave_what_a_fresh_parse_finds(
    inside: str, start: str, some: list[tuple[float, int, float, str]]
) -> None:
    file = File(f"{STORE.root}/{inside}", STORE, inside)
    live = LiveFile(file, Text(start), CARDS.limits(file, []), World(date(2026, 11, 30)), lambda *_: False)
    for row_share, rows, col_share, new in some:
        row = round(row_share * (len(live.text) - 1))
        col = round(col_share * len(live.text.rows[row]))
        live.apply(live.text.splice(Span(row, col, row + rows, col if rows else col + 1), new))
        assert shape(live.blocks) == shape(blocks_of(live.grammar, file, Text(str(live.text))))
