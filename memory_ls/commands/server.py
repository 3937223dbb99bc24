"""`memory-ls server`: the language server on standard input and output."""

from __future__ import annotations

from argparse import Namespace


def run(options: Namespace) -> int:
    from memory_ls.lsp import server

    return server.run()
