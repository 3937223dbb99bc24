"""Keep a rule quiet about one note, by a comment that its agent does not read as text."""

from __future__ import annotations

import re

from memory_ls.edits.intention import Found, Intention, Snapshot, find
from memory_ls.formats.changes import Change, Refusal, written
from memory_ls.formats.frontmatter import read_frontmatter
from memory_ls.formats.silence import ABOVE, FRONTMATTER, comment, room, silenced
from memory_ls.formats.world import World
from memory_ls.text import Replace, Span

name = "silence"
_CODE = re.compile(r"[a-z]+(?:-[a-z]+)*\Z")


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`choice` is the rule; a comment that is there already gets it added."""
    found = find(intention.notes[0], seen) if intention.notes else Refusal("no note is named")
    if isinstance(found, Refusal):
        return found
    code, where = intention.choice or "", room(found.seen.file)
    if not _CODE.match(code):
        return Refusal("no rule is named")
    if where is None:
        return Refusal("these notes have no room for a comment; silence it in the configuration")
    place = _place(found, where)
    if isinstance(place, Refusal):
        return place
    row, yaml = place
    rows = found.seen.text.rows
    for number in (row - 1, row):
        known = silenced(rows[number]) if 0 <= number < len(rows) else frozenset()
        if known:
            said = comment(known | {code}, yaml=yaml)
            return written(found.seen, [Replace(Span(number, 0, number, len(rows[number])), said)])
    indent = rows[found.note.row][: len(rows[found.note.row]) - len(rows[found.note.row].lstrip())]
    return written(
        found.seen, [_inserted(rows, row, f"{indent if where == ABOVE else ''}{comment([code], yaml=yaml)}")]
    )


def _place(found: Found, where: str) -> tuple[int, bool] | Refusal:
    """The row before which the comment goes, and whether it is one of YAML."""
    note = found.note
    if where == FRONTMATTER:
        frontmatter = read_frontmatter(found.seen.rows(note))
        if frontmatter is None or frontmatter.end < 0:
            return Refusal("there is no frontmatter to write it into; silence it in the configuration")
        return note.row + frontmatter.end, True
    return (note.row if where == ABOVE else note.row + note.n), False


def _inserted(rows: list[str], row: int, text: str) -> Replace:
    if row < len(rows):
        return Replace(Span(row, 0, row, 0), f"{text}\n")
    end = len(rows[-1])
    return Replace(Span(len(rows) - 1, end, len(rows) - 1, end), f"\n{text}")
