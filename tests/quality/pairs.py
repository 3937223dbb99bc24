"""How well look-alikes are judged: `python tests/quality/pairs.py DATA_DIR`, the folder that holds `real/pairs.jsonl`.

Mergeable are pairs labelled duplicate or refinement. A fifth of the pairs, picked by a digest, was never looked at
while the rule was made; its figures stand beside the others.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from memory_ls.formats.bullets import note_key
from memory_ls.index import judge
from memory_ls.index.likeness import Likeness

Pair = dict[str, object]


def found(pair: Pair) -> bool:
    a, b = str(pair["text_a"]), str(pair["text_b"])
    if note_key(a) == note_key(b):
        return True
    index: Likeness[int] = Likeness()
    index.add(1, a)
    return bool(index.near(b)) and judge(a, b) is not None


def held_out(pair: Pair) -> bool:
    return hashlib.sha256(str(pair["text_a"]).encode()).digest()[0] % 5 == 0


def main() -> int:
    if len(sys.argv) < 2:
        print("usage: pairs.py DATA_DIR", file=sys.stderr)
        return 2
    rows = [json.loads(row) for row in (Path(sys.argv[1]) / "real" / "pairs.jsonl").read_text().splitlines()]
    for name, part in (("tuned", [r for r in rows if not held_out(r)]), ("held out", [r for r in rows if held_out(r)])):
        merge = {r["id"]: r["label"] in ("duplicate", "refinement") for r in part}
        says = {r["id"]: found(r) for r in part}
        hits = sum(says[i] and merge[i] for i in merge)
        wrong = [r for r in part if says[r["id"]] and not merge[r["id"]]]
        missed = [r for r in part if merge[r["id"]] and not says[r["id"]]]
        precision, recall = hits / max(1, hits + len(wrong)), hits / max(1, hits + len(missed))
        hard = [r for r in part if r["hard_negative"]]
        low = [r for r in part if r["low_overlap"] and r["label"] == "duplicate"]
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        print(f"{name}: {len(part)} pairs, precision {precision:.3f}, recall {recall:.3f}, F1 {f1:.3f}, ", end="")
        print(f"hard negatives flagged {sum(says[r['id']] for r in hard)}/{len(hard)}, ", end="")
        print(f"low-overlap duplicates found {sum(says[r['id']] for r in low)}/{len(low)}, ", end="")
        print(f"wrong by label {dict(Counter(str(r['label']) for r in wrong))}")
        if "-v" in sys.argv and name == "tuned":
            for title, some in (("wrong", wrong), ("missed", missed)):
                for r in some:
                    print(f"{title} {r['id']} {r['label']}\n    {r['text_a'][:220]}\n    {r['text_b'][:220]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
