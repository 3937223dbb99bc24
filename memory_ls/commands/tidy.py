"""`memory-ls compact` and `memory-ls rebuild`: tidy a cards store, after a diff and a question; a backup is kept."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from memory_ls.commands.console import Console
from memory_ls.commands.failure import Failure
from memory_ls.commands.fix import shown_diff
from memory_ls.commands.notes import change_data, living, many
from memory_ls.commands.scene import Scene, apply
from memory_ls.edits import Intention
from memory_ls.formats.cards import NOTES
from memory_ls.stores.usefulness import usefulness
from memory_ls.workspace.applying import UNTRUSTED, Applied
from memory_ls.workspace.fixing import plan_together
from memory_ls.workspace.reach import Reached


def tidy(options: Namespace) -> int:
    """Plan, show, ask, apply; the edit is named as the command is."""
    scene, console = Scene.current(), Console.standard(as_program=options.json)
    if options.scope is None:
        raise Failure(f"say which notes: `memory-ls {options.command} project` or `memory-ls {options.command} user`")
    where = _store(scene, "global" if options.scope == "user" else options.scope)
    if not scene.workspace().trusts(where.store):
        raise Failure(UNTRUSTED)
    file = f"{where.store.folder}/{NOTES}" if options.command == "rebuild" else where.readable[0].id
    useful = usefulness(scene.env, where.store).order() if options.command == "rebuild" else {}
    more = tuple((word, str(count)) for word, count in useful.items())
    intention = Intention(options.command, file=file, more=more)
    before = len(living(scene, where))
    workspace = scene.workspace()
    planned = plan_together(workspace, [intention], where.company, where.stores)
    if planned.refused:
        raise Failure(planned.refused[0].reason)
    if not planned.change:
        console.line("nothing to do")
        console.data(command=options.command, **change_data(scene, where, Applied()), before=before)
        return 0
    shown_diff(scene, console, planned)
    if not options.yes and not console.ask(f"Change {scene.said(where.store.folder)}? A backup is kept."):
        console.line("nothing was changed")
        return 0
    done = apply(scene, intention, where, keep_backup=True)
    console.line(f"{many(before)} before, {many(len(living(scene, where)))} now; changed: {_said(scene, done.files)}")
    for backup in done.backups:
        console.line(f"backup: {scene.said(backup)}")
    if options.json:
        console.data(command=options.command, **change_data(scene, where, done), before=before)
    scene.warn()
    return 0


def _store(scene: Scene, scope: str) -> Reached:
    found = [one for one in scene.stores().values() if one.store.format == "cards" and one.store.scope.value == scope]
    if not found:
        raise Failure("there is no cards store of that scope here; `memory-ls paths` shows what there is")
    return found[0]


def _said(scene: Scene, files: Sequence[str]) -> str:
    return ", ".join(scene.said(file) for file in files)
