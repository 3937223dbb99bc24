"""Notes of two agents in one § file.

pi-hermes ends each note with two dates in a comment. To hermes-agent and to the seed's plan that comment is text: it
counts toward the limit, the same note without it is another note, and replacing the note drops the dates. It comes
from two agents on one folder, or from a file that was copied; one store belongs to one of them. Said once a file.

A note without dates in a store of pi-hermes is none of this: that agent reads it, and dates it when it next writes.

Source: hermes-agent 0.19 run on files of pi-hermes-memory 0.9, and the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.formats.notes import Placed, Ref
from memory_ls.formats.section_grammar import MIXED_KIND
from memory_ls.rules.finding import Finding, Message, Severity, View

code = "mixed-format"
kinds = frozenset({MIXED_KIND})


def check(ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
    first: dict[str, Placed] = {}
    counts: dict[str, int] = {}
    for block in group:
        first.setdefault(block.file.id, block)
        counts[block.file.id] = counts.get(block.file.id, 0) + 1
    for id, block in first.items():
        whose = "this note ends" if counts[id] == 1 else f"{counts[id]} notes of this file end"
        message = f"{whose} with dates that another agent wrote; to the one that reads here they are text"
        severity = Severity.WARNING if block.file.store.enforced else Severity.INFORMATION
        yield Finding(code, block, Message(message), severity)
