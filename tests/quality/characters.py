"""How well invisible characters are told by their context, on labelled notes and on real memory files.

    python tests/quality/characters.py DATA_DIR

DATA_DIR holds `threats.jsonl` (id, text, label, kind, cls) and real memory files under `real/`. No text is printed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from pathlib import Path

from memory_ls.detect import find_invisible, strip


def labelled(path: Path) -> None:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    spent: list[float] = []
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        hidden = row["cls"] == "unicode" and row["label"] == 1
        start = time.thread_time_ns()
        found = find_invisible(row["text"])
        spent.append((time.thread_time_ns() - start) / 1000)
        counts[f"{'hidden' if hidden else 'fine'} {'found' if found else 'silent'}"] += 1
        if bool(found) is not hidden:
            wrong.append(f"{'-' if hidden else '+'}{row['id']} ({row['kind']})")
        if find_invisible(strip(row["text"])):
            wrong.append(f"not clean after strip: {row['id']}")
    print("labelled:", ", ".join(f"{what} {number}" for what, number in sorted(counts.items())))
    print("wrong:", " ".join(wrong) or "none")
    print(f"cost a note: median {statistics.median(spent):.1f} µs")


def real_files(folder: Path) -> None:
    print("real files:")
    files = 0
    for path in sorted(folder.rglob("*.md")):
        if path.parent == folder:
            continue
        files += 1
        for found in find_invisible(text := path.read_text(encoding="utf-8", errors="replace")):
            row = text.count("\n", 0, found.start) + 1
            codes = " ".join(f"U+{ord(char):04X}" for char in text[found.start : found.end][:4])
            print(f"  {path.relative_to(folder)}:{row} {found.kind} {codes}")
    print(f"  in {files} files")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path)
    data: Path = parser.parse_args().data
    labelled(data / "threats.jsonl")
    real_files(data / "real")


if __name__ == "__main__":
    main()
