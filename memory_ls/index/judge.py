"""Whether two notes say the same, or one says part of what the other says. Ours; measured by `tests/quality/pairs.py`.

A difference on one side only is a refinement; a difference on both sides in what decides (numbers, states, choices, the
order of steps) makes two facts, however alike they read. All other signs are weighed (`weights.py`).
"""

from __future__ import annotations

from enum import Enum
from math import log1p

from memory_ls.data import dataclass, field
from memory_ls.index.conflict import conflicting
from memory_ls.index.differences import (
    commands_differ,
    fields_differ,
    firsts_differ,
    leads_differ,
    only_touches,
    order_differs,
    paths_differ,
    status_differs,
    titles_differ,
    turned,
    two_sided,
    values_differ,
    within,
)
from memory_ls.index.limits import CLOSE, ENOUGH, LEAST
from memory_ls.index.skipped import is_not_compared, links_agree
from memory_ls.index.weights import BIAS, WEIGHTS
from memory_ls.index.words import Words, words


class Kind(Enum):
    """SAME: both say the same; PART: one says what the other says, and more."""

    SAME = "same"
    PART = "part"


class Side(Enum):
    """Which of the two notes the other one holds."""

    A = "a"
    B = "b"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`differs`: at most three words that only one of them has, as written; `contained`: the note that is part of the
    other; `score`: how clear it is, above 0."""

    kind: Kind
    differs: tuple[str, ...] = field(default=(), repr=False)
    contained: Side | None = None
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two notes, the one with fewer words of its own first; `step` is -1 where that is the second of the two."""

    small: Words
    large: Words
    own: frozenset[str]
    more: frozenset[str]
    shared: frozenset[str]
    step: int


def compared(a: str, b: str) -> Pair | None:
    """Two notes side by side, if they share enough words to be compared at all."""
    x, y = words(a), words(b)
    shared = x.bag & y.bag
    if len(shared) < LEAST:
        return None
    only_x, only_y = x.bag - shared, y.bag - shared
    if (len(only_x), x.said) > (len(only_y), y.said):
        return Pair(y, x, only_y, only_x, shared, -1)
    return Pair(x, y, only_x, only_y, shared, 1)


def judge(a: str, b: str) -> Verdict | None:
    """The verdict on two notes, or None: two facts, or too little to tell."""
    pair = compared(a, b)
    if pair is None or are_two_facts(a, b, pair):
        return None
    found = signs(a, b, pair)
    score = BIAS + sum(WEIGHTS[name] * value for name, value in found.items())
    if score <= ENOUGH or differ_in_one_thing(pair, found) or conflicting(a, b) is not None:
        return None
    sides = (pair.small, pair.own), (pair.large, pair.more)
    differs = [note.shown[word] for note, some in sides[:: pair.step] for word in note.shown if word in some]
    contained = None if pair.own or not pair.more else Side.A if pair.step == 1 else Side.B
    return Verdict(Kind.SAME if contained is None else Kind.PART, tuple(differs[:3]), contained, score)


def are_two_facts(a: str, b: str, pair: Pair) -> bool:
    """Whether something decides it alone."""
    if any(a.rstrip().endswith(sign) != b.rstrip().endswith(sign) for sign in "?:"):  # asked, or announced, not said
        return True
    if values_differ(pair.own & pair.small.numbers, pair.more & pair.large.numbers):
        return True
    if (is_not_compared(a) or is_not_compared(b)) and not links_agree(a, b):
        return True
    if only_touches(pair.small, pair.large, pair.shared) or fields_differ(a, b):
        return True
    if titles_differ(a, b) or commands_differ(a, b) or status_differs(a, b, whole=not pair.own):
        return True
    return order_differs(pair.small, pair.large, a, b, pair.own)


def differ_in_one_thing(pair: Pair, found: dict[str, float]) -> bool:
    """Whether two notes that are word for word nearly the same differ in what decides, or in what they speak about."""
    if found["overlap"] < CLOSE:
        return False
    deciding = found["turned"] or found["firsts differ"] or found["names differ"] or found["two-sided"]
    return bool(deciding) or paths_differ(pair.small, pair.large)


def signs(a: str, b: str, pair: Pair) -> dict[str, float]:
    """What speaks for and against two notes saying the same; the names are those of `WEIGHTS`."""
    small, large, own, more = pair.small, pair.large, pair.own, pair.more
    shared = len(pair.shared)
    part = within(small.said, large.said) if not own else None
    deciding = small.names | small.numbers, large.names | large.numbers
    return {
        "held": shared / (shared + len(own)),
        "overlap": shared / (shared + len(own) + len(more)),
        "shared": log1p(shared),
        "own": min(len(own), 8),
        "more": log1p(len(more)),
        "one valued": own.isdisjoint(small.numbers) != more.isdisjoint(large.numbers),
        "names differ": not own.isdisjoint(small.names) and not more.isdisjoint(large.names),
        "shared names": log1p(len(deciding[0] & deciding[1])),
        "turned": turned(small, large, part),
        "two-sided": two_sided(small, large, own, more),
        "leads differ": bool(own) and leads_differ(a, b, own | more),
        "firsts differ": firsts_differ(small, large, own, more),
        "run": _longest_run(small.content, large.content) / min(len(small.content), len(large.content)),
        "template": len(own) == len(more) > 0,
        "short": shared < 3,
    }


def _longest_run(some: tuple[str, ...], others: tuple[str, ...]) -> int:
    """How many words stand in both in one piece."""
    best = 0
    before: dict[int, int] = {}
    places: dict[str, list[int]] = {}
    for place, word in enumerate(others):
        places.setdefault(word, []).append(place)
    for word in some:
        now = {place: before.get(place - 1, 0) + 1 for place in places.get(word, ())}
        best = max(best, *now.values()) if now else best
        before = now
    return best
