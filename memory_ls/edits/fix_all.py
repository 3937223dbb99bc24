"""Fix in one file what cannot lose meaning: exact copies go but the first, invisible characters are stripped.

Copies of indented notes and of lead-ins stay: what they mean hangs on what stands around them.
"""

from __future__ import annotations

from memory_ls.detect import find_invisible
from memory_ls.edits.intention import Intention, Snapshot
from memory_ls.edits.redact import span_of
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Change, Refusal, Write, combined
from memory_ls.formats.notes import Placed, Role
from memory_ls.formats.world import World
from memory_ls.text import Replace

name = "fix-all"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    file = seen.files.get(intention.file or "")
    if file is None:
        return Refusal("there is no such memory here")
    if file.blocked:
        return Refusal(file.blocked)
    copies: list[Placed] = []
    replace: list[Replace] = []
    said: set[str] = set()
    for block in file.blocks:
        if block.fragment is None:
            continue
        alone = block.fragment.role is Role.NOTE and not (block.fragment.depends or block.fragment.leads)
        if alone and block.fragment.text in said:
            copies.append(block)
            continue
        if alone:
            said.add(block.fragment.text)
        rows = file.rows(block)
        replace += [
            Replace(span_of(rows, one.start, one.end).down(block.row), one.instead)
            for one in find_invisible("\n".join(rows))
        ]
    strip: Change = (Write(file.file.id, file.stamp, tuple(replace)),) if replace else ()
    drop = FORMATS[file.file.store.format].drop(seen.store(file.file.store), copies) if copies else ()
    return drop if isinstance(drop, Refusal) else combined(strip, drop)
