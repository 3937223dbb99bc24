"""`memory-ls pause`: nothing is given to the agents of this project until a session starts, or to one session until
that one starts again.
"""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.console import Console
from memory_ls.commands.failure import Failure
from memory_ls.commands.scene import Scene
from memory_ls.detect import quote
from memory_ls.stores.session_state import pause, paused_sessions, resume


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard(as_program=options.json)
    if options.session == "":
        raise Failure("the id of the session is empty")
    session = options.session or ""
    whose = f"session {quote(session)}" if session else "the sessions of this project"
    if options.end:
        ids = [session] if session else paused_sessions(scene.env, scene.root)
        ended = [resume(scene.env, scene.root, id) for id in ids]
        console.line("notes are given again" if any(ended) else "it was not paused")
        console.data(command="pause", changed=any(ended), **_state(scene))
        return 0
    was = session in paused_sessions(scene.env, scene.root)
    pause(scene.env, scene.root, session)
    until = "is given no notes until it starts again" if session else "are given no notes until the next session starts"
    console.line(f"{whose} {until}")
    console.data(command="pause", changed=not was, **_state(scene))
    return 0


def _state(scene: Scene) -> dict[str, object]:
    """Which sessions are given nothing now; an empty id stands for all of the project's."""
    ids = paused_sessions(scene.env, scene.root)
    return {"paused": bool(ids), "sessions": [quote(id) for id in ids]}
