"""The bookkeeping of a cards entry: one comment row below it, invisible where markdown is shown.

::

    <!-- memory: created 2026-10-01; confirmed 3 times, last 2026-11-30 -->
    <!-- memory: superseded 2026-11-30 by 0123456789ab -->

`created` is the day on which it was first noted, `confirmed` how often it was said again after that, `changed` the day
on which its wording last changed, `superseded` the day and the key of the newer entry (`CardsFormat.key`). A statement
that is not known is kept; a comment without any known statement is not bookkeeping.
"""

from __future__ import annotations

import re
from datetime import date

from memory_ls.data import dataclass, field, replace
from memory_ls.lazily import lazy

_LABEL = lazy(r"<!--\s*memory:\s*((?:(?!-->).)*?)\s*-->\Z", re.S)
_DAY = r"(\d{4}-\d\d-\d\d)"
_CREATED = lazy(rf"created {_DAY}\Z")
_CONFIRMED = lazy(rf"confirmed (\d{{1,6}}) times?, last {_DAY}\Z")
_CHANGED = lazy(rf"changed {_DAY}\Z")
_SUPERSEDED = lazy(rf"superseded {_DAY} by ([0-9a-f]{{12}})\Z")


@dataclass(frozen=True, slots=True)
class Label:
    """What is known of an entry; `other` are statements that are not understood, as they stand."""

    created: date | None = None
    confirmed: int = 0
    last: date | None = None
    changed: date | None = None
    superseded: date | None = None
    by: str = ""
    other: tuple[str, ...] = field(default=(), repr=False)

    @property
    def checked(self) -> date | None:
        """The last day on which somebody stood by it."""
        return max((day for day in (self.created, self.last, self.changed) if day), default=None)

    @property
    def empty(self) -> bool:
        return self == _NOTHING

    def with_(self, more: Label) -> Label:
        """Both, where an entry has two bookkeeping rows."""
        return Label(
            min((day for day in (self.created, more.created) if day), default=None),
            self.confirmed + more.confirmed,
            max((day for day in (self.last, more.last) if day), default=None),
            max((day for day in (self.changed, more.changed) if day), default=None),
            more.superseded or self.superseded,
            more.by or self.by,
            (*self.other, *more.other),
        )

    def ticked(self, today: date, times: int = 1) -> Label:
        """Said again `times` times, the last time today."""
        return replace(self, confirmed=self.confirmed + times, last=max(today, self.last or today))

    def row(self) -> str:
        """The comment row that says it; empty for nothing to say."""
        parts = []
        if self.created:
            parts.append(f"created {self.created.isoformat()}")
        if self.confirmed and self.last:
            parts.append(
                f"confirmed {self.confirmed} {'time' if self.confirmed == 1 else 'times'}, last {self.last.isoformat()}"
            )
        if self.changed:
            parts.append(f"changed {self.changed.isoformat()}")
        if self.superseded:
            parts.append(f"superseded {self.superseded.isoformat()} by {self.by}")
        parts += self.other
        return f"<!-- memory: {'; '.join(parts)} -->" if parts else ""


_NOTHING = Label()


def read_label(row: str) -> Label | None:
    """The bookkeeping that a comment row holds; None for any other comment."""
    found = _LABEL.match(row)
    if found is None:
        return None
    label, other = _NOTHING, []
    for part in found[1].split(";"):
        statement = part.strip()
        known = _statement(statement)
        if known is None:
            other.append(statement)
        else:
            label = label.with_(known) if label is not _NOTHING else known
    if label is _NOTHING:
        return None
    rest = tuple(filter(None, other))
    return replace(label, other=rest) if rest else label


def is_label(row: str) -> bool:
    """Whether a row is bookkeeping."""
    return row.startswith("<!--") and read_label(row) is not None


def _statement(said: str) -> Label | None:
    try:
        if found := _CREATED.match(said):
            return Label(created=date.fromisoformat(found[1]))
        if found := _CONFIRMED.match(said):
            return Label(confirmed=int(found[1]), last=date.fromisoformat(found[2])) if int(found[1]) else None
        if found := _CHANGED.match(said):
            return Label(changed=date.fromisoformat(found[1]))
        if found := _SUPERSEDED.match(said):
            return Label(superseded=date.fromisoformat(found[1]), by=found[2])
    except ValueError:
        return None
    return None
