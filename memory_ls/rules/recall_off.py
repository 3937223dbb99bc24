"""Recall is switched off: the agent is given none of its notes.

Said once for a store, in place of all that concerns the budget. Switch it on in the agent's configuration (bullets:
`inject`; Claude Code: `autoMemoryEnabled`, `CLAUDE_CODE_DISABLE_AUTO_MEMORY`).

Source: bullets, "Configuration"; the topics agents' settings.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.rules.finding import FileState, Finding, Message, Severity, View

code = "recall-off"


def check(file: FileState, view: View) -> Iterator[Finding]:
    if file.first and not file.limits.inject:
        message = Message("recall is switched off in the agent's configuration; it is given none of these notes")
        yield Finding(code, file.top, message, Severity.INFORMATION)
