"""Placeholders that stand for text an agent did not write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.detect import find_elided


@pytest.mark.parametrize(
    "row",
    [
        "[rest unchanged]",
        "- [rest unchanged]",
        "... (rest of file unchanged)",
        "[previous notes remain]",
        "[previous notes remain unchanged]",
        "<!-- existing content -->",
        "// ... existing code ...",
        "# ... rest of the code ...",
        "(remaining entries omitted for brevity)",
        "… rest of the notes stay the same …",
        "*[other sections unchanged]*",
        "<!-- rest of memory unchanged -->",
        "[... remaining notes ...]",
        "The rest remains unchanged.",
        "（其余内容不变）",
        "[resto sin cambios]",
    ],
)
def test_a_placeholder_that_is_the_whole_row_is_found(row: str) -> None:
    text = f"- a note\n{row}\n- another"
    found = find_elided(text)
    assert len(found) == 1
    assert text[found[0].start : found[0].end] in row


@pytest.mark.parametrize(
    "text",
    [
        "- ...",
        "[...]",
        "- wait for it...",
        "- The rest of the API is unchanged since v2",
        "- never write `[rest unchanged]` into a memory file",
        '- agents leave "... existing code ..." behind',
        "## Existing content",
        "# Previous sessions",
        "- existing users keep their plan",
        "- [previous release](https://acme.test)",
        "- other",
        "- The remaining budget is 40 hours",
        "<!-- prettier-ignore -->",
        "- Existing code style: tabs",
    ],
)
def test_dots_and_talk_of_placeholders_are_left_alone(text: str) -> None:
    assert find_elided(text) == ()


@given(
    st.text()
    | st.lists(
        st.sampled_from(["[", "]", "...", "rest ", "of the ", "file ", "unchanged", "\n", "<!-- ", " -->", "- "])
    ).map("".join)
)
def test_any_text_gives_ordered_spans_inside_it(text: str) -> None:
    end = 0
    for found in find_elided(text):
        assert end <= found.start < found.end <= len(text)
        end = found.end
