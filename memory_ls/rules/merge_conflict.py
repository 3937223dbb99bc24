"""A merge conflict that nobody resolved.

Both sides stand in the file, the agent reads both as notes, and the next `git add` makes it permanent. One of them is
to go, so that nothing is said of a note of one side beside a note of the other: neither that they contradict each other
nor that they say the same.

Source: git's conflict markers: seven characters at a row's start, then a blank and a label.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from memory_ls.formats.common import CONFLICT
from memory_ls.formats.notes import FileId, Placed, Ref
from memory_ls.rules.finding import Finding, Message, Offer, Severity, View

code = "merge-conflict"
kinds = frozenset({CONFLICT})

_COMPARING = frozenset({"conflict", "duplicate", "similar"})
_OPENS, _CLOSES = "<", ">"
_MARKERS = (_OPENS, "|", "=", _CLOSES)


def check(ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
    """The group holds every marker of a kind; the opening ones are found again with their closing one."""
    for opening in group:
        if opening.fragment is None or ref != Ref(CONFLICT, _OPENS):
            continue
        marker = opening.fragment.mention_of(ref)
        offers = tuple(
            Offer("keep-side", Message(title), (opening,), choice=side)
            for side, title in (("ours", "Keep ours"), ("theirs", "Keep theirs"))
        )
        yield Finding(
            code,
            opening,
            Message("an unresolved merge conflict; the agent reads both sides"),
            Severity.ERROR,
            span=marker.span if marker else None,
            offers=offers,
        )


def but_between_sides(found: Iterable[Finding], file: FileId, view: View) -> Iterable[Finding]:
    """A file's findings without those that compare the two sides of one git conflict."""
    if not any(opening.file.id == file for opening in view.group(Ref(CONFLICT, _OPENS))):
        return found
    markers = sorted(_marks(file, view))
    rows = [row for row, _ in markers]

    def side_of(note: Placed) -> tuple[int, int] | None:
        """The row that opens the conflict in which a note stands, and the row that opens its side."""
        last = bisect_right(rows, note.row) - 1
        if note.file.id != file or last < 0 or markers[last][1] == _CLOSES:
            return None
        opening = next((row for row, sign in reversed(markers[: last + 1]) if sign == _OPENS), None)
        return None if opening is None else (opening, rows[last])

    def compares_sides(one: Finding) -> bool:
        if one.rule not in _COMPARING or not one.related:
            return False
        mine, theirs = side_of(one.at), side_of(one.related[0])
        return mine is not None and theirs is not None and mine[0] == theirs[0] and mine[1] != theirs[1]

    return [one for one in found if not compares_sides(one)]


def _marks(file: FileId, view: View) -> Iterator[tuple[int, str]]:
    """The rows of a file's conflict markers, each with its sign."""
    for sign in _MARKERS:
        ref = Ref(CONFLICT, sign)
        for block in view.group(ref):
            if block.fragment is None or block.file.id != file:
                continue
            inside = [mention.span.row for mention in block.fragment.mentions if mention.ref == ref]
            for row in inside or [0]:  # a block that is nothing but the marker does not say where it stands
                yield block.row + row, sign
