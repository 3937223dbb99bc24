"""`memory-ls preview`: what the agents are given at the start of their work, note for note."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterable, Iterator

from memory_ls.commands.console import Console
from memory_ls.commands.scene import Scene
from memory_ls.formats.notes import File
from memory_ls.recall import RECALLS
from memory_ls.workspace.given import Given, given, left_out
from memory_ls.workspace.reach import Reached


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard(as_program=options.json)
    views = list(_views(scene.chosen(options.scope, options.store), options.scope))
    told = []
    for name, files in views:
        if len(views) > 1:
            console.line((f"{name}:", "strong"))
        said = given(scene.workspace(), files)
        untrusted = [file for file in said.untrusted if os.path.lexists(file.id)]
        _tell(scene, console, said, untrusted)
        told.append(_data(scene, name, said, untrusted))
    console.data(views=told)
    scene.warn()
    return 0


def _views(stores: Iterable[Reached], scope: str | None) -> Iterator[tuple[str, list[File]]]:
    """What each agent sees together; formats whose agent is given nothing of itself are left out."""
    views: dict[tuple[str, ...], tuple[str, list[File]]] = {}
    for one in stores:
        if one.store.format in RECALLS:
            files = [file for file in one.company if scope in (None, one.said_scope or file.store.scope.value)]
            if files:
                views.setdefault(tuple(file.id for file in files), (one.id.partition(":")[0], files))
    alone = {ids for ids in views if any(set(ids) < set(other) for other in views)}
    return iter([view for ids, view in views.items() if ids not in alone])


def _tell(scene: Scene, console: Console, said: Given, untrusted: Iterable[File]) -> None:
    for file in untrusted:
        console.line((left_out(scene.said(file.id)), "warning"))
    if not said.limits.inject:
        console.line("recall is switched off in the agent's configuration: it is given nothing")
    elif not said.text:
        console.line("nothing: there are no notes that it can read")
    else:
        console.line((f"{said.plan.fit} of {said.plan.total} notes, {said.summary}:", "frame"))
        console.line(said.text)


def _data(scene: Scene, name: str, said: Given, untrusted: Iterable[File]) -> dict[str, object]:
    """One agent's share for programs; `text` is masked."""
    return {
        "format": name,
        "recall": said.limits.inject,
        "given": said.plan.fit,
        "total": said.plan.total,
        "budget": said.summary,
        "untrusted": [scene.show(file.id) for file in untrusted],
        "text": said.text,
    }
