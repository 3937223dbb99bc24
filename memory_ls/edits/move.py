"""Move a note to the other scope: it is put there first and only then leaves; a target that holds it is left alone."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot, find, live_notes
from memory_ls.formats.notes import Change, Refusal, Scope, combined
from memory_ls.formats.world import World

name = "move"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    source = find(intention.notes[0], seen) if intention.notes else Refusal("no note is named")
    if isinstance(source, Refusal):
        return source
    scope = intention.scope or other(source.seen.file.store.scope)
    if scope is None:
        return Refusal("this file has no other scope to move notes to")
    if scope is source.seen.file.store.scope:
        return Refusal(f"the note is in {scope.value} memory already")
    target = seen.of_scope(scope, source.seen)
    if isinstance(target, Refusal):
        return target
    gone = source.format.drop(source.seen, [source.note])
    if any(note.fragment.identity == source.fragment.identity for note in live_notes(target)):
        return gone
    if target.blocked:
        return Refusal(target.blocked)
    return combined(source.format.put(target, source.fragment.text), gone)


def other(scope: Scope) -> Scope | None:
    """Where a note of a scope can go; a file that stands alone has nowhere."""
    return {Scope.PROJECT: Scope.GLOBAL, Scope.GLOBAL: Scope.PROJECT}.get(scope)
