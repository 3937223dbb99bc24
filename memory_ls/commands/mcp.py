"""`memory-ls mcp`: notes for agents, over the Model Context Protocol on standard input and output."""

from __future__ import annotations

import os
from argparse import Namespace

from memory_ls.commands.failure import Failure
from memory_ls.detect import quote
from memory_ls.stores.places import Environment

_MISSING = "the protocol's library is not installed; run `pip install '.[mcp]'` in the folder of memory-ls"


def run(options: Namespace) -> int:
    env = Environment.current()
    project = options.project or env.variables.get("MEMORY_LS_PROJECT", "").strip() or None
    if project is not None:
        project = env.expand(project)
        if not os.path.isdir(project):
            raise Failure(f"there is no folder {quote(project, 4096)}")
    try:
        from memory_ls.agent import server
    except ModuleNotFoundError as error:
        if error.name not in ("mcp", "mcp_types", "anyio"):
            raise
        raise Failure(_MISSING) from None
    return server.run(env, project, vouched=options.trusted)
