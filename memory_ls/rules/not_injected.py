"""Notes that the agent is not given, faded in editors; one finding for each run of them.

They come after the end of the budget, or are longer than what is left of it. Move, merge or forget notes above them,
or raise the agent's budget.

Source: bullets, "Limitations".
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.recall.plan import omitted_runs
from memory_ls.rules.finding import Finding, Message, Severity, Tag, View
from memory_ls.rules.over_budget import size

code = "not-injected"


def check(view: View) -> Iterator[Finding]:
    plan = view.plan
    if plan is None or not plan.omitted:
        return
    budget = size(view.limits.budget)
    for file, shown in zip(view.files, plan.shown, strict=True):
        seen = sorted({*shown, *file.shown_elsewhere}) if file.shown_elsewhere else shown
        for first, last, count in omitted_runs(file.costs, seen):
            what, it = ("this note", "it") if count == 1 else (f"these {count} notes", "them")
            message = Message(f"the agent is not given {what}: the {budget} end before {it}")
            until = file.blocks[last] if last != first else None
            yield Finding(code, file.blocks[first], message, Severity.INFORMATION, until=until, tag=Tag.UNNECESSARY)
