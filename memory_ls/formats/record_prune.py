"""Which records their agent will delete: those that were superseded some days ago.

Source: the records agent's code: at a session's start it deletes what was superseded longer ago than `pruneAfterDays`
(14; 0 turns it off), and writes their names into ``.pruned.log``. memory-ls never does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from memory_ls.formats.notes import Placed, Role
from memory_ls.formats.record_reading import day_of
from memory_ls.text import Text

PRUNE_AFTER_DAYS = 14


def prune_days(configs: Iterable[Mapping[str, object]]) -> int:
    """The days that the agent's configurations say; 0: it deletes nothing."""
    days = PRUNE_AFTER_DAYS
    for config in configs:
        for name in ("pi-memory-md", "pi-workspace-memory"):
            section = config.get(name)
            said = (section if isinstance(section, Mapping) else config).get("pruneAfterDays")
            if isinstance(said, int) and not isinstance(said, bool) and said >= 0:
                days = said
    return days


def prunable(records: Iterable[tuple[Placed, Text]], today: date, days: int = PRUNE_AFTER_DAYS) -> list[Placed]:
    """The hidden records, with their files' texts, that are so old that the agent's next session deletes them.

    Silent about those that do not say since when they are superseded, and where the newer record is not among them.
    """
    if days <= 0:
        return []
    given = [(placed, text) for placed, text in records if placed.fragment is not None]
    known = {ref for placed, _ in given if placed.fragment for ref in placed.fragment.defines}
    old = []
    for placed, text in given:
        fragment = placed.fragment
        if fragment is None or fragment.role is not Role.RETIRED or fragment.superseded_by not in known:
            continue
        since = superseded_at(text.rows)
        if since is not None and (today - since).days > days:
            old.append(placed)
    return old


def superseded_at(rows: Iterable[str]) -> date | None:
    """The day since which a record is superseded, by its own row."""
    for number, row in enumerate(rows):
        if number and row.startswith("---"):
            return None
        if row.startswith("supersededAt:"):
            return day_of(row.partition(":")[2].strip(" \"'"))
    return None
