"""`memory-ls trust`: whose configuration and history are used, and into which projects notes are written."""

from __future__ import annotations

import os
from argparse import Namespace
from datetime import date

from memory_ls.commands.console import Console, Style
from memory_ls.commands.failure import Failure
from memory_ls.commands.notes import many, note_data
from memory_ls.commands.scene import Scene
from memory_ls.commands.targets import NO_NAME
from memory_ls.detect import quote
from memory_ls.formats.notes import Placed
from memory_ls.rules import Severity
from memory_ls.settings import Settings
from memory_ls.stores.configuration import read_settings
from memory_ls.stores.trust import TrustError, is_trusted, listed, revoke, trust
from memory_ls.workspace.checking import examine, reported
from memory_ls.workspace.held import problem_of
from memory_ls.workspace.reach import in_reach, root_to_trust
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
    console, folders = Console.standard(as_program=options.json), listed(scene.env)
    for folder in folders:
        console.line(quote(folder, 4096))
    if not folders:
        console.line("no folder is trusted")
    console.data(trusted=folders)
    return 0


def _show(scene: Scene, console: Console, root: str) -> list[Placed]:
    """Say what a project brings along, before anyone trusts it, and what the rules say of it; gives its notes."""
    configured = read_settings(scene.env, root, True)[0].stores
    stores = in_reach(scene.env, root, configured).values()
    files = [file for one in stores if root_to_trust(one.store) is not None for file in one.files]
    workspace = Workspace(scene.env, lambda _: False, lambda _: Settings(), date.today())
    there = examine(workspace, files)
    read = [held for file in there if problem_of(held := workspace.held[file.id]) is None]
    notes = [note for held in read for note in held.live.notes()]
    if notes:
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
    return notes


def _changed(scene: Scene, options: Namespace) -> int:
    if options.folder is None:
        raise Failure("name the folder, such as `memory-ls trust .`, or say --list")
    if options.revoke:
        return _revoked(scene, options)
    console = Console.standard(as_program=options.json)
    if not os.path.isdir(options.folder):
        raise Failure(f"there is no folder {quote(options.folder, 4096)}" if options.folder else NO_NAME)
    root = project_root(options.folder)
    notes = [note_data(scene, one) for one in _show(scene, console, root)]
    if not options.yes and not console.ask(f"Trust {quote(root, 4096)}?"):  # what only a person may say
        console.line("nothing was changed")
        return 0
    was = is_trusted(scene.env, root)
    folder = trust(scene.env, root)
    console.line(f"trusted: {quote(folder, 4096)}")
    console.data(command="trust", changed=not was, folder=folder, trusted=True, notes=notes)
    return 0


def _revoked(scene: Scene, options: Namespace) -> int:
    if not options.folder:
        raise Failure(NO_NAME)
    console = Console.standard(as_program=options.json)
    was = revoke(scene.env, options.folder) or revoke(scene.env, project_root(options.folder))
    if is_trusted(scene.env, options.folder):
        raise Failure("a folder above it is trusted; revoke that one: `memory-ls trust --list` shows it")
    console.line("no longer trusted" if was else "it was not trusted")
    console.data(command="trust", changed=was, folder=project_root(options.folder), trusted=False)
    return 0
