"""The comment that keeps a superseded note at its place, where its agent skips comments: its rows between two ends.

::

    <!-- superseded 2026-11-30 by 0123456789ab: - the old item
      - with its nested rows -->

The twelve hexadecimal digits are the newer note's key. In the old rows a ``-->`` or ``--!>`` is written ``--&gt;`` or
``--!&gt;``, and an ``&`` that would then be mistaken, ``&amp;``; undoing just that gives the rows back byte for byte.
"""

from __future__ import annotations

import re
from datetime import date

from memory_ls.formats.changes import FileSeen
from memory_ls.formats.notes import Placed
from memory_ls.lazily import lazy
from memory_ls.text import BOM, Replace, Span

END = "-->"
NOT_AS_WRITTEN = "the comment that holds the old note is not as it was written"
_OPENING = lazy(r"\ufeff?<!-- superseded (\d{4}-\d\d-\d\d) by ([0-9a-f]{12}): ")
_ESCAPE = lazy(r"&(?=amp;|gt;)|(--!?)>")
_UNESCAPE = lazy(r"&(amp|gt);")


def opening(row: str) -> re.Match[str] | None:
    """The mark that a row begins with: its day and the newer note's key are groups 1 and 2."""
    return _OPENING.match(row) if "<!-- superseded" in row[:16] else None


def commented(seen: FileSeen, note: Placed, key: str, today: date) -> list[Replace]:
    """What makes a comment of a note's rows; a byte order mark stays before it."""
    rows, last = seen.text.rows, note.row + note.n - 1
    start, end = _start(rows[note.row]), len(rows[last])
    return [
        Replace(Span(note.row, start, note.row, start), f"<!-- superseded {today.isoformat()} by {key}: "),
        *(
            Replace(Span(row, found.start(), row, found.end()), f"{found[1]}&gt;" if found[1] else "&amp;")
            for row in range(note.row, last + 1)
            for found in _ESCAPE.finditer(rows[row])
        ),
        Replace(Span(last, end, last, end), f" {END}"),
    ]


def uncommented(seen: FileSeen, note: Placed) -> list[Replace] | None:
    """What gives the rows back; None where the comment is not as it was written."""
    rows, last = seen.text.rows, note.row + note.n - 1
    mark, end = opening(rows[note.row]), len(rows[last])
    if mark is None or not rows[last].endswith(f" {END}"):
        return None
    return [
        Replace(Span(note.row, _start(rows[note.row]), note.row, mark.end()), ""),
        *(
            Replace(Span(row, found.start(), row, found.end()), _character(found))
            for row in range(note.row, last + 1)
            for found in _UNESCAPE.finditer(rows[row], mark.end() if row == note.row else 0)
        ),
        Replace(Span(last, end - len(END) - 1, last, end), ""),
    ]


def old_text(rows: tuple[str, ...], marker: re.Pattern[str]) -> str:
    """What the rows said before, without a list `marker`."""
    said = "\n".join(rows)
    mark = opening(said)
    said = said[mark.end() if mark else 0 :].removesuffix(f" {END}")
    said = _UNESCAPE.sub(_character, said)
    found = marker.match(said)
    return said[found.end() if found else 0 :].strip()


def _start(row: str) -> int:
    return len(row) - len(row.removeprefix(BOM))


def _character(found: re.Match[str]) -> str:
    return "&" if found[1] == "amp" else ">"
