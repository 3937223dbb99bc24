"""What a model that follows a script does: call tools one after the other, then say that it is done."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event

from client_world import WAIT_SECONDS

_MOMENT = Event()
"""Never set: waiting for it is the moment that a model takes before it looks again."""
_MOMENT_SECONDS = 0.2
WAIT_FOR_SERVERS = "WaitForMcpServers"
"""How a model of Claude Code waits for tools whose server is still starting."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool. With `until`, it is repeated until a request holds that text: agents tell some things late."""

    tool: str
    arguments: Mapping[str, object]
    until: str = ""


@dataclass(slots=True)
class Script:
    """The calls to make. `requests` are the bodies of all requests so far, as text; `tools` what was offered last."""

    calls: Sequence[Call]
    requests: list[str] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    _at: int = 0
    _since: float = 0.0

    def next(self, request: str, tools: Sequence[str]) -> Call | None:
        """What the model does on a request that offers these tools; None when it has said all.

        Requests without the tool, such as those for a title, do not go on in the script.
        """
        self.requests.append(request)
        self.tools = [*tools] or self.tools
        if self._at >= len(self.calls):
            return None
        if self.calls[self._at].tool not in tools:
            return Call(WAIT_FOR_SERVERS, {}) if WAIT_FOR_SERVERS in tools and self._may_wait() else None
        now = self.calls[self._at]
        if not now.until:
            self._at += 1
            return now
        if now.until in request or not self._may_wait():
            self._at, self._since = self._at + 1, 0.0
            return self.next(self.requests.pop(), tools)
        _MOMENT.wait(_MOMENT_SECONDS)
        return now

    def _may_wait(self) -> bool:
        self._since = self._since or time.monotonic()
        return time.monotonic() - self._since < WAIT_SECONDS

    def holds(self, text: str) -> bool:
        """Whether the model was given a text in any request."""
        return any(text in request for request in self.requests)
