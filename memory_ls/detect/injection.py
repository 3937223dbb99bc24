"""Text that reads like an instruction to whoever reads it: what tries to command, hide, send out, persist or reassign.

Notes are full of commands ("never push to main") and of talk about such attacks ("the page said: ignore ..."), so a
shape counts only where it begins a command, is neither quoted nor forbidden, and is not what others are said to say.
Compatibility forms, invisible characters and look-alike letters are folded first, since they are how it hides.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache

from memory_ls.data import dataclass
from memory_ls.detect.injection_context import (
    BEGINS,
    FENCE,
    FORBIDS,
    HOME,
    LOCAL,
    OWNERS,
    QUOTES,
    SENTENCE,
    STILL,
    TOLD,
    TOLD_AFTER,
    USUAL,
    WITH,
)
from memory_ls.detect.injection_languages import FOREIGN
from memory_ls.detect.injection_patterns import SEND, SHAPES, Shape
from memory_ls.detect.remembered import Remembered, numbers_of
from memory_ls.lazily import lazy


@dataclass(frozen=True, slots=True)
class Injection:
    """Code points that read like an instruction to their reader, and what it wants: a clause without their text."""

    start: int
    end: int
    kind: str


_BLANK = r"(?:[\s*_]{1,5})"
_GAP = r"(?:[^.!?\n]|\.(?=[\w/])|[!?](?=\S))"
_GAPS = {"…": f"{_GAP}{{0,64}}?", "‥": f"{_GAP}{{0,24}}?"}
_NEAR = 160  # code points before a match that are asked what it is
_FAR = 60  # code points after it

_HIDDEN = lazy(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e01ef]"
)
_WORDS = lazy(r"[^\W\d_]{2,}")
_CJK = lazy("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")  # takes milliseconds to compile
_FIRST_CJK = "\u3040"
_MIXED = lazy("[a-z][\u0370-\u03ff\u0400-\u04ff]|[\u0370-\u03ff\u0400-\u04ff][a-z]", re.IGNORECASE)
_FOREIGN = lazy(r"[^\x00-\x7f]+")
_LOOKING = frozenset(map(chr, range(0x370, 0x500)))  # Greek and Cyrillic
_MOST_CHARACTERS = 5000  # that are remembered at once
_LOOKS = str.maketrans(
    "асеорхуіјѕԁһкмтвАВЕКМНОРСТХІЈЅαοενικτρυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aceopxyijsdhkmtbABEKMHOPCTXIJSaoevikTpuABEZHIKMNOPTYX"
)


def _pattern(source: str) -> str:
    """A shape's source with its blanks and gaps written out; those in character classes are themselves."""
    out: list[str] = []
    inside, escaped = False, False
    for char in source:
        if escaped or char == "\\":
            escaped = not escaped
        elif char == "[" and not inside:
            inside = True
        elif char == "]" and inside:
            inside = False
        elif not inside and char == " ":
            char = _BLANK
        elif not inside and char in _GAPS:
            char = _GAPS[char]
        out.append(char)
    return "".join(out)


@cache
def compiled(number: int) -> re.Pattern[str]:
    """The pattern of a shape, made when it is first needed."""
    shape = ALL[number]
    return re.compile(_pattern(shape.source), 0 if shape.shell else re.IGNORECASE)


def _read_as(char: str) -> str:
    """What a character says: tags and smuggled bytes are letters, other hidden ones nothing."""
    if not _HIDDEN.match(char):
        return unicodedata.normalize("NFKC", char)
    code = ord(char)
    if 0xE0020 <= code <= 0xE007E:
        return chr(code - 0xE0000)
    if 0xE0100 <= code <= 0xE01EF:  # bytes from 16 on, as variation selectors smuggle them
        return chr(code - 0xE0100 + 16)
    return ""


class _Said(dict[str, str]):
    """What characters say, remembered: a text has few different ones that are not ASCII."""

    def __missing__(self, char: str) -> str:
        if len(self) >= _MOST_CHARACTERS:
            self.clear()
        self[char] = said = _read_as(char)
        return said


_SAID = _Said()


def _pieces(text: str) -> list[str]:
    """What each character of a text says; a run of smuggled ones begins a row of its own."""
    pieces: list[str] = []
    was_smuggled = False
    for char in text:
        new = char if char < "\x80" else _SAID[char]
        if smuggled := len(new) == 1 and char >= "\U000e0000":
            new = new if was_smuggled else "\n" + new
        was_smuggled = smuggled
        pieces.append(new)
    return pieces


def _fold(text: str) -> str:
    """A text as it is read."""
    if text.isascii():
        return text
    foreign = "".join(_FOREIGN.findall(text))
    chars = set(foreign)
    changed = [char for char in chars if _SAID[char] != char]
    if not changed:
        return text.translate(_LOOKS) if not chars.isdisjoint(_LOOKING) and _MIXED.search(text) else text
    folded = "".join(_pieces(text)) if max(changed) >= "\U000e0000" else _FOREIGN.sub(_say, text)
    return folded.translate(_LOOKS) if _MIXED.search(folded) else folded


def _say(run: re.Match[str]) -> str:
    return "".join(map(_SAID.__getitem__, run[0]))


