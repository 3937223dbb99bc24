"""Who may say something else of the same: an index of texts without their values."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import TypeVar

from memory_ls.index.choices import AFFIRMING, CHOICE, HELD_BY_ONE, STATE
from memory_ls.index.likeness import Likeness
from memory_ls.index.limits import SIBLINGS
from memory_ls.index.words import Words, fold, stem, words

K = TypeVar("K", bound=Hashable)


@lru_cache(maxsize=1)
def _values() -> dict[str, str]:
    """The words that are values, as compared, and what stands for them: a family's name, or nothing."""
    found = {}
    for word in (*STATE, *AFFIRMING, *CHOICE):
        family = f"={CHOICE[word][0]}" if word in CHOICE else ""
        found.update(dict.fromkeys((word, stem(word), *words(word).content), family))
    return found


@lru_cache(maxsize=1 << 15)
def masked(text: str) -> Words:
    """The words of a text without numbers, states and the last name of what is held by one; families for choices."""
    found = words(text)
    values = _values()
    bag = {values.get(word, word) for word in found.bag - found.numbers}
    bag.discard("")
    last = found.content[-1] if found.content else ""
    if last in found.names and not HELD_BY_ONE.isdisjoint(fold(text).split()):
        bag.discard(last)
    none: frozenset[str] = frozenset()
    return Words(found.said, found.content, frozenset(bag), none, none, found.negated, found.paths, found.shown)


class ValueIndex(Likeness[K]):
    """Keys by the words of their texts without values; used as `Likeness` is. A note with more than `SIBLINGS` others
    that are alike but for their values is a row of a list or a log, and has none."""

    def _read(self, text: str) -> Words:
        return masked(text)

    def _crowd(self) -> int:
        return SIBLINGS

    def _is_template(self, size: int) -> bool:
        return False
