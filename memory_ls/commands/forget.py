"""`memory-ls forget`: remove a note."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.notes import many, named
from memory_ls.commands.scene import Scene, apply
from memory_ls.edits import Intention


def run(options: Namespace) -> int:
    scene = Scene.current()
    where = scene.store(options.scope, options.store)
    notes = named(scene, where, options.note)
    done = apply(scene, Intention("forget", notes), where)
    console = Console.standard()
    console.line(f"forgot {many(len(notes))} of {scene.said(notes[0].file)}")
    for backup in done.backups:
        console.line(f"backup: {scene.said(backup)}")
    scene.warn()
    return 0
