"""One store for two projects: their folders come to the same name in the agent's eyes.

Claude Code and the records agent name a store after the project's folder; `my-app` and `my.app`, or two folders called
`api`, end up in one. What is noted in one project is then read in the other. Rename a folder, or move the store with
the agent's own setting.

Source: the agents' slugs, as measured and as read in their code.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect import quote
from memory_ls.rules.finding import FileState, Finding, Message, Severity, View

code = "shared-store"
_NAMED = 3


def check(file: FileState, view: View) -> Iterator[Finding]:
    if file.first and len(file.shared) > 1:
        names = ", ".join(quote(name, 200) for name in file.shared[:_NAMED])
        more = f" and {len(file.shared) - _NAMED} more" if len(file.shared) > _NAMED else ""
        message = Message(f"{len(file.shared)} projects share this store: {names}{more}")
        yield Finding(code, file.top, message, Severity.INFORMATION)
