"""`memory-ls edit`: a store in the person's own editor."""

from __future__ import annotations

import os
import shlex
from argparse import Namespace

from memory_ls.commands.failure import Failure
from memory_ls.commands.scene import Scene
from memory_ls.detect import quote
from memory_ls.stores.reading import Refusing, parent_folder


def run(options: Namespace) -> int:
    import subprocess

    scene = Scene.current()
    file = scene.store(options.scope, options.store).readable[0]
    said = scene.env.variables.get("VISUAL") or scene.env.variables.get("EDITOR")
    if not said:
        raise Failure(f"neither $VISUAL nor $EDITOR names an editor; the file is {scene.said(file.id)}")
    try:
        command = shlex.split(said)
    except ValueError as error:
        raise Failure("$VISUAL or $EDITOR is no command that a shell would take") from error
    try:
        with parent_folder(file.id, file.store.root, make=True):
            pass  # most editors do not make the folder of a new file
    except Refusing as refusing:
        raise Failure(f"{file.store.label} {refusing.clause}") from refusing
    try:
        code = subprocess.call([*command, file.id])
    except OSError as error:
        raise Failure(f"{quote(command[0])}: {(error.strerror or 'cannot be started').lower()}") from error
    if code:
        raise Failure(f"{quote(os.path.basename(command[0]))} ended with {code}")
    return 0
