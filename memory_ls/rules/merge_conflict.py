"""A merge conflict that nobody resolved.

Both sides stand in the file, the agent reads both as notes, and the next `git add` makes it permanent.

Source: git's conflict markers: seven characters at a row's start, then a blank and a label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.formats.common import CONFLICT
from memory_ls.formats.notes import Placed, Ref
from memory_ls.rules.finding import Finding, Message, Offer, Severity, View

code = "merge-conflict"
kinds = frozenset({CONFLICT})


def check(ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
    """The group holds every marker of a kind; the opening ones are found again with their closing one."""
    for opening in group:
        if opening.fragment is None or ref != Ref(CONFLICT, "<"):
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
