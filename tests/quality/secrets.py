"""Precision and recall of the secret detector on labelled notes, by kind.

    python tests/quality/secrets.py DATA_DIR

DATA_DIR holds `secrets.jsonl` (id, text, label, tier, kind, provider, span), `real/secrets.jsonl` (text, label) and
real memory files under `real/`. No text and no value is printed, only ids and places. A fifth of the rows, chosen by a
hash of their id, is never looked at while patterns are written; its figures stand beside the others.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
import zlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from memory_ls.detect import Secret, find_secrets


@dataclass
class Score:
    """Counts of notes right and wrong, and of spans that are exact."""

    hit: int = 0
    missed: int = 0
    false: int = 0
    right: int = 0
    exact: int = 0
    ids: list[str] = field(default_factory=list)

    def add(self, row: dict[str, object], found: tuple[Secret, ...]) -> None:
        if row["label"] == 1:
            self.hit += bool(found)
            self.missed += not found
            exact = row["span"] is None or any([secret.start, secret.end] == row["span"] for secret in found)
            exact = exact and bool(found)
            self.exact += exact
            if not found:
                self.ids.append(f"-{row['id']}")
            elif not exact:
                self.ids.append(f"~{row['id']}")
        else:
            self.false += bool(found)
            self.right += not found
            if found:
                self.ids.append(f"+{row['id']}")

    def line(self) -> str:
        precision = self.hit / (self.hit + self.false) if self.hit + self.false else 1.0
        recall = self.hit / (self.hit + self.missed) if self.hit + self.missed else 1.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        spans = self.exact / (self.hit + self.missed) if self.hit + self.missed else 1.0
        rows = f"{self.hit + self.missed:4} secrets {self.false + self.right:4} others"
        return f"{rows}  precision {precision:.3f}  recall {recall:.3f}  F1 {f1:.3f}  spans {spans:.3f}"


def held_out(identity: str) -> bool:
    return zlib.crc32(identity.encode()) % 5 == 0


def labelled(rows: Iterable[dict[str, object]], certain_only: bool, show: bool) -> None:
    by_part: dict[tuple[str, str], Score] = defaultdict(Score)
    by_kind: dict[str, Score] = defaultdict(Score)
    for row in rows:
        found = find_secrets(str(row["text"]))
        if certain_only:
            found = tuple(secret for secret in found if secret.certain)
        part = "held out" if held_out(str(row["id"])) else "seen"
        by_part[str(row["tier"]), part].add(row, found)
        by_kind[f"{row['tier']}/{row['kind']}"].add(row, found)
    print("certain ones alone" if certain_only else "certain and likely ones")
    for (tier, part), score in sorted(by_part.items()):
        print(f"  {tier:10} {part:9} {score.line()}")
    if show:
        for kind, score in sorted(by_kind.items()):
            if score.ids:
                print(f"    {kind:28} {' '.join(score.ids)}")


def real_lines(path: Path) -> None:
    counts: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        counts[row["label"], bool(find_secrets(row["text"]))].append(f"{row['file']}:{row['line']}")
    print("real lines (label, found): number, places")
    for (label, found), places in sorted(counts.items()):
        print(f"  {label:15} {'found' if found else 'silent':7} {len(places):3}  {' '.join(places)}")


def real_files(folder: Path, labelled_lines: set[tuple[str, int]]) -> None:
    files = rows = 0
    print("real files: findings outside the labelled lines")
    for path in sorted(folder.rglob("*.md")):
        if path.parent == folder:
            continue
        files += 1
        lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
        rows += len(lines)
        for number, line in enumerate(lines, 1):
            for secret in find_secrets(line):
                if (path.stem, number) not in labelled_lines:
                    sure = "certain" if secret.certain else "likely"
                    place = f"{path.relative_to(folder)}:{number}:{secret.start + 1}-{secret.end + 1}"
                    print(f"  {place} {sure} {secret.kind}")
    print(f"  in {files} files, {rows} rows")


def cost(texts: list[str]) -> None:
    spent = []
    for text in texts:
        start = time.perf_counter_ns()
        find_secrets(text)
        spent.append((time.perf_counter_ns() - start) / 1000)
    print(f"cost a note: median {statistics.median(spent):.0f} µs, 95% {statistics.quantiles(spent, n=20)[-1]:.0f} µs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path)
    data: Path = parser.parse_args().data
    rows = [json.loads(line) for line in (data / "secrets.jsonl").read_text(encoding="utf-8").splitlines()]
    labelled(rows, certain_only=False, show=True)
    labelled(rows, certain_only=True, show=False)
    real = data / "real" / "secrets.jsonl"
    real_lines(real)
    lines = [json.loads(line) for line in real.read_text(encoding="utf-8").splitlines()]
    real_files(data / "real", {(str(row["file"]), int(row["line"])) for row in lines})
    cost([row["text"] for row in rows if len(row["text"]) < 250])


if __name__ == "__main__":
    main()
