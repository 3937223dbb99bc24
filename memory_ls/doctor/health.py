"""The health of the stores that one agent sees together, as data.

Secrets are named by place and kind only; notes are quoted masked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from memory_ls.data import dataclass, field
from memory_ls.detect import quote
from memory_ls.formats.notes import File, FileId, Placed, Scope, Store
from memory_ls.formats.record_prune import prunable, prune_days
from memory_ls.recall import NOT_A_NOTE, RECALLS
from memory_ls.rules import Finding
from memory_ls.settings import Settings
from memory_ls.stores.folders import cut
from memory_ls.stores.reading import Missing, Unreadable
from memory_ls.stores.session_state import paused_sessions
from memory_ls.text import Text, utf8_length
from memory_ls.workspace.checking import examine as examine_all
from memory_ls.workspace.checking import retired_notes
from memory_ls.workspace.given import given
from memory_ls.workspace.view import LiveView
from memory_ls.workspace.wording import by_path, filled
from memory_ls.workspace.workspace import Workspace

Show = Callable[[FileId], str]


@dataclass(frozen=True, slots=True)
class StoreHealth:
    """`problem` says why its agent refuses the file; `missing`: it is not there. `size` in bytes of UTF-8. A store of
    several files is told as one, with its folder as `path`; `files` counts them, `cut` says if there are more.
    """

    label: str
    path: str
    notes: int = 0
    superseded: int = 0
    size: int = 0
    missing: bool = False
    problem: str | None = None
    trusted: bool | None = None
    files: int = 1
    cut: str = ""


@dataclass(frozen=True, slots=True)
class NoteHealth:
    """A note in its place; `message` is what is said of it, `text` quotes it, empty where a secret may be."""

    path: str
    row: int
    text: str = field(default="", repr=False)
    message: str = ""


@dataclass(frozen=True, slots=True)
class BudgetHealth:
    """What fits into the agent's budget, `summary` in words; `omitted` are the notes that it is not given, `untrusted`
    the files that count for nothing since their project is not trusted.
    """

    summary: str
    fit: int
    total: int
    omitted: tuple[NoteHealth, ...] = ()
    untrusted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Health:
    """The whole report. `budget` is None when recall is off or nothing is readable; `other` counts the rest; `paused`
    are the ids of sessions of the project that are given nothing now, an empty one standing for all of them.
    """

    stores: tuple[StoreHealth, ...]
    recall: bool
    budget: BudgetHealth | None
    pairs: tuple[tuple[NoteHealth, NoteHealth], ...]
    conflicts: tuple[NoteHealth, ...]
    prunable: tuple[NoteHealth, ...]
    stale: tuple[NoteHealth, ...]
    secrets: tuple[NoteHealth, ...]
    other: tuple[tuple[str, int], ...]
    format: str = "bullets"
    paused: tuple[str, ...] = ()


def examine(workspace: Workspace, files: Sequence[File], show: Show = str) -> Health:
    """The health of the files of one view, whether they are there or not; buffers count where files are open."""
    paused = tuple(id for root in workspace.roots for id in paused_sessions(workspace.env, root))
    view = _view(workspace, files)
    if view is None:
        workspace = _anew(workspace, files)
        view = _view(workspace, files)
    while workspace.waiting:
        workspace.advance(workspace.waiting)
    workspace.settle()
    found = [finding for file in files for finding in workspace.findings(file.id)]
    sections = {
        "duplicate",
        "similar",
        "conflict",
        "stale",
        "secret",
        "over-budget",
        "not-injected",
        "unreadable",
        "recall-off",
    }
    counts: dict[str, int] = {}
    for finding in found:
        if finding.rule not in sections:
            counts[finding.rule] = counts.get(finding.rule, 0) + 1
    return Health(
        tuple(_stores(workspace, files, show)),
        workspace.limits(files[0]).inject,
        _budget(workspace, files, show) if view else None,
        tuple((_note(a, show), _note(b, show)) for a, b in view.pairs()) if view else (),
        tuple(_said(finding, show) for finding in _of("conflict", found)),
        tuple(_note(note, show) for note in _prunable(workspace, files)),
        tuple(_said(finding, show) for finding in _of("stale", found)),
        tuple(_said(finding, show, quoted=False) for finding in _of("secret", found)),
        tuple(sorted(counts.items())),
        files[0].store.format,
        paused,
    )


def _view(workspace: Workspace, files: Sequence[File]) -> LiveView | None:
    """The view that holds every file that is held at all; None when one that is there is not."""
    wanted = {file.id for file in files if file.id in workspace.held or not isinstance(workspace.read(file), Missing)}
    return next((view for view in workspace.views.values() if wanted and wanted <= view.members.keys()), None)


def _anew(workspace: Workspace, files: Sequence[File]) -> Workspace:
    """A workspace of its own for files that are not in view together, with the buffers of those that are open."""
    known = {file.store.repository: workspace.settings(file) for file in files}
    fresh = Workspace(workspace.env, workspace.trusted, lambda root: known.get(root) or Settings(), workspace.today)
    for file in files:
        held = workspace.held.get(file.id)
        if held is not None and held.open:
            fresh.open(file, Text(str(held.live.text)), held.version)
    examine_all(fresh, files)
    return fresh


def _stores(workspace: Workspace, files: Sequence[File], show: Show) -> Iterator[StoreHealth]:
    """Each store once: by its file where it has one, else as the sum of its files."""
    by_store: dict[Store, list[File]] = {}
    for file in files:
        by_store.setdefault(file.store, []).append(file)
    for store, members in by_store.items():
        told = [_store(workspace, file, show) for file in members]
        if len(told) == 1:
            yield told[0]
            continue
        problems = [f"{PurePosixPath(one.path).name} {one.problem}" for one in told if one.problem]
        yield StoreHealth(
            store.label,
            quote(show(store.folder), 4096),
            sum(one.notes for one in told),
            sum(one.superseded for one in told),
            sum(one.size for one in told),
            problem="; ".join(problems[:3]) + (f" and {len(problems) - 3} more" if problems[3:] else "") or None,
            trusted=told[0].trusted,
            files=len(told),
            cut=cut(members),
        )


def _prunable(workspace: Workspace, files: Sequence[File]) -> list[Placed]:
    """The superseded records that their own agent will delete at its next start."""
    held = [workspace.held[file.id] for file in files if file.store.format == "records" and file.id in workspace.held]
    if not held or workspace.today is None:
        return []
    days = prune_days(workspace.configs(held[0].live.file.store))
    records = [(block, one.live.text) for one in held for block in one.live.blocks]
    return prunable(records, workspace.today, days)


def _store(workspace: Workspace, file: File, show: Show) -> StoreHealth:
    path = quote(show(file.id), 4096)
    trusted = workspace.trusts(file.store) if file.store.scope is Scope.PROJECT else None
    held = workspace.held.get(file.id)
    if held is None:
        found = workspace.read(file)
        problem = found.message if isinstance(found, Unreadable) else None
        return StoreHealth(file.store.label, path, missing=isinstance(found, Missing), problem=problem, trusted=trusted)
    return StoreHealth(
        file.store.label,
        path,
        len(held.live.notes()),
        retired_notes(workspace, file.id),
        utf8_length(str(held.live.text)),
        problem=next(
            (filled(one.message, by_path(show)) for one in workspace.findings(file.id) if one.rule == "unreadable"),
            None,
        ),
        trusted=trusted,
    )


def _budget(workspace: Workspace, files: Sequence[File], show: Show) -> BudgetHealth | None:
    """As `memory-ls preview` reckons it."""
    recall = RECALLS.get(files[0].store.format)
    if recall is None:
        return None
    said = given(workspace, files)
    omitted = []
    for part, shown in zip(said.parts, said.plan.shown, strict=False):
        among = set(shown)
        omitted += [
            _note(part.blocks[place], show)
            for place, cost in enumerate(part.costs)
            if cost != NOT_A_NOTE and place not in among
        ]
    there = [file for file in said.untrusted if not isinstance(workspace.read(file), Missing)]
    untrusted = tuple(quote(show(file.id), 4096) for file in there)
    return BudgetHealth(said.summary, said.plan.fit, said.plan.total, tuple(omitted) if recall.fades else (), untrusted)


def _note(note: Placed, show: Show) -> NoteHealth:
    return NoteHealth(quote(show(note.file.id), 4096), note.row, quote(note.fragment.text) if note.fragment else "")


def _said(finding: Finding, show: Show, *, quoted: bool = True) -> NoteHealth:
    fragment = finding.at.fragment
    text = quote(fragment.text) if quoted and fragment else ""
    message = filled(finding.message, by_path(show))
    return NoteHealth(quote(show(finding.at.file.id), 4096), finding.place.row, text, message)


def _of(rule: str, found: Iterable[Finding]) -> list[Finding]:
    order = sorted((finding for finding in found if finding.rule == rule), key=lambda one: one.place)
    return sorted(order, key=lambda one: one.at.file.id)
