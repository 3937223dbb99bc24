"""A change of several files that stops after any step: no note is missing everywhere, nothing living points at nothing.

Every fix and every edit of the case pages that takes more than one step, planned on what lies on the disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from page import Case, Chosen
from prefixes import There, after, complaints, laid
from replay import bring_about, intended
from scenery import Scenery, laid_out
from test_cases import EDITED, ON_DISK, named

from memory_ls import edits
from memory_ls.edits import Snapshot
from memory_ls.formats.changes import Change, Refusal
from memory_ls.workspace.applying import snapshot
from memory_ls.workspace.checking import examine

ALL = [*ON_DISK, *EDITED]


def planned(scene: Scenery, chosen: Chosen) -> tuple[Snapshot, Change]:
    """The steps of a fix, as they would be written."""
    workspace = scene.workspace()
    examine(workspace, [file for file, _ in scene.memories() if os.path.lexists(file.id)])
    intention = intended(workspace, scene, chosen)
    bring_about(scene, None, chosen.when)
    file = scene.file(chosen.path)
    assert file is not None
    files = list(dict.fromkeys([*workspace.company(intention.files), *scene.company(file)]))
    fresh = scene.workspace()
    seen = snapshot(fresh, files)
    change = edits.plan(intention, seen, fresh.world_of(seen.stores[0]))
    return seen, () if isinstance(change, Refusal) else change


def wrong(seen: Snapshot, change: Change) -> Iterator[str]:
    before, then = There.of(laid(seen)), There.of(after(seen, change))
    for done in range(1, len(change)):
        now = There.of(after(seen, change[:done]))
        yield from (f"after step {done} of {len(change)}: {one}" for one in complaints(before, now, then))


@pytest.mark.parametrize(("case", "chosen"), ALL, ids=named(ALL))
def test_a_change_that_stops_after_any_step_loses_nothing(case: Case, chosen: Chosen, tmp_path: Path) -> None:
    scene = laid_out(case, tmp_path / "home", tmp_path / "repository", buffers_saved=True)
    seen, change = planned(scene, chosen)
    assert list(wrong(seen, change)) == []
