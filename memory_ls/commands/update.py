"""`memory-ls update`: what a note says from now on."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.add import require_fitting
from memory_ls.commands.console import Console
from memory_ls.commands.notes import many, named, store_of
from memory_ls.commands.scene import Scene, apply
from memory_ls.edits import Intention


def run(options: Namespace) -> int:
    scene = Scene.current()
    file = store_of(scene, options.scope)
    notes = named(scene, file, options.note)
    require_fitting(scene, file, options.text)
    done = apply(scene, Intention("reword", notes, text=options.text), scene.view(file))
    said = (
        f"reworded {many(len(notes))} in {scene.said(file.id)}"
        if done.files
        else "it says so already; nothing was changed"
    )
    Console.standard().line(said)
    scene.warn()
    return 0
