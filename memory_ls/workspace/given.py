"""What an agent is given of the notes now, note for note, in our own framing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from memory_ls.detect import mask
from memory_ls.edits import live_notes
from memory_ls.formats import FORMATS
from memory_ls.formats.bullets import BULLETS
from memory_ls.formats.notes import File, Limits, Scope
from memory_ls.recall import Plan, injection_plan
from memory_ls.recall.plan import Part
from memory_ls.text import utf8_length
from memory_ls.workspace.applying import see
from memory_ls.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Given:
    """`text` is masked and empty when nothing is given; `untrusted` are files whose notes are left out for that."""

    text: str = field(repr=False)
    plan: Plan
    limits: Limits
    untrusted: tuple[File, ...] = ()


def given(workspace: Workspace, files: Sequence[File]) -> Given:
    """Replay the agent's plan on the files of one view; an untrusted project contributes nothing."""
    untrusted = tuple(
        file for file in files if file.store.scope is Scope.PROJECT and not workspace.trusted(file.store.root)
    )
    limits = workspace.limits(files[0])
    seen = [see(workspace, file) for file in files if file not in untrusted]
    notes = [
        (one.file, [note.fragment for note in live_notes(one)])
        for one in seen
        if utf8_length(str(one.text)) <= limits.read
    ]
    parts = [
        Part([note.cost for note in found], FORMATS[file.store.format].header(file.store.scope))
        for file, found in notes
    ]
    plan = injection_plan(parts if limits.inject else [], limits.room)
    shown = [
        (file.store.scope, [found[place] for place in places])
        for (file, found), places in zip(notes, plan.shown, strict=False)
    ]
    return Given(mask(BULLETS.framed(shown, plan.omitted)), plan, limits, untrusted)
