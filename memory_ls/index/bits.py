"""Sets of small numbers as the bits of one integer, and sums of such sets, bit-sliced."""

from __future__ import annotations

from collections.abc import Iterator


def bits(some: list[int] | tuple[()]) -> int:
    """A set of numbers as bits."""
    found = 0
    for number in some:
        found |= 1 << number
    return found


def numbers(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending."""
    if bits.bit_count() > 64:
        for number, char in enumerate(reversed(bin(bits))):
            if char == "1":
                yield number
        return
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def at_least(planes: list[int], count: int) -> int:
    """The notes whose bit-sliced count is `count` or more."""
    if count >> len(planes):
        return 0
    more, same = 0, -1
    for level in range(len(planes) - 1, -1, -1):
        plane = planes[level]
        if count >> level & 1:
            same &= plane
        else:
            more |= same & plane
            same &= ~plane
    return more | same
