"""`memory-ls update`: what a note says from now on."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.add import require_fitting
from memory_ls.commands.console import Console
from memory_ls.commands.notes import change_data, living, many, named, new, note_data, saying
from memory_ls.commands.scene import Scene, apply
from memory_ls.edits import Intention


def run(options: Namespace) -> int:
    scene = Scene.current()
    where = scene.store(options.scope, options.store)
    meant = named(scene, where, options.note)
    require_fitting(scene, where, options.text)
    done = apply(scene, Intention("reword", meant.anchors, text=options.text), where)
    console = Console.standard(as_program=options.json)
    console.line(
        f"reworded {many(len(meant.notes))} in {scene.said(meant.notes[0].file.id)}"
        if done.files
        else "it says so already; nothing was changed"
    )
    if options.json:
        after = living(scene, where)
        notes = [note_data(scene, one) for one in new(meant.before, after) or saying(after, where, options.text)]
        console.data(command="update", **change_data(scene, where, done), notes=notes)
    scene.warn()
    return 0
