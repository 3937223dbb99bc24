"""`memory-ls forget`: remove a note."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.notes import change_data, many, named, note_data
from memory_ls.commands.scene import Scene, apply
from memory_ls.edits import Intention


def run(options: Namespace) -> int:
    scene = Scene.current()
    where = scene.store(options.scope, options.store)
    meant = named(scene, where, options.note)
    done = apply(scene, Intention("forget", meant.anchors), where)
    console = Console.standard(as_program=options.json)
    console.line(f"forgot {many(len(meant.notes))} of {scene.said(meant.notes[0].file.id)}")
    for backup in done.backups:
        console.line(f"backup: {scene.said(backup)}")
    if options.json:
        gone = [note_data(scene, one) for one in meant.notes]
        console.data(command="forget", **change_data(scene, where, done), notes=gone)
    scene.warn()
    return 0
