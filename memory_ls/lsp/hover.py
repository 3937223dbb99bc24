"""What a note's hover says: whose it is, what its format knows of it, how old, whether the agent is given it."""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect import quote
from memory_ls.formats.cards_rows import card
from memory_ls.formats.notes import Placed, Role
from memory_ls.recall import Plan, size
from memory_ls.text import utf8_length, utf16_length
from memory_ls.workspace.member import Member
from memory_ls.workspace.names import definers
from memory_ls.workspace.view import LiveView
from memory_ls.workspace.wording import by_line
from memory_ls.workspace.workspace import Workspace


def hover(workspace: Workspace, note: Placed) -> list[str]:
    """Lines of plain text; none of them holds the note's own text, which the reader sees anyway."""
    fragment = note.fragment
    if fragment is None or fragment.role is Role.PROSE:
        return []
    held = workspace.held[note.file.id]
    store = note.file.store
    own = list(_of_its_format(workspace, note))
    if fragment.role is Role.RETIRED:
        return [f"superseded note of {store.label}: its agent skips it", *own]
    if fragment.role is Role.ENTRY:
        lines = [f"row of the index, {_characters(workspace, note)}", *own, *_injected(workspace, note)]
    else:
        lines = [f"note of {store.label}, {size(utf8_length(fragment.text))}", *own, _age(workspace, note)]
        lines += _injected(workspace, note)
    name = by_line(note.file)
    alike = [finding for finding in workspace.findings(note.file.id) if finding.at is note and finding.related]
    lines += [f"{finding.rule}: {name(other)}" for finding in alike for other in finding.related]
    if fragment.identity is not None:
        lines.append(f"id {fragment.identity.value}")
    if held.behind:
        lines.append("the file changed on disk under these edits")
    return [line for line in lines if line]


def _characters(workspace: Workspace, note: Placed) -> str:
    live = workspace.held[note.file.id].live
    longest = max(map(utf16_length, live.rows(note)))
    return f"{longest} of about {live.limits.entry} characters" if live.limits.entry else f"{longest} characters"


def _of_its_format(workspace: Workspace, note: Placed) -> Iterator[str]:
    view = next((view for view in workspace.views.values() if note.file.id in view.members), None)
    if view is None or note.fragment is None:
        return
    if note.file.store.format == "cards":
        yield from _card(workspace, view, note)
    elif note.file.store.format == "records":
        yield from _record(view, note)
    elif note.file.store.format == "topics":
        yield from _topic(view, note)


def _card(workspace: Workspace, view: LiveView, note: Placed) -> Iterator[str]:
    fragment = note.fragment
    if fragment is None:
        return
    keywords = [mention.ref for mention in fragment.mentions if mention.ref.kind == "keyword"]
    if keywords and fragment.role is Role.NOTE:
        count = len(definers(view, keywords[0]))
        yield f"#{quote(keywords[0].value)} leads to {_many(count, 'note')}"
    label = card(note.state, workspace.held[note.file.id].live.rows(note)).label
    if label.created:
        yield f"noted on {label.created.isoformat()}"
    if label.confirmed and label.last:
        yield f"confirmed {_many(label.confirmed, 'time')}, last on {label.last.isoformat()}"
    if label.superseded:
        yield f"superseded on {label.superseded.isoformat()}"


def _record(view: LiveView, note: Placed) -> Iterator[str]:
    fragment = note.fragment
    if fragment is None or not fragment.title:
        return
    kind = fragment.title.partition(".")[0]
    yield f"{quote(fragment.title)}: {'what holds now' if kind == 'state' else 'what happened'}"
    if fragment.superseded_by is not None:
        there = bool(definers(view, fragment.superseded_by))
        yield f"superseded by {quote(fragment.superseded_by.value)}" + ("" if there else ", which does not exist")
    for ref in fragment.defines:
        older = [one.fragment for one in view.group(ref) if one.fragment and one.fragment.superseded_by == ref]
        yield from (f"supersedes {quote(one.title)}" for one in older)
    if fragment.sensitive:
        yield "sensitive: it is read by its id alone"


def _topic(view: LiveView, note: Placed) -> Iterator[str]:
    fragment = note.fragment
    if fragment is None:
        return
    if fragment.superseded_by is not None:
        yield f"superseded by {quote(fragment.superseded_by.value)}"
    elif fragment.role is Role.ENTRY:
        there = [one for mention in fragment.mentions[:1] for one in definers(view, mention.ref)]
        yield from (f"topic {quote(one.file.inside)}" for one in there)
        if not there:
            yield "its topic does not exist"
    elif fragment.defines:
        rows = {
            (one.file.inside, one.row)
            for ref in fragment.defines
            for one in view.group(ref)
            if one.fragment is not None and one.fragment.role is Role.ENTRY
        }
        said = ", ".join(f"line {row + 1}" for _, row in sorted(rows)) or "no line"
        yield f"in {said} of the index"


def _many(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


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


def _injected(workspace: Workspace, note: Placed) -> Iterator[str]:
    """Whether any agent that has this file in view is given the note, and if not, which limit ends before it."""
    cuts: list[str] = []
    for view in workspace.views.values():
        member = view.members.get(note.file.id)
        if member is None or member.problem or view.recall is None:
            continue
        if not member.live.limits.inject:
            yield "recall is switched off: the agent is not given it"
            return
        plan = view.plan if view.recall.live else view.plan_now()
        if note.fragment is None or not note.fragment.cost or plan is None:
            continue
        if _is_shown(view, member, plan, note):
            yield "the agent is given it"
            return
        cuts.append(view.recall.cut(member.part, "it"))
    if cuts:
        yield f"the agent is not given it: {cuts[0]}"


def _is_shown(view: LiveView, member: Member, plan: Plan, note: Placed) -> bool:
    parts = view.parts()
    place = next((at for at, part in enumerate(parts) if part.file.id == note.file.id), None)
    return place is not None and any(member.live.blocks[at] is note for at in plan.shown[place])
