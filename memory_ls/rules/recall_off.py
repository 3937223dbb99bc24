"""Recall is switched off: the agent is given none of its notes.

Said once, in place of all that concerns the budget. Set `inject` to true in the agent's configuration to change it.

Source: bullets, "Configuration".
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.rules.finding import Finding, Message, Severity, View

code = "recall-off"


def check(view: View) -> Iterator[Finding]:
    if view.limits.inject or not view.files:
        return
    message = Message("recall is switched off in the agent's configuration; it is given none of these notes")
    yield Finding(code, view.files[0].top, message, Severity.INFORMATION)
