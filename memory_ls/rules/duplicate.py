"""The same note twice.

Two notes are the same when their format's key for them is the same (for bullets: one line, lower case, closing
punctuation dropped). In one file the later is marked; across files both are, since the first may not be in view.
Notes that only announce what follows ("Completed:") are left alone. Indented ones hang on the note above them, so a
copy of one is information, and no fix for it is preferred.

Source: bullets, "Near-duplicate guard".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.edits.move import destinations
from memory_ls.formats.notes import Placed, Ref, Role
from memory_ls.rules.finding import Finding, Message, Offer, Severity, View

code = "duplicate"
kinds = frozenset({"same"})


def check(ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
    firsts: dict[str, Placed] = {}
    for note in group:
        if note.fragment is None or note.fragment.role is not Role.NOTE or note.fragment.leads:
            continue
        first = firsts.setdefault(note.file.id, note)
        if first is not note:
            yield _finding(note, first, Severity.WARNING)
    for note in firsts.values():
        for copy in firsts.values():
            if copy is not note:
                yield _finding(note, copy, Severity.INFORMATION)
                break


def _finding(note: Placed, copy: Placed, severity: Severity) -> Finding:
    hangs = note.fragment is not None and note.fragment.depends
    severity = Severity.INFORMATION if hangs else severity
    offers = [Offer("remove-copy", Message("Remove this copy"), (note, copy), preferred=not hangs)]
    offers += move_offers(note) if note.file is not copy.file else []
    message = Message("says the same as {0}", (copy,))
    return Finding(code, note, message, severity, related=(copy,), offers=tuple(offers))


def move_offers(note: Placed) -> list[Offer]:
    """ "Move to global memory", "Move to USER.md": wherever notes of its file can go."""
    return [
        Offer("move", Message(f"Move to {goal.label}"), (note,), scope=goal.scope, choice=goal.inside)
        for goal in destinations(note.file)
    ]
