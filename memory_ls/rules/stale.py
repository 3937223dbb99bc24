"""A note that nobody touched for long.

A date in the note itself counts first ("as of 2026-03-01", "(2026-03)", "since March 2024", a leading date); else the
day of the row's last commit, which is looked up only in trusted folders. Where neither is known the rule is silent.
The limit is 180 days; set `stale-days` to change it. States of things (versions, addresses, "currently", "blocked") are
asked about after half of it, preferences and manners after twice as long. What happened on its day ("2026-03-01: merged
the importer", "reviewed 2026-03-10: pass") stays true and is left alone, as is what is ticked off. It only asks to look
again: an old note may well be right. Where the format keeps a date, "Checked today" writes it.

Source: ours; users ask their agents for age in their issue trackers.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect.aging import half_life, is_history, is_ticked
from memory_ls.formats import FORMATS
from memory_ls.formats.notes import Fragment, Role
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Around, Hit

code = "stale"
needs = frozenset({Fact.TODAY, Fact.AGES})


def check(fragment: Fragment, around: Around) -> Iterator[Hit]:
    if fragment.role is not Role.NOTE or fragment.logged or around.world.today is None:
        return
    said = fragment.dated or around.changed
    if said is None:
        return
    days = (around.world.today - said).days
    limit = around.world.settings.stale_days
    own = around.limits.review or fragment.review
    if days <= own or (not own and (days <= limit // 2 or days <= limit * half_life(fragment.text))):
        return
    if is_ticked(fragment.text) or (fragment.dated and is_history(fragment.text)):
        return
    how = "dated" if fragment.dated else "last touched"
    offered = FORMATS[around.store.format].keeps_dates(around.file)
    fixes = (("confirm", "Checked today", False),) if offered else ()
    yield Hit(f"{how} {days} days ago; check that it still holds", None, fixes)
