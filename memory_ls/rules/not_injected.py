"""Notes that the agent is not given, faded in editors; one finding for each run of them.

They come after the end of the budget, or are longer than what is left of it. Move, merge or forget notes above them,
or raise the agent's budget.

Source: bullets, "Limitations"; topics as measured on Claude Code.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.recall import RECALLS, omitted_runs
from memory_ls.rules.finding import FileState, Finding, Message, Severity, Tag, View

code = "not-injected"


def check(file: FileState, view: View) -> Iterator[Finding]:
    recall = RECALLS[file.file.store.format]
    if view.plan is None or file.shown is None or not recall.fades:
        return
    for first, last, count in omitted_runs(file.costs, file.shown):
        what, it = ("this note", "it") if count == 1 else (f"these {count} notes", "them")
        message = Message(f"the agent is not given {what}: {recall.cut(file.part, it)}")
        until = file.blocks[last] if last != first else None
        yield Finding(code, file.blocks[first], message, Severity.INFORMATION, until=until, tag=Tag.UNNECESSARY)
