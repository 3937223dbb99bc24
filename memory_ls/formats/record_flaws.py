"""What is wrong in a record, with the replacements that put it right."""

from __future__ import annotations

from memory_ls.data import dataclass
from memory_ls.formats.notes import Mend, Problem
from memory_ls.text import Replace, Span


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to put a flaw right; `name` tells it from all others of the same text and holds none of it."""

    name: str
    title: str
    replace: tuple[Replace, ...]
    preferred: bool = True


@dataclass(frozen=True, slots=True)
class Flaw:
    """A problem and what would mend it, planned on the text as it was read."""

    code: str
    message: str
    span: Span | None = None
    fixes: tuple[Fix, ...] = ()
    at_most: str | None = None

    @property
    def problem(self) -> Problem:
        """What is told of it: the text of the fixes stays behind."""
        mends = tuple(Mend(fix.name, fix.title, fix.preferred) for fix in self.fixes)
        return Problem(self.code, self.message, self.span, mends, self.at_most)


def row_of(row: int, text: str) -> Span:
    """All of a row but the blanks around its text."""
    start = len(text) - len(text.lstrip(" \t"))
    return Span(row, start, row, max(start, len(text.rstrip(" \t"))))
