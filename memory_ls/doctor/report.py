"""The health of stores as a markdown text."""

from __future__ import annotations

from collections.abc import Sequence

from memory_ls.detect import quote
from memory_ls.doctor.health import Health, NoteHealth, StoreHealth
from memory_ls.recall import size
from memory_ls.workspace.given import left_out

_MOST = 100
"""Notes that one section of the report names; the rest is counted."""


def markdown(health: Health) -> str:
    """The report as a document."""
    rows = [
        "# Memory doctor",
        "",
        *_paused(health),
        "## Stores" if health.format == "bullets" else f"## Stores of {health.format}",
        "",
        "| store | file | notes | superseded | size | state |",
        "|---|---|---|---|---|---|",
    ]
    rows += [_row(store) for store in health.stores]
    rows += ["", "## What the agent is given", ""]
    rows += _given(health)
    rows += _section("Said twice, or nearly so", [f"{_at(a)} and {_at(b)}" for a, b in health.pairs])
    rows += _section("Said differently", [f"{_at(one)}: {one.message}" for one in health.conflicts])
    rows += _section("Deleted by their agent at its next start", [_at(one) for one in health.prunable])
    rows += _section("Stale", [f"{_at(one)}: {one.message}" for one in health.stale])
    rows += _section("Secrets", [f"{one.path}:{one.row + 1}: {one.message}" for one in health.secrets])
    rows += _section("Also found", [f"`{rule}`: {count}" for rule, count in health.other])
    rows += _section("Trust", [_trust(store) for store in health.stores if store.trusted is not None])
    return "\n".join(rows) + "\n"


def joined(reports: Sequence[str]) -> str:
    """The reports of several views as one document: what is said before their stores is said once."""
    return "\n".join([reports[0], *(report[report.index("## Stores") :] for report in reports[1:])])


def _row(store: StoreHealth) -> str:
    state = store.problem or ("not there" if store.missing else "readable")
    state = f"{store.cut or f'{store.files} files'}, {state}" if store.files > 1 else state
    cells = [store.label, _code(store.path), str(store.notes), str(store.superseded), size(store.size), state]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _paused(health: Health) -> list[str]:
    if not health.paused:
        return []
    whose = [f"session {_code(quote(id))}" if id else "every session of this project" for id in health.paused]
    said = f"Paused until the next session starts, so that hooks give nothing: {', '.join(whose)}"
    return [f"{said}; `memory-ls pause --end` ends it.", ""]


def _given(health: Health) -> list[str]:
    if not health.recall:
        return ["Recall is switched off in the agent's configuration: it is given none of these notes."]
    budget = health.budget
    left = [f"{left_out(path)}." for path in budget.untrusted] if budget else []
    apart = ["", *left] if left else []
    if budget is None or not budget.total:
        return ["Nothing: there are no notes that it can read.", *apart]
    summary = f"{budget.fit} of {budget.total} notes, {budget.summary}."
    if not budget.omitted:
        return [summary, *apart]
    return [summary, *apart, "", "Left out:", "", *_list([_at(one) for one in budget.omitted])]


def _section(title: str, items: Sequence[str]) -> list[str]:
    return ["", f"## {title}", "", *(_list(items) if items else ["None."])] if items or title in _ALWAYS else []


_ALWAYS = frozenset({"Said twice, or nearly so", "Stale", "Secrets"})


def _list(items: Sequence[str]) -> list[str]:
    more = [f"- and {len(items) - _MOST} more"] if len(items) > _MOST else []
    return [*(f"- {item}" for item in items[:_MOST]), *more]


def _at(note: NoteHealth) -> str:
    place = f"{note.path}:{note.row + 1}"
    return f"{place} {_code(note.text)}" if note.text else place


def _trust(store: StoreHealth) -> str:
    if store.trusted:
        return f"{store.label}: trusted"
    return f"{store.label}: not trusted; its configuration and history are not used, and no note is written into it"


def _code(text: str) -> str:
    """Text as inline code, whatever backticks it holds."""
    runs = [len(run) for run in "".join(char if char == "`" else " " for char in text).split()]
    fence = "`" * (max(runs, default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"
