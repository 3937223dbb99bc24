"""Many processes write into one store, some are killed: what was acknowledged is there, and nobody waits for the dead."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from .user import User

ROOT = Path(__file__).parents[2]


def writer(user: User, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.agent.writer", str(user.top), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=user.variables)


def acknowledged(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    said = process.stdout.read().split("\n")
    process.wait()
    process.stdout.close()
    return said


def test_eight_writers_of_which_two_are_killed_lose_nothing_that_was_acknowledged(ann: User) -> None:
    ann.call("memory", action="add", text="first")
    writers = {str(n): writer(ann, str(n), 50) for n in range(8)}
    said: dict[str, list[str]] = {}
    for name in ("2", "5"):
        stream = writers[name].stdout
        assert stream is not None
        said[name] = [stream.readline().strip() for _ in range(10)]
        writers[name].kill()
    for name, process in writers.items():
        said[name] = [*said.get(name, []), *filter(None, acknowledged(process))]
    notes = set(ann.notes.read_text().split("\n"))
    lost = [
        (name, number)
        for name, some in said.items()
        for number in some
        if f"- writer {name} says {number}" not in notes
    ]
    assert lost == []
    assert all(len(said[name]) == 50 for name in writers if name not in ("2", "5"))
    assert len(said["2"]) >= 10
    assert not ann.call("memory", action="add", text="last").failed


def killed_at_random(user: User, times: int, seed: int = 0) -> int:
    """Kill a writer at random moments; every time the file is whole, the acknowledged notes are in it and the next
    writer does not wait. Gives the number of acknowledged notes."""
    chance, total = random.Random(seed), 0
    for n in range(times):
        process = writer(user, str(n), 1000)
        assert process.stdout is not None
        wanted = chance.randrange(1, 12)
        said = [process.stdout.readline().strip() for _ in range(wanted)]
        process.kill()
        said += [row for row in process.stdout.read().split("\n") if row]
        process.wait()
        process.stdout.close()
        text = user.notes.read_text()
        assert text.endswith("\n")
        rows = set(text.split("\n"))
        assert [number for number in said if f"- writer {n} says {number}" not in rows] == []
        assert all(row.startswith(("- writer ", "<!--")) for row in rows if row)
        total += len(said)
        user.notes.write_text("\n".join(text.split("\n")[:3]) + "\n")
    return total


def test_a_writer_killed_at_any_moment_leaves_the_old_or_the_new_file(ann: User) -> None:
    assert killed_at_random(ann, 25) > 0


if __name__ == "__main__":  # python -m tests.agent.test_many_writers 500
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        one = User(Path(folder).resolve())
        (one.project / ".git").mkdir(parents=True)
        one.home.mkdir()
        print(killed_at_random(one.trusts(), int(sys.argv[1])), "notes acknowledged, none lost")
