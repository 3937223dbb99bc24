"""Which patterns for secrets a text may match at all: nearly always few, so that a note costs little.

One pass over the words of a text instead of a search for each of some hundred marks.
"""

from __future__ import annotations

from functools import cache

from memory_ls.detect.lazy import lazy
from memory_ls.detect.remembered import LONG_TEXT, Marks, Remembered, numbers_of, remembered_marks
from memory_ls.detect.secret_patterns import SHAPES
from memory_ls.detect.secret_words import FOREIGN_WORDS, OTHER_WORDS, PLACES, WORDS, Word

_ASCII_WORDS = WORDS + FOREIGN_WORDS
_ALL_WORDS = _ASCII_WORDS + OTHER_WORDS
_AFTER = ("token", "key", "secret", "credential", "password")  # one stands behind what is told by what follows it
_PLACE_MARKS = tuple(place.marks for place in PLACES)
_TIME = lazy(r"\d{4}-\d\d-\d\dT[\d:.]{5,15}Z?")  # frontmatter is full of them


@cache
def _shape_marks() -> Marks:
    return Marks((mark, number) for number, shape in enumerate(SHAPES) for mark in shape.marks)


@cache
def _words() -> Remembered:
    said = [*(place.marks for place in PLACES), *((word.word,) for word in _ALL_WORDS), _AFTER]
    return remembered_marks((number, mark) for number, marks in enumerate(said) for mark in marks)


def shapes_in(token: str) -> list[int]:
    """The numbers of the shapes whose marks are in a word."""
    return [] if _TIME.fullmatch(token) else numbers_of(_shape_marks().within(token))


def hinted(text: str) -> tuple[list[int], list[Word], bool]:
    """What a text may hold: places by their number, key words, and a value that is told by what follows it."""
    if len(text) < LONG_TEXT:
        return _searched(text)
    numbers = numbers_of(_words().within(text))
    first, end = len(PLACES), len(PLACES) + (len(_ASCII_WORDS) if text.isascii() else len(_ALL_WORDS))
    places = [number for number in numbers if number < first and any(mark in text for mark in PLACES[number].marks)]
    words = [_ALL_WORDS[number - first] for number in numbers if first <= number < end]
    return places, words, bool(numbers) and numbers[-1] == first + len(_ALL_WORDS)


def _searched(text: str) -> tuple[list[int], list[Word], bool]:
    holds, lower = text.__contains__, text.lower()
    places = [number for number, marks in enumerate(_PLACE_MARKS) if any(map(holds, marks))]
    words = [word for word in (_ASCII_WORDS if text.isascii() else _ALL_WORDS) if word.word in lower]
    return places, words, any(map(holds, _AFTER))
