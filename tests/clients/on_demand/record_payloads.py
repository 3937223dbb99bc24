"""Record what real hosts say to our hooks: tests/hooks/payloads/HOST.EVENT.json, which tests/hooks replays.

Ids, times, models and what belongs to this machine become neutral; fields stay as they came. Look at the differences
before you keep them. Cursor has no package that a script could install; its payloads are made from its documents.

usage: python tests/clients/on_demand/record_payloads.py [claude] [codex] [gemini]
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from agents.notes import PROMPT
from agents.script import Script
from agents.sessions import claude_session, codex_session, gemini_session
from client_world import World, make_world

PAYLOADS = Path(__file__).resolve().parents[2] / "hooks" / "payloads"
RECORDER = Path(__file__).resolve().parents[1] / "agents" / "recorder.py"
SESSION = "5f0c6c1e-8d5e-4a57-9a53-0c4f3b1f2a77"
"""The one id that stands for all."""
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d[:-]\d\d([:-]\d\d(\.\d+Z)?)?")
_GIVEN = re.compile(r"<hook_context>.*?</hook_context>", re.DOTALL)
HOSTS: dict[str, Callable[[World, Script], object]] = {
    "claude": claude_session,
    "codex": codex_session,
    "gemini": gemini_session,
}


def record(host: str, world: World) -> None:
    """One session; of each event the first payload."""
    told = world.home / "told"
    told.mkdir()
    program = world.home / "bin" / "memory-ls"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{RECORDER}" "{told}" "$@"\n')
    program.chmod(0o755)
    world.remember(None, "- the user prefers tabs\n")
    HOSTS[host](world, Script([]))
    seen: set[str] = set()
    for path in sorted(told.iterdir()):
        event = path.name.split(".")[1]
        if event not in seen:
            seen.add(event)
            said = neutral(json.loads(path.read_bytes()), world)
            (PAYLOADS / f"{host}.{event}.json").write_text(json.dumps(said, indent=2) + "\n")
            print(f"{host} {event}: {', '.join(said)}")


def neutral(said: dict[str, object], world: World) -> dict[str, object]:
    """A payload without what is of this machine, this day and this session."""
    text = json.dumps(said).replace(json.dumps(PROMPT)[1:-1], "{prompt}")
    for path, name in ((str(world.repository), "{project}"), (str(world.home), "{home}")):
        slug = re.sub(r"[^0-9A-Za-z]", "-", path)
        text = text.replace(path, name).replace(slug, "-repo")
    text = _GIVEN.sub("<hook_context>{given}</hook_context>", text)
    text = re.sub(r"(chats/session)[0-9a-fT-]*", r"\1", _ID.sub(SESSION, text))
    text = _TIME.sub(lambda found: "2026-11-30T08:00:00.000Z" if ":" in found[0] else "2026-11-30T08-00-00", text)
    text = re.sub(r"sessions/\d+/\d+/\d+/", "sessions/2026/11/30/", text)
    neutralised: dict[str, object] = json.loads(text)
    return neutralised


if __name__ == "__main__":
    for name in sys.argv[1:] or list(HOSTS):
        with tempfile.TemporaryDirectory(prefix="memory-ls-", ignore_cleanup_errors=True) as folder:
            record(name, make_world(Path(folder) / "home"))
