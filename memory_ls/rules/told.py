"""From what a grammar found wrong to hits: rules whose findings a format brings along with its fragments."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from memory_ls.formats.notes import Fragment
from memory_ls.rules.finding import Around, Hit, Severity

Check = Callable[[Fragment, Around], Iterator[Hit]]


def problems_of(code: str) -> Check:
    """The check of a rule that tells a fragment's problems of one code; each mend becomes a fix."""

    def check(fragment: Fragment, around: Around) -> Iterator[Hit]:
        for problem in fragment.problems:
            if problem.code == code:
                lowered = Severity[problem.at_most.upper()] if problem.at_most else None
                fixes = tuple((f"mend {mend.name}", mend.title, mend.preferred) for mend in problem.mends)
                yield Hit(problem.message, problem.span, fixes, lowered)

    return check
