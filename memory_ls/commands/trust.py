"""`memory-ls trust`: whose configuration and history are used, and into which projects notes are written."""

from __future__ import annotations

import os
from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.failure import Failure
from memory_ls.commands.scene import Scene
from memory_ls.detect import quote
from memory_ls.stores.trust import TrustError, is_trusted, listed, revoke, trust
from memory_ls.workspace.recognise import project_root


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


def _changed(scene: Scene, options: Namespace) -> int:
    if options.folder is None:
        raise Failure("name the folder, such as `memory-ls trust .`, or say --list")
    console = Console.standard()
    if not options.revoke and not os.path.isdir(options.folder):
        raise Failure(f"there is no folder {quote(options.folder, 4096)}")
    if not options.revoke:
        folder = trust(scene.env, project_root(options.folder))
        console.line(f"trusted: {quote(folder, 4096)}")
        return 0
    was = revoke(scene.env, options.folder) or revoke(scene.env, project_root(options.folder))
    if is_trusted(scene.env, options.folder):
        raise Failure("a folder above it is trusted; revoke that one: `memory-ls trust --list` shows it")
    console.line("no longer trusted" if was else "it was not trusted")
    return 0
