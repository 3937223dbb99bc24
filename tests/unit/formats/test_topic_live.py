"""Random edits of an index and of a topic that break and mend their structure: live equals fresh."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from topic_store import file_of

from memory_ls.formats.notes import Placed
from memory_ls.formats.topics import TOPICS
from memory_ls.formats.world import World
from memory_ls.text import Span, Text
from memory_ls.workspace.live import LiveFile

PIECES = st.sampled_from(
    [
        "- [a](a.md) — x",
        "- fact",
        "  more",
        "```",
        "~~~",
        "<!--",
        "-->",
        "---",
        "name: a",
        "description: b",
        "",
        "\n",
        "\n\n",
    ]
)


def shape(blocks: list[Placed]) -> list[object]:
    return [(block.row, block.n, block.mark, block.fragment) for block in blocks]


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(["MEMORY.md", "a.md"]),
    st.lists(PIECES, max_size=12),
    st.lists(st.tuples(st.integers(0, 14), st.integers(0, 6), st.integers(0, 3), PIECES), max_size=8),
)
def test_random_edits_leave_what_a_fresh_parse_reads(
    inside: str, start: list[str], edits: list[tuple[int, int, int, str]]
) -> None:
    file = file_of(inside)
    limits = TOPICS.limits(file, [])
    live = LiveFile(file, Text("\n".join(start)), limits, World(), lambda *_: False)
    for row, col, rows, new in edits:
        live.apply(live.text.splice(Span(row, col, row + rows, col), new))
        fresh = LiveFile(file, Text(str(live.text)), limits, World(), lambda *_: False)
        assert shape(live.blocks) == shape(fresh.blocks)
