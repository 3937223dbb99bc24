"""Which of two notes is the older one."""

from __future__ import annotations

from memory_ls.formats.notes import Placed
from memory_ls.rules.finding import Changed


def older_of(note: Placed, other: Placed, changed: Changed) -> Placed | None:
    """The one with the earlier date, where both have one in their text; else the one that was changed longer ago."""
    mine = note.fragment.dated if note.fragment else None
    theirs = other.fragment.dated if other.fragment else None
    if mine is None or theirs is None:
        mine, theirs = changed(note), changed(other)
    if mine is None or theirs is None or mine == theirs:
        return None
    return note if mine < theirs else other
