"""`memory-ls update`: what a note says from now on."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.add import require_fitting
from memory_ls.commands.console import Console
from memory_ls.commands.notes import many, named
from memory_ls.commands.scene import Scene, apply
from memory_ls.edits import Intention


def run(options: Namespace) -> int:
    scene = Scene.current()
    where = scene.store(options.scope, options.store)
    notes = named(scene, where, options.note)
    require_fitting(scene, where, options.text)
    done = apply(scene, Intention("reword", notes, text=options.text), where)
    said = (
        f"reworded {many(len(notes))} in {scene.said(notes[0].file)}"
        if done.files
        else "it says so already; nothing was changed"
    )
    Console.standard().line(said)
    scene.warn()
    return 0
