"""What words say to a detector, remembered: notes use the same words again and again."""

from __future__ import annotations

from collections.abc import Callable

_MOST, _LONG = 60_000, 40  # words that are remembered at once, and code points of the longest of them


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
        """The bits of all words of a text, as blanks part them."""
        bits = 0
        for found in set(map(self.__getitem__, set(text.split()))):
            bits |= found
        return bits


def numbers_of(bits: int) -> list[int]:
    """The places of the bits that are set, from the lowest on."""
    out = []
    while bits:
        lowest = bits & -bits
        out.append(lowest.bit_length() - 1)
        bits ^= lowest
    return out
