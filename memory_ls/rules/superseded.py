"""A note that a newer one replaced. It is kept for people; its agent does not read it.

Source: ours; the mark's bytes are documented in `formats/bullets.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.formats.notes import Placed, Role
from memory_ls.rules.finding import Finding, Message, Offer, Severity, Tag, View

code = "superseded"
kind = "same"


def check(group: Sequence[Placed], view: View) -> Iterator[Finding]:
    live = [note for note in group if note.fragment and note.fragment.role is Role.NOTE]
    for note in group:
        if note.fragment is None or note.fragment.role is not Role.RETIRED:
            continue
        by = next((one for one in live if one.file is note.file), live[0] if live else None)
        message = (
            Message("superseded by {0}", (by,)) if by else Message("superseded by a note that is gone or reworded")
        )
        restore = Offer("restore", Message("Restore this note"), (note,))
        related = (by,) if by else ()
        yield Finding(code, note, message, Severity.HINT, related=related, offers=(restore,), tag=Tag.DEPRECATED)
