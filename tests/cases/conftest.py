"""With `MEMORY_LS_UPDATE_CASES=1` the pages are rewritten before they are read."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

if os.environ.get("MEMORY_LS_UPDATE_CASES"):
    from tempfile import TemporaryDirectory

    from rewriting import rewrite

    with TemporaryDirectory() as work:
        for path in sorted(HERE.glob("*.md")):
            if path.stem != "README":
                rewrite(path, Path(work))
