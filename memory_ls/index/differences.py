"""What makes two notes two facts, however alike they read: one question each."""

from __future__ import annotations

import re
from functools import lru_cache

from memory_ls.index.word_lists import OPPOSITES, ORDER
from memory_ls.index.words import Words, words

_TASK = re.compile(r"\[([ xX])\]|(✅|❌|⏳|🚧)")
_COMMAND = re.compile(r"`([^`\n]{2,80})`")
_ONLY_CODE = re.compile(r"[\s*]*`([^`\n]+)`[\s*.]*\Z")
_FAILS = "❌"
_FEW = 3
"""Shared words that are too few to say the same, where none of them is a name or a value."""
_LONGER = 2.5
"""How many times as many words make a note so long that another one may meet it by chance."""
_MOST_OWN = 3
"""The part of the shorter note that is too much of its own beside such a long one: one word in so many."""
_SPREAD = 2.5
"""How far apart the shared words may stand in a long note: in a run of so many times their number."""
_COUNTED = "1-"
"""How a range of steps starts that is counted from the first."""
_LEAD = re.compile(r"\W*(\w.{1,60}?)(?:\*\*|:\s|\s[—–-]\s)")
"""What a note speaks about, where it says so first: "**Cache**: …", "Cache — …"."""
_TITLE = re.compile(r"\W{0,3}\*\*([^*\n]{2,60})\*\*")
_FIELD = re.compile(r"[\s\-*_]*(\w[^:：\n*]{0,40}?)[*_]{0,2}[:：][*_]{0,2} +(\S.*)")


def commands_differ(a: str, b: str) -> bool:
    """Whether each names a command of its own and one starts like the other: `make test`, `make test:unit`.

    Of notes that are nothing but a command, any difference makes another command.
    """
    if "`" not in a or "`" not in b:
        return False
    if _ONLY_CODE.match(a) and _ONLY_CODE.match(b):
        return _COMMAND.findall(a) != _COMMAND.findall(b)
    x, y = set(_COMMAND.findall(a)), set(_COMMAND.findall(b))
    return any(_starts_like(one, other) or _starts_like(other, one) for one in x - y for other in y - x)


def _starts_like(one: str, other: str) -> bool:
    return " " in one and other.startswith(one)


def fields_differ(a: str, b: str) -> bool:
    """Whether one field stands in both, as a row "label: value", with values that share no word."""
    mine, theirs = _fields(a), _fields(b)
    return any(mine[label].isdisjoint(theirs[label]) for label in mine.keys() & theirs.keys())


def _fields(text: str) -> dict[str, frozenset[str]]:
    """The words of each row's value by its label, where both say something."""
    found = {}
    for row in text.split("\n") if "\n" in text else ():
        field = _FIELD.match(row)
        bag = words(field[2]).bag if field else None
        if field and bag:
            found[field[1].casefold()] = bag
    return found


def only_touches(small: Words, large: Words, shared: frozenset[str]) -> bool:
    """Whether two notes meet by chance: they share few words and no name or value; or the one is long, and a third of
    the other is its own, or the shared words stand far apart there."""
    size = len(small.bag)
    own = size - len(shared)
    if own > 1 and len(shared) <= _FEW and shared.isdisjoint(small.names | small.numbers | large.names | large.numbers):
        return True
    if len(large.bag) < _LONGER * size:
        return False
    return own * _MOST_OWN >= size or _passage(large.content, shared) > _SPREAD * len(shared)


