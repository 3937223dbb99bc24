"""How much two notes must share to say the same. Ours, tuned on labelled pairs by `tests/quality/pairs.py`."""

from __future__ import annotations

from functools import lru_cache

LEAST = 2
"""Words below which a note is compared with none; one of so few words says part of one of at most `SHORT`."""
SHORT = 4
LONG = 12
"""Words from which two notes that differ in a word or two on both sides are no longer taken for one template."""
SIBLINGS = 1
"""Notes that are alike but for their values, above which they are rows of a list or a log."""
ENOUGH = 0.0
"""Above this score two notes say the same (`weights.py`)."""
CLOSE = 0.6
"""Part of all words that two notes share, from which any difference on both sides in what decides is the point."""
RARE = 3
"""Words that two notes alone have in a store, from which they are compared whatever else they say."""
_RARE_PART = 3
"""The part of the smaller note's words that these must be: one in so many."""
CROWD = 100
"""Look-alikes above which a note is a row of a template."""
_OWN = ((12, 4), (8, 3), (4, 2))
"""Words of its own that the smaller note may have, by how many words it shares."""


@lru_cache(maxsize=1 << 12)
def least_shared(size: int) -> int:
    """How many of its words the smaller of two notes must share, if it has `size`."""
    return next(shared for shared in range(1, size + 1) if size - shared <= _may_have(shared))


def _may_have(shared: int) -> int:
    return next((most for least, most in _OWN if shared >= least), 0)


def least_rare(size: int, other: int) -> int:
    """How many words two notes of so many must have alone, to be near for that."""
    return max(RARE, -(-min(size, other) // _RARE_PART))
