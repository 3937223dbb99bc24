"""Who is alike: an index of texts for "holds most of the words of the other", kept up to date.

Two postings: `head[w]` are the notes that have `w` among their rarest words, `full[w]` all notes that hold it. A note's
head is just long enough that a match must share one of its words (pigeonhole), so a pair that shares enough is found
from the smaller one's head meeting the larger one's words, whichever of them is asked about: a short note is found
inside a long one. Which words make a head is free, so the order of rarity may be as old as it likes; a fresh one finds
the same pairs faster (`rebuild`).
"""

from __future__ import annotations

from collections.abc import Hashable
from math import ceil
from typing import Generic, TypeVar

from memory_ls.index.words import index_words

K = TypeVar("K", bound=Hashable)

SHARE = 0.7
"""The part of the smaller note's words that the larger one must hold to be a candidate."""
LEAST = 2
"""Words below which a note is compared with none."""
COMMON = 200
"""Notes that may share a word before it leads to nobody: it tells little, and would make whole files quadratic."""


class Likeness(Generic[K]):
    """Keys by the words of their texts. Inside, keys are numbers, which are cheap to hash."""

    def __init__(self) -> None:
        self._number: dict[K, int] = {}
        self._keys: dict[int, K] = {}
        self._words: dict[int, frozenset[str]] = {}
        self._heads: dict[int, list[str]] = {}
        self._head: dict[str, dict[int, None]] = {}
        self._full: dict[str, dict[int, None]] = {}
        self._next = 0

    def __len__(self) -> int:
        return len(self._words)

    def add(self, key: K, text: str) -> None:
        """A text joins under a key that has none."""
        number, self._next = self._next, self._next + 1
        self._number[key], self._keys[number] = number, key
        found = self._words[number] = index_words(text)
        for word in found:
            self._full.setdefault(word, {})[number] = None
        self._place_head(number, found)

    def drop(self, key: K) -> None:
        """A key leaves."""
        number = self._number.pop(key)
        del self._keys[number]
        for word in self._heads.pop(number):
            _leave(self._head, word, number)
        for word in self._words.pop(number):
            _leave(self._full, word, number)

    def rebuild(self) -> None:
        """Choose every head anew by how rare the words are now; after many have joined, or when there is time."""
        self._head.clear()
        for number, found in self._words.items():
            self._place_head(number, found)

    def near(self, text: str, skip: K | None = None, *, larger: bool = False) -> list[K]:
        """The keys whose texts hold most of this one's words, or the other way round; in the order they joined.

        With `larger`, only texts with at least as many words: where every text is asked about, each pair is found once.
        """
        found = index_words(text)
        size = len(found)
        if size < LEAST:
            return []
        candidates: set[int] = set()
        full, head, words = self._full, self._head, self._words
        for word in self._rarest(found):
            group = full.get(word)
            if group and len(group) <= COMMON:
                candidates.update(group)
        for word in () if larger else found:
            group = head.get(word)
            if group and len(full[word]) <= COMMON:
                candidates.update(group)
        if skip is not None:
            candidates.discard(self._number.get(skip, -1))
        out = []
        for number in candidates:
            other = words[number]
            smaller = len(other)
            if smaller > size:
                smaller = size
            elif larger and smaller < size:
                continue
            if smaller >= LEAST and len(found & other) >= SHARE * smaller:
                out.append(number)
        out.sort()
        return [self._keys[number] for number in out]

    def _place_head(self, number: int, found: frozenset[str]) -> None:
        heads = self._heads[number] = self._rarest(found)
        for word in heads:
            self._head.setdefault(word, {})[number] = None

    def _rarest(self, found: frozenset[str]) -> list[str]:
        """As many of the rarest words as guarantee that a match shares one of them."""
        full = self._full
        count = len(found) - ceil(SHARE * len(found)) + 1
        return sorted(found, key=lambda word: len(full[word]) if word in full else 0)[:count]


def _leave(postings: dict[str, dict[int, None]], word: str, number: int) -> None:
    group = postings[word]
    del group[number]
    if not group:
        del postings[word]
