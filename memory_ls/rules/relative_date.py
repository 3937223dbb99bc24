"""A day told from the day of writing: "yesterday", "last week", "two days ago".

An agent reads the note on another day and takes it for that day's yesterday. Where the day of writing is known (a date
that the note keeps, or the row's last commit in a trusted folder), the message says which day it was and the fix
writes it. Names and views ("the Today list"), feature talk, habits, quotes and days that are named right beside are
left alone, and so are rows of a daily log.

Source: ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from memory_ls.detect import quote
from memory_ls.detect.relative_dates import RelativeDate, find_relative_dates
from memory_ls.edits.redact import span_of
from memory_ls.formats.notes import Fragment, Role
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Around, Hit

code = "relative-date"
needs = frozenset({Fact.AGES})


def check(fragment: Fragment, around: Around) -> Iterator[Hit]:
    if fragment.role is not Role.NOTE or fragment.logged:
        return
    text = "\n".join(around.rows)
    for found in find_relative_dates(text):
        span = span_of(around.rows, found.start, found.end)
        written = fragment.dated or (around.changed if span.row == 0 else None)
        day = _day(found, written)
        said = quote(text[found.start : found.end])
        if day is None or written is None:
            yield Hit(f'"{said}" means another day to whoever reads this later; write the date', span)
            continue
        fix = (f"write-date {written.isoformat()} {found.days}", f"Write the date: {day.isoformat()}", True)
        yield Hit(f'"{said}" means another day to whoever reads this later; it was {day.isoformat()}', span, (fix,))


def _day(found: RelativeDate, written: date | None) -> date | None:
    if written is None or found.days is None:
        return None
    try:
        return written + timedelta(days=found.days)
    except OverflowError:
        return None
