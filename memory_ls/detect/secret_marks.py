"""Which patterns for secrets a text may match at all: nearly always few, so that a note costs little.

One pass over the words of a text instead of a search for each of some hundred marks.
"""

from __future__ import annotations

from functools import cache

from memory_ls.detect.remembered import Marks, Spotted, numbers_of
from memory_ls.detect.secret_patterns import SHAPES
from memory_ls.detect.secret_words import FOREIGN_WORDS, OTHER_WORDS, PLACES, WORDS, Word
from memory_ls.lazily import lazy

_ASCII_WORDS = WORDS + FOREIGN_WORDS
_ALL_WORDS = _ASCII_WORDS + OTHER_WORDS
_AFTER = ("token", "key", "secret", "credential", "password")  # one stands behind what is told by what follows it
_TIME = lazy(r"\d{4}-\d\d-\d\dT[\d:.]{5,15}Z?")  # frontmatter is full of them


@cache
def _shape_marks() -> Marks:
    return Marks((mark, number) for number, shape in enumerate(SHAPES) for mark in shape.marks)


@cache
def _spotted() -> Spotted:
    said = [*(place.marks for place in PLACES), *((word.word,) for word in _ALL_WORDS), _AFTER]
    return Spotted((number, mark) for number, marks in enumerate(said) for mark in marks)


def shapes_in(token: str) -> list[int]:
    """The numbers of the shapes whose marks are in a word."""
    return [] if _TIME.fullmatch(token) else numbers_of(_shape_marks().within(token))


NO_HINTS: tuple[list[int], list[Word], bool] = ([], [], False)


def hinted(text: str) -> tuple[list[int], list[Word], bool]:
    """What a text may hold: places by their number, key words, and a value that is told by what follows it."""
    bits = _spotted().within(text)
    if not bits:
        return NO_HINTS
    numbers = numbers_of(bits)
    first, end = len(PLACES), len(PLACES) + (len(_ASCII_WORDS) if text.isascii() else len(_ALL_WORDS))
    places = [number for number in numbers if number < first and any(mark in text for mark in PLACES[number].marks)]
    words = [_ALL_WORDS[number - first] for number in numbers if first <= number < end]
    return places, words, numbers[-1] == first + len(_ALL_WORDS)
