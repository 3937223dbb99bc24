"""How a recalled note stands before the agent: under its path, with a word where it is old, cut where it is long.

What comes in is masked; nothing is loaded to write it.
"""

from __future__ import annotations

EACH = 4_096
"""Bytes of UTF-8 of one note that are given; the rest is in its file."""
OLD = 2
"""Days after which a note is said to need a look."""
_TITLE = 60
"""Code points of a title."""


def as_given(place: str, row: int | None, title: str, text: str, days: int) -> str:
    """One note; `row` is its first in the file (from 0; None for a whole file), `days` its age if that is known."""
    where = place if row is None else f"{place}:{row + 1}"
    head = f"{where} ({one_line(title, _TITLE)}):" if title else f"{where}:"
    old = [f"(from {days} days ago: check that it still holds before you rely on it)"] if days > OLD else []
    return "\n".join([head, *old, _cut(text)])


def one_line(masked: str, limit: int) -> str:
    """A masked text on one line of at most `limit` code points, an ellipsis at the cut."""
    line = " ".join(masked.split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def _cut(text: str) -> str:
    if len(text) * 4 <= EACH or len(text.encode("utf-8", "replace")) <= EACH:
        return text
    rows: list[str] = []
    left = EACH
    for row in text.split("\n"):
        left -= len(row.encode("utf-8", "replace")) + 1
        if left < 0:
            break
        rows.append(row)
    if not rows:  # one long row
        rows = [text.encode("utf-8", "replace")[:EACH].decode("utf-8", "ignore")]
    return "\n".join([*rows, "(cut here; read the file for the rest)"])
