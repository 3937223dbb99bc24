"""From an intention to the files: what is seen when it is planned, and how its steps reach the disk.

An open file is seen as its buffer and changed by its editor; every other is read anew and written under its store's
lock. Steps are taken in the order of the change: what adds first, what removes last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from memory_ls import edits
from memory_ls.data import dataclass
from memory_ls.edits import Intention, Snapshot
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Anchor, Change, FileSeen, Refusal, Remove, Write, digest
from memory_ls.formats.notes import File, Placed, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.rules import Offer
from memory_ls.stores.agent_locks import agents_locked
from memory_ls.stores.backup import back_up
from memory_ls.stores.failure import StoreFailure
from memory_ls.stores.locking import locked
from memory_ls.stores.reading import ABSENT, Found, Missing, Unreadable
from memory_ls.stores.writing import Stale, Written, remove, write
from memory_ls.text import BOM, Text, replaced
from memory_ls.workspace.workspace import Workspace

UNTRUSTED = "this project is not trusted, so no note is written into it; ask the user to run `memory-ls trust .` in it"
LONE_CR = "a row ends with a lone carriage return here; nothing is edited before that is mended"


@dataclass(frozen=True, slots=True)
class Applied:
    """What came of it: the files written, and where backups of their old text lie."""

    files: tuple[str, ...] = ()
    backups: tuple[str, ...] = ()


def anchor(seen: FileSeen, note: Placed) -> Anchor:
    return Anchor(note.file.id, note.row, digest(seen.rows(note)))


def intention_of(workspace: Workspace, offer: Offer) -> Intention:
    """An offer as data: its notes as anchors in the text as it is now."""
    anchors = tuple(
        Anchor(note.file.id, note.row, digest(workspace.held[note.file.id].live.rows(note))) for note in offer.notes
    )
    return Intention(offer.edit, anchors, file=offer.file, scope=offer.scope, choice=offer.choice)


def snapshot(workspace: Workspace, files: Sequence[File], stores: Sequence[Store] = ()) -> Snapshot:
    """Files as they are now: open ones from their buffers, the others from the disk. An untrusted project takes no new
    notes."""
    stores = tuple(dict.fromkeys([*stores, *workspace.stores_of(files)]))
    seen = {file.id: see(workspace, file) for file in (*files, *needed(stores))}
    untrusted = any(not workspace.trusts(store) for store in stores)
    unwritable = {Scope.PROJECT: UNTRUSTED} if untrusted else {}
    return Snapshot(seen, unwritable, stores, ABSENT)


def needed(stores: Iterable[Store]) -> Iterator[File]:
    """The files that every change of some stores may need, there or not: an index, an archive."""
    for store in stores:
        for inside in FORMATS[store.format].files(store):
            yield File(f"{store.folder}/{inside}", store, inside)


def see(workspace: Workspace, file: File) -> FileSeen:
    """One file as it is now."""
    held = workspace.held.get(file.id)
    if held is not None and held.open:
        workspace.settle()
        disk = Text(held.disk.text) if isinstance(held.disk, Found) else None
        base = Text(held.base) if held.base is not None else None
        blocked = LONE_CR if "\r" in held.live.text.newlines else None
        return FileSeen(file, held.live.text, held.live.blocks, held.version, blocked=blocked, disk=disk, base=base)
    found = workspace.read(file)
    grammar = FORMATS[file.store.format].grammar(file)
    text = Text(found.text) if isinstance(found, Found) else Text()
    blocks = blocks_of(grammar, file, text) if grammar is not None else []
    if not isinstance(found, Found):
        blocked = f"{file.store.label} {found.clause}" if isinstance(found, Unreadable) else None
        return FileSeen(file, text, blocks, ABSENT, missing=isinstance(found, Missing), blocked=blocked)
    blocked = LONE_CR if "\r" in text.newlines else None
    return FileSeen(file, text, blocks, found.stamp, blocked=blocked)


def apply_on_disk(
    workspace: Workspace,
    intention: Intention,
    files: Sequence[File],
    stores: Sequence[Store] = (),
    *,
    keep_backup: bool = False,
) -> Applied | Refusal:
    """Plan on the re-read files under their locks and write; for doors where nothing is open. `stores` are further ones
    that the change may concern, since they may have no file yet.
    """
    try:
        concerned = {*(file.store for file in files), *stores}
        with locked(workspace.env, {store.root for store in concerned}), agents_locked(concerned):
            seen = snapshot(workspace, files, stores)
            planned = edits.plan(intention, seen, workspace.world_of(seen.stores[0]))
            if isinstance(planned, Refusal):
                return planned
            backups = back_up_files(workspace, seen, planned) if keep_backup else []
            done = take_steps(workspace, seen, planned)
            return done if isinstance(done, Refusal) else Applied(done.files, (*backups, *done.backups))
    except StoreFailure as failure:
        return Refusal(failure.message)


def back_up_files(workspace: Workspace, seen: Snapshot, change: Change) -> list[str]:
    """Keep the present text of every file that a change touches; gives where."""
    files = [seen.at(step.file) for step in change]
    return [
        str(back_up(workspace.env, file.file.id, encoded(workspace, file, str(file.text))))
        for file in files
        if not file.missing
    ]


def take_steps(workspace: Workspace, seen: Snapshot, change: Change) -> Applied | Refusal:
    """Write a change's steps to the disk, in order; stops at the first that cannot be taken."""
    done: list[str] = []
    backups: list[str] = []
    for step in change:
        file = seen.at(step.file)
        if isinstance(step, Remove):  # a whole file goes: whatever it holds beside the note can be had again
            backups += back_up_files(workspace, seen, (step,))
        refusal = take_step(workspace, file, step)
        if refusal is not None:
            return refusal
        done.append(step.file)
    return Applied(tuple(done), tuple(backups))


def take_step(workspace: Workspace, seen: FileSeen, step: Write | Remove) -> Refusal | None:
    """One step on the disk, if the file is still the one that was seen."""
    held = workspace.held.get(step.file)
    if held is not None and held.dirty:
        return Refusal(f"{seen.file.store.label} is open with unsaved changes; save it first")
    store = seen.file.store
    if isinstance(step, Remove):
        stamp = held.disk.stamp if held is not None and held.open and isinstance(held.disk, Found) else step.expect
        outcome = remove(step.file, store.root, stamp)
    else:
        try:
            data = encoded(workspace, seen, replaced(seen.text, step.replace))
        except UnicodeEncodeError:
            return Refusal("the note holds half a character; nothing was written")
        private = store.scope is Scope.GLOBAL
        outcome = write(step.file, store.root, step.expect, data, make_parents=True, private=private)
    if isinstance(outcome, Written):
        return None
    if isinstance(outcome, Stale):
        return Refusal(f"{store.label} changed meanwhile; try again")
    return Refusal(f"{store.label} {outcome.clause}")


def encoded(workspace: Workspace, seen: FileSeen, text: str) -> bytes:
    """A text as its file keeps it: UTF-8, with the BOM that it had."""
    found = workspace.read(seen.file)
    bom = BOM if isinstance(found, Found) and found.bom else ""
    return (bom + text).encode("utf-8")
