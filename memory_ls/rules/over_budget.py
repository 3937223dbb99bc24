"""More than the agent is given, or than it takes.

The bullets agent walks its notes in order and takes those that still fit into its budget (8192 bytes of UTF-8, project
first, then global; `maxInjectBytes` changes it); Claude Code and its likes cut the index at 200 rows or 25,000 UTF-16
units; the agents with § notes refuse every addition to a full store. What does not fit is in the file and not in the
agent's mind. At a place that no agent is known to read, and for a store that is only nearly full, this is information.

Source: bullets, "Configuration" and "Limitations"; topics and sections as measured on their agents.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.recall import RECALLS, size
from memory_ls.rules.finding import FileState, Finding, Message, Severity, View

code = "over-budget"


def check(file: FileState, view: View) -> Iterator[Finding]:
    if view.plan is None or file.shown is None:
        return
    over = RECALLS[file.file.store.format].over(file.part, file.shown, view.plan)
    if over is not None:
        mild = over.mild or not file.file.store.enforced
        yield Finding(code, file.top, Message(over.message), Severity.INFORMATION if mild else Severity.WARNING)


__all__ = ["check", "code", "size"]
