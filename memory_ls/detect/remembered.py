"""What words say to detectors, remembered: notes use the same words again and again.

A detector whose every match holds one of some fixed strings asks here first, so that a note that holds none costs it
next to nothing. Words are in lower case and their digits are zeros, so that dates and numbers are known words too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

LONG_TEXT = 400
"""Code points from which a text is asked by its words; in a shorter one, searching for each string costs less."""
_MOST, _LONG = 60_000, 40  # words that are remembered at once, and code points of the longest of them
_FEW = 400  # code points of a word up to which looking at each place of it costs less than searching for each mark
_HUGE = 50_000  # code points of a word from which its pairs are looked at again, and what was found is kept
_DIGITS = str.maketrans("123456789", "000000000")


@lru_cache(maxsize=2)
def words_of(text: str) -> frozenset[str]:
    """The words of a text as blanks part them, as they are remembered."""
    return frozenset(text.lower().translate(_DIGITS).split())


class Remembered(dict[str, int]):
    """From a word to the bits that `read` finds in it."""

    __slots__ = ("_read",)

    def __init__(self, read: Callable[[str], int]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, word: str) -> int:
        found = self._read(word)
        if len(word) <= _LONG:
            if len(self) >= _MOST:
                self.clear()
            self[word] = found
        return found

    def within(self, text: str) -> int:
        """The bits of all words of a text."""
        bits = 0
        for found in set(map(self.__getitem__, words_of(text))):
            bits |= found
        return bits


class Marks:
    """Fixed strings without blanks, each with some numbers; found by two characters of them."""

    __slots__ = ("_by_pair", "_last", "_single")

    def __init__(self, marks: Iterable[tuple[str, int]]) -> None:
        self._last: tuple[str, int] = ("", 0)
        self._single: dict[str, int] = {}
        self._by_pair: dict[str, dict[str, int]] = {}
        for mark, number in marks:
            table = self._single if len(mark) == 1 else self._by_pair.setdefault(mark[:2], {})
            table[mark] = table.get(mark, 0) | 1 << number

    def within(self, word: str) -> int:
        """The numbers of the marks inside a word, as bits."""
        if len(word) > _HUGE and word == self._last[0]:
            return self._last[1]
        found, by_pair = 0, self._by_pair
        for mark, numbers in self._single.items():
            if mark in word:
                found |= numbers
        if len(word) > _HUGE:
            pairs: Iterable[str] = set(map(str.__add__, word, word[1:]))
        else:
            pairs = {word[at : at + 2] for at in range(len(word) - 1)} if len(word) <= _FEW else by_pair
        for pair in by_pair.keys() & pairs:
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


def remembered_marks(marks: Iterable[tuple[int, str]]) -> Remembered:
    """The numbers of those strings of which a word may hold the longest part between blanks."""
    return Remembered(Marks((max(folded(mark).split(), key=len), number) for number, mark in marks).within)


def folded(text: str) -> str:
    """A text as words of it are remembered."""
    return text.lower().translate(_DIGITS)


def numbers_of(bits: int) -> list[int]:
    """The places of the bits that are set, from the lowest on."""
    out = []
    while bits:
        lowest = bits & -bits
        out.append(lowest.bit_length() - 1)
        bits ^= lowest
    return out
