"""`memory-ls list`: the notes, masked, with their rows and, if asked, their ids."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.notes import many
from memory_ls.commands.scene import Scene
from memory_ls.detect import quote
from memory_ls.edits import live_notes
from memory_ls.workspace.applying import see

_LINE = 2000
"""Code points of a note that are shown; longer ones than any agent takes are cut."""


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard()
    for file in scene.files(options.scope):
        store = see(scene.workspace(), file)
        notes = list(live_notes(store))
        state = " (not there)" if store.missing else f": {store.blocked}" if store.blocked else f": {many(len(notes))}"
        console.line((f"{file.store.label} {scene.said(file.id)}", "strong"), state)
        width = len(str(len(store.text)))
        for one in notes:
            id = f"{one.fragment.identity.value}  " if options.ids and one.fragment.identity else ""
            console.line((f"{one.note.row + 1:>{width}}  {id}", "frame"), quote(one.fragment.text, _LINE))
    scene.warn()
    return 0
