"""A note that only repeats what the agent's instructions say already.

`CLAUDE.md` and `AGENTS.md` are given to the agent in full at every start; a note of the same words costs budget and can
come to contradict them when one of the two is changed. Forget the note, or keep what it says beyond the instructions.

Source: the topics agents' rules on what is not worth saving; how much alike is too much is that of `similar`.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect import quote
from memory_ls.formats.notes import Fragment, Role
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Around, Hit

code = "in-instructions"
needs = frozenset({Fact.INSTRUCTIONS})


def check(fragment: Fragment, around: Around) -> Iterator[Hit]:
    if fragment.role is not Role.NOTE or fragment.leads or fragment.logged:
        return
    instructions = around.world.instructions.get(around.store)
    place = instructions.says(fragment.text) if instructions is not None else None
    if place is not None:
        yield Hit(f"{quote(place)} says this already", fixes=(("forget", "Forget this note", False),))
