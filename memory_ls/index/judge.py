"""Whether two notes say the same, or one says part of what the other says. Ours; measured by `tests/quality/pairs.py`.

A difference on one side only is a refinement; a difference on both sides in what decides (numbers, identifiers, names,
negation, opposites, the order of steps) makes two facts, however alike they read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from memory_ls.index.words import OPPOSITE, Words, words


class Kind(Enum):
    """SAME: both say the same; PART: one says what the other says, and more."""

    SAME = "same"
    PART = "part"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`differs`: at most three words that only one of them has, as written."""

    kind: Kind
    differs: tuple[str, ...] = ()


_LOG = re.compile(r"\W{0,4}(?:\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{2,4}|\[?\d\d?:\d\d)")
_TABLE = re.compile(r"\s*\|")
_FIELD = re.compile(r"\*{0,2}[A-Z][\w ]{0,24}:\*{0,2}\s*\S{0,40}\Z|\*{2}[^*]{1,40}:?\*{2}:?\s*\Z")
_LINK = re.compile(r"\[[^\]]*\]\([^)]*\)|https?://\S+|\[\[[^\]]*\]\]|`[^`]*[/.][^`]*`|\S*[/\\]\S+")
_TASK = re.compile(r"\[([ xX])\]|(✅|❌|⏳|🚧)")


def judge(a: str, b: str) -> Verdict | None:
    """The verdict on two notes, or None: two facts, or too little to tell."""
    if any(_is_not_compared(text) for text in (a, b)) or _status_differs(a, b):
        return None
    x, y = words(a), words(b)
    both = x.bag & y.bag
    smaller = min(len(x.bag), len(y.bag))
    if smaller < 2 or _two_sided(x, y):
        return None
    only_x, only_y = x.bag - y.bag, y.bag - x.bag
    if not _enough(x, y, len(both), only_x, only_y):
        return None
    if _order_differs(x, y):
        return None
    differs = [(x if word in only_x else y).shown[word] for word in [*x.content, *y.content] if word in only_x | only_y]
    kind = Kind.PART if bool(only_x) != bool(only_y) else Kind.SAME
    return Verdict(kind, tuple(dict.fromkeys(differs))[:3])


def _is_not_compared(text: str) -> bool:
    """Log rows, table rows, fields and rows of links are alike by their nature."""
    if _LOG.match(text) or _TABLE.match(text) or _FIELD.match(text):
        return True
    return len(_LINK.sub("", text).strip(" .,:;-–—→()[]*")) < 12 and _LINK.search(text) is not None


def _status_differs(a: str, b: str) -> bool:
    """Both say how far a task is, and not the same."""
    x, y = _TASK.findall(a), _TASK.findall(b)
    return bool(x and y) and x != y


def _two_sided(x: Words, y: Words) -> bool:
    if (x.numbers - y.bag) and (y.numbers - x.bag):
        return True
    if bool(x.negation) != bool(y.negation):
        return True
    if (x.names - y.bag) and (y.names - x.bag):
        return True
    only_x, only_y = x.bag - y.bag, y.bag - x.bag
    return any(OPPOSITE.get(word) in only_y for word in only_x)


def _enough(x: Words, y: Words, both: int, only_x: frozenset[str], only_y: frozenset[str]) -> bool:
    fewer, more = sorted((only_x, only_y), key=len)
    if not fewer:  # one holds all of the other
        return both >= 3 or (both == 2 and len(more) <= 1)
    own = [word for word in fewer if not any(_spelt_alike(word, other) for other in more)]
    if not own:
        return both >= 3
    if _is_one_slot(x.content, y.content):  # siblings made from one template
        return False
    if x.content[0] in own or y.content[0] in own:  # what they speak about differs
        return False
    return both >= 5 and len(own) <= max(1, both // 3)


def _spelt_alike(a: str, b: str) -> bool:
    """A slip of the keyboard or another ending, not another word."""
    if min(len(a), len(b)) < 4 or a[0] != b[0]:
        return False
    if a.startswith(b) or b.startswith(a):
        return True
    return abs(len(a) - len(b)) <= 1 and sum(p != q for p, q in zip(a, b, strict=False)) <= 1


def _is_one_slot(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """The same words around one place that is filled differently."""
    head, limit = 0, min(len(a), len(b))
    while head < limit and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < limit - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    return head + tail >= limit - max(1, limit // 4)


def _order_differs(x: Words, y: Words) -> bool:
    """The same words in another order, where the order is the statement: "npm, not pnpm", "build, then test"."""
    if x.bag != y.bag or len(x.content) != len(y.content):
        return False
    return x.content != y.content and sum(a != b for a, b in zip(x.content, y.content, strict=True)) <= 4
