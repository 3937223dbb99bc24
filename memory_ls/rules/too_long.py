"""A note, a field of it or a row of an index that is longer than its agent accepts.

The agent still reads it, but cannot update or forget it with its tool, which refuses a text of that length; of an index
row it shows the start. Split it, or shorten it.

Source: bullets, "Tool" (500 UTF-16 units); the limits of the other formats stand in their modules.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.formats.notes import Fragment, Role
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Around, Hit, Severity
from memory_ls.rules.told import problems_of

code = "too-long"
needs: frozenset[Fact] = frozenset()
_problems = problems_of(code)


def check(fragment: Fragment, around: Around) -> Iterator[Hit]:
    limit = around.limits.note
    yield from _problems(fragment, around)
    if limit and fragment.role is Role.NOTE and fragment.length > limit:
        lower = None if around.store.enforced else Severity.INFORMATION
        message = (
            f"{fragment.length} characters; the agent's tool takes notes of at most {limit} and cannot change this one"
        )
        yield Hit(message, severity=lower)
