"""A note whose place was taken by a placeholder such as "[rest unchanged]".

An agent that rewrote the file left the rest out, and the notes that stood here are gone. Look into version control or
a backup, then remove the row.

Source: seen in real memory files.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect import find_elided
from memory_ls.edits.redact import span_of
from memory_ls.formats.notes import Fragment, Role
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Around, Hit

code = "elided"
needs: frozenset[Fact] = frozenset()


def check(fragment: Fragment, around: Around) -> Iterator[Hit]:
    fixes = (("forget", "Forget this note", False),) if fragment.role is Role.NOTE else ()
    for found in find_elided("\n".join(around.rows)):
        span = span_of(around.rows, found.start, found.end)
        yield Hit("a placeholder stands here; the notes that an agent left out are lost", span, fixes)
