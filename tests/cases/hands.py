"""How text gets into a buffer: row by row, or by way of random edits."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from memory_ls.text import Span, Text, split_rows

Edit = tuple[Span, str]
Type = Callable[[str, str], Iterable[Edit]]
"""From what stands in a buffer to what shall stand there, as edits one after the other."""


def straight(start: str, wanted: str) -> Iterator[Edit]:
    """Row by row from the last one up, as a formatter would."""
    old, new = _units(start), _units(wanted)
    rows, _ = split_rows(start)
    for tag, a, b, c, d in reversed(SequenceMatcher(None, old, new, autojunk=False).get_opcodes()):
        if tag != "equal":
            yield Span(*_place(rows, a), *_place(rows, b)), "".join(new[c:d])


def randomly(seed: str) -> Type:
    """By way of a few random edits, so that blocks are cut, joined and moved before the text is what it shall be."""

    def type_in(start: str, wanted: str) -> Iterator[Edit]:
        rng = random.Random(seed)
        text = Text(start)
        pieces = [*_units(wanted)[:20], "- ", "\n", "\r\n", "\n\n", "- x\n", "<<<<<<< ", "-->", "é", "🙂"]
        for _ in range(rng.randint(3, 8)):
            row = rng.randrange(len(text.rows))
            end_row = min(len(text.rows) - 1, row + rng.choice((0, 0, 1, 2)))
            span = Span(row, _column(rng, text.rows[row]), end_row, _column(rng, text.rows[end_row]))
            if (span.end_row, span.end_col) < (span.row, span.col):
                span = Span(span.end_row, span.end_col, span.row, span.col)
            new = rng.choice(pieces) if rng.random() < 0.7 else ""
            text.splice(span, new)
            yield span, new
        yield from straight(str(text), wanted)

    return type_in


def _column(rng: random.Random, row: str) -> int:
    return rng.choice((0, len(row), rng.randint(0, len(row))))


def _units(text: str) -> list[str]:
    """Rows with their ends; the last one only if it is not empty."""
    rows, ends = split_rows(text)
    units = [row + end for row, end in zip(rows, ends, strict=True)]
    return units if units[-1] else units[:-1]


def _place(rows: Sequence[str], unit: int) -> tuple[int, int]:
    return (unit, 0) if unit < len(rows) else (len(rows) - 1, len(rows[-1]))
