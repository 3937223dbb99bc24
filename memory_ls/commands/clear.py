"""`memory-ls clear`: every note of a scope goes; a backup is kept."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.notes import many, seen, store_of
from memory_ls.commands.scene import Scene, apply
from memory_ls.edits import Intention, live_notes


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard()
    file = store_of(scene, options.scope)
    count = len(list(live_notes(seen(scene, file))))
    if not count:
        console.line(f"there are no notes in {file.store.label}")
        return 0
    question = f"Clear {file.store.label} ({scene.said(file.id)})? {many(count)} would go; a backup is kept."
    if not options.yes and not console.ask(question):
        console.line("nothing was changed")
        return 0
    done = apply(scene, Intention("clear", file=file.id), [file], keep_backup=True)
    console.line(f"cleared {many(count)} from {scene.said(file.id)}")
    for backup in done.backups:
        console.line(f"backup: {scene.said(backup)}")
    scene.warn()
    return 0
