"""Whether two notes say the same, or one says part of what the other says. Ours; measured by `tests/quality/pairs.py`.

A difference on one side only is a refinement; a difference on both sides in what decides (numbers, identifiers, names,
negation, opposites, the order of steps) makes two facts, however alike they read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

from memory_ls.index.limits import LONG, least_shared
from memory_ls.index.word_lists import OPPOSITE, ORDER
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
    other; `score`: the part of the smaller one's words that the other holds, from 0 to 1."""

    kind: Kind
    differs: tuple[str, ...] = field(default=(), repr=False)
    contained: Side | None = None
    score: float = 1.0


_MARK = r"[\s\W]{0,4}(?:\[[ xX]\]\s*)?[\s*]*"
_LOG = re.compile(rf"{_MARK}\[?(?:\d{{4}}[-/.]\d\d[-/.]\d\d|\d\d?[./]\d\d?[./]\d{{2,4}}|(?:\w{{1,10}} )?\d\d?:\d\d\b)")
_TABLE = re.compile(r"\s*(?:\||~~)")
_FIELDS = "why|how to apply|where|what|when|status|date|type|source|file|files|result|session|example"
_FIELD = re.compile(rf"\*{{0,2}}(?:{_FIELDS})\b[^:]{{0,12}}:", re.IGNORECASE)
"""A field that every record of its kind has."""
_LINK = re.compile(r"\[[^\]]*\]\([^)]*\)|https?://\S+|\[\[[^\]]*\]\]|`[^`\s]*[/.][^`\s]*`|\S*[/\\]\S+")
_TASK = re.compile(r"\[([ xX])\]|(✅|❌|⏳|🚧)")
_COMMAND = re.compile(r"`([^`\n]{2,80})`")
_COUNTED = "1-"
"""How a range of steps starts that is counted from the first."""
_LEAD = re.compile(r"\W*(\w.{1,60}?)(?:\*\*|:\s|\s[—–-]\s)")
"""What a note speaks about, where it says so first: "**Cache**: …", "Cache — …"."""


def judge(a: str, b: str) -> Verdict | None:
    """The verdict on two notes, or None: two facts, or too little to tell."""
    x, y = words(a), words(b)
    shared = x.bag & y.bag
    if len(shared) < 2:
        return None
    count = len(shared)
    if not a.isascii() and not b.isascii():  # pairs of characters overlap, and count half
        count -= sum([word[0] >= "㐀" and len(word) == 2 for word in shared]) // 2
    only_x, only_y = x.bag - shared, y.bag - shared
    swapped = len(only_x) > len(only_y)
    small, large, own, more = (y, x, only_y, only_x) if swapped else (x, y, only_x, only_y)
    part = _within(small.said, large.said) if not own else None
    if not (_holds(count, len(more), part is not None) if not own else _covers(small, large, count, own, more)):
        return None
    if _two_sided(small, large, own, more) or _turned(small, large, part) or _order_differs(small, large, a, b, own):
        return None
    if a.rstrip().endswith("?") != b.rstrip().endswith("?"):  # asked, not said
        return None
    if (own and _leads_differ(a, b, only_x, only_y)) or _commands_differ(a, b):
        return None
    if _is_not_compared(a) or _is_not_compared(b) or _status_differs(a, b, whole=not own):
        return None
    differs = [note.shown[word] for note, some in ((x, only_x), (y, only_y)) for word in note.shown if word in some]
    contained = None if own or not more else Side.B if swapped else Side.A
    kind = Kind.SAME if contained is None else Kind.PART
    return Verdict(kind, tuple(differs[:3]), contained, len(shared) / (len(shared) + len(own)))


def _commands_differ(a: str, b: str) -> bool:
    """Whether each names a command of its own and one starts like the other: `make test`, `make test:unit`."""
    if "`" not in a or "`" not in b:
        return False
    x, y = set(_COMMAND.findall(a)), set(_COMMAND.findall(b))
    return any(one.startswith(other) or other.startswith(one) for one in x - y for other in y - x)


def _holds(shared: int, more: int, in_one_piece: bool) -> bool:
    """Whether a note with all words of a smaller one says what that one says."""
    if shared <= 2:
        return more <= 2 * (shared - 1)
    return shared >= 4 or in_one_piece or more <= 3


