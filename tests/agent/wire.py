"""A server as a bare process, and single lines to and from it, as no well-behaved host would send them."""

from __future__ import annotations

import json
import select
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .user import User

BEGIN = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}
_PATIENCE = 60.0
"""Seconds after which an answer that is waited for does not come any more."""


class Wire:
    """One conversation."""

    def __init__(self, server: subprocess.Popen[bytes]) -> None:
        self.server = server
        self._rest = b""

    def says(self, line: str | bytes) -> None:
        """One line as it is."""
        assert self.server.stdin is not None
        self.server.stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self.server.stdin.flush()

    def asks(self, id: object, method: str, **params: object) -> None:
        self.says(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))

    def calls(self, id: object, tool: str, **arguments: object) -> None:
        self.asks(id, "tools/call", name=tool, arguments=arguments)

    def tells(self, method: str, **params: object) -> None:
        self.says(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def hears(self, id: object) -> dict[str, Any]:
        """The next message, which must be the answer with that id."""
        said = self.hears_any()
        assert said.get("id") == id, said
        return said

    def hears_any(self) -> dict[str, Any]:
        assert self.server.stdout is not None
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self.server.stdout], [], [], _PATIENCE)
            assert ready, "nothing was answered"
            more = self.server.stdout.read1(1 << 16)
            assert more, "the server has ended"
            self._rest += more
        row, self._rest = self._rest.split(b"\n", 1)
        said = json.loads(row)
        assert isinstance(said, dict)
        return said

    def ends(self) -> tuple[int, str]:
        """Waits for its end; its exit code and what it said on standard error."""
        assert self.server.stderr is not None
        code = self.server.wait(timeout=_PATIENCE)
        return code, self.server.stderr.read().decode("utf-8", "replace")


@contextmanager
def talking(user: User, *, begun: bool = True) -> Iterator[Wire]:
    """A server to which the older era's beginning has been said, unless that is left to the test."""
    server = user.start()
    wire = Wire(server)
    try:
        if begun:
            wire.asks("begin", "initialize", **BEGIN)
            wire.hears("begin")
            wire.tells("notifications/initialized")
        yield wire
    finally:
        server.kill()
        for stream in (server.stdin, server.stdout, server.stderr):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue
        server.wait()
