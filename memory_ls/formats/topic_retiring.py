"""A topic that a newer one replaced: marked in its frontmatter and out of the index, and back again byte for byte.

A note that stands in the index itself becomes a comment there, see `comment_mark`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, combined, written
from memory_ls.formats.comment_mark import NOT_AS_WRITTEN, commented, uncommented
from memory_ls.formats.common import rows_of
from memory_ls.formats.notes import Placed, Role
from memory_ls.formats.topic_file import Topic, read_topic
from memory_ls.formats.topic_index import ENDS_ANYWHERE
from memory_ls.formats.topic_links import INDEX
from memory_ls.formats.topic_seen import STALE, added_row, listed, only_about, topic_of
from memory_ls.formats.topic_writing import MARKS, marked_lines, marks
from memory_ls.text import BOM, Replace, Span


def retired(store: StoreSeen, note: Placed, by: Placed, today: date) -> Change | Refusal:
    """The marks first, then the lines of the index that are about this topic alone."""
    seen, newer = topic_of(store, note), topic_of(store, by)
    if seen is None and note.file.inside == INDEX and by.fragment is not None and by.fragment.identity is not None:
        return written(store.of(note), commented(store.of(note), note, by.fragment.identity.value, today))
    if seen is None or newer is None:
        return Refusal("a topic with a file of its own can be superseded only by one")
    fragment = seen.blocks[0].fragment if seen.blocks else None
    if seen.file.id == newer.file.id or fragment is None:
        return Refusal("a topic is superseded by another one")
    if fragment.role is Role.RETIRED:
        return Refusal("the topic is superseded already")
    topic = read_topic(seen.text.rows)
    if topic.simple is not None and not topic.closed:
        return Refusal("its frontmatter is not closed")
    index = store.at(INDEX)
    blocks = [block for block in listed(index, fragment.defines) if only_about(store, block, fragment.defines)]
    lines = [(block.row, _text_of(index, block)) for block in blocks]
    said = marks(newer.file.inside, today, lines, topic.simple is None)
    if topic.simple is None:
        start = len(topic.rows[0]) - len(topic.rows[0].removeprefix(BOM))
        mark = Replace(Span(0, start, 0, start), f"---\n{said}---\n")
    else:
        mark = Replace(Span(topic.simple.end, 0, topic.simple.end, 0), said)
    return combined(written(seen, [mark]), written(index, [Replace(rows_of(index, block), "") for block in blocks]))


def restored(store: StoreSeen, note: Placed) -> Change | Refusal:
    """The lines first, where they stood, then the marks go."""
    seen = topic_of(store, note)
    if seen is None and note.file.inside == INDEX:
        back = uncommented(store.of(note), note)
        return Refusal(NOT_AS_WRITTEN) if back is None else written(store.of(note), back)
    fragment = seen.blocks[0].fragment if seen is not None and seen.blocks else None
    if seen is None or fragment is None or fragment.role is not Role.RETIRED:
        return STALE
    topic = read_topic(seen.text.rows)
    if topic.simple is None or not topic.closed:
        return STALE
    lines = marked_lines(topic.simple.get("superseded_lines"))
    if lines is None:
        return Refusal("its superseded_lines were changed and cannot be read")
    index = store.at(INDEX)
    there = any(block.fragment and block.fragment.role is Role.ENTRY for block in listed(index, fragment.defines))
    back = [] if there else _lines_back(index, lines)
    return combined(written(index, back), written(seen, _marks_out(topic)))


def _text_of(index: FileSeen, block: Placed) -> str:
    """What goes with the block's rows: their newlines as they are, or the newline before the last row of a text."""
    return index.text.slice(rows_of(index, block))


def _marks_out(topic: Topic) -> list[Replace]:
    simple = topic.simple
    if simple is None:
        return []
    others = [row for row in range(1, simple.end) if not topic.rows[row].startswith(MARKS)]
    if simple.get("superseded_alone") == "true" and not others:
        start = len(topic.rows[0]) - len(topic.rows[0].removeprefix(BOM))
        return [Replace(Span(0, start, simple.end + 1, 0), "")]
    rows = sorted(simple.values[key].row for key in MARKS if key in simple.values)
    return [Replace(Span(row, 0, row + 1, 0), "") for row in rows]


def _lines_back(index: FileSeen, lines: Sequence[tuple[int, str]]) -> list[Replace]:
    """Each line where it stood; what now stands inside something else goes to the end of the entries instead.

    A text that has a newline left says itself which kind it uses; else the mark knows.
    """
    rows, starts = index.text.rows, {block.row: block.state for block in index.blocks}
    start = len(rows[0]) - len(rows[0].removeprefix(BOM))
    empty = not any(row.removeprefix(BOM) for row in rows)
    inserted: dict[tuple[int, int], str] = {}
    before = 0
    for number, kept in sorted(lines):
        text = kept.replace("\r\n", "\n") if index.text.newlines else kept
        bare, at = text.strip("\r\n"), number - before
        before += bare.count("\n") + 1
        if empty:
            place, said = (len(rows) - 1, len(rows[-1])), text
        elif at < len(rows) and starts.get(at, -1) in ENDS_ANYWHERE and text.endswith("\n"):
            place, said = (at, start if at == 0 else 0), text
        elif at >= len(rows):
            newline = "\r\n" if "\r\n" in text else "\n"
            place, said = (len(rows) - 1, len(rows[-1])), f"{newline}{bare}"
        else:
            (change,) = added_row(index, bare)
            place, said = (change.span.row, change.span.col), change.new
        held = inserted.get(place, "")
        inserted[place] = held + (said.lstrip("\r\n") if held.endswith("\n") else said)
    return [Replace(Span(row, col, row, col), said) for (row, col), said in inserted.items()]
