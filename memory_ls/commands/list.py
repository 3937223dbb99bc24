"""`memory-ls list`: the notes, masked, with their rows and, if asked, their ids."""

from __future__ import annotations

import json
from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.notes import many
from memory_ls.commands.scene import Scene
from memory_ls.detect import quote
from memory_ls.edits import live_notes
from memory_ls.workspace.applying import see
from memory_ls.workspace.reach import Reached
from memory_ls.workspace.workspace import Workspace

_LINE = 2000
"""Code points of a note that are shown; longer ones than any agent takes are cut."""


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard()
    workspace = scene.workspace()
    if options.json:
        stores = [_data(scene, workspace, one) for one in scene.chosen(options.scope, options.store)]
        console.line(json.dumps({"version": 1, "stores": stores}, indent=2))
        scene.warn()
        return 0
    for where in scene.chosen(options.scope, options.store):
        for file in where.readable:
            store = see(workspace, file)
            notes = list(live_notes(store))
            if not notes and len(where.readable) > 1:
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
                    said = "(sensitive)" if fragment.sensitive else quote(fragment.text, _LINE)
                    console.line((f"{one.row + 1:>{width}}  {id}", "frame"), said)
    scene.warn()
    return 0


def _data(scene: Scene, workspace: Workspace, where: Reached) -> dict[str, object]:
    """A store for programs: lines count from 1; notes masked, sensitive ones without their text."""
    notes = []
    for file in where.readable:
        for one in live_notes(see(workspace, file)):
            fragment = one.fragment
            if fragment is not None:
                notes.append(
                    {
                        "id": fragment.identity.value if fragment.identity else None,
                        "path": scene.show(file.id),
                        "line": one.row + 1,
                        "name": quote(fragment.title, _LINE),
                        "text": None if fragment.sensitive else quote(fragment.text, _LINE),
                    }
                )
    return {
        "id": where.id,
        "format": where.store.format,
        "scope": where.store.scope.value,
        "there": bool(where.files),
        "notes": notes,
    }
