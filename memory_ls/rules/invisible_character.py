"""A character that nobody sees: zero-width, bidirectional control, tag, filler, escape.

The agent reads what the person who reviews the file does not see; that is how hidden instructions travel. Characters
that a script or an emoji needs (joiners in Persian, Hindi or Thai, variation selectors, marks beside right-to-left
text) are left alone.

Source: Unicode Technical Standard 39 and Technical Report 36.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect import find_invisible
from memory_ls.edits.redact import span_of
from memory_ls.formats.notes import Fragment
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Around, Hit

code = "invisible-character"
needs: frozenset[Fact] = frozenset()


def check(fragment: Fragment, around: Around) -> Iterator[Hit]:
    found = find_invisible("\n".join(around.rows))
    if not found:
        return
    kinds = list(dict.fromkeys(one.kind for one in found))
    first = span_of(around.rows, found[0].start, found[-1].end)
    what = f"{kinds[0]}" if len(found) == 1 else f"{len(found)} invisible characters, first {kinds[0]}"
    yield Hit(f"{what}: the agent reads it and you do not see it", first, (("strip", "Strip the characters", True),))
