"""`memory-ls doctor`: the health of the stores of this repository and user."""

from __future__ import annotations

import dataclasses
from argparse import Namespace

from memory_ls import doctor
from memory_ls.commands.console import Console
from memory_ls.commands.scene import Scene
from memory_ls.formats.notes import File
from memory_ls.workspace.checking import examine


def run(options: Namespace) -> int:
    scene = Scene.current()
    workspace = scene.workspace()
    views = _views(scene)
    examine(workspace, [file for files in views for file in files])
    found = [doctor.examine(workspace, files, scene.show) for files in views]
    scene.warn()
    console = Console.standard(as_program=options.json)
    told = [dataclasses.asdict(health) for health in found]
    paused = [view.pop("paused") for view in told]
    console.data(paused=paused[0], views=told)  # the same for all views: it is of the project
    console.line(doctor.joined([doctor.markdown(health) for health in found]).removesuffix("\n"))
    return 0


def _views(scene: Scene) -> list[list[File]]:
    """The files that one agent sees together, per view, the stores of bullets first."""
    views: dict[tuple[str, ...], list[File]] = {}
    for one in scene.stores().values():
        files = list(one.company)
        views.setdefault(tuple(file.id for file in files), files)
    return [files for ids, files in views.items() if not any(set(ids) < set(other) for other in views)]
