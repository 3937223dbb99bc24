"""Carrying out: operations planned one after the other on the text as it is under the lock, written once.

Each operation sees what those before it came to, so that a batch may add a note and supersede another one by it.
Nothing is written before all of them are planned and checked; then each file is written once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations

from memory_ls import edits
from memory_ls.agent.answer import Declined
from memory_ls.agent.place import Place
from memory_ls.edits import Intention, Snapshot
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Change, FileSeen, Refusal, Remove, Write
from memory_ls.formats.notes import FileId
from memory_ls.formats.parse import blocks_of
from memory_ls.formats.world import World
from memory_ls.stores.agent_locks import agents_locked
from memory_ls.stores.failure import StoreFailure
from memory_ls.stores.locking import locked
from memory_ls.stores.reading import Refusing, parent_folder
from memory_ls.text import Text, replaced
from memory_ls.workspace.applying import back_up_files, snapshot, take_step
from memory_ls.workspace.reach import Reached
from memory_ls.workspace.workspace import Workspace

Operation = Callable[[Snapshot, World], Intention | Change]
"""What is to be done, said on the text as it is then; raises `Declined`."""
Check = Callable[[Workspace, FileSeen, FileSeen], None]
"""Looks at a file before and after and raises `Declined` where its agent would not take it."""


@dataclass(slots=True)
class Carried:
    """The store before and after, and where the old text of files that went is kept."""

    before: Snapshot
    after: Snapshot
    changed: tuple[FileId, ...] = ()
    backups: list[str] = field(default_factory=list)


def carry_out(
    place: Place,
    where: Reached,
    operations: Sequence[Operation],
    check: Check | None = None,
    numbers: Sequence[int] = (),
) -> Carried:
    """Plan all, check all, write; `numbers` are those under which a caller knows the operations, 0 for none. Raises
    `Declined`; after each step no note is missing everywhere."""
    workspace = place.workspace()
    stores = {where.store, *where.stores}
    roots = {store.root for store in stores}
    try:
        with locked(place.env, roots, pause=place.pause), agents_locked(stores, pause=place.pause):
            first = now = snapshot(workspace, where.company, where.stores)
            touched: dict[FileId, None] = {}
            world = workspace.world_of(where.store)
            for place_in, operation in enumerate(operations):
                change = _planned(operation, now, world, numbers[place_in] if numbers else 0)
                for step in change:
                    touched.pop(step.file, None)  # its place is that of the last operation: adding before removing
                    touched[step.file] = None
                now = _evolved(now, change)
            for id in touched:
                if check is not None:
                    check(workspace, first.at(id), now.at(id))
            order = list(touched) if len(operations) == 1 else _safe(first, now, list(touched))
            place.pause(0)  # the last moment to give up: what is begun is written to its end
            return _written(workspace, first, now, order)
    except StoreFailure as failure:
        raise Declined(failure.message) from None


def _planned(operation: Operation, seen: Snapshot, world: World, number: int) -> Change:
    try:
        said = operation(seen, world)
        planned = edits.plan(said, seen, world) if isinstance(said, Intention) else said
        if isinstance(planned, Refusal):
            raise Declined(planned.reason)
        blocked = next((file.blocked for step in planned if (file := seen.files.get(step.file)) and file.blocked), None)
        if blocked:
            raise Declined(blocked)
    except Declined as declined:
        if not number:
            raise
        raise Declined(f"operation {number}: {declined.reason}; nothing was changed", shows=declined.shows) from None
    return planned


def _evolved(seen: Snapshot, change: Change) -> Snapshot:
    """The snapshot as it will be after a change; stamps stay those of the disk."""
    files = dict(seen.files)
    for step in change:
        file = seen.at(step.file)
        if isinstance(step, Remove):
            files[step.file] = replace(file, text=Text(), blocks=(), missing=True)
            continue
        text = Text(replaced(file.text, step.replace))
        grammar = FORMATS[file.file.store.format].grammar(file.file)
        blocks = blocks_of(grammar, file.file, text) if grammar is not None else []
        files[step.file] = replace(file, text=text, blocks=blocks, missing=False)
    return replace(seen, files=files)


def _safe(first: Snapshot, now: Snapshot, touched: Sequence[FileId]) -> list[FileId]:
    """An order of several operations' files: new ones first, those that go last, and between them such that a note
    which is there before and after is there all the time."""
    new = [id for id in touched if first.at(id).missing]
    gone = [id for id in touched if now.at(id).missing and id not in new]
    rest = [id for id in touched if id not in new and id not in gone]
    if len(rest) < 2:
        return [*new, *rest, *gone]
    kept = _texts(first.at(id) for id in touched) & _texts(now.at(id) for id in touched)
    for order in permutations(rest[:_ORDERED]):
        if all(
            kept <= _texts(now.at(id) if id in (*new, *order[:done]) else first.at(id) for id in touched)
            for done in range(1, len(order))
        ):
            return [*new, *order, *rest[_ORDERED:], *gone]
    raise Declined("these operations move notes both ways between two files; make them in separate calls")


_ORDERED = 5
"""Files whose order is tried. Source: ours; one call touches two or three."""


def _texts(files: Iterable[FileSeen]) -> set[str]:
    return {block.fragment.text for file in files for block in file.blocks if block.fragment is not None}


def _written(workspace: Workspace, first: Snapshot, now: Snapshot, touched: Sequence[FileId]) -> Carried:
    done = Carried(first, now)
    for id in touched:
        before, after = first.at(id), now.at(id)
        if after.missing == before.missing and str(after.text) == str(before.text):
            continue
        step: Write | Remove = Write(id, before.stamp, ())
        if after.missing:
            step = Remove(id, before.stamp)
            done.backups += back_up_files(workspace, first, (step,))
        else:
            _make_root(after)
        refused = take_step(workspace, after, step)
        if refused is not None:
            rest = "; a part of the change is written, look with `memory` action `list`" if done.changed else ""
            raise Declined(refused.reason + rest)
        done.changed = (*done.changed, id)
    return done


def _make_root(seen: FileSeen) -> None:
    """A user's store that is not there yet gets its folder; a project that vanished is not made anew."""
    store = seen.file.store
    if not seen.missing and store.repository is None and store.root == store.folder:
        try:
            with parent_folder(f"{store.root}/x", store.root, make=True, private=True):
                return
        except (OSError, Refusing):
            return  # the write says why
