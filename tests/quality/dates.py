"""Days told from the day of writing in real memory files, each with its row, for a person to judge.

    python tests/quality/dates.py DATA_DIR

DATA_DIR holds real memory files under `real/`. Prints every finding with what stands around it, masked, and the cost.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from memory_ls.detect import quote
from memory_ls.detect.relative_dates import find_relative_dates

_AROUND = 70  # code points shown to each side


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path)
    folder = parser.parse_args().data / "real"
    spent: list[float] = []
    files = found = 0
    for path in sorted(path for path in folder.rglob("*.md") if path.parent != folder):
        files += 1
        text = path.read_text(encoding="utf-8", errors="replace")
        for one in find_relative_dates(text):
            found += 1
            row = text.count("\n", 0, one.start) + 1
            shown = quote(text[max(0, one.start - _AROUND) : one.end + _AROUND], 200)
            print(f"{path.relative_to(folder)}:{row} {quote(text[one.start : one.end])} ({one.days}): {shown}")
        for row_text in filter(str.strip, text.split("\n")):
            start = time.process_time_ns()
            find_relative_dates(row_text)
            spent.append((time.process_time_ns() - start) / 1000)
    print(f"{found} in {files} files; {len(spent)} rows, median {statistics.median(spent):.1f} µs a row")


if __name__ == "__main__":
    main()
