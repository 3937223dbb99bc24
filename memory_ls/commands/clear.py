"""`memory-ls clear`: every note of a scope goes; a backup is kept."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.failure import Failure
from memory_ls.commands.notes import change_data, many, seen
from memory_ls.commands.scene import Scene, apply
from memory_ls.edits import Intention, live_notes
from memory_ls.workspace.applying import Applied


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard(as_program=options.json)
    if options.scope is None and options.store is None:
        raise Failure("name a scope, project or global, or a store with --store")
    where = scene.store(options.scope, options.store)
    label, place = where.store.label, scene.said(where.target)
    count = sum(1 for file in seen(scene, where) for _ in live_notes(file))
    if not count:
        console.line(f"there are no notes in {label}")
        console.data(command="clear", **change_data(scene, where, Applied()), removed=0)
        return 0
    question = f"Clear {label} ({place})? {many(count)} would go; a backup is kept."
    if not options.yes and not console.ask(question):
        console.line("nothing was changed")
        return 0
    done = apply(scene, Intention("clear", file=where.target), where, keep_backup=True)
    console.line(f"cleared {many(count)} from {place}")
    for backup in done.backups:
        console.line(f"backup: {scene.said(backup)}")
    if options.json:
        console.data(command="clear", **change_data(scene, where, done), removed=count)
    scene.warn()
    return 0
