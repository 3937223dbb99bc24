"""What a hook costs: CPU time above a bare interpreter, and as a multiple of it. `python tests/bench/hook.py`.

A bare interpreter is measured in between, since other work on the machine slows both. Where valgrind is installed,
`--instructions` counts instructions instead, which no other work disturbs.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 7
EVENTS = ("session-start", "prompt", "turn-end", "session-end")
COUNTER = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def main() -> int:
    counting = "--instructions" in sys.argv
    with tempfile.TemporaryDirectory() as folder:
        home, project = Path(folder) / "home", Path(folder) / "project"
        (project / ".git").mkdir(parents=True)
        write(home / ".pi" / "agent" / "memory.md", "".join(f"- Fact {n} about the service\n" for n in range(60)))
        print("one store:")
        report(home, project, counting)
        filled(home)
        print("stores of all five formats:")
        report(home, project, counting)
    return 0


def filled(home: Path) -> None:
    agent = home / ".pi"
    write(
        agent / "agent" / "memory-auto" / "notes.md", "".join(f"Card {n} on deploys.\n#deploy\n\n" for n in range(60))
    )
    write(home / ".hermes" / "memories" / "USER.md", "\n§\n".join(f"Trait {n} of the user" for n in range(20)))
    for n in range(40):
        front = f"id: state.s{n}\ndescription: State {n} of the service\nupdated: 2026-11-01\n"
        write(
            agent / "memory-md" / "projects" / "project" / "records" / f"state.s{n}.md",
            f"---\n{front}---\n\nBody {n}.\n",
        )
        topic = f"---\nname: topic-{n}\ndescription: Topic {n} on releases\n---\n\nBody {n} on release trains.\n"
        write(home / ".agents" / "memory" / f"topic-{n}.md", topic)
    rows = "".join(f"- [topic-{n}](topic-{n}.md) — Topic {n} on releases\n" for n in range(40))
    write(home / ".agents" / "memory" / "MEMORY.md", rows)


def report(home: Path, project: Path, counting: bool) -> None:
    """A line an event: the least of several rounds, each beside a bare interpreter; anew, and with what was kept."""
    for event in EVENTS:
        for kept in (False, True):
            bare, hook = [], []
            for place in range(2 if counting else ROUNDS):
                if not kept:
                    shutil.rmtree(home / ".local" / "state" / "memory-ls" / "hooks", ignore_errors=True)
                if kept and not place:
                    aged(home)
                    run("session-start", home, project, counting=False)
                    run("prompt", home, project, counting=False)
                bare.append(cost(("-c", "pass"), home, project, b"", counting))
                hook.append(run(event, home, project, counting))
            least, most = min(bare), min(hook)
            unit, scale = ("million instructions", 1e6) if counting else ("ms", 1e-3)
            how = "again" if kept else "anew"
            print(
                f"  {event:<14}{how:<6}{(most - least) / scale:6.0f} {unit} above bare Python, {most / least:.1f} times it"
            )


def run(event: str, home: Path, project: Path, counting: bool) -> float:
    """What one event costs, each time in a session of its own."""
    said = {
        "session_id": str(time.time()),
        "cwd": str(project),
        "source": "startup",
        "prompt": "how do release trains go",
    }
    words = ("-m", "memory_ls", "hook", event, "--host", "claude")
    return cost(words, home, project, json.dumps(said).encode(), counting)


def aged(home: Path) -> None:
    """Nothing was changed just now."""
    then = time.time() - 60
    for at, folders, files in os.walk(home):
        for name in (*folders, *files):
            os.utime(os.path.join(at, name), (then, then))


def cost(words: tuple[str, ...], home: Path, project: Path, said: bytes, counting: bool) -> float:
    """CPU seconds of one run, or its instructions."""
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    command = [*(COUNTER if counting else ()), sys.executable, *words]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(command, input=said, capture_output=True, env=environment, cwd=project, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if counting:
        found = re.search(rb"I\s+refs:\s+([\d,]+)", ran.stderr)
        return float(found[1].replace(b",", b"")) if found else 0.0
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
