"""What one key costs in a record that lies among others, in CPU time: `change` and `settle` of the live workspace.

    python tests/bench/one_edit.py [--counts 100 10000]

All records are loaded and compared first. Keys go into one record: into its notes, and into its summary.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from records import lay

from memory_ls.settings import Settings
from memory_ls.stores.places import Environment
from memory_ls.text import Span, Text
from memory_ls.workspace.workspace import Workspace

KEYS = 60


def median_cost(count: int) -> tuple[float, float]:
    """Milliseconds of CPU for a key in the notes and in the summary, the median of some."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder).resolve() / "home"
        paths = lay(home / ".pi/memory-md/projects/app/records", count)
        settings = Settings()
        workspace = Workspace(Environment(str(home), {}, str(home), "", ""), lambda _: True, lambda _: settings)
        file = workspace.recognise(str(paths[count // 2]))
        if file is None:
            sys.exit("a record is not recognised")
        text = Text(paths[count // 2].read_text(encoding="utf-8"))
        workspace.open(file, text, 1)
        while workspace.loading:
            workspace.load_more(500)
        workspace.settle()
        while workspace.waiting:
            workspace.advance(workspace.waiting)
        workspace.settle()
        gc.collect()
        gc.freeze()
        return tuple(_keys(workspace, file.id, text, row) for row in (len(text.rows) - 2, 2))  # type: ignore[return-value]


def _keys(workspace: Workspace, id: str, text: Text, row: int) -> float:
    costs = []
    for number in range(KEYS):
        splice = text.splice(Span(row, 12, row, 12), "abc def"[number % 7])
        start = time.process_time()
        workspace.change(id, [splice], number + 2)
        workspace.settle()
        costs.append((time.process_time() - start) * 1000)
    return statistics.median(costs)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--counts", type=int, nargs="+", default=[100, 10_000])
    for count in options.parse_args().counts:
        notes, summary = median_cost(count)
        print(f"{count:6} records: a key in the notes {notes:.2f} ms, in the summary {summary:.2f} ms")


if __name__ == "__main__":
    main()