def _passage(content: tuple[str, ...], shared: frozenset[str]) -> int:
    """The length of the shortest run of words that holds four fifths of the shared ones."""
    need = -(-len(shared) * 4 // 5)
    counts: dict[str, int] = {}
    best, start = len(content), 0
    for end, word in enumerate(content, 1):
        if word in shared:
            counts[word] = counts.get(word, 0) + 1
        while len(counts) >= need:
            best = min(best, end - start)
            first = content[start]
            if first in counts:
                counts[first] -= 1
                if not counts[first]:
                    del counts[first]
            start += 1
    return best


def leads_differ(a: str, b: str, alone: frozenset[str]) -> bool:
    """Whether both say first what they speak about, and each of something of its own."""
    x, y = _LEAD.match(a), _LEAD.match(b)
    return bool(x and y and _own_subject(x[1], alone) and _own_subject(y[1], alone))


def firsts_differ(small: Words, large: Words, own: frozenset[str], more: frozenset[str]) -> bool:
    """Whether each starts with a word, or with a path, of its own."""
    a, b = small.content[0], large.content[0]
    if a == b and a in small.paths and b in large.paths:
        return _other_path(small.paths[a], large.paths[b])
    return a in own and b in more


def titles_differ(a: str, b: str) -> bool:
    """Whether both have a title in bold, and these are alike but for a word of each."""
    x, y = _TITLE.match(a), _TITLE.match(b)
    if x is None or y is None:
        return False
    some, others = words(x[1]).bag, words(y[1]).bag
    own, more = some - others, others - some
    counted = any(word.startswith(_COUNTED) for word in own | more)
    return len(own) == len(more) == 1 and not some.isdisjoint(others) and not counted


def _own_subject(lead: str, own: frozenset[str]) -> bool:
    return any(not word.startswith(_COUNTED) for word in words(lead).bag & own)


def two_sided(small: Words, large: Words, own: frozenset[str], more: frozenset[str]) -> bool:
    """Whether both have what decides, and not the same."""
    if own and values_differ(own & small.numbers, more & large.numbers):
        return True
    if own and not own.isdisjoint(small.names) and not more.isdisjoint(large.names):
        return True
    if any(not more.isdisjoint(opposite(word)) for word in own):
        return True
    decide = small.names | small.numbers if not own else frozenset()
    for word in decide:  # `a` beside `a`, and `a` beside `b`
        if small.content.count(word) > large.content.count(word) and not more.isdisjoint(large.names | large.numbers):
            return True
    return paths_differ(small, large)


def paths_differ(small: Words, large: Words) -> bool:
    """Whether something has one name in both and lies elsewhere."""
    return any(_other_path(small.paths[word], large.paths[word]) for word in small.paths.keys() & large.paths.keys())


def values_differ(some: frozenset[str], others: frozenset[str]) -> bool:
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


def within(some: tuple[str, ...], all_: tuple[str, ...]) -> int | None:
    """Where one row of words stands in another in one piece."""
    size = len(some)
    for at in range(len(all_) - size + 1):
        if all_[at] == some[0] and all_[at : at + size] == some:
            return at
    return None


def turned(small: Words, large: Words, part: int | None) -> bool:
    """Whether only one of them is negated, or not the same of it.

    What follows a statement in the same words may hold a negation of its own: "use pnpm, not npm".
    """
    if part is not None:
        rest = large.said[part + len(small.said) :]
        return "!" in large.said[:part] or rest[-1:] == ("!",)
    denied, also = _denied(small), _denied(large)
    if small.negated != large.negated:  # "use pnpm, not npm": of npm the other one says nothing
        return not (denied | also) or not (denied | also).isdisjoint(small.bag & large.bag)
    return bool(denied and also) and denied.isdisjoint(also)


def _denied(note: Words) -> frozenset[str]:
    """The words that stand after a negation."""
    return frozenset(word for sign, word in zip(note.said, note.said[1:], strict=False) if sign == "!" != word)


def order_differs(small: Words, large: Words, a: str, b: str, own: frozenset[str]) -> bool:
    """The same words in another order, where the order is the statement: "build, then test", "copy a to b".

    Short notes say something else in another order, unless words are turned by "of" or "for": "detection of changes".
    """
    if own or list(small.shown) == [word for word in large.shown if word in small.bag]:
        return False
    x, y = a.lower().split(), b.lower().split()
    if not ORDER.isdisjoint(x) and not ORDER.isdisjoint(y):
        return True
    return len(large.bag) < 5 and x.count("for") + x.count("of") == y.count("for") + y.count("of")


@lru_cache(maxsize=1)
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for a, b in OPPOSITES:
        x, y = (next(iter(words(word).content), word) for word in (a, b))
        found.setdefault(x, set()).add(y)
        found.setdefault(y, set()).add(x)
    return {word: frozenset(others) for word, others in found.items()}


def opposite(word: str) -> frozenset[str]:
    """The words that say the opposite of one, all as compared."""
    return _opposites().get(word, frozenset())


def status_differs(a: str, b: str, *, whole: bool) -> bool:
    """Whether a task stands differently in them: one is open, or one is done and the other may speak of before."""
    x, y = _TASK.findall(a), _TASK.findall(b)
    if x and y:
        return x != y
    if (_FAILS in a) != (_FAILS in b):
        return True
    boxes = [box for box, _ in x or y if box]
    return " " in boxes or bool(boxes and not whole)
