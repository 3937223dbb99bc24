"""`memory-ls forget`: remove a note."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.notes import many, named, store_of
from memory_ls.commands.scene import Scene, apply
from memory_ls.edits import Intention


def run(options: Namespace) -> int:
    scene = Scene.current()
    file = store_of(scene, options.scope)
    notes = named(scene, file, options.note)
    apply(scene, Intention("forget", notes), scene.view(file))
    Console.standard().line(f"forgot {many(len(notes))} of {scene.said(file.id)}")
    scene.warn()
    return 0
