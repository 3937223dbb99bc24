"""The same note twice.

Two notes are the same when their format's key for them is the same (for bullets: one line, lower case, closing
punctuation dropped). In one file the later is marked; across files both are, since the first may not be in view.
Notes that only announce what follows ("Completed:") are left alone, and so are fields below headings ("Status: done")
and what another day's log says as well. Indented notes hang on the note above them, so a copy of one is information,
and no fix for it is preferred.

Source: bullets, "Near-duplicate guard".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.detect.fields import is_field
from memory_ls.edits.move import destinations
from memory_ls.formats.notes import Fragment, Placed, Ref, Role
from memory_ls.rules.finding import Finding, Message, Offer, Severity, View

code = "duplicate"
kinds = frozenset({"same"})


def check(ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
    firsts: dict[str, Placed] = {}
    for note in group:
        if note.fragment is None or not _stands_for_itself(note.fragment):
            continue
        first = firsts.setdefault(note.file.id, note)
        if first is not note:
            yield _finding(note, first, Severity.WARNING)
    lasting = [note for note in firsts.values() if note.fragment is not None and not note.fragment.logged]
    for note in lasting:
        for copy in lasting:
            if copy is not note:
                yield _finding(note, copy, Severity.INFORMATION)
                break


def _stands_for_itself(note: Fragment) -> bool:
    return note.role is Role.NOTE and not note.leads and not (note.depends and is_field(note.text))


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
