"""Who is alike: an index of texts for "holds most of the words of the other", kept up to date.

A word's notes are the bits of one integer, or a short list while they are few. Adding these integers up, bit-sliced,
tells of all notes at once how many words they share with a text: a look-up costs the words of that text, however many
notes share them, and answers exactly what comparing it with each note would. Notes that share no number, or no name,
where both have some, are left out on the way: they are two facts whatever else they say. So are rows of one template,
which are as long as each other and differ in a word; what still has more than `CROWD` look-alikes is a template, too,
and has none. Notes that share some words which no third note holds are near whatever else they say: which words
decide comes from the store itself. Answers depend on the set of the notes alone, not on the order in which they came.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from memory_ls.index.bits import at_least, bits, numbers
from memory_ls.index.limits import CROWD, LEAST, LONG, SHORT, least_rare, least_shared
from memory_ls.index.words import Words, words

K = TypeVar("K", bound=Hashable)

_AS_NAME = "`"
"""Before a word: where it is a name. No word holds this sign."""
_FEW = 8
"""Notes of a word that are kept as a list."""


class Likeness(Generic[K]):
    """Keys by the words of their texts. Inside, keys are the numbers of bits, used again when a key leaves."""

    def __init__(self) -> None:
        self._number: dict[K, int] = {}
        self._keys: dict[int, K] = {}
        self._words: dict[int, Words] = {}
        self._free: list[int] = []
        self._few: dict[str, list[int]] = {}
        self._many: dict[str, int] = {}
        self._sized: dict[int, int] = {}
        self._valued = 0
        self._named = 0
        self._changes = 0
        self._crowded: dict[int, tuple[bool, int]] = {}
        self._unsettled: dict[K, None] = {}

    def __len__(self) -> int:
        return len(self._words)

    def add(self, key: K, text: str) -> None:
        """A text joins under a key that has none."""
        found = self._read(text)
        number = self._free.pop() if self._free else len(self._words)
        self._number[key], self._keys[number], self._words[number] = number, key, found
        few, many = self._few, self._many
        for word in _posted(found):
            if word in many:
                many[word] |= 1 << number
            elif word not in few:
                few[word] = [number]
            else:
                group = few[word]
                if len(group) == 2:
                    self._part(group[0], group[1])
                group.append(number)
                if len(group) > _FEW:
                    many[word] = bits(few.pop(word))
        self._mark(number, found)
        self._changes += 1
        if self._crowded:
            self._unsettle(number, found)

    def drop(self, key: K) -> None:
        """A key leaves."""
        number = self._number.pop(key)
        del self._keys[number]
        found = self._words.pop(number)
        self._crowded.pop(number, None)
        self._unsettled.pop(key, None)
        few, many = self._few, self._many
        for word in _posted(found):
            if word in many:
                many[word] ^= 1 << number
                if many[word].bit_count() <= _FEW:
                    few[word] = list(numbers(many.pop(word)))
            else:
                group = few[word]
                group.remove(number)
                if len(group) == 2:
                    self._part(group[0], group[1])
                elif not group:
                    del few[word]
        self._mark(number, found)
        self._free.append(number)
        self._changes += 1
        if self._crowded:
            self._unsettle(number, found)

    def near(self, text: str, skip: K | None = None, *, larger: bool = False) -> list[K]:
        """The keys whose texts hold most of this one's words, or the other way round; in no particular order.

        With `larger`, only texts with at least as many words: where every text is asked about, each pair is found once
        or, if both have equally many, twice.
        """
        found = self._read(text)
        number = -1 if skip is None else self._number.get(skip, -1)
        alike = self._alike(found, number)
        count = alike.bit_count()
        if number >= 0 and found is self._words[number]:
            self._remember(number, count)
        if count > self._crowd():
            return []
        for other in self._only_sharers(found, number):
            alike |= 1 << other
        size = len(found.bag)
        return [
            self._keys[other]
            for other in numbers(alike)
            if not (larger and len(self._words[other].bag) < size) and not self._is_crowded(other)
        ]

    def pairs(self) -> Iterator[tuple[K, K]]:
        """Every pair of keys that are near, once; work is done as the iterator is moved. The set must stay as it is."""
        for number, found in self._words.items():
            alike = self._alike(found, number)
            if self._remember(number, alike.bit_count()):
                continue
            for other in self._only_sharers(found, number):
                alike |= 1 << other
            if alike:
                for other in numbers(alike >> number + 1):
                    if not self._is_crowded(number + 1 + other):
                        yield self._keys[number], self._keys[number + 1 + other]

    def unsettled(self) -> list[K]:
        """Keys whose answers changed, since this was last asked, because they came to be a crowd or ceased to."""
        keys, self._unsettled = list(self._unsettled), {}
        return keys

    def stale(self) -> bool:
        """Whether `rebuild` would make answers cheaper: many keys have left."""
        return len(self._free) > 64 + len(self._words)

    def rebuild(self) -> None:
        """Number the keys anew, without gaps. No answer changes."""
        if not self._free:
            return
        texts = [(self._keys[number], found) for number, found in self._words.items()]
        crowded = {self._keys[number]: known for number, known in self._crowded.items()}
        self._number = {key: number for number, (key, _) in enumerate(texts)}
        self._keys = {number: key for number, (key, _) in enumerate(texts)}
        self._words = {number: found for number, (_, found) in enumerate(texts)}
        self._crowded = {self._number[key]: known for key, known in crowded.items()}
        self._free, self._sized, self._valued, self._named = [], {}, 0, 0
        groups: dict[str, list[int]] = {}
        for number, found in self._words.items():
            self._mark(number, found)
            for word in _posted(found):
                groups.setdefault(word, []).append(number)
        self._few = {word: group for word, group in groups.items() if len(group) <= _FEW}
        self._many = {word: bits(group) for word, group in groups.items() if len(group) > _FEW}

    def _read(self, text: str) -> Words:
        """What a text is compared by."""
        return words(text)

    def _crowd(self) -> int:
        """Look-alikes above which a note has none."""
        return CROWD

    def _is_template(self, size: int) -> bool:
        """Whether two notes of so many words that differ in one are made from one template."""
        return size < LONG

    def _mark(self, number: int, found: Words) -> None:
        """Put a note's bit into the sets by kind, or take it out."""
        bit = 1 << number
        size = len(found.bag)
        self._sized[size] = self._sized.get(size, 0) ^ bit
        if not self._sized[size]:
            del self._sized[size]
        if found.numbers:
            self._valued ^= bit
        if found.names:
            self._named ^= bit

    def _holding(self, word: str) -> int:
        """The notes that hold a word, as bits."""
        if word in self._many:
            return self._many[word]
        return bits(self._few.get(word, ()))

    def _alike(self, found: Words, skip: int) -> int:
        """The notes that are near, as bits, whether crowded or not."""
        size = len(found.bag)
        if size < LEAST:
            return 0
        planes: list[int] = []
        few, many = self._few, self._many
        alone = [skip]
        for word in found.bag:
            carry = many.get(word)
            if carry is None:
                group = few.get(word)
                if not group or group == alone:
                    continue
                carry = bits(group)
            for level, plane in enumerate(planes):
                planes[level], carry = plane ^ carry, plane & carry
                if not carry:
                    break
            else:
                planes.append(carry)
        if len(planes) < 2:  # nobody shares two words
            return 0
        allowed = -1
        if skip >= 0:
            allowed = ~(1 << skip)
        if found.numbers:
            allowed &= self._sharing(found.numbers, self._valued)
        if found.names:
            allowed &= self._sharing([_AS_NAME + word for word in found.names], self._named)
        rest = allowed & at_least(planes, LEAST)
        if not rest:
            return 0
        alike = larger = 0
        for other, sized in self._sized.items():
            if other > size:
                if size > LEAST or other <= SHORT:
                    larger |= sized
            elif sized & rest and other >= LEAST and (other > LEAST or size <= SHORT):
                enough = sized & at_least(planes, least_shared(other))
                if (
                    enough and other == size and self._is_template(size)
                ):  # a word of its own on both sides: one template
                    enough &= at_least(planes, size)
                alike |= enough
        if larger & rest:
            alike |= larger & at_least(planes, least_shared(size))
        return alike & rest

    def _only_sharers(self, found: Words, skip: int) -> list[int]:
        """The notes that share some words with this one which nobody else has."""
        counts: dict[int, int] = {}
        few = self._few
        for word in found.bag:
            group = few.get(word, ())
            if len(group) < 3:
                others = [other for other in group if other != skip]
                if len(others) == 1:
                    counts[others[0]] = counts.get(others[0], 0) + 1
        size = len(found.bag)
        return [o for o, count in counts.items() if count >= least_rare(size, len(self._words[o].bag))]

    def _part(self, one: int, other: int) -> None:
        """A third note came to a word of two, or left it: note it where that decides whether these two are near."""
        few, pair = self._few, [one, other]
        a, b = self._words[one], self._words[other]
        if sum([sorted(few.get(word, ())) == sorted(pair) for word in a.bag & b.bag]) == least_rare(
            len(a.bag), len(b.bag)
        ):
            self._unsettled[self._keys[one]] = None
            self._unsettled[self._keys[other]] = None

    def _sharing(self, some: Iterable[str], having: int) -> int:
        """The notes that have none of a kind of word, or one of these."""
        sharing = ~having
        for word in some:
            sharing |= self._holding(word)
        return sharing

    def _is_crowded(self, number: int) -> bool:
        """Whether a note has more look-alikes than `CROWD`; counted again only when enough notes came or went."""
        known = self._crowded.get(number)
        if known is not None and self._changes < known[1]:
            return known[0]
        return self._remember(number, self._alike(self._words[number], number).bit_count())

    def _remember(self, number: int, count: int) -> bool:
        """Keep whether so many look-alikes are a crowd, and for how many changes that is sure to stay so."""
        most = self._crowd()
        crowded = count > most
        self._crowded[number] = crowded, self._changes + (count - most if crowded else most + 1 - count)
        return crowded

    def _unsettle(self, number: int, found: Words) -> None:
        """Note which look-alikes of a note that came or went are now, or are no longer, a crowd."""
        for other in numbers(self._alike(found, number)):
            known = self._crowded.get(other)
            if known is not None and self._is_crowded(other) != known[0]:
                self._unsettled[self._keys[other]] = None


def _posted(found: Words) -> list[str]:
    """What a note is listed under: its words, and its names as such."""
    return [*found.bag, *[_AS_NAME + word for word in found.names]]
