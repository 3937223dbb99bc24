"""The floor under every figure: our documents and publisher without a single rule.

Run it over stdio like the server itself: `python tests/bench/empty.py`. It publishes an empty list for each burst.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from memory_ls.lsp.documents import Document
from memory_ls.lsp.transport import MemoryServer


class Empty(MemoryServer):
    """Finds nothing, quickly."""

    def document_opened(self, document: Document) -> None:
        self.coalescer.schedule(partial(self._publish, document), document.uri)

    document_changed = document_opened

    def _publish(self, document: Document) -> None:
        self.publish(document.uri, document.version, [])


def main() -> int:
    server = Empty("empty", "0")
    server.feature("textDocument/documentSymbol")(lambda params: [])
    return server.serve_stdio()


if __name__ == "__main__":
    sys.exit(main())