def _origin(text: str) -> list[int]:
    """Where each code point of a folded text comes from."""
    return [at for at, piece in enumerate(_pieces(text)) for _ in piece]


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Whether it stands in quotes or in a fence, beside words of the note's own."""
    row_start = max(text.rfind("\n", 0, start) + 1, start - 400)
    row_end = text.find("\n", end)
    row = text[row_start : min(end + 400, row_end if row_end >= 0 else len(text))]
    for found in QUOTES.finditer(row):
        if found.start() <= start - row_start and end - row_start <= found.end():
            outside = row[: found.start()] + " " + row[found.end() :]
            return sum(map(str.isalpha, outside)) >= 3
    return False


class _Fences:
    """Where code fences of a text open and close, looked up once and only when it is asked."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places: list[int] | None = None

    def hold(self, place: int) -> bool:
        if self._places is None:
            self._places = [found.start() for found in FENCE.finditer(self._text)]
        return bisect_right(self._places, place) % 2 == 1


def _sentence_before(text: str, start: int) -> str:
    before = text[max(0, start - _NEAR) : start]
    cut = 0
    for found in SENTENCE.finditer(before):
        cut = found.end()
    return before[cut:]


def _is_harmless_request(found: re.Match[str], after: str) -> bool:
    """Whether a secret in an address is that address's own key."""
    host, path, name = found["host"].lower(), found["path"], found["var"].lower()
    if after.lstrip("})")[:1] == "@":  # as the password of an address: what follows is the host
        host, path = after.lower(), ""
        return not any(owner in name and owner not in host for owner in OWNERS)
    if any(local in host for local in LOCAL):
        return True
    owner = next((owner for owner in OWNERS if owner in name), None)
    if owner is not None and owner in host:
        return True
    ours = [
        part for part in re.split("_", name) if len(part) > 3 and part not in ("token", "secret", "password", "pass")
    ]
    if any(part in host for part in ours):
        return True
    return owner is None and (USUAL.search(host + path) is not None or "@" in host)


def _counts(shape: Shape, text: str, found: re.Match[str], fences: _Fences) -> bool:
    start, end = found.span()
    before = _sentence_before(text, start)
    if (
        shape.shell
        and "var" in found.re.groupindex
        and "host" in found.re.groupindex
        and found["host"]
        and _is_harmless_request(found, text[end : end + 60])
    ):
        return False
    if shape.addressed and not BEGINS.search(text[max(0, start - 60) : start]):
        return False
    forbidden = FORBIDS.search(before)
    if forbidden and not STILL.search(before[forbidden.start() :]):
        return False
    if TOLD.search(before) or TOLD_AFTER.match(text, end, end + _FAR):
        return False
    if not shape.shell and (_is_quoted(text, start, end) or fences.hold(start)):
        return False
    if shape.kind != SEND or shape.shell:
        return True
    return not HOME.search(text, start, end + 30) and not WITH.search(text, start, end)


ALL = (*SHAPES, *FOREIGN)
"""Every shape; elsewhere it goes by its number."""
_UNSPACED = sum(1 << number for number, shape in enumerate(ALL) if not shape.starts)


def _table(first: int, end: int) -> dict[str, int]:
    """From a word or a stem to the numbers of the shapes that it may start, as bits."""
    table: dict[str, int] = {}
    for number in range(first, end):
        for word in ALL[number].starts.split():
            table[word] = table.get(word, 0) | 1 << number
    return table


_BY_WORD = _table(0, len(SHAPES))
_BY_STEM = _table(len(SHAPES), len(ALL))


def _started(text: str) -> int:
    """The shapes that the words of a text in lower case may start, as bits."""
    words, bits = set(_WORDS.findall(text)), 0
    for word in words & _BY_WORD.keys():
        bits |= _BY_WORD[word]
    for stem in {word[:4] for word in words} & _BY_STEM.keys():
        bits |= _BY_STEM[stem]
    return bits


_STARTED = Remembered(_started)
_HINTS = tuple(shape.hints for shape in ALL)
_ASCII_HINTS = tuple(tuple(filter(str.isascii, hints)) for hints in _HINTS)


def _candidates(text: str) -> list[int]:
    """The numbers of the shapes whose words are there: nearly always none, so that a note costs little."""
    bits = _STARTED.within(text)
    if not text.isascii() and max(text) >= _FIRST_CJK and _CJK.search(text):
        bits |= _UNSPACED
    if not bits:
        return []
    plain = text.lower().replace("\n", " ")
    hints = _ASCII_HINTS if plain.isascii() else _HINTS
    return [number for number in numbers_of(bits) if any(map(plain.__contains__, hints[number]))]


def _matches(text: str, numbers: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    fences = _Fences(text)
    for number in numbers:
        shape = ALL[number]
        for found in compiled(number).finditer(text):
            if _counts(shape, text, found, fences):
                yield *found.span(), shape.kind


def find_injections(text: str) -> tuple[Injection, ...]:
    """What in a text reads like an instruction to its reader, in order; of those that overlap, the first."""
    folded = _fold(text)
    numbers = _candidates(folded)
    found = sorted(_matches(folded, numbers)) if numbers else []
    origin: Sequence[int] = _origin(text) if found and folded is not text else range(len(text))
    out: list[Injection] = []
    for first, last, kind in found:
        start, end = origin[first], origin[last - 1] + 1
        if not out or start >= out[-1].end:
            out.append(Injection(start, end, kind))
    return tuple(out)
