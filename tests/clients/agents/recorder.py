"""Stands in for the program `memory-ls` on a host's path: keeps what each hook is told, then is that program.

usage: recorder.py FOLDER WORDS...
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def main(folder: Path, words: list[str]) -> int:
    program = [sys.executable, "-m", "memory_ls", *words]
    if words[:1] != ["hook"]:
        return subprocess.run(program, check=False).returncode
    told = sys.stdin.buffer.read()
    number = len(list(folder.iterdir()))
    (folder / f"{number:03}.{words[1]}.json").write_bytes(told)
    return subprocess.run(program, input=told, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
