"""A note that is longer than its agent's own tool accepts.

The agent still reads it, but cannot update or forget it with its tool, which refuses a text of that length. Split it,
or shorten it.

Source: bullets, "Tool" (500 UTF-16 units).
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.formats.notes import Fragment, Role
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Around, Hit, Severity

code = "too-long"
needs: frozenset[Fact] = frozenset()


def check(fragment: Fragment, around: Around) -> Iterator[Hit]:
    limit = around.limits.note
    if fragment.role is Role.NOTE and fragment.length > limit:
        lower = None if around.store.enforced else Severity.INFORMATION
        message = (
            f"{fragment.length} characters; the agent's tool takes notes of at most {limit} and cannot change this one"
        )
        yield Hit(message, severity=lower)
