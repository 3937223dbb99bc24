"""What a note's hover says: whose it is, how old, what it costs, whether the agent is given it, who looks like it."""

from __future__ import annotations

from memory_ls.formats.notes import Placed, Role
from memory_ls.recall import size
from memory_ls.text import utf8_length
from memory_ls.workspace.wording import by_line
from memory_ls.workspace.workspace import Workspace


def hover(workspace: Workspace, note: Placed) -> list[str]:
    """Lines of plain text; none of them holds the note's own text, which the reader sees anyway."""
    fragment = note.fragment
    if fragment is None or fragment.role is Role.PROSE:
        return []
    held = workspace.held[note.file.id]
    store = note.file.store
    if fragment.role is Role.RETIRED:
        return [f"superseded note of {store.label}: its agent skips it"]
    lines = [f"note of {store.label}, {size(utf8_length(fragment.text))}", _age(workspace, note)]
    lines.append(_injected(workspace, note))
    name = by_line(note.file)
    alike = [finding for finding in workspace.findings(note.file.id) if finding.at is note and finding.related]
    lines += [f"{finding.rule}: {name(other)}" for finding in alike for other in finding.related]
    if fragment.identity is not None:
        lines.append(f"id {fragment.identity.value}")
    if held.behind:
        lines.append("the file changed on disk under these edits")
    return [line for line in lines if line]


def _age(workspace: Workspace, note: Placed) -> str:
    fragment, held = note.fragment, workspace.held[note.file.id]
    today = workspace.today
    if fragment is None or today is None:
        return ""
    if fragment.dated is not None:
        return f"dated {fragment.dated.isoformat()} by its text, {(today - fragment.dated).days} days ago"
    changed = held.live.world.changed(note.file.id, held.live.rows(note)[0])
    if changed is not None:
        return f"last changed {changed.isoformat()} by version control, {(today - changed).days} days ago"
    return "age unknown"


def _injected(workspace: Workspace, note: Placed) -> str:
    """Whether any agent that has this file in view is given the note."""
    verdicts = []
    for view in workspace.views.values():
        member = view.members.get(note.file.id)
        if member is None or member.problem:
            continue
        if not member.live.limits.inject:
            return "recall is switched off: the agent is not given it"
        shown = view.shown.get(note.file.id)
        if shown is not None and view.recall is not None and view.recall.fades:
            verdicts.append(any(member.live.blocks[place] is note for place in shown))
    if not verdicts:
        return ""
    return "the agent is given it" if any(verdicts) else "the agent is not given it: the budget ends before"
