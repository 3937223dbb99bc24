"""`memory-ls paths`: where notes, configuration and state are kept; creates none of them."""

from __future__ import annotations

import os
from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.scene import Scene
from memory_ls.formats.notes import Scope
from memory_ls.stores.configuration import PROJECT_FILE, USER_FILE
from memory_ls.stores.places import agent_dir
from memory_ls.stores.reading import Missing, Unreadable


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard()
    rows: list[tuple[str, str, str]] = []
    for file in scene.files(options.scope):
        found = scene.workspace().read(file)
        state = "not there" if isinstance(found, Missing) else found.clause if isinstance(found, Unreadable) else ""
        if file.store.scope is Scope.PROJECT:
            trusted = "trusted" if scene.trusts(file.store.root) else "not trusted"
            state = f"{state}; {trusted}" if state else trusted
        rows.append((file.store.label, file.id, state))
    if options.scope in (None, "project"):
        rows.append(_there("project settings", os.path.join(scene.project.store.root, PROJECT_FILE)))
    if options.scope in (None, "global"):
        rows.append(_there("user settings", os.path.join(scene.env.config_dir, USER_FILE)))
        rows.append(_there("agent configuration", os.path.join(agent_dir(scene.env), "memory.json")))
        rows.append(_there("backups and trust", scene.env.state_dir))
    width = max(len(label) for label, _, _ in rows)
    for label, path, state in rows:
        console.line(f"{label:<{width}}  ", (scene.said(path), "path"), f"  ({state})" if state else "")
    scene.warn()
    return 0


def _there(label: str, path: str) -> tuple[str, str, str]:
    return label, path, "" if os.path.lexists(path) else "not there"
