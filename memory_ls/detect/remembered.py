"""What words say to detectors, remembered: notes use the same words again and again.

A detector whose every match holds one of some fixed strings asks here first, so that a note that holds none costs it
next to nothing. Words are runs of letters in lower case, so that numbers and punctuation make no new ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from operator import or_

from memory_ls.lazily import lazy

_MOST, _LONG = 60_000, 120  # words that are remembered at once, and bytes of the longest of them
_FEW = 400  # code points up to which looking at each pair of a word, or for each of a few marks, costs less
_HUGE = 50_000  # code points of a word from which its pairs are looked at again, and what was found is kept
_LETTERS = (
    bytes(range(256))
    .lower()
    .translate(bytes(code if code >= 0x80 or chr(code).isalpha() else 0x20 for code in range(256)))
)
_ASCII_LETTERS = lazy(r"[^\x00-@\[-`{-\x7f]+")


@lru_cache(maxsize=2)
def words_of(text: str) -> frozenset[bytes]:
    """The words of a text as they are remembered: UTF-8 in lower case, parted by all that is ASCII and no letter."""
    lower = text if text.isascii() else text.lower()
    return frozenset(lower.encode("utf-8", "surrogatepass").translate(_LETTERS).split())


class Remembered(dict[bytes, int]):
    """From a word to the bits that `read` finds in it."""

    __slots__ = ("_read",)

    def __init__(self, read: Callable[[str], int]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, word: bytes) -> int:
        found = self._read(word.decode("utf-8", "surrogatepass"))
        if len(word) <= _LONG:
            if len(self) >= _MOST:
                self.clear()
            self[word] = found
        return found

    def within(self, text: str) -> int:
        """The bits of all words of a text."""
        return reduce(or_, map(self.__getitem__, words_of(text)), 0)


_RANKS = {letter: rank for rank, letter in enumerate("etaoinsrhldcumfpgwybvkxjqz")}  # the most common first
_RAREST = 50  # what is no small letter


def _rarity(pair: str) -> int:
    """How rarely two characters stand side by side, about."""
    return _RANKS.get(pair[0], _RAREST) + _RANKS.get(pair[1], _RAREST)


class Marks:
    """Fixed strings without blanks, each with some numbers; found by the rarest two characters of them."""

    __slots__ = ("_by_pair", "_last", "_pairs", "_single")

    def __init__(self, marks: Iterable[tuple[str, int]]) -> None:
        self._last: tuple[str, int] = ("", 0)
        self._single: dict[str, int] = {}
        self._by_pair: dict[str, dict[str, int]] = {}
        for mark, number in marks:
            table = self._single
            if len(mark) > 1:
                table = self._by_pair.setdefault(max(map(str.__add__, mark, mark[1:]), key=_rarity), {})
            table[mark] = table.get(mark, 0) | 1 << number
        self._pairs = frozenset(self._by_pair)

    def within(self, word: str) -> int:
        """The numbers of the marks inside a word, as bits."""
        if len(word) > _HUGE and word == self._last[0]:
            return self._last[1]
        found, by_pair = 0, self._by_pair
        for mark, numbers in self._single.items():
            if mark in word:
                found |= numbers
        looked_at = _FEW < len(word) <= _HUGE  # then searching for each mark costs less
        pairs = self._pairs if looked_at else self._pairs.intersection(map(str.__add__, word, word[1:]))
        for pair in pairs:
            for mark, numbers in by_pair[pair].items():
                if mark in word:
                    found |= numbers
        if len(word) > _HUGE:
            self._last = (word, found)
        return found


class Hints:
    """Strings in lower case, one of which is in every match of a detector."""

    __slots__ = ("_ascii", "_hints")

    def __init__(self, hints: Iterable[str]) -> None:
        self._hints = tuple(hints)
        self._ascii = tuple(filter(str.isascii, self._hints))

    def some_in(self, lower: str) -> bool:
        """Whether a text in lower case holds one of them."""
        return any(map(lower.__contains__, self._ascii if lower.isascii() else self._hints))


class Spotted:
    """Fixed strings, each with some numbers, of which a text may hold some; it is asked by the words in it.

    The few without a word of their own are searched for, all of them at once.
    """

    __slots__ = ("_by_word", "_short", "_shortest")

    def __init__(self, marks: Iterable[tuple[int, str]]) -> None:
        spoken: list[tuple[str, int]] = []
        self._short: list[tuple[str, int]] = []
        for number, mark in marks:
            longest = max(_ASCII_LETTERS.findall(mark.lower()), key=len, default="")
            if len(longest) > 2 or longest == mark:
                spoken.append((longest, number))
            else:
                self._short.append((mark, 1 << number))
        self._by_word = Remembered(Marks(spoken).within)
        self._shortest = lazy("|".join(sorted(re.escape(mark) for mark, _ in self._short)) or r"(?!)")

    def within(self, text: str) -> int:
        """The numbers of the strings that may be in a text, as bits: of each one with a word in it, that word is."""
        bits = self._by_word.within(text)
        if len(text) <= _FEW or self._shortest.search(text):
            for mark, number in self._short:
                if mark in text:
                    bits |= number
        return bits


def numbers_of(bits: int) -> list[int]:
    """The places of the bits that are set, from the lowest on."""
    out = []
    while bits:
        lowest = bits & -bits
        out.append(lowest.bit_length() - 1)
        bits ^= lowest
    return out
