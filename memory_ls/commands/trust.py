"""`memory-ls trust`: whose configuration and history are used, and into which projects notes are written."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from datetime import date

from memory_ls.commands.console import Console, Style
from memory_ls.commands.failure import Failure
from memory_ls.commands.notes import many
from memory_ls.commands.scene import Scene
from memory_ls.detect import quote
from memory_ls.formats.notes import Scope
from memory_ls.rules import Severity
from memory_ls.settings import Settings
from memory_ls.stores.trust import TrustError, is_trusted, listed, revoke, trust
from memory_ls.workspace.checking import examine, reported
from memory_ls.workspace.reach import in_reach
from memory_ls.workspace.recognise import project_root
from memory_ls.workspace.workspace import Workspace

_STYLES: dict[Severity, Style] = {Severity.ERROR: "error", Severity.WARNING: "warning"}
_NOTES = 20
"""Notes, and findings, that are shown."""


def run(options: Namespace) -> int:
    scene = Scene.current()
    try:
        return _listed(scene, options) if options.list else _changed(scene, options)
    except TrustError as error:
        raise Failure(str(error)) from error


def _listed(scene: Scene, options: Namespace) -> int:
    if options.folder or options.revoke:
        raise Failure("--list takes nothing else")
    console, folders = Console.standard(), listed(scene.env)
    for folder in folders:
        console.line(quote(folder, 4096))
    if not folders:
        console.line("no folder is trusted")
    return 0


def _show(scene: Scene, console: Console, root: str) -> bool:
    """What a project brings along, before anyone trusts it: its notes and what the rules say of them; whether any."""
    stores = in_reach(scene.env, root).values()
    files = [file for one in stores if one.store.scope is Scope.PROJECT for file in one.files]
    workspace = Workspace(scene.env, lambda _: False, lambda _: Settings(), date.today())
    there = examine(workspace, files)
    notes = [note for file in there for note in workspace.held[file.id].live.notes()]
    if not notes:
        return False
    console.line(f"{many(len(notes))} of this project would be given to its agents:")
    for note in notes[:_NOTES]:
        place = f"{scene.said(note.file.id)}:{note.row + 1}"
        console.line("  ", (place, "path"), f"  {quote(note.fragment.text if note.fragment else '', 90)}")
    if len(notes) > _NOTES:
        console.line(f"  and {len(notes) - _NOTES} more")
    found = [one for file in there for one in reported(workspace, file.id, scene.show)]
    for one in [one for one in found if one.severity <= Severity.WARNING][:_NOTES]:
        console.line(
            (one.severity.word, _STYLES[one.severity]), f"  {one.path}:{one.span.row + 1} {one.rule}: {one.message}"
        )
    return True


def _changed(scene: Scene, options: Namespace) -> int:
    if options.folder is None:
        raise Failure("name the folder, such as `memory-ls trust .`, or say --list")
    console = Console.standard()
    if not options.revoke and not os.path.isdir(options.folder):
        raise Failure(f"there is no folder {quote(options.folder, 4096)}")
    if not options.revoke:
        root = project_root(options.folder)
        there = _show(scene, console, root)
        if there and sys.stdin.isatty() and not options.yes and not console.ask(f"Trust {quote(root, 4096)}?"):
            console.line("nothing was changed")
            return 0
        folder = trust(scene.env, root)
        console.line(f"trusted: {quote(folder, 4096)}")
        return 0
    was = revoke(scene.env, options.folder) or revoke(scene.env, project_root(options.folder))
    if is_trusted(scene.env, options.folder):
        raise Failure("a folder above it is trusted; revoke that one: `memory-ls trust --list` shows it")
    console.line("no longer trusted" if was else "it was not trusted")
    return 0
