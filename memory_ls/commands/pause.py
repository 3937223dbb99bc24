"""`memory-ls pause`: nothing is given to the agents of this project, or to one session, until the next one starts."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.scene import Scene
from memory_ls.detect import quote
from memory_ls.stores.session_state import pause, paused_sessions, resume


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard()
    session = options.session or ""
    whose = f"session {quote(session)}" if session else "the sessions of this project"
    if options.end:
        ids = [session] if session else paused_sessions(scene.env, scene.root)
        ended = [resume(scene.env, scene.root, id) for id in ids]
        console.line("notes are given again" if any(ended) else "it was not paused")
        return 0
    pause(scene.env, scene.root, session)
    console.line(f"{whose} {'is' if session else 'are'} given no notes until the next session starts")
    return 0
