"""Invisible characters that do not belong where they stand.

Zero-width characters, bidirectional controls, tag characters and the like carry meaning in some scripts and hide text
in others, so each is judged by its neighbours: Persian and Hindi joiners, Thai word breaks, emoji sequences, flags,
ideographic variants and marks beside right-to-left script are fine.

Sources: Unicode 16 (UAX #9 bidirectional algorithm, UAX #31 joiner contexts, UTS #51 emoji sequences, UTS #37
ideographic variation database, chapter 23 special areas), ECMA-48 for terminal escapes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from memory_ls.data import dataclass

CONTROL = "control character"
ESCAPE = "terminal escape"
ZERO_WIDTH = "zero-width character"
BIDI = "bidirectional control"
TAG = "tag character"
SELECTOR = "variation selector"
SOFT_HYPHEN = "soft hyphen"
BOM = "byte order mark"
FILLER = "filler character"
SEPARATOR = "line separator"


@dataclass(frozen=True, slots=True)
class Invisible:
    """A run of invisible characters of one kind, in code points; `instead` is what stripping leaves there."""

    start: int
    end: int
    kind: str
    instead: str = ""


# One class of code points a kind; whatever is in none of them is never looked at.
_CLASSES = {
    CONTROL: r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f",
    ZERO_WIDTH: r"\u200b-\u200d\u2060-\u2064\u206a-\u206f\u034f\ufff9-\ufffb\U0001d173-\U0001d17a\U0001bca0-\U0001bca3",
    BIDI: r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069",
    TAG: r"\U000e0000-\U000e007f",
    SELECTOR: r"\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef",
    SOFT_HYPHEN: r"\xad",
    BOM: r"\ufeff",
    FILLER: r"\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
    SEPARATOR: r"\u2028\u2029",
}
_ESCAPE = r"\x1b(?:\[[0-?]{0,32}[ -/]{0,4}[@-~]|\][^\x07\x1b\n]{0,256}(?:\x07|\x1b\\)|[@-Z\\^_])?"
_BLANKS = " \t\r\n"
_OVERRIDES = "\u202d\u202e"
_EMBEDDINGS = "\u202a\u202b\u202d\u202e"
_ISOLATES = "\u2066\u2067\u2068"
_POP_EMBEDDING, _POP_ISOLATE = "\u202c", "\u2069"
_MARKS = "\u061c\u200e\u200f"
_JOINERS = "\u200c\u200d"
_KEYCAPS = "#*0123456789"

# Scripts written without blanks, where U+200B marks where a row may break.
_UNSPACED = ((0x0E00, 0x0EFF), (0x0F00, 0x0FFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x1950, 0x19FF), (0x1A20, 0x1AAF))
# Scripts whose letters take other shapes at a joiner: Arabic to N'Ko, the Indic scripts, Mongolian, Tibetan and kin.
_JOINING = (
    (0x0600, 0x08FF),
    (0x0900, 0x0DFF),
    (0x0F00, 0x109F),
    (0x1780, 0x18AF),
    (0x1A20, 0x1CFF),
    (0xA800, 0xABFF),
    (0xFB50, 0xFDFF),
    (0xFE70, 0xFEFC),
    (0x10AC0, 0x10FFF),
    (0x11000, 0x11FFF),
    (0x1E900, 0x1E95F),
)
_IDEOGRAPHS = (
    (0x2E80, 0x2FDF),
    (0x3000, 0x30FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF00, 0xFF65),
)
_FAR_IDEOGRAPHS = ((0x20000, 0x3FFFF),)
_MONGOLIAN = ((0x1800, 0x18AF),)
_STANDARDISED = (
    (0x1000, 0x109F),
    (0xA840, 0xA87F),
    (0x2200, 0x22FF),
    (0x2A00, 0x2AFF),
    (0x10AC0, 0x10AFF),
    (0x13000, 0x143FF),
)
_JAMO = ((0x1100, 0x11FF), (0xA960, 0xA97F), (0xD7B0, 0xD7FF))
_BRAILLE = ((0x2800, 0x28FF),)


@lru_cache(maxsize=1)
def _suspects() -> re.Pattern[str]:
    return re.compile(f"[{''.join(_CLASSES.values())}]")


@lru_cache(maxsize=1)
def _tokens() -> re.Pattern[str]:
    groups = [f"(?P<k{number}>[{chars}])" for number, chars in enumerate(_CLASSES.values())]
    flag = "(?P<flag>\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f)"
    return re.compile("|".join([flag, f"(?P<escape>{_ESCAPE})", *groups]))


_KIND_OF_GROUP = {f"k{number}": kind for number, kind in enumerate(_CLASSES)}


def _within(char: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    code = ord(char) if char else -1
    return any(low <= code <= high for low, high in ranges)


def _is_rtl(char: str) -> bool:
    return unicodedata.bidirectional(char) in ("R", "AL")


def _is_pictograph(char: str) -> bool:
    """Whether a character can be part of an emoji sequence (symbols, and keycap bases)."""
    return bool(char) and (unicodedata.category(char) in ("So", "Sk", "Sm") or char in "‼⁉〰〽ℹ")


def _base_before(text: str, at: int) -> str:
    """The character that a joiner or selector attaches to, behind a selector, skin tone or combining mark."""
    steps = 0
    while at > 0 and steps < 8:
        char = text[at - 1]
        if "\ufe00" <= char <= "\ufe0f" or "\U0001f3fb" <= char <= "\U0001f3ff" or unicodedata.category(char) == "Mn":
            at, steps = at - 1, steps + 1
            if _within(char, _JOINING):
                return char
            continue
        return char
    return ""


def _joiner_is_fine(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if (before and before in "\u200b\u200c\u200d\u2060") or (after and after in "\u200b\u200c\u200d\u2060"):
        return False  # no script stacks joiners; hidden bits do
    base = _base_before(text, at)
    if _within(base, _JOINING):
        return True
    if text[at] == "\u200c":  # an ending joined to a foreign word or a number, as Persian has it
        return bool(before) and not before.isspace() and _within(after, _JOINING)
    if text[at] == "\u200d":
        return (_is_pictograph(base) and _is_pictograph(after)) or _within(after, ((0x0600, 0x08FF),))
    return False


def _selector_is_fine(text: str, at: int) -> bool:
    char, base = text[at], text[at - 1 : at]
    if not base:
        return False
    if "\u180b" <= char <= "\u180f":
        return _within(base, _MONGOLIAN) and base not in "\u180b\u180c\u180d\u180e\u180f"
    if char in "\ufe0e\ufe0f":
        if "\U0001f3fb" <= base <= "\U0001f3ff":
            return True
        return base in _KEYCAPS or _is_pictograph(base) or _within(base, _IDEOGRAPHS)
    if _within(base, _IDEOGRAPHS) or _within(base, _FAR_IDEOGRAPHS):
        return True
    return "\ufe00" <= char <= "\ufe02" and (_within(base, _STANDARDISED) or unicodedata.category(base) == "Sm")


def _zero_width_is_fine(text: str, at: int) -> bool:
    char, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if char in _JOINERS:
        return _joiner_is_fine(text, at)
    if char == "\u200b":
        return _within(before, _UNSPACED) and _within(after, _UNSPACED)
    if char == "\u034f":  # combining grapheme joiner: between marks, as in pointed Hebrew
        return bool(before) and unicodedata.category(before) == "Mn" and after != char
    return False


def _filler_is_fine(text: str, at: int) -> bool:
    char, around = text[at], (text[at - 1 : at], text[at + 1 : at + 2])
    if char == "\u2800":
        return any(_within(near, _BRAILLE) and near != char for near in around)
    if char in "\u115f\u1160":
        return any(_within(near, _JAMO) and near not in "\u115f\u1160" for near in around)
    return False


def _mark_is_fine(text: str, at: int, rtl_row: bool) -> bool:
    around = text[at - 1 : at] + text[at + 1 : at + 2]
    inside_word = len(around) == 2 and around.isascii() and around.isalpha()
    return rtl_row and not inside_word and text[at - 1 : at] not in tuple(_MARKS)


def _misplaced_bidi(text: str, places: list[int]) -> set[int]:
    """Which of a text's bidirectional controls are out of place: row by row, as the algorithm resets there."""
    bad: set[int] = set()
    row_end, rtl_row = -1, False
    stack: list[tuple[int, bool]] = []
    for at in places:
        if at >= row_end:
            bad.update(opened for opened, _ in stack)
            stack = []
            row_start = text.rfind("\n", 0, at) + 1
            row_end = text.find("\n", at)
            row_end = len(text) if row_end < 0 else row_end
            rtl_row = any(map(_is_rtl, filter(str.isalpha, text[row_start:row_end])))
        char = text[at]
        if char in _MARKS:
            if not _mark_is_fine(text, at, rtl_row):
                bad.add(at)
        elif char in _EMBEDDINGS or char in _ISOLATES:
            fine = rtl_row and char not in _OVERRIDES
            stack.append((at, fine))
            if not fine:
                bad.add(at)
        else:
            openers = _ISOLATES if char == _POP_ISOLATE else _EMBEDDINGS
            if stack and text[stack[-1][0]] in openers:
                _, fine = stack.pop()
                if not fine:
                    bad.add(at)
            else:
                bad.add(at)
    bad.update(opened for opened, _ in stack)
    return bad


