"""Which record a new name is really about: a version of another one, or the same thing under another name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from memory_ls.formats.notes import Store
from memory_ls.formats.record_ids import family_of, kind_of, slug_of, tokens_of
from memory_ls.formats.record_reading import Record

NAMED = 3
"""Look-alikes that an answer names. Source: records, "Write semantics"."""


def family_record(id: str, known: Collection[str]) -> str | None:
    """The state of which an id is a version (``-v2``, ``-final``, a date)."""
    family = family_of(id)
    return family if family != id and family in known else None


def lookalikes(store: Store, id: str, concepts: Collection[str], known: Mapping[str, Record]) -> list[str]:
    """Living states whose concepts hold these or are held by them, or whose names have the same words."""
    states = {one: record for one, record in known.items()
              if kind_of(one) == "state" and record.superseded_by not in known}  # fmt: skip
    wanted = set(concepts)
    found: dict[str, int] = {}
    for one, record in states.items():
        has = {slug_of(label) for label in record.list("concepts")} - {""}
        if wanted and has and (wanted <= has or has <= wanted):
            found[one] = len(wanted & has) * 100
    common = _common(store, states)
    words = tokens_of(id) - common
    for one in states:
        others = tokens_of(one) - common
        if words and others and (words <= others or others <= words):
            found.setdefault(one, len(words & others))
    return sorted(found, key=lambda one: (-found[one], one))[:NAMED]


def _common(store: Store, states: Collection[str]) -> frozenset[str]:
    """Words that tell no state from another: the project's name, and what most ids have."""
    project = tokens_of("state." + store.folder.rstrip("/").rpartition("/")[2])
    counts = Counter(word for one in states for word in tokens_of(one))
    return project | {word for word, count in counts.items() if len(states) > 3 and count * 2 > len(states)}
