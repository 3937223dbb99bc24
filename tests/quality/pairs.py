"""How well look-alikes are judged: `python tests/quality/pairs.py DATA_DIR [-v]`, the folder that holds `real/`.

Mergeable are pairs labelled duplicate or refinement. A fifth of the pairs, picked by a digest, is held out: its misses
are not listed. The weights in use are fitted to all pairs, so these figures are those of known data; `fit.py` tells what
carries over to repositories, and to that fifth, that were not fitted to. Then whole files, their bullets as notes: how
many pairs would be reported, and with `-v` which, for a person to judge.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from memory_ls.formats.bullets import note_key
from memory_ls.index import Likeness, Verdict, judge

FILES = ("bullet-memory", "pi-memory-md")
OTHERS = ("serena", "gemini", "openclaw-longterm", "openclaw-daily", "hermes", "pi-memory-dir")
_BULLET = re.compile(r"\s*[-*]\s+(\S.*)")


@dataclass(frozen=True, slots=True)
class Pair:
    row: int
    a: str
    b: str
    label: str
    hard: bool
    low: bool

    @property
    def mergeable(self) -> bool:
        return self.label in ("duplicate", "refinement")

    @property
    def held_out(self) -> bool:
        return hashlib.sha256(self.a.encode()).digest()[0] % 5 == 0

    def found(self) -> bool:
        if note_key(self.a) == note_key(self.b):
            return True
        index: Likeness[int] = Likeness()
        index.add(1, self.a)
        return bool(index.near(self.b)) and judge(self.a, self.b) is not None


def read_pairs(path: Path) -> Iterator[Pair]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        row = json.loads(line)
        low = row["low_overlap"] and row["label"] == "duplicate"
        yield Pair(number, row["text_a"], row["text_b"], row["label"], row["hard_negative"], low)


def report(name: str, pairs: list[Pair], *, rows: bool) -> None:
    says = {pair.row: pair.found() for pair in pairs}
    wrong = [pair for pair in pairs if says[pair.row] and not pair.mergeable]
    missed = [pair for pair in pairs if pair.mergeable and not says[pair.row]]
    hits = sum(says[pair.row] and pair.mergeable for pair in pairs)
    precision, recall = hits / max(1, hits + len(wrong)), hits / max(1, hits + len(missed))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    hard, low = [p for p in pairs if p.hard], [p for p in pairs if p.low]
    print(
        f"{name:9}{len(pairs):4} pairs  precision {precision:.3f}  recall {recall:.3f}  F1 {f1:.3f}  "
        f"hard negatives flagged {sum(says[p.row] for p in hard)}/{len(hard)}  "
        f"low-overlap duplicates found {sum(says[p.row] for p in low)}/{len(low)}  "
        f"wrong by label {dict(Counter(p.label for p in wrong))}"
    )
    for title, some in (("wrong", wrong), ("missed", missed)) if rows else ():
        for pair in some:
            print(f"  {title} {pair.row} {pair.label}: {pair.a[:60]!r} · {pair.b[:60]!r}")


def alike_in(path: Path) -> tuple[int, list[tuple[str, str, Verdict]]]:
    """The number of distinct notes of a file, and the pairs of them that would be reported."""
    rows = path.read_text(encoding="utf-8", errors="replace").split("\n")
    notes = {note_key(found[1]): found[1] for found in map(_BULLET.match, rows) if found}
    index: Likeness[str] = Likeness()
    for key, text in notes.items():
        index.add(key, text)
    judged = ((notes[a], notes[b], judge(notes[a], notes[b])) for a, b in index.pairs())
    return len(notes), [(a, b, verdict) for a, b, verdict in judged if verdict is not None]


def report_files(name: str, paths: list[Path], *, rows: bool) -> None:
    found = [(path, *alike_in(path)) for path in paths]
    total = sum(len(pairs) for _, _, pairs in found)
    print(f"{name}: {len(found)} files, {sum(count for _, count, _ in found)} notes, {total} pairs reported")
    for path, _, pairs in found if rows else ():
        for a, b, verdict in pairs:
            print(f"  {path.stem} {verdict.kind.value}\n    {a[:200]}\n    {b[:200]}")


def main() -> int:
    if len(sys.argv) < 2:
        print("usage: pairs.py DATA_DIR [-v]", file=sys.stderr)
        return 2
    real, verbose = Path(sys.argv[1]) / "real", "-v" in sys.argv
    pairs = list(read_pairs(real / "pairs.jsonl"))
    report("tuned", [pair for pair in pairs if not pair.held_out], rows=True)
    report("held out", [pair for pair in pairs if pair.held_out], rows=False)
    report("all", pairs, rows=False)
    for family in (*FILES, *OTHERS):
        report_files(family, sorted((real / "single" / family).rglob("*.md")), rows=verbose)
    return 0


if __name__ == "__main__":
    sys.exit(main())
