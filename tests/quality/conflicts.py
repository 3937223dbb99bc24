"""How well contradictions are found: `python tests/quality/conflicts.py DATA_DIR [-v]`, the folder that holds `real/`.

First labelled pairs, as at write time: a new note against one of the store; a fifth, picked by a digest, is held out
and its rows are not listed. Then whole files, their bullets as notes: what would be reported there, for a person to
judge.
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
from memory_ls.index import Clash, ValueIndex, conflicting

_BULLET = re.compile(r"\s*[-*]\s+(\S.*)")


@dataclass(frozen=True, slots=True)
class Pair:
    row: int
    a: str
    b: str
    label: str

    @property
    def held_out(self) -> bool:
        return hashlib.sha256(self.a.encode()).digest()[0] % 5 == 0

    @property
    def real(self) -> bool:
        return self.label == "contradiction"

    def found(self) -> bool:
        return conflicting(self.a, self.b) is not None

    def candidate(self) -> bool:
        index: ValueIndex[int] = ValueIndex()
        index.add(1, self.a)
        return bool(index.near(self.b))


def read_pairs(path: Path) -> Iterator[Pair]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        row = json.loads(line)
        yield Pair(number, row["text_a"], row["text_b"], row["label"])


def report(name: str, pairs: list[Pair], *, indexed: bool, rows: bool = False) -> None:
    says = {pair.row: pair.found() and (not indexed or pair.candidate()) for pair in pairs}
    wrong = [pair for pair in pairs if says[pair.row] and not pair.real]
    missed = [pair for pair in pairs if pair.real and not says[pair.row]]
    hits = sum(says[pair.row] and pair.real for pair in pairs)
    precision, recall = hits / max(1, hits + len(wrong)), hits / max(1, hits + len(missed))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    print(
        f"{name:18}{len(pairs):4} pairs  precision {precision:.3f}  recall {recall:.3f}  F1 {f1:.3f}  "
        f"wrong by label {dict(Counter(pair.label for pair in wrong))}"
    )
    for title, some in (("wrong", wrong), ("missed", missed)) if rows else ():
        for pair in some:
            print(f"  {title} {pair.row} {pair.label}: {pair.a[:60]!r} · {pair.b[:60]!r}")


def clashes_in(path: Path) -> tuple[int, list[tuple[str, str, Clash]]]:
    """The number of distinct notes of a file, and the pairs of them that would be reported."""
    rows = path.read_text(encoding="utf-8", errors="replace").split("\n")
    notes = {note_key(found[1]): found[1] for found in map(_BULLET.match, rows) if found}
    index: ValueIndex[str] = ValueIndex()
    for key, text in notes.items():
        index.add(key, text)
    judged = ((notes[a], notes[b], conflicting(notes[a], notes[b])) for a, b in index.pairs())
    return len(notes), [(a, b, clash) for a, b, clash in judged if clash is not None and clash.sure]


def report_files(paths: list[Path]) -> None:
    found = [(path, *clashes_in(path)) for path in paths]
    notes, total = sum(count for _, count, _ in found), sum(len(pairs) for _, _, pairs in found)
    print(
        f"whole files: {len(found)} files, {notes} notes, {total} pairs reported, one in {notes // max(1, total)} notes"
    )
    for path, _, pairs in found:
        for a, b, clash in pairs:
            print(f"  {path.parent.name}/{path.stem}: {a[slice(*clash.a)]} · {b[slice(*clash.b)]}")
            print(f"    {a[:150]}\n    {b[:150]}")


def main() -> int:
    if len(sys.argv) < 2:
        print("usage: conflicts.py DATA_DIR [-v]", file=sys.stderr)
        return 2
    real = Path(sys.argv[1]) / "real"
    pairs = list(read_pairs(real / "pairs.jsonl"))
    report("tuned", [pair for pair in pairs if not pair.held_out], indexed=False, rows="-v" in sys.argv)
    report("held out", [pair for pair in pairs if pair.held_out], indexed=False)
    report("all", pairs, indexed=False)
    report("all, by the index", pairs, indexed=True)
    report_files(sorted(path for path in real.rglob("*.md") if path.parent != real))
    return 0


if __name__ == "__main__":
    sys.exit(main())
