"""Resolve a merge conflict by keeping one side of it; the common ancestor's part, where shown, goes."""

from __future__ import annotations

from memory_ls.edits.intention import MOVED_ON, Intention, Snapshot, find
from memory_ls.formats.changes import Change, Refusal, Write
from memory_ls.formats.common import conflict_marker
from memory_ls.formats.world import World
from memory_ls.text import Replace, Span, ordered

name = "keep-side"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`notes`: the row that opens the conflict; `choice`: ``ours`` or ``theirs``."""
    opening = find(intention.notes[0], seen) if intention.notes else MOVED_ON
    if isinstance(opening, Refusal):
        return opening
    rows, first = opening.seen.text.rows, opening.note.row
    marks: dict[str, int] = {}
    for row in range(first, len(rows)):
        marker = conflict_marker(rows[row])
        if marker is None or (not marks and marker.value != "<"):
            continue
        if marker.value in marks:  # a second opening before this one closed: not ours to untangle
            return Refusal("the conflict markers do not match; resolve this one by hand")
        marks[marker.value] = row
        if marker.value == ">":
            break
    if not {"<", "=", ">"} <= marks.keys() or marks["="] < marks.get("|", first):
        return Refusal("the conflict markers do not match; resolve this one by hand")
    first, end_of_ours, last = marks["<"], marks.get("|", marks["="]), marks[">"]
    if intention.choice == "theirs":
        gone = [(first, marks["="] + 1), (last, last + 1)]
    else:
        gone = [(first, first + 1), (end_of_ours, last + 1)]
    return (Write(opening.seen.file.id, opening.seen.stamp, ordered(_rows(rows, *part) for part in gone)),)


def _rows(rows: list[str], first: int, end: int) -> Replace:
    if end < len(rows):
        return Replace(Span(first, 0, end, 0), "")
    if not first:
        return Replace(Span(0, 0, end - 1, len(rows[-1])), "")
    return Replace(Span(first - 1, len(rows[first - 1]), end - 1, len(rows[-1])), "")
