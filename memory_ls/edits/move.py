"""Move a note: it is put where it goes first and only then leaves; a target that has it already is confirmed."""

from __future__ import annotations

from memory_ls.data import replace
from memory_ls.edits.intention import Intention, Snapshot, find
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Change, Refusal, combined
from memory_ls.formats.format import Destination
from memory_ls.formats.notes import File
from memory_ls.formats.world import World

name = "move"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`scope`, or `choice` (a file of the same store), is where the note goes; else to its only destination."""
    source = find(intention.notes[0], seen) if intention.notes else Refusal("no note is named")
    if isinstance(source, Refusal):
        return source
    goal = _goal(intention, source.seen.file)
    if isinstance(goal, Refusal):
        return goal
    target = source.store if goal.scope is None else seen.of_scope(goal.scope, source.seen.file.store)
    if isinstance(target, Refusal):
        return target
    gone = source.format.drop(source.store, [source.note])
    if isinstance(gone, Refusal):
        return gone
    draft = replace(source.format.draft(source.store, source.note), inside=goal.inside)
    put = source.format.put(target, draft, world.today)
    return put if isinstance(put, Refusal) else combined(put, gone)


def destinations(file: File) -> tuple[Destination, ...]:
    """Where notes of a file can go."""
    return FORMATS[file.store.format].destinations(file)


def _goal(intention: Intention, file: File) -> Destination | Refusal:
    goals = destinations(file)
    if intention.scope is not None and intention.scope is file.store.scope:
        return Refusal(f"the note is in {intention.scope.value} memory already")
    for goal in goals:
        if intention.scope is None and intention.choice is None:
            return goal
        if goal.scope is intention.scope and goal.inside == intention.choice:
            return goal
    return Refusal("this file has no other place to move notes to")