def _instead_of(text: str, start: int, end: int, kind: str) -> str:
    if kind not in (CONTROL, SEPARATOR):
        return ""
    before, after = text[start - 1 : start], text[end : end + 1]
    return "" if not before or not after or before in _BLANKS or after in _BLANKS else " "


def _found(text: str, inside: bool) -> Iterator[tuple[int, int, str]]:
    bidi = [found.start() for found in re.finditer(f"[{_CLASSES[BIDI]}]", text)]
    misplaced = _misplaced_bidi(text, bidi) if bidi else set()
    for found in _tokens().finditer(text):
        group, at = found.lastgroup or "", found.start()
        if group == "flag":
            continue
        kind = ESCAPE if group == "escape" else _KIND_OF_GROUP[group]
        fine = (
            (kind == ZERO_WIDTH and _zero_width_is_fine(text, at))
            or (kind == BIDI and at not in misplaced)
            or (kind == SELECTOR and _selector_is_fine(text, at))
            or (kind == FILLER and _filler_is_fine(text, at))
            or (kind == BOM and at == 0 and not inside)
        )
        if not fine:
            yield at, found.end(), kind


def find_invisible(text: str, *, inside: bool = False) -> tuple[Invisible, ...]:
    """The invisible characters that do not belong where they are, runs of one kind together, in order.

    `inside` says that the text does not begin its file: only then is a byte order mark at its very start one of them.
    """
    if (text.isascii() and text.replace("\n", "").isprintable()) or not _suspects().search(text):
        return ()
    runs: list[tuple[int, int, str]] = []
    for start, end, kind in _found(text, inside):
        if runs and runs[-1][1] == start and runs[-1][2] == kind:
            runs[-1] = (runs[-1][0], end, kind)
        else:
            runs.append((start, end, kind))
    return tuple(Invisible(start, end, kind, _instead_of(text, start, end, kind)) for start, end, kind in runs)


def strip(text: str, *, inside: bool = False) -> str:
    """The text without what `find_invisible` finds; a control character that parts two words becomes a blank."""
    pieces: list[str] = []
    done = 0
    for found in find_invisible(text, inside=inside):
        pieces += (text[done : found.start], found.instead)
        done = found.end
    return "".join([*pieces, text[done:]]) if pieces else text
