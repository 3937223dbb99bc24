"""What an agent's instruction files say: does a note only repeat a row of them, or say something else?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from memory_ls.index.conflict import Clash, conflicting
from memory_ls.index.judge import Kind, Side, judge
from memory_ls.index.likeness import Likeness
from memory_ls.index.values import ValueIndex

Place = tuple[str, int]
"""The name of an instruction file, and a row of it (from 0)."""

_MARK = re.compile(r"\s*(?:[-*+]|\d+[.)])?\s*(?:\[[ xX]\]\s+)?")
_FENCE = re.compile(r"\s*(```|~~~)")
_FEWEST = 4
"""Words that a row or a note needs: shorter ones are found in every such file and say little."""


class InstructionIndex:
    """The rows of some instruction files, outside their fences, headings and tables."""

    def __init__(self, files: Mapping[str, Sequence[str]]) -> None:
        self._said: dict[str, Place] = {}
        self._rows: dict[Place, str] = {}
        self._likeness: Likeness[Place] = Likeness()
        self._values: ValueIndex[Place] = ValueIndex()
        for name, rows in files.items():
            for row, text in _statements(rows):
                place = name, row
                self._said.setdefault(_plain(text), place)
                self._rows[place] = text
                self._likeness.add(place, text)
                self._values.add(place, text)
        self._likeness.rebuild()
        self._values.rebuild()

    def contradicts(self, text: str) -> tuple[str, str, Clash] | None:
        """Where a row says something else of the same thing, that row, and what differs (the row first); or None."""
        if len(text.split()) < _FEWEST:
            return None
        for place in self._values.near(text):
            clash = conflicting(self._rows[place], text)
            if clash is not None and clash.sure:
                return f"{place[0]}:{place[1] + 1}", self._rows[place], clash
        return None

    def says(self, text: str) -> str | None:
        """Where a note's whole content already stands (``CLAUDE.md:12``), or None."""
        if len(text.split()) < _FEWEST:
            return None
        place = self._said.get(_plain(text))
        if place is None:
            place = next((near for near in self._likeness.near(text) if _adds_nothing(self._rows[near], text)), None)
        return f"{place[0]}:{place[1] + 1}" if place else None


def _adds_nothing(row: str, note: str) -> bool:
    verdict = judge(row, note)
    return verdict is not None and (verdict.kind is Kind.SAME or verdict.contained is Side.B)


def _statements(rows: Sequence[str]) -> Iterator[tuple[int, str]]:
    fenced = False
    for number, row in enumerate(rows):
        if _FENCE.match(row):
            fenced = not fenced
        elif not fenced and not row.lstrip().startswith(("#", "|", "<!--", "@", "---")):
            mark = _MARK.match(row)
            text = row[mark.end() if mark else 0 :].strip()
            if len(text.split()) >= _FEWEST:
                yield number, text


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).strip(".!?,;:*_` ")
