"""The real Anthropic SDK: its own memory tool and ours, given the same calls, say the same and leave the same files."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from client_world import World

DRIVER = Path(__file__).resolve().parent / "agents" / "anthropic_drive.py"
CALLS = 400


@pytest.mark.parametrize("seed", [1, 2])
def test_both_memory_tools_answer_alike_and_leave_the_same_files(
    anthropic_python: Path, world: World, tmp_path: Path, seed: int
) -> None:
    done = subprocess.run(
        [str(anthropic_python), str(DRIVER), str(tmp_path), str(seed), str(CALLS)],
        env=world.environment,
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []
