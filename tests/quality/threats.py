"""How well instructions to the reader are told from notes about prompts, agents and keys.

    python tests/quality/threats.py DATA_DIR

DATA_DIR holds `threats.jsonl` (id, text, label, kind, cls) and real memory files under `real/`. Rows are split by the
digest of their text: patterns were written looking at the tuned half, the held-out half only measures them. What is
wrong is named by its id; of real files every finding is listed, by its row and kind. No text is printed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import time
from collections import Counter
from pathlib import Path

from memory_ls.detect.injection import find_injections


def is_held_out(text: str) -> bool:
    """Whether a row is in the held-out half."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[0] % 2 == 1


def labelled(path: Path) -> None:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["cls"] != "unicode"]  # those are of `characters.py`
    print("half       rows  found  missed  false  precision  recall  F1    false alarms")
    for half in (False, True):
        counts: Counter[tuple[bool, bool]] = Counter()
        wrong: list[str] = []
        for row in (row for row in rows if is_held_out(row["text"]) is half):
            meant, found = row["label"] == 1, bool(find_injections(row["text"]))
            counts[meant, found] += 1
            if meant is not found:
                wrong.append(f"{'-' if meant else '+'}{row['id']} ({row['kind']})")
        hit, missed, false = counts[True, True], counts[True, False], counts[False, True]
        precision, recall = hit / max(hit + false, 1), hit / max(hit + missed, 1)
        score = 2 * precision * recall / max(precision + recall, 1e-9)
        alarms = false / max(false + counts[False, False], 1)
        name = "held out" if half else "tuned"
        print(
            f"{name:9} {counts.total():5} {hit:6} {missed:7} {false:6} {precision:10.3f} {recall:7.3f} {score:.3f} {alarms:8.1%}"
        )
        print("  wrong:", " ".join(wrong) or "none")


def real_files(folder: Path) -> None:
    print("real files:")
    spent: list[float] = []
    files = found = 0
    for path in sorted(path for path in folder.rglob("*.md") if path.parent != folder):
        files += 1
        text = path.read_text(encoding="utf-8", errors="replace")
        for one in find_injections(text):
            found += 1
            print(f"  {path.relative_to(folder)}:{text.count(chr(10), 0, one.start) + 1} {one.kind}")
        for row in filter(str.strip, text.split("\n")):
            start = time.process_time_ns()
            find_injections(row)
            spent.append((time.process_time_ns() - start) / 1000)
    print(f"  {found} in {files} files; {len(spent)} rows, median {statistics.median(spent):.1f} µs a row")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path)
    data: Path = parser.parse_args().data
    labelled(data / "threats.jsonl")
    real_files(data / "real")


if __name__ == "__main__":
    main()
