"""`memory-ls paths`: where notes, configuration and state are kept, and the stores' ids; creates none of them."""

from __future__ import annotations

import os
from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.scene import Scene
from memory_ls.stores.configuration import PROJECT_FILE, USER_FILE
from memory_ls.stores.places import agent_dir
from memory_ls.stores.reading import Missing, Unreadable
from memory_ls.workspace.reach import Reached, root_to_trust


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard(as_program=options.json)
    rows = [(one.id, one.target, _state(scene, one)) for one in scene.chosen(options.scope, None)]
    if options.scope in (None, "project"):
        rows.append(_there("project settings", os.path.join(scene.root, PROJECT_FILE)))
    if options.scope in (None, "global"):
        rows.append(_there("user settings", os.path.join(scene.env.config_dir, USER_FILE)))
        rows.append(_there("agent configuration", os.path.join(agent_dir(scene.env), "memory.json")))
        rows.append(_there("backups and trust", scene.env.state_dir))
    if options.json:
        known = [{"id": label, "path": path, "state": state} for label, path, state in rows]
        console.data(paths=known)
        scene.warn()
        return 0
    width = max(len(label) for label, _, _ in rows)
    for label, path, state in rows:
        console.line(f"{label:<{width}}  ", (scene.said(path), "path"), f"  ({state})" if state else "")
    scene.warn()
    return 0


def _state(scene: Scene, one: Reached) -> str:
    """Whether it is there and readable, how many files it has, and whether it is trusted."""
    said = []
    found = scene.workspace().read(one.readable[0])
    if isinstance(found, Missing):
        said.append("not there")
    elif isinstance(found, Unreadable):
        said.append(found.clause)
    if one.cut:
        said.append(one.cut)
    elif len(one.files) > 1:
        said.append(f"{len(one.files)} files")
    root = root_to_trust(one.store)
    if root is not None:
        said.append("trusted" if scene.trusts(root) else "not trusted")
    return "; ".join(said)


def _there(label: str, path: str) -> tuple[str, str, str]:
    return label, path, "" if os.path.lexists(path) else "not there"