def _covers(small: Words, large: Words, shared: int, own: frozenset[str], more: frozenset[str]) -> bool:
    """Whether two notes that each have words of their own share so many that they say the same."""
    if shared < least_shared(shared + len(own)):
        return False
    if len(more) > shared * (3 if len(own) == 1 else 1):  # a long note holds many words
        return False
    if len(own) == len(more) and (shared + len(own) < LONG or len(own) > 2):  # siblings made from one template
        return False
    alike_in_size = len(more) < 2 * len(own) + 2
    return not (alike_in_size and small.content[0] in own and large.content[0] in more)  # they speak of two things


def _leads_differ(a: str, b: str, only_a: frozenset[str], only_b: frozenset[str]) -> bool:
    """Whether both say first what they speak about, and each of something of its own."""
    x, y = _LEAD.match(a), _LEAD.match(b)
    return bool(x and y and _own_subject(x[1], only_a) and _own_subject(y[1], only_b))


def _own_subject(lead: str, own: frozenset[str]) -> bool:
    return any(not word.startswith(_COUNTED) for word in words(lead).bag & own)


def _two_sided(small: Words, large: Words, own: frozenset[str], more: frozenset[str]) -> bool:
    """Whether both have what decides, and not the same."""
    if own and _values_differ(own & small.numbers, more & large.numbers):
        return True
    if own and not own.isdisjoint(small.names) and not more.isdisjoint(large.names):
        return True
    if any(OPPOSITE.get(word) in more for word in own):
        return True
    decide = small.names | small.numbers if not own else frozenset()
    for word in decide:  # `a` beside `a`, and `a` beside `b`
        if small.content.count(word) > large.content.count(word) and not more.isdisjoint(large.names | large.numbers):
            return True
    return any(_other_path(small.paths[word], large.paths[word]) for word in small.paths.keys() & large.paths.keys())


def _values_differ(some: frozenset[str], others: frozenset[str]) -> bool:
    """Whether both have values; steps counted from the first, "1-3" and "1-4", are part of each other."""
    if some and others and all(value.startswith(_COUNTED) for value in some | others):
        return False
    return bool(some and others)


def _other_path(a: str, b: str) -> bool:
    """Not the same path, nor the end of it."""
    short, long = sorted((a, b), key=len)
    return not (
        long == short or long.endswith(("/" + short, ":" + short)) or long.startswith((short + "/", short + "."))
    )


def _within(some: tuple[str, ...], all_: tuple[str, ...]) -> int | None:
    """Where one row of words stands in another in one piece."""
    size = len(some)
    for at in range(len(all_) - size + 1):
        if all_[at] == some[0] and all_[at : at + size] == some:
            return at
    return None


def _turned(small: Words, large: Words, part: int | None) -> bool:
    """Whether only one of them is negated, or not the same of it.

    What follows a statement in the same words may hold a negation of its own: "use pnpm, not npm".
    """
    if part is not None:
        rest = large.said[part + len(small.said) :]
        return "!" in large.said[:part] or rest[-1:] == ("!",)
    if small.negated != large.negated:
        return True
    denied, also = _denied(small), _denied(large)
    return bool(denied and also) and denied.isdisjoint(also)


def _denied(note: Words) -> frozenset[str]:
    """The words that stand after a negation."""
    return frozenset(word for sign, word in zip(note.said, note.said[1:], strict=False) if sign == "!" != word)


def _order_differs(small: Words, large: Words, a: str, b: str, own: frozenset[str]) -> bool:
    """The same words in another order, where the order is the statement: "build, then test", "copy a to b".

    Short notes say something else in another order, unless words are turned by "of" or "for": "detection of changes".
    """
    if own or list(small.shown) == [word for word in large.shown if word in small.bag]:
        return False
    x, y = a.lower().split(), b.lower().split()
    if not ORDER.isdisjoint(x) and not ORDER.isdisjoint(y):
        return True
    return len(large.bag) < 5 and x.count("for") + x.count("of") == y.count("for") + y.count("of")


def _is_not_compared(text: str) -> bool:
    """Log rows, table rows, fields of records and rows of links are alike by nature; what is struck out is past."""
    if _LOG.match(text) or _TABLE.match(text) or _FIELD.match(text):
        return True
    return _LINK.search(text) is not None and sum(map(str.isalpha, _LINK.sub("", text))) < 10


def _status_differs(a: str, b: str, *, whole: bool) -> bool:
    """Whether a task stands differently in them: one is open, or one is done and the other may speak of before."""
    x, y = _TASK.findall(a), _TASK.findall(b)
    if x and y:
        return x != y
    boxes = [box for box, _ in x or y if box]
    return " " in boxes or bool(boxes and not whole)
