"""A note that a newer one replaced. It is kept for people; its agent does not read it.

Source: ours; the mark's bytes are documented in `formats/bullets.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.formats.notes import Placed, Ref, Role
from memory_ls.rules.finding import Finding, Message, Offer, Severity, Tag, View

code = "superseded"
kinds = frozenset({"same", "id", "file", "name"})


def check(ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
    newer = [note for note in group if note.fragment and (_is_live(note, ref) or ref in note.fragment.defines)]
    for note in group:
        if note.fragment is None or note.fragment.role is not Role.RETIRED or note.fragment.superseded_by != ref:
            continue
        by = next((one for one in newer if one.file is note.file), newer[0] if newer else None)
        message = (
            Message("superseded by {0}", (by,)) if by else Message("superseded by a note that is gone or reworded")
        )
        restore = Offer("restore", Message("Restore this note"), (note,))
        related = (by,) if by else ()
        yield Finding(code, note, message, Severity.HINT, related=related, offers=(restore,), tag=Tag.DEPRECATED)


def _is_live(note: Placed, ref: Ref) -> bool:
    return note.fragment is not None and note.fragment.role is Role.NOTE and note.fragment.identity == ref
