"""Precision and recall of the secret detector on labelled notes, by kind, on real lines, real files and prose.

    python tests/quality/secret_values.py DATA_DIR [--prose FOLDER ...] [--against]

DATA_DIR holds `secrets.jsonl` (id, text, label, tier, kind, provider, span), `real/secrets.jsonl` (text, label) and
real memory files under `real/`. What is found where nothing should be is listed with its text masked; no value is
printed. A fifth of the rows, chosen by a hash of their id, is counted apart; patterns are not made from its rows.
`--prose` counts what is found in documentation, where next to nothing should be. `--against` runs detect-secrets,
kingfisher and CredSweeper on the same notes, those that are installed.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from memory_ls.detect import Secret, find_secrets, quote


@dataclass
class Score:
    """Counts of notes right and wrong, and of spans that are exact."""

    hit: int = 0
    missed: int = 0
    false: int = 0
    right: int = 0
    exact: int = 0
    ids: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)

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
                self.shown.append(f"{row['id']} {found[0].kind}: {quote(str(row['text']))}")

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
    print("certain ones alone" if certain_only else "certain and likely ones (- missed, ~ inexact, + false)")
    for (tier, part), score in sorted(by_part.items()):
        print(f"  {tier:10} {part:9} {score.line()}")
    if show:
        for kind, score in sorted(by_kind.items()):
            print(f"    {kind:28} {score.line()}  {' '.join(score.ids)}")
            for line in score.shown:
                print(f"      found in {line}")


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
                    print(f"  {place} {sure} {secret.kind}: {quote(line[max(0, secret.start - 30) : secret.end + 12])}")
    print(f"  in {files} files, {rows} rows")


def prose(folders: list[Path]) -> None:
    """What is found in documentation: READMEs, manuals, changelogs."""
    rows = found = 0
    seen: set[str] = set()
    print("prose:")
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        if path.suffix not in (".md", ".rst", ".txt") and path.name != "METADATA":
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        if text in seen or len(text) > 2_000_000:
            continue
        seen.add(text)
        for number, line in enumerate(text.split("\n"), 1):
            rows += bool(line.strip())
            for secret in find_secrets(line):
                found += 1
                around = line[max(0, secret.start - 30) : secret.end + 12]
                print(f"  {path.name}:{number} {secret.kind}: {quote(around)}")
    print(f"  {found} in {rows} rows of {len(seen)} files: {found * 10_000 / max(rows, 1):.2f} per 10,000 rows")


# Each tool's command for a folder of notes; it names the files in which it found something in what it prints or writes.
TOOLS = {
    "detect-secrets": ["detect-secrets", "scan", "--all-files", "{notes}"],
    "kingfisher": ["kingfisher", "scan", "{notes}", "--no-validate", "--format", "json", "--confidence", "low"],
    "CredSweeper": ["credsweeper", "--path", "{notes}", "--save-json", "{report}", "--log", "silence"],
}


def against(rows: list[dict[str, object]]) -> None:
    """The same notes, a file each, given to other tools; a note counts as found when its file is named."""
    rows = [row for row in rows if row["tier"] == "core"]
    print(f"against others, {len(rows)} notes of the core tier, a file each (note level)")
    with tempfile.TemporaryDirectory() as folder:
        notes, report = Path(folder, "notes"), Path(folder, "report.json")
        notes.mkdir()
        for number, row in enumerate(rows):
            (notes / f"note{number:05}.md").write_text(str(row["text"]) + "\n", encoding="utf-8")
        start = time.perf_counter()
        named = {number for number, row in enumerate(rows) if find_secrets(str(row["text"]))}
        told("memory-ls", rows, named, time.perf_counter() - start)
        for name, command in TOOLS.items():
            beside = Path(sys.executable).with_name(command[0])
            program = str(beside) if beside.exists() else shutil.which(command[0])
            if program is None:
                print(f"  {name:15} is not installed")
                continue
            places = {"{notes}": str(notes), "{report}": str(report)}
            start = time.perf_counter()
            done = subprocess.run(
                [program, *(places.get(part, part) for part in command[1:])], capture_output=True, text=True, cwd=folder
            )
            said = done.stdout + (report.read_text(encoding="utf-8") if report.exists() else "")
            found = {int(number) for number in re.findall(r"note(\d{5})\.md", said)}
            told(name, rows, found, time.perf_counter() - start)


def told(name: str, rows: list[dict[str, object]], named: set[int], seconds: float) -> None:
    score = Score()
    for number, row in enumerate(rows):
        score.add({**row, "span": None}, (Secret(0, 1, "", True),) if number in named else ())
    line = score.line().rpartition("  spans")[0]
    print(f"  {name:15} {line}  {seconds * 1000 / len(rows):.2f} ms a note with start")


def cost(texts: list[str]) -> None:
    spent = []
    for text in texts:
        start = time.thread_time_ns()
        find_secrets(text)
        spent.append((time.thread_time_ns() - start) / 1000)
    print(
        f"cost a note: median {statistics.median(spent):.0f} µs, 95% {statistics.quantiles(spent, n=20)[-1]:.0f} µs of CPU"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path)
    parser.add_argument("--prose", type=Path, nargs="*", default=[])
    parser.add_argument("--against", action="store_true")
    asked = parser.parse_args()
    data: Path = asked.data
    rows = [json.loads(line) for line in (data / "secrets.jsonl").read_text(encoding="utf-8").splitlines()]
    labelled(rows, certain_only=False, show=True)
    labelled(rows, certain_only=True, show=False)
    real = data / "real" / "secrets.jsonl"
    real_lines(real)
    lines = [json.loads(line) for line in real.read_text(encoding="utf-8").splitlines()]
    real_files(data / "real", {(str(row["file"]), int(row["line"])) for row in lines})
    if asked.prose:
        prose(asked.prose)
    if asked.against:
        against(rows)
    cost([row["text"] for row in rows if len(row["text"]) < 250])


if __name__ == "__main__":
    main()
