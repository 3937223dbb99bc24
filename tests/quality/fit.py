"""Fit the weights by which look-alikes are judged, and tell how well that carries over: `python tests/quality/fit.py DATA`.

Repositories are dealt into five parts; each is judged with weights fitted to the other four, twenty times over with
other parts. Printed are mean and spread of these figures, then the weights fitted to everything, for
`memory_ls/index/weights.py`, and how a fixed fifth fares with weights from the others. Rows that something decides alone take no part in a fit.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from statistics import mean, pstdev

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from memory_ls.formats.bullets import note_key
from memory_ls.index.conflict import conflicting
from memory_ls.index.judge import are_two_facts, compared, differ_in_one_thing, signs
from memory_ls.index.weights import WEIGHTS

RIDGE = 6.0
PARTS = 5
ROUNDS = 12


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled pair: its signs, or None where something decides alone (`decided`)."""

    source: str
    held_out: bool
    mergeable: bool
    hard: bool
    low: bool
    signs: tuple[float, ...] | None
    decided: bool


def read_rows(path: Path) -> list[Row]:
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        a, b = row["text_a"], row["text_b"]
        mergeable = row["label"] in ("duplicate", "refinement")
        low = row["low_overlap"] and row["label"] == "duplicate"
        pair = compared(a, b)
        found, decided = None, note_key(a) == note_key(b)
        if pair is not None and not decided and not are_two_facts(a, b, pair):
            named = signs(a, b, pair)
            if not differ_in_one_thing(pair, named) and conflicting(a, b) is None:
                found = (1.0, *(float(named[name]) for name in WEIGHTS))
        held_out = hashlib.sha256(a.encode()).digest()[0] % 5 == 0
        rows.append(Row(row["file_a"] or row["family"], held_out, mergeable, row["hard_negative"], low, found, decided))
    return rows


def fit(rows: Sequence[Row]) -> list[float]:
    """Weights of a logistic score, by Newton's method; a ridge in units of each sign's spread holds them small."""
    data = [(row.signs, row.mergeable) for row in rows if row.signs is not None]
    size = len(WEIGHTS) + 1
    spread = [pstdev([values[place] for values, _ in data]) for place in range(size)]
    weights = [0.0] * size
    for _ in range(25):
        slope = [-RIDGE * spread[k] ** 2 * weights[k] for k in range(size)]
        curve = [[RIDGE * spread[k] ** 2 + 1e-9 if k == j else 0.0 for j in range(size)] for k in range(size)]
        for values, is_so in data:
            chance = 1 / (1 + exp(-sum(w * v for w, v in zip(weights, values, strict=True))))
            bend = chance * (1 - chance)
            for k, value in enumerate(values):
                slope[k] += (is_so - chance) * value
                for j, other in enumerate(values):
                    curve[k][j] += bend * value * other
        weights = [w + step for w, step in zip(weights, solve(curve, slope), strict=True)]
    return weights


def solve(matrix: list[list[float]], values: list[float]) -> list[float]:
    """The solution of a system of equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    size = len(rows)
    for k in range(size):
        best = max(range(k, size), key=lambda place: abs(rows[place][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for j in range(size):
            if j != k and rows[j][k]:
                factor = rows[j][k] / rows[k][k]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[k], strict=True)]
    return [row[size] / row[k] for k, row in enumerate(rows)]


def says(row: Row, weights: Sequence[float]) -> bool:
    if row.signs is None:
        return row.decided
    return sum(w * v for w, v in zip(weights, row.signs, strict=True)) > 0


def carried_over(rows: list[Row], rng: random.Random) -> list[bool]:
    """What is said of each row with weights that saw nothing of its repository."""
    sources = sorted({row.source for row in rows})
    rng.shuffle(sources)
    part = {source: place % PARTS for place, source in enumerate(sources)}
    said = [False] * len(rows)
    for k in range(PARTS):
        weights = fit([row for row in rows if part[row.source] != k])
        for place, row in enumerate(rows):
            if part[row.source] == k:
                said[place] = says(row, weights)
    return said


def figures(rows: list[Row], said: list[bool]) -> dict[str, float]:
    hits = sum(row.mergeable for row, yes in zip(rows, said, strict=True) if yes)
    asked, told = sum(row.mergeable for row in rows), sum(said)
    hard = [yes for row, yes in zip(rows, said, strict=True) if row.hard]
    low = [yes for row, yes in zip(rows, said, strict=True) if row.low]
    return {
        "precision": hits / max(1, told),
        "recall": hits / asked,
        "F1": 2 * hits / (asked + told),
        "hard negatives flagged": sum(hard) / len(hard),
        "low-overlap duplicates found": sum(low) / len(low),
    }


def rounded(found: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 3) for name, value in found.items()}


def main() -> int:
    if len(sys.argv) < 2:
        print("usage: fit.py DATA_DIR", file=sys.stderr)
        return 2
    rows = read_rows(Path(sys.argv[1]) / "real" / "pairs.jsonl")
    rng = random.Random(0)
    rounds = [figures(rows, carried_over(rows, rng)) for _ in range(ROUNDS)]
    print(f"judged on repositories that were not fitted to, {ROUNDS} deals")
    for name in rounds[0]:
        found = [one[name] for one in rounds]
        print(f"  {name:30}{mean(found):.3f}  ± {pstdev(found):.3f}")
    print("the fifth that `pairs.py` holds out, with weights fitted to the others")
    held_out, weights = [row for row in rows if row.held_out], fit([row for row in rows if not row.held_out])
    print("  ", rounded(figures(held_out, [says(row, weights) for row in held_out])))
    weights = fit(rows)
    print(f"BIAS = {weights[0]:.2f}")
    for name, weight in zip(WEIGHTS, weights[1:], strict=True):
        print(f'    "{name}": {weight:.2f},')
    print(
        "fitted:",
        {name: round(value, 3) for name, value in figures(rows, [says(row, weights) for row in rows]).items()},
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
