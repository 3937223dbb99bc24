"""Several edits at once on the disk: planned on one snapshot, joined, written together."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence

from memory_ls import edits
from memory_ls.data import dataclass
from memory_ls.detect import mask
from memory_ls.edits import Intention, Snapshot
from memory_ls.formats.changes import Change, Refusal, Remove, combined
from memory_ls.formats.notes import File, FileId, Store
from memory_ls.stores.agent_locks import agents_locked
from memory_ls.stores.failure import StoreFailure
from memory_ls.stores.locking import locked
from memory_ls.text import Text, replaced
from memory_ls.workspace.applying import Applied, back_up_files, snapshot, take_steps
from memory_ls.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Planned:
    """What some intentions come to on the text as it is now, and why some of them come to nothing."""

    seen: Snapshot
    change: Change
    refused: tuple[Refusal, ...] = ()


def plan_together(
    workspace: Workspace, intentions: Sequence[Intention], files: Sequence[File], stores: Sequence[Store] = ()
) -> Planned:
    """Plan intentions that concern different notes as one change."""
    seen = snapshot(workspace, files, stores)
    world = workspace.world_of(seen.stores[0])
    planned = [edits.plan(intention, seen, world) for intention in intentions]
    changes = [one for one in planned if not isinstance(one, Refusal)]
    return Planned(seen, combined(*changes), tuple(one for one in planned if isinstance(one, Refusal)))


def apply_together(
    workspace: Workspace, intentions: Sequence[Intention], files: Sequence[File], *, keep_backup: bool = False
) -> Applied | Refusal:
    """Plan on the re-read files under their locks and write; refused when nothing at all can be done."""
    try:
        stores = {file.store for file in files}
        with locked(workspace.env, {store.root for store in stores}), agents_locked(stores):
            planned = plan_together(workspace, intentions, files)
            if planned.refused and not planned.change:
                return planned.refused[0]
            backups = back_up_files(workspace, planned.seen, planned.change) if keep_backup else []
            done = take_steps(workspace, planned.seen, planned.change)
            return done if isinstance(done, Refusal) else Applied(done.files, (*backups, *done.backups))
    except StoreFailure as error:
        return Refusal(error.message)


def diff(planned: Planned, show: Callable[[FileId], str]) -> Iterator[str]:
    """What a change does, as a unified diff; secrets masked, invisible characters as their codes."""
    for step in planned.change:
        before = planned.seen.at(step.file).text
        after = Text() if isinstance(step, Remove) else Text(replaced(before, step.replace))
        name = show(step.file)
        yield from difflib.unified_diff(_rows(before), _rows(after), name, name, lineterm="", n=2)


def _rows(text: Text) -> list[str]:
    rows = mask("\n".join(text.rows)).split("\n")
    return rows[:-1] if rows[-1] == "" else rows
