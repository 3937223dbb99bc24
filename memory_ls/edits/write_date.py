"""Write the date that a "yesterday" or "two days ago" of a note means.

`choice` is the day on which it was written and, where only one day is meant, its distance from it in days:
``2026-11-30 -1``. `text` may hold that day for callers without a choice. The days are found again in the text as it is.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from memory_ls.detect.relative_dates import RelativeDate, find_relative_dates
from memory_ls.edits.intention import MOVED_ON, Intention, Snapshot, find
from memory_ls.edits.redact import span_of
from memory_ls.formats.changes import Change, Refusal, Write
from memory_ls.formats.world import World
from memory_ls.text import Replace

name = "write-date"
_CHOICE = re.compile(r"(\d{4}-\d\d-\d\d)(?: (-?\d{1,3}))?")
_ENGLISH = re.compile(
    r"(?:yesterday|today|tonight|tomorrow|last night|this |earlier|later|the day|\w+ days? ago)", re.IGNORECASE
)
# After these a date stands without "on".
_JOINED = re.compile(
    r"(?:\b(?:on|since|until|till|by|from|of|before|after|for|to|at|than|as of|between|and|due)\s+|[(\[:=/]\s*)\Z",
    re.IGNORECASE,
)


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """Refuses a day that cannot be read, and a note in which none is left to write."""
    found = find(intention.notes[0], seen) if intention.notes else MOVED_ON
    if isinstance(found, Refusal):
        return found
    chosen = _CHOICE.fullmatch(intention.choice or intention.text or "")
    try:
        written = date.fromisoformat(chosen[1]) if chosen else None
    except ValueError:
        written = None
    if chosen is None or written is None:
        return Refusal("the day on which it was written is not known")
    rows = found.seen.rows(found.note)
    text = "\n".join(rows)
    wanted = int(chosen[2]) if chosen[2] else None
    changes = [
        Replace(span_of(rows, one.start, one.end).down(found.note.row), dated)
        for one in find_relative_dates(text)
        if wanted in (None, one.days) and (dated := _dated(text, one, written))
    ]
    if not changes:
        return MOVED_ON
    return (Write(found.seen.file.id, found.seen.stamp, tuple(changes)),)


def _dated(text: str, one: RelativeDate, written: date) -> str:
    """The date as it fits there; empty where no single day is meant."""
    if one.days is None:
        return ""
    try:
        day = (written + timedelta(days=one.days)).isoformat()
    except OverflowError:
        return ""
    said, before = text[one.start : one.end], text[max(0, one.start - 16) : one.start]
    owns = said.endswith(("'s", "’s"))
    if not _ENGLISH.match(said) or owns or _JOINED.search(before):
        return day
    return f"{'On' if said[0].isupper() else 'on'} {day}"
