"""The real server in a process of its own, with two things more: the day is read from a file, and a request that is
answered when all background work has come to rest.
"""

from __future__ import annotations

import os
import sys
from datetime import date
from pathlib import Path
from typing import Any

from memory_ls.lsp import server as server_module
from memory_ls.lsp import session as session_module


class Calendar(date):
    """Its today is the case's."""

    @classmethod
    def today(cls) -> date:  # type: ignore[override]
        return date.fromisoformat(Path(os.environ["MEMORY_LS_CASES_TODAY"]).read_text())


def main() -> int:
    server_module.date = session_module.date = Calendar  # type: ignore[attr-defined]
    server = server_module.make_server()

    @server.feature("cases/settled")
    async def settled(params: Any) -> bool:
        session = server.live
        changed = session.look_at_disk()
        session.analyse()
        if session._background is not None:
            await session._background
        session.analyse_changes()
        return changed

    return server.serve_stdio()


if __name__ == "__main__":
    sys.exit(main())
