"""`memory-ls preview`: what the agents are given at the start of their work, note for note."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator

from memory_ls.commands.console import Console
from memory_ls.commands.scene import Scene
from memory_ls.formats.notes import File
from memory_ls.recall import RECALLS
from memory_ls.workspace.given import given
from memory_ls.workspace.reach import Reached


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard()
    views = list(_views(scene.chosen(options.scope, options.store), options.scope))
    for name, files in views:
        if len(views) > 1:
            console.line((f"{name}:", "strong"))
        _tell(scene, console, files)
    scene.warn()
    return 0


def _views(stores: Iterable[Reached], scope: str | None) -> Iterator[tuple[str, list[File]]]:
    """What each agent sees together; formats whose agent is given nothing of itself are left out."""
    views: dict[tuple[str, ...], tuple[str, list[File]]] = {}
    for one in stores:
        if one.store.format in RECALLS:
            files = [file for file in one.company if scope in (None, file.store.scope.value)]
            views.setdefault(tuple(file.id for file in files), (one.id.partition(":")[0], files))
    alone = {ids for ids in views if any(set(ids) < set(other) for other in views)}
    return iter([view for ids, view in views.items() if ids not in alone])


def _tell(scene: Scene, console: Console, files: list[File]) -> None:
    said = given(scene.workspace(), files)
    for file in said.untrusted:
        console.line((f"{scene.said(file.id)} is left out: the project is not trusted (memory-ls trust .)", "warning"))
    if not said.limits.inject:
        console.line("recall is switched off in the agent's configuration: it is given nothing")
    elif not said.text:
        console.line("nothing: there are no notes that it can read")
    else:
        console.line((f"{said.plan.fit} of {said.plan.total} notes, {said.summary}:", "frame"))
        console.line(said.text)
