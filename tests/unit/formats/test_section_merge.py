"""Taking in what an agent wrote under unsaved edits: notes stay whole, and none is lost."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from section_store import DELIMITER, file_of, is_as_hermes_writes, read_by_agent

from memory_ls.edits import Intention, Snapshot, plan
from memory_ls.formats.changes import FileSeen, Refusal, Write
from memory_ls.formats.parse import blocks_of
from memory_ls.formats.sections import SECTIONS
from memory_ls.formats.world import World
from memory_ls.text import Text, replaced

ROW = st.sampled_from(["a", "b", "c", "d", "e f", "g § h", "- i"])
NOTE = st.lists(ROW, min_size=1, max_size=2).map("\n".join)
NOTES = st.lists(NOTE, max_size=5, unique=True)
ENDS = st.sampled_from(["", "\n"])


def taken_in(base: str, ours: str, disk: str) -> str:
    file = file_of()
    grammar = SECTIONS.grammar(file)
    assert grammar is not None
    text = Text(ours)
    seen = FileSeen(file, text, blocks_of(grammar, file, text), 1, disk=Text(disk), base=Text(base))
    change = plan(Intention("take-in", file=file.id), Snapshot({file.id: seen}), World(date(2026, 11, 30)))
    assert not isinstance(change, Refusal)
    for step in change:
        assert isinstance(step, Write)
        ours = replaced(text, step.replace)
    return ours


@pytest.mark.parametrize(
    ("base", "ours", "disk", "after"),
    [
        ("a", "a\n§\nmine", "a\n§\ntheirs", "a\n§\nmine\n§\ntheirs"),
        ("a\n§\nb", "a2\n§\nb", "a\n§\nb2", "a2\n§\nb2"),
        ("a\n§\nb", "a2\n§\nb2", "a3\n§\nb3", "a2\n§\nb2\n§\na3\n§\nb3"),
        ("a\n§\nb\n", "a\n§\nb\n§\nmine\n", "b", "b\n§\nmine\n"),
        ("a\n§\nb\n", "a\n§\nb!\n", "a", "a\n§\nb!\n"),
        ("a", "a\n§\n", "a\n§\ntheirs", "a\n§\ntheirs\n"),
        ("a", "a\n§\nhalf a no", "a\n§\ntheirs", "a\n§\nhalf a no\n§\ntheirs"),
        ("", "mine", "theirs", "mine\n§\ntheirs"),
        ("a\n§\nb", "a\n§\nb", "", ""),
        ("a\r\n§\r\nb\r\n", "a\r\n§\r\nb\r\n§\r\nmine\r\n", "a\n§\nb\n§\nc", "a\r\n§\r\nb\r\n§\r\nmine\r\n§\r\nc\r\n"),
        ("a", "a  \n§\nmine", "a\n§\nmine", "a  \n§\nmine"),
    ],
)
def test_both_sides_are_kept(base: str, ours: str, disk: str, after: str) -> None:
    assert taken_in(base, ours, disk) == after


@settings(max_examples=300)
@given(NOTES, NOTES, NOTES, ENDS, ENDS)
def test_every_note_of_either_side_is_there_whole(
    base: list[str], ours: list[str], disk: list[str], end: str, other_end: str
) -> None:
    before, text = DELIMITER.join(base), DELIMITER.join(ours) + end
    after = taken_in(before, text, DELIMITER.join(disk) + other_end)
    notes = read_by_agent(after)
    assert set(notes) <= {*ours, *disk}
    assert {note for note in ours if note not in base} <= set(notes)
    keys = {SECTIONS.key(note) for note in notes}
    assert {SECTIONS.key(note) for note in disk if note not in base} <= keys
    assert not {note for note in base if note not in disk and note not in ours} & set(notes)
    assert is_as_hermes_writes(after)
    assert taken_in(before, after, DELIMITER.join(disk)) == after
