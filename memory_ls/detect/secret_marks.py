"""Which patterns for secrets a text may match at all: nearly always few, so that a note costs little.

One pass over the words of a text instead of a search for each of some hundred marks; what a word holds is remembered,
since notes use the same words again and again. Only ever too many patterns are named, never too few.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from memory_ls.detect.lazy import lazy
from memory_ls.detect.remembered import Remembered, numbers_of
from memory_ls.detect.secret_patterns import SHAPES
from memory_ls.detect.secret_words import FOREIGN_WORDS, OTHER_WORDS, PLACES, WORDS, Word

ASCII_WORDS = WORDS + FOREIGN_WORDS
ALL_WORDS = ASCII_WORDS + OTHER_WORDS
AFTER = ("token", "key", "secret", "credential", "password", "webhook")
"""Words one of which stands behind a value that is told by what follows it."""
_FEW = 400  # code points of a token up to which looking at each place of it costs less than searching for each mark
_TIME = lazy(r"\d{4}-\d\d-\d\dT[\d:.]{5,15}Z?")  # frontmatter is full of them


class Marks:
    """Fixed strings without blanks, each with some numbers; found by two characters of them."""

    __slots__ = ("_by_pair", "_single")

    def __init__(self, marks: Iterable[tuple[str, int]]) -> None:
        self._single: dict[str, int] = {}
        self._by_pair: dict[str, dict[str, int]] = {}
        for mark, number in marks:
            table = self._single if len(mark) == 1 else self._by_pair.setdefault(mark[:2], {})
            table[mark] = table.get(mark, 0) | 1 << number

    def within(self, word: str) -> int:
        """The numbers of the marks inside a word, as bits."""
        found, by_pair = 0, self._by_pair
        for mark, numbers in self._single.items():
            if mark in word:
                found |= numbers
        if len(word) > _FEW:
            for table in by_pair.values():
                for mark, numbers in table.items():
                    if mark in word:
                        found |= numbers
            return found
        for pair in by_pair.keys() & {word[at : at + 2] for at in range(len(word) - 1)}:
            for mark, numbers in by_pair[pair].items():
                if mark in word:
                    found |= numbers
        return found


@cache
def _shape_marks() -> Marks:
    return Marks((mark, number) for number, shape in enumerate(SHAPES) for mark in shape.marks)


@cache
def _words() -> Remembered:
    said = [*(place.marks for place in PLACES), *((word.word,) for word in ALL_WORDS), AFTER]
    marks = Marks((max(mark.lower().split(), key=len), at) for at, marks in enumerate(said) for mark in marks)
    return Remembered(lambda word: marks.within(word.lower()))


def shapes_in(token: str) -> list[int]:
    """The numbers of the shapes whose marks are in a word."""
    if _TIME.fullmatch(token):
        return []
    return numbers_of(_shape_marks().within(token))


def hinted(text: str) -> tuple[list[int], list[Word], bool]:
    """What the words of a text may be a part of: places by their number, key words, and whether one of `AFTER` is."""
    bits = _words().within(text)
    numbers = numbers_of(bits)
    first, end = len(PLACES), len(PLACES) + (len(ASCII_WORDS) if text.isascii() else len(ALL_WORDS))
    places = [number for number in numbers if number < first and any(mark in text for mark in PLACES[number].marks)]
    words = [ALL_WORDS[number - first] for number in numbers if first <= number < end]
    return places, words, bits >> (first + len(ALL_WORDS)) & 1 == 1
