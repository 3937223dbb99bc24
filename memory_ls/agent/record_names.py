"""Which record a new name is really about: a version of another one, or the same thing under another name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import date

from memory_ls.detect import quote
from memory_ls.formats.notes import Store
from memory_ls.formats.record_ids import families_of, kind_of, slug_of, tokens_of
from memory_ls.formats.record_reading import Record

NAMED = 3
"""Look-alikes that an answer names. Source: records, "Write semantics"."""


def family_record(id: str, living: Collection[str]) -> str | None:
    """The living state of which an id is a version (``-v2``, ``-final``, a date); of several the longest name."""
    return next((family for family in families_of(id) if family in living), None)


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
    newest = sorted(found, key=lambda one: (states[one].day("updated") or date.min, one), reverse=True)
    return sorted(newest, key=lambda one: -found[one])[:NAMED]


def labels_of(said: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Concepts as the agent keeps them, and what to say of those that it would not keep or would not find again."""
    kept: dict[str, None] = {}
    odd: list[str] = []
    for name in said:
        label = slug_of(name)
        if not label:
            odd.append(f"the concept {quote(name)} has no letter a-z, so its agent drops it; say it in such letters")
        elif label.isdigit() or _HASH.fullmatch(label) or _DATE.search(label):
            odd.append(f"the concept {quote(label)} is left out: a number, a date or a hash tells nothing of a subject")
        else:
            kept[label] = None
            if label.count("-") >= _LONG - 1:
                odd.append(f"the concept {quote(label)} is a sentence; one or two words are found again")
    return tuple(kept), tuple(odd)


def known_singular(label: str, known: Collection[str]) -> str:
    """A concept under the name that is there already, where only an `s` at its end differs."""
    return label[:-1] if label.endswith("s") and label not in known and label[:-1] in known else label


def alike_labels(label: str, known: Collection[str]) -> list[str]:
    """Concepts that are written nearly the same, the nearest first; none for one that is there already."""
    if label in known:
        return []
    ends = [one for one in known if one and (one[0] == label[0] or one[-1] == label[-1])]  # of two alike nearly always
    scored = [(-score, one) for one in ends if _NEAR <= (score := _likeness(label, one)) < 1]
    return [one for _, one in sorted(scored)[:NAMED]]


def _likeness(a: str, b: str) -> float:
    """One less the share of characters that must be changed, put in or left out (Levenshtein); two digits."""
    longest = max(len(a), len(b))
    if abs(len(a) - len(b)) > longest * (1 - _NEAR):
        return 0.0
    before = list(range(len(b) + 1))
    for row, char in enumerate(a, 1):
        now = [row]
        for col, other in enumerate(b, 1):
            now.append(min(before[col] + 1, now[-1] + 1, before[col - 1] + (char != other)))
        before = now
    return round(1 - before[-1] / longest, 2)


_HASH = re.compile(r"(?=[0-9-]*[a-f])[0-9a-f]{7,40}")
_DATE = re.compile(r"(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")
_LONG, _NEAR = 6, 0.82
"""Words from which on a concept is a sentence; likeness from which on two may be one. Source: records, "Concepts"."""


def _common(store: Store, states: Collection[str]) -> frozenset[str]:
    """Words that tell no state from another: the project's name, and what most ids have."""
    project = tokens_of("state." + store.folder.rstrip("/").rpartition("/")[2])
    counts = Counter(word for one in states for word in tokens_of(one))
    return project | {word for word, count in counts.items() if len(states) > 3 and count * 2 > len(states)}
