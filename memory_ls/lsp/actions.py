"""Code actions: the fixes of the findings under the cursor, and what can be done with any note.

They are listed without planning anything: a title and an intention as data. The edit is planned when one is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memory_ls.edits import Intention
from memory_ls.formats import FORMATS
from memory_ls.formats.notes import FileId, Placed, Role
from memory_ls.formats.silence import room
from memory_ls.rules import Finding
from memory_ls.rules.duplicate import move_offers
from memory_ls.rules.finding import Message, Offer
from memory_ls.workspace.applying import intention_of
from memory_ls.workspace.wording import by_line, filled
from memory_ls.workspace.workspace import Workspace

QUICK_FIX, REFACTOR, FIX_ALL = "quickfix", "refactor", "source.fixAll.memory-ls"
_MOST = 40


@dataclass(frozen=True, slots=True)
class Action:
    """One entry of the menu."""

    title: str
    kind: str
    intention: Intention
    finding: Finding | None = None
    preferred: bool = False


def actions(workspace: Workspace, file: FileId, first: int, last: int) -> Iterator[Action]:
    """What can be done about rows `first` to `last`, fixes of findings first, each title once.

    Two findings may offer to supersede the same note in words of their own: once is enough.
    """
    seen: set[str] = set()
    superseding: list[Intention] = []
    for action in _all(workspace, file, first, last):
        again = action.finding is not None and action.intention in superseding
        if action.title not in seen and not again and len(seen) < _MOST:
            seen.add(action.title)
            superseding += [action.intention] if action.intention.edit == "supersede" else []
            yield action


def _all(workspace: Workspace, file: FileId, first: int, last: int) -> Iterator[Action]:
    found = [one for one in workspace.findings(file) if one.place.row <= last and one.place.end_row >= first]
    for finding in sorted(found, key=lambda one: (one.severity, one.place)):
        for offer in finding.offers:
            yield _action(workspace, offer, QUICK_FIX, finding)
    for finding in found:
        if finding.at.fragment is not None and room(finding.at.file) is not None:
            title = Message("Silence {0} for this note", (finding.rule,))
            yield _action(workspace, Offer("silence", title, (finding.at,), choice=finding.rule), QUICK_FIX, None)
    notes = list(_notes(workspace, file, first, last))
    for offer in _for_any(notes):
        yield _action(workspace, offer, REFACTOR, None)


def _notes(workspace: Workspace, file: FileId, first: int, last: int) -> Iterator[Placed]:
    live = workspace.held[file].live
    row = max(first, 0)
    while row <= min(last, len(live.text.rows) - 1):
        block = live.block_at(row)
        if block.fragment is not None and block.fragment.role is not Role.PROSE:
            yield block
        row = block.row + block.n


def _for_any(notes: list[Placed]) -> Iterable[Offer]:
    """What fits a note, or a selection of them, without any finding."""
    live = [note for note in notes if note.fragment is not None and note.fragment.role is Role.NOTE]
    rows = [note for note in notes if note.fragment is not None and note.fragment.role is Role.ENTRY]
    if len(live) > 1:
        yield Offer("merge", Message(f"Merge these {len(live)} notes"), tuple(live))
        if len(live) == 2:
            yield Offer("supersede", Message("Supersede the first by the second"), (live[0], live[1]))
            yield Offer("supersede", Message("Supersede the second by the first"), (live[1], live[0]))
        yield Offer("forget", Message(f"Forget these {len(live)} notes"), tuple(live))
    elif live:
        if FORMATS[live[0].file.store.format].keeps_dates(live[0].file):
            yield Offer("confirm", Message("Checked today"), (live[0],))
        yield from move_offers(live[0])
        yield Offer("forget", Message("Forget this note"), (live[0],))
    if len(rows) > 1:
        yield Offer("forget", Message(f"Forget these {len(rows)} topics and their lines"), tuple(rows))
    elif rows:
        yield Offer("forget", Message("Forget this topic and its line"), (rows[0],))


def _action(workspace: Workspace, offer: Offer, kind: str, finding: Finding | None) -> Action:
    file = finding.at.file if finding else (offer.notes[0].file if offer.notes else None)
    title = filled(offer.title, by_line(file)) if file else offer.title.template
    return Action(title, kind, intention_of(workspace, offer), finding, offer.preferred)
