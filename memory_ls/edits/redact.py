"""Redact every secret of a note: the value is replaced by its kind. Version control still has it: rotate it."""

from __future__ import annotations

from collections.abc import Sequence

from memory_ls.detect import find_secrets
from memory_ls.edits.intention import MOVED_ON, Found, Intention, Snapshot, find
from memory_ls.formats.changes import Change, Refusal, Write
from memory_ls.formats.world import World
from memory_ls.text import Replace, Span

name = "redact"
_KEY_END = "-----END"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    found = find(intention.notes[0], seen) if intention.notes else MOVED_ON
    if isinstance(found, Refusal):
        return found
    rows = found.seen.rows(found.note)
    text = "\n".join(rows)
    changes = [
        Replace(_extended(found, span_of(rows, secret.start, secret.end).down(found.note.row)), redacted(secret.kind))
        for secret in find_secrets(text)
    ]
    if not changes:
        return MOVED_ON
    return (Write(found.seen.file.id, found.seen.stamp, tuple(changes)),)


def redacted(kind: str) -> str:
    """What stands in a secret's place, such as ``[redacted GitHub token]``."""
    noun = kind.split(" ", 1)[1] if kind.startswith(("a ", "an ")) else kind
    return f"[redacted {noun}]"


def span_of(rows: Sequence[str], start: int, end: int) -> Span:
    """Offsets in ``"\\n".join(rows)`` as a span relative to the first row."""
    places = []
    for offset in (start, end):
        row = 0
        while row < len(rows) - 1 and offset > len(rows[row]):
            offset -= len(rows[row]) + 1
            row += 1
        places += [row, offset]
    return Span(*places)


def _extended(found: Found, span: Span) -> Span:
    """A private key whose first row is a block of its own goes down to its last row."""
    rows = found.seen.text.rows
    opening = rows[span.row][span.col : span.end_col if span.end_row == span.row else None]
    if "-----BEGIN" not in opening or _KEY_END in found.seen.text.slice(span):
        return span
    for row in range(span.end_row + 1, min(len(rows), span.end_row + 200)):
        if _KEY_END in rows[row]:
            return Span(span.row, span.col, row, len(rows[row].rstrip()))
    return span
