"""`daily`: a folder of daily logs, ``YYYY-MM-DD.md``, as OpenClaw keeps beside its `MEMORY.md`.

Free-form markdown as in `outline`. What a log says held on its day: its notes are never compared with others and never
out of date. A new note goes to today's file. Source: OpenClaw's documents.
"""

from __future__ import annotations

from datetime import date

from memory_ls.data import replace
from memory_ls.formats.changes import FileSeen, StoreSeen
from memory_ls.formats.format import Draft
from memory_ls.formats.notes import Fragment, Placed
from memory_ls.formats.outline import OutlineFormat
from memory_ls.formats.outline_grammar import OutlineGrammar


class DailyGrammar(OutlineGrammar):
    """All that is said in a log is logged."""

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None:
        fragment = super().fragment(state, rows)
        return replace(fragment, logged=True, dated=None) if fragment else None


class DailyFormat(OutlineFormat):
    """The verbs of `outline`, but for where a new note goes."""

    name = "daily"

    _grammar = DailyGrammar()

    def draft(self, store: StoreSeen, note: Placed) -> Draft:
        return Draft(note.fragment.text if note.fragment else "", created=_day_of(note.file.inside))

    def _target(self, store: StoreSeen, draft: Draft, today: date | None) -> FileSeen:
        day = draft.created or today
        if draft.inside is not None or day is None:
            return super()._target(store, draft, today)
        return store.at(f"{day.isoformat()}.md")

    def _head(self, seen: FileSeen) -> str:
        day = _day_of(seen.file.inside)
        return f"# {day.isoformat()}\n\n" if day else ""


DAILY = DailyFormat()


def _day_of(inside: str) -> date | None:
    """The day that a file's name begins with."""
    try:
        return date.fromisoformat(inside.rpartition("/")[2][:10])
    except ValueError:
        return None
