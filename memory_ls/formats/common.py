"""What several formats share."""

from __future__ import annotations

import re

from memory_ls.formats.notes import Ref

_CONFLICT = re.compile(r"(<{7}|\|{7}|>{7})(?: |$)|(={7})$")
CONFLICT = "conflict-marker"


def conflict_marker(row: str) -> Ref | None:
    """The part of a git conflict that a row marks: ``<``, ``|``, ``=`` or ``>``; seven of them, a blank, a label."""
    if row[:1] not in ("<", "|", "=", ">"):
        return None
    found = _CONFLICT.match(row)
    return Ref(CONFLICT, (found[1] or found[2])[0]) if found else None
