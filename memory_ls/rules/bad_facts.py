"""A record's facts, relations or marks that its agent cannot read, or that contradict themselves.

The block of facts stands between `<!-- memory:facts:v1 -->` and `<!-- /memory:facts -->`, once in a record, and holds
rows `key = JSON` and `key -> @id`. One row that cannot be read, a key that is there twice, a marker too few or too many
makes the agent refuse all of it. A record that points at itself, and records that supersede each other in a circle, are
hidden by what should explain them.

Source: records, "Write semantics", and its agent's code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.detect import quote
from memory_ls.formats.notes import Placed, Ref, Store
from memory_ls.formats.record_fragment import RETIRED
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Finding, Message, Offer, Severity, View
from memory_ls.rules.told import problems_of

code = "bad-facts"
needs: frozenset[Fact] = frozenset()
check = problems_of(code)


class Circles:
    """Records that supersede each other in turn. It needs every hidden record, since any of them can close a circle."""

    code = code
    kinds = frozenset({RETIRED})

    def check(self, ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
        stores: dict[Store, dict[str, Placed]] = {}
        for note in group:
            if note.fragment is not None:
                stores.setdefault(note.file.store, {}).setdefault(note.fragment.title, note)
        for notes in stores.values():
            for circle in _circles(notes):
                for place, note in enumerate(circle):
                    yield _finding(note, circle[(place + 1) % len(circle)])


IN_GROUP = Circles()


def _finding(note: Placed, by: Placed) -> Finding:
    name = quote(by.fragment.title if by.fragment else "")
    said = "superseded by {0}, which in the end is superseded by this one, so the agent reads none of them"
    restore = Offer("restore", Message("Restore this record"), (note,))
    return Finding(code, note, Message(said, (name,)), Severity.WARNING, related=(by,), offers=(restore,))


def _circles(notes: dict[str, Placed]) -> Iterator[list[Placed]]:
    """Every circle once, its members in the order in which they supersede each other."""
    done: set[str] = set()
    for start in notes:
        path: dict[str, None] = {}
        id = start
        while id in notes and id not in done:
            done.add(id)
            path[id] = None
            fragment = notes[id].fragment
            id = fragment.superseded_by.value if fragment is not None and fragment.superseded_by else ""
        if id in path:
            names = list(path)
            yield [notes[name] for name in names[names.index(id) :]]
