"""What another writer did to a § file, taken into a buffer note by note: row by row two notes could become one.

The buffer's own changes stay. A note that the other writer removed goes if it is still what it was, one that it
reworded is reworded; a new one comes where it is there, behind what was added here, unless the buffer says it already.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from memory_ls.data import dataclass, field
from memory_ls.formats.changes import FileSeen
from memory_ls.formats.notes import Mark, Ref
from memory_ls.formats.section_grammar import DELIMITER, Dialect, SectionGrammar, dialect_of, key_of, text_in
from memory_ls.text import Replace, Span, Text, same_rows


@dataclass(slots=True)
class Piece:
    """The rows between two separators, and what the agent reads there; empty for no note."""

    rows: list[str] = field(repr=False)
    text: str = field(repr=False)


def taken_in(seen: FileSeen, base: Text, disk: Text) -> list[Replace]:
    """What the buffer takes over of the disk's changes since the base; nothing once it has taken them in."""
    dialect = dialect_of(seen.file)
    was, theirs = (_texts(_pieces(text, dialect)) for text in (base, disk))
    ours = _pieces(seen.text, dialect)
    head, tail = _without_edges(ours)
    known = set(was)
    removed, reworded = _what_they_did(was, theirs)
    for piece in ours:
        new = reworded.get(piece.text)
        if new is not None and key_of(new) not in _keys(ours):
            piece.rows, piece.text = _filled(piece.rows, new, dialect), new
    ours = [piece for piece in ours if piece.text not in removed] or [Piece([], "")]
    before = ""
    for text in theirs:
        if text not in known and key_of(text) not in _keys(ours):
            _insert(ours, text, before, known)
        before = text
    return _difference(seen.text.rows, head + _joined(ours) + tail)


def _pieces(text: Text, dialect: Dialect) -> list[Piece]:
    grammar = SectionGrammar(dialect)
    state, parts = grammar.start, [Piece([], "")]
    for row in text.rows:
        state, mark = grammar.step(state, row)
        if mark is Mark.GAP and row == DELIMITER:
            parts.append(Piece([], ""))
        else:
            parts[-1].rows.append(row)
    for piece in parts:
        body = grammar.body(piece.rows)
        piece.text = "" if body.empty else text_in(piece.rows, body)
    return parts


def _texts(pieces: Sequence[Piece]) -> list[str]:
    return [piece.text for piece in pieces if piece.text]


def _without_edges(pieces: list[Piece]) -> tuple[list[str], list[str]]:
    """Take the rows without text from the start and the end of a file's pieces."""
    head: list[str] = []
    tail: list[str] = []
    while pieces[0].rows and not pieces[0].rows[0].strip():
        head.append(pieces[0].rows.pop(0))
    while pieces[-1].rows and not pieces[-1].rows[-1].strip():
        tail.insert(0, pieces[-1].rows.pop())
    return head, tail


def _what_they_did(was: Sequence[str], theirs: Sequence[str]) -> tuple[set[str], dict[str, str]]:
    """The notes that went, and those that were reworded with their new texts."""
    removed: set[str] = set()
    reworded: dict[str, str] = {}
    for tag, a, b, c, d in SequenceMatcher(None, was, theirs, autojunk=False).get_opcodes():
        if tag == "replace" and b - a == d - c:
            reworded.update(zip(was[a:b], theirs[c:d], strict=True))
        elif tag in ("replace", "delete"):
            removed.update(was[a:b])
    there = set(theirs)
    return removed - there, {old: new for old, new in reworded.items() if old not in there}


def _insert(ours: list[Piece], text: str, before: str, known: set[str]) -> None:
    """Behind the note that is before it on the disk, and behind what was added here below that."""
    piece = Piece(text.split("\n"), text)
    at = next((i + 1 for i, one in enumerate(ours) if before and one.text == before), None)
    if at is None:
        at = len(ours) if before else 0
    while at < len(ours) and ours[at].text and ours[at].text not in known:
        at += 1
    if at >= len(ours) - 1 and not ours[-1].text:  # an empty file, or a separator that waits for its note
        ours[-1] = piece
    else:
        ours.insert(at, piece)


def _filled(rows: list[str], text: str, dialect: Dialect) -> list[str]:
    body = SectionGrammar(dialect).body(rows)
    first, *rest = text.split("\n")
    new = [rows[body.row][: body.col] + first, *rest]
    new[-1] += rows[body.end_row][body.end_col :]
    return [*rows[: body.row], *new, *rows[body.end_row + 1 :]]


def _joined(pieces: Sequence[Piece]) -> list[str]:
    rows: list[str] = []
    for i, piece in enumerate(pieces):
        rows += [DELIMITER, *piece.rows] if i else piece.rows
    return rows


def _difference(old: Sequence[str], new: list[str]) -> list[Replace]:
    """One replacement for the rows that differ."""
    new = new or [""]
    start, end = same_rows(old, new)
    if start == len(old) == len(new):
        return []
    first, last = start, len(old) - end
    rows = new[start : len(new) - end]
    if end:
        return [Replace(Span(first, 0, last, 0), "".join(f"{row}\n" for row in rows))]
    if first:
        tail = Span(first - 1, len(old[first - 1]), len(old) - 1, len(old[-1]))
        return [Replace(tail, "".join(f"\n{row}" for row in rows))]
    return [Replace(Span(0, 0, len(old) - 1, len(old[-1])), "\n".join(rows))]


def _keys(pieces: Sequence[Piece]) -> set[Ref]:
    return {key_of(piece.text) for piece in pieces if piece.text}
