"""More notes than the agent is given.

The agent walks its notes in order and takes those that still fit into its budget (for bullets 8192 bytes of UTF-8,
project first, then global; `maxInjectBytes` changes it). Notes that do not fit are in the file and not in its mind.
At a place that no agent is known to read this is information.

Source: bullets, "Configuration" and "Limitations".
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.rules.finding import Finding, Message, Severity, View

code = "over-budget"


def check(view: View) -> Iterator[Finding]:
    plan = view.plan
    if plan is None or not plan.omitted:
        return
    for file, shown in zip(view.files, plan.shown, strict=True):
        if len(shown) == file.notes:
            continue
        severity = Severity.WARNING if file.file.store.enforced else Severity.INFORMATION
        message = f"{plan.fit} of {plan.total} notes fit into the {size(view.limits.budget)} that the agent is given"
        yield Finding(code, file.top, Message(message), severity)


def size(count: int) -> str:
    """Bytes as people say them: ``8 KiB``, ``512 bytes``, ``12.5 KiB``."""
    if count < 1024:
        return f"{count} bytes"
    return f"{count / 1024:.1f}".removesuffix(".0") + " KiB"
