"""A file that its agent refuses: a symlink at its path, a folder, too large, not UTF-8.

Nothing of it reaches the agent, and no budget is reckoned for it. Rules on its text still run in an open editor.

Source: bullets, "Security" (256 KiB, no symlink).
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.rules.finding import FileState, Finding, Message, Severity, View

code = "unreadable"


def check(file: FileState, view: View) -> Iterator[Finding]:
    if file.problem:
        yield Finding(code, file.top, Message(file.problem), Severity.ERROR)
