"""`memory-ls list`: the notes, masked, with their rows and, if asked, their ids."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.notes import SHOWN, many, note_data
from memory_ls.commands.scene import Scene
from memory_ls.detect import quote
from memory_ls.edits import live_notes
from memory_ls.workspace.applying import see
from memory_ls.workspace.reach import Reached
from memory_ls.workspace.workspace import Workspace


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard(as_program=options.json)
    workspace = scene.workspace()
    if options.json:
        stores = [_data(scene, workspace, one) for one in scene.chosen(options.scope, options.store)]
        console.data(stores=stores)
        scene.warn()
        return 0
    for where in scene.chosen(options.scope, options.store):
        if where.cut:
            console.line((f"{where.id}: {where.cut}", "warning"))
        for file in where.readable:
            store = see(workspace, file)
            notes = list(live_notes(store))
            if not notes and not store.blocked and len(where.readable) > 1:
                continue
            state = (
                " (not there)" if store.missing else f": {store.blocked}" if store.blocked else f": {many(len(notes))}"
            )
            name = file.store.label if file.store.format == "bullets" else where.id
            console.line((f"{name} {scene.said(file.id)}", "strong"), state)
            width = len(str(len(store.text)))
            for one in notes:
                fragment = one.fragment
                if fragment is not None:
                    id = f"{fragment.identity.value}  " if options.ids and fragment.identity else ""
                    said = "(sensitive)" if fragment.sensitive else quote(fragment.text, SHOWN)
                    console.line((f"{one.row + 1:>{width}}  {id}", "frame"), said)
    scene.warn()
    return 0


def _data(scene: Scene, workspace: Workspace, where: Reached) -> dict[str, object]:
    """A store for programs: lines count from 1; notes masked, sensitive ones without their text."""
    seen = (see(workspace, file) for file in where.readable)
    notes = [note_data(scene, one) for file in seen for one in live_notes(file) if one.fragment is not None]
    return {
        "id": where.id,
        "format": where.store.format,
        "scope": where.scope,
        "there": bool(where.files),
        "cut": where.cut,
        "notes": notes,
    }
