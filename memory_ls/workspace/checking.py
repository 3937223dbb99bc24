"""A set of files checked once, as a whole: views, facts and look-alikes, then the findings in order.

The result depends on the named files alone: a project's notes meet the user's only where both are named.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Sequence

from memory_ls.data import dataclass, field
from memory_ls.detect import quote
from memory_ls.formats.notes import File, FileId, Placed, Role
from memory_ls.formats.world import Fact
from memory_ls.rules import Finding, Severity
from memory_ls.stores.reading import Together
from memory_ls.text import Span, Text
from memory_ls.workspace.company import company_of_all
from memory_ls.workspace.facts import look_up, named_paths
from memory_ls.workspace.wording import by_path, filled
from memory_ls.workspace.workspace import Workspace

MOST = 1000
"""Findings reported for one file; our own limit, so that a broken file does not bury the others."""
MORE = "more"
"""The code of the line that says how many findings are left out."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Another place that a finding speaks of; `message` quotes the note there, masked."""

    path: str
    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Reported:
    """A finding with its words and places filled in. `path` is as it is shown, `file` is what it stands for."""

    rule: str
    severity: Severity
    path: str
    span: Span
    message: str
    related: tuple[Mention, ...] = ()
    fixes: tuple[str, ...] = ()
    file: FileId = ""
    finding: Finding | None = field(default=None, repr=False)

    @property
    def order(self) -> tuple[str, Span, str, str]:
        return (self.path, self.span, self.rule, self.message)


def examine(workspace: Workspace, files: Sequence[File]) -> list[File]:
    """Read the files, put them into views and find all there is to find; gives those that are there."""
    stores = {file.store for file in files}
    workspace.look_up_instructions(stores)
    workspace.look_up_sharing(stores)
    with Together() as workspace.together:
        there = [file for file in files if workspace.load(file) is not None]
    workspace.together = None
    for name, members in company_of_all(there):
        workspace.view_of(name, members)
    _gather_facts(workspace, there)
    workspace.settle()
    while workspace.waiting:
        workspace.advance(workspace.waiting)
    workspace.settle()
    return there


def _gather_facts(workspace: Workspace, files: Sequence[File]) -> None:
    """What is known from outside; only what needs a fact that has come is judged again."""
    aged = [workspace.look_up_ages(file.id) for file in files]
    for file in files:
        live = workspace.held[file.id].live
        naming = [(block, paths) for block in live.blocks if (paths := named_paths(live, [block]))]
        new = {path for _, paths in naming for path in paths} - workspace.known_paths.keys()
        workspace.known_paths.update(look_up(new))
        if not any(aged):
            live.refresh_blocks([block for block, _ in naming])
    if any(aged):
        workspace.learn({Fact.PATHS, Fact.AGES})


def place_of(finding: Finding, text: Text) -> Span:
    """Where a finding stands; one about the file as a whole marks its first row."""
    place = finding.place
    if finding.at.fragment is None and finding.span is None and finding.until is None:
        return Span(place.row, 0, place.row, len(text.rows[place.row]))
    return place


def reported(workspace: Workspace, file: FileId, show: Callable[[FileId], str]) -> list[Reported]:
    """All findings of a file, in the order of their places."""
    text = workspace.held[file].live.text
    name = by_path(lambda id: quote(show(id), 4096))
    out = [
        Reported(
            finding.rule,
            finding.severity,
            show(file),
            place_of(finding, text),
            filled(finding.message, name),
            tuple(Mention(show(note.file.id), note.body, _said(note)) for note in finding.related),
            tuple(filled(offer.title, name) for offer in finding.offers),
            file,
            finding,
        )
        for finding in workspace.findings(file)
    ]
    return sorted(out, key=lambda one: one.order)


def _said(note: Placed) -> str:
    return quote(note.fragment.text) if note.fragment else ""


def capped(found: Sequence[Reported], most: int = MOST) -> list[Reported]:
    """One file's findings, at most `most`, the worst of them in their order; the last then says how many more."""
    if len(found) <= most:
        return list(found)
    worst = sorted(
        heapq.nsmallest(most - 1, found, key=lambda one: (one.severity, one.order)), key=lambda one: one.order
    )
    last = worst[-1]
    message = f"{len(found) - len(worst)} more findings are not shown"
    end = Span(last.span.end_row, last.span.end_col, last.span.end_row, last.span.end_col)
    return [*worst, Reported(MORE, Severity.INFORMATION, last.path, end, message, file=last.file)]


@dataclass(frozen=True, slots=True)
class Counts:
    """What a report sums up: stores looked at, their live notes, findings by severity."""

    stores: int
    notes: int
    errors: int
    warnings: int
    information: int
    hints: int


def counted(workspace: Workspace, files: Collection[File], found: Iterable[Reported]) -> Counts:
    by_severity = dict.fromkeys(Severity, 0)
    for one in found:
        by_severity[one.severity] += 1
    notes = sum(len(workspace.held[file.id].live.notes()) for file in files)
    return Counts(len({file.store for file in files}), notes, *(by_severity[severity] for severity in Severity))


def retired_notes(workspace: Workspace, file: FileId) -> int:
    """How many superseded notes a file keeps."""
    blocks = workspace.held[file].live.blocks
    return sum(1 for block in blocks if block.fragment is not None and block.fragment.role is Role.RETIRED)
