"""What `check` costs on many records, beside `frontmatter.load` on each of them, in CPU time of one run.

    python tests/bench/records.py [--count 10000]

The ratio is what counts; it is printed with the share of each part. The records are made here, in the style of their
program, with other words in each.
"""

from __future__ import annotations

import argparse
import gc
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORDS = (
    "server database cache build deploy staging release token index worker queue schema migration ticket window "
    "retry timeout region replica backup log metric alert budget owner review branch merge test fixture client"
).split()


def record(number: int, dice: random.Random) -> tuple[str, str]:
    """One record: its file name and its text."""
    kind = dice.choice(("state", "event"))
    topic = "-".join(dice.sample(WORDS, 3))
    summary = " ".join(dice.choices(WORDS, k=9)).capitalize() + f" {number}"
    notes = ". ".join(" ".join(dice.choices(WORDS, k=11)).capitalize() for _ in range(4))
    day = f"2026-{dice.randint(1, 11):02d}-{dice.randint(1, 28):02d}T10:00:00.000Z"
    text = (
        f'---\ndescription: "{topic} of part {number}"\nsummary: "{summary}"\nconcepts:\n  - "{dice.choice(WORDS)}-{number}"\n'
        f'claims:\n  - "{summary} holds"\ncreated: "{day}"\nupdated: "{day}"\ntags:\n  - "{dice.choice(WORDS)}"\n---\n'
        f'# {summary}\n\n<!-- memory:facts:v1 -->\nport = {3000 + number}\nowner = "team-{number % 97}"\n<!-- /memory:facts -->\n\n'
        f"## Notes\n\n{notes}.\n"
    )
    return f"{kind}.{topic}-{number}.md", text


def lay(folder: Path, count: int) -> list[Path]:
    dice = random.Random(7)
    folder.mkdir(parents=True)
    paths = []
    for number in range(count):
        name, text = record(number, dice)
        path = folder / name
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths


def loaded(paths: list[Path]) -> float:
    """CPU seconds of `frontmatter.load` on each."""
    import frontmatter

    frontmatter.load(str(paths[0]))
    gc.disable()
    start = time.process_time()
    for path in paths:
        frontmatter.load(str(path))
    return time.process_time() - start


def checked(home: Path) -> float:
    """CPU seconds of `memory-ls check`, start-up and all."""
    code = (
        "import sys, time, resource; from memory_ls.cli import main; main(['check', '--output-format', 'json', sys.argv[1]]);"
        "used = resource.getrusage(resource.RUSAGE_SELF); print(used.ru_utime + used.ru_stime, file=sys.stderr)"
    )
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-c", code, str(home)], env=environment, capture_output=True, text=True, check=False, cwd=home
    )
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    return float(done.stderr.strip().splitlines()[-1])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=10_000)
    count = options.parse_args().count
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder).resolve() / "home"
        paths = lay(home / ".pi/memory-md/projects/app/records", count)
        base, ours = loaded(paths), checked(home)
    print(f"{count} records: frontmatter.load {base:.2f} s, check {ours:.2f} s, {ours / base:.2f} times")


if __name__ == "__main__":
    main()
