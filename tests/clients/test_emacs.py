"""The set-up of `editors/emacs` in a real Emacs with eglot and the real server."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from client_world import World

EDITOR = Path(__file__).resolve().parents[2] / "editors" / "emacs" / "memory-ls.el"
DRIVER = Path(__file__).resolve().parent / "emacs" / "drive.el"


def test_a_copy_is_seen_and_removed_and_doctor_answers(emacs: Path, world: World) -> None:
    world.remember("- 🙂 use pnpm\n- keep this\n- 🙂 Use pnpm.\n")
    world.trust()
    environment = {
        **world.environment,
        "MEMORY_LS_EDITOR": str(EDITOR),
        "MEMORY_LS_COMMAND": json.dumps(world.server),
        "MEMORY_LS_FILE": str(world.project_memory),
    }

    done = subprocess.run(
        [str(emacs), "--batch", "-l", str(DRIVER)], env=environment, capture_output=True, text=True, timeout=120
    )

    assert done.returncode == 0, done.stderr[-2000:]
    seen = json.loads(done.stdout)
    assert any("says the same as line 1" in message for message in seen["findings"])
    assert "Remove this copy" in seen["actions"]
    assert seen["text"] == "- 🙂 use pnpm\n- keep this\n"
    assert "2 of 2 notes" in seen["report"]
