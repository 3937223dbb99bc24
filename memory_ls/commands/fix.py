"""`memory-ls fix`: apply the fixes of findings, after a diff and a question."""

from __future__ import annotations

import os
import re
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from memory_ls.commands.baseline import identity
from memory_ls.commands.check import check, rules_named
from memory_ls.commands.console import Console, Style
from memory_ls.commands.failure import Failure
from memory_ls.commands.scene import Scene
from memory_ls.commands.targets import targets
from memory_ls.detect import quote
from memory_ls.edits import Intention
from memory_ls.formats.changes import Refusal
from memory_ls.formats.notes import File
from memory_ls.rules import Offer
from memory_ls.workspace.applying import intention_of, see
from memory_ls.workspace.checking import Reported
from memory_ls.workspace.fixing import Planned, apply_together, diff, plan_together
from memory_ls.workspace.workspace import Workspace

ROTATE = "The value is out of the text. Rotate it: version control, backups and earlier sessions still have it."
_PLACE = re.compile(r"(.+?):(\d+)(?::\d+)?\Z", re.S)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whose findings are fixed: of a file, of one row of it (from 0), of some rules; by which fix."""

    file: File
    row: int | None
    rules: frozenset[str]
    title: str | None


@dataclass(frozen=True, slots=True)
class Fix:
    """A finding with the fix that was chosen for it; `key` tells it from others when rows have moved."""

    found: Reported
    offer: Offer
    title: str
    key: tuple[str, ...]


@dataclass(slots=True)
class Done:
    """What was fixed by now, for programs, and the files that were written for it."""

    fixed: list[dict[str, object]] = field(default_factory=list)
    files: dict[str, None] = field(default_factory=dict)


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard(as_program=options.json)
    if options.all:
        if options.rule or options.title:
            raise Failure("--all takes neither --rule nor --title")
        return _fix_all(scene, console, targets(scene, options.paths), yes=options.yes)
    if len(options.paths) != 1:
        raise Failure("name one file, or one row of it as PATH:ROW; or say --all")
    wanted = _wanted(scene, options)
    done = Done()
    count = (_all_at_once if options.yes else _one_by_one)(scene, console, wanted, done)
    choices = [] if count else _choices(scene, wanted)
    if not count:
        _say_choices(scene, console, wanted, choices)
    files = [scene.show(path) for path in done.files]
    console.data(command="fix", changed=bool(files), fixed=done.fixed, files=files, choices=choices)
    scene.warn()
    return 0


def _wanted(scene: Scene, options: Namespace) -> Wanted:
    path, row = options.paths[0], None
    place = None if os.path.lexists(path) else _PLACE.match(path)
    if place is not None:
        path, row = place[1], int(place[2]) - 1
        if row < 0:
            raise Failure("rows count from 1")
    found = targets(scene, [path])
    if os.path.isdir(path) or len(found) != 1:
        raise Failure("name one file; a folder goes with --all")
    if row is not None and row >= _rows(scene, found[0]):
        raise Failure(f"there is no row {row + 1} in {quote(path, 4096)}")
    return Wanted(found[0], row, rules_named([options.rule] if options.rule else []), options.title)


def _rows(scene: Scene, file: File) -> int:
    """How many rows a file has for a person; one that cannot be read has the one that says so."""
    rows = see(scene.workspace(), file).text.rows
    return len(rows) - 1 if len(rows) > 1 and not rows[-1] else len(rows)


def view(scene: Scene, file: File) -> list[File]:
    """The files that are judged together with one, as its agent sees them."""
    company = list(scene.view(file).company)
    return company if any(one.id == file.id for one in company) else [file]


# --- from findings to fixes


def _fixes(scene: Scene, wanted: Wanted) -> tuple[Workspace, list[Fix]]:
    checked = check(scene, view(scene, wanted.file), wanted.rules, frozenset())
    found = [
        one for one in checked.found if one.file == wanted.file.id and (wanted.row is None or _covers(one, wanted.row))
    ]
    if wanted.row is not None:
        found.sort(key=lambda one: one.severity)
    fixes = [fix for one in found for fix in _fix(one, wanted.title)]
    return checked.workspace, fixes[:1] if wanted.row is not None else fixes


def _covers(one: Reported, row: int) -> bool:
    return one.span.row <= row <= one.span.end_row


def _fix(one: Reported, title: str | None) -> Iterator[Fix]:
    """The fix that a person asked for by its title, else the one that is plainly right."""
    if one.finding is None:
        return
    for offer, said in zip(one.finding.offers, one.fixes, strict=True):
        if said.casefold().startswith(title.casefold()) if title else offer.preferred:
            yield Fix(
                one, offer, said, (one.rule, said, *(f"{note.file.id}\0{identity(note)}" for note in offer.notes))
            )
            return


def _round(fixes: Sequence[Fix]) -> list[Fix]:
    """Fixes that can be planned on one text: no two of them speak of the same note."""
    taken: set[int] = set()
    out = []
    for fix in fixes:
        notes = {id(note) for note in fix.offer.notes}
        if not notes & taken:
            taken |= notes
            out.append(fix)
    return out


# --- from fixes to the files


def _all_at_once(scene: Scene, console: Console, wanted: Wanted, done: Done) -> int:
    """Every fix, in as few writes as the notes that they share allow."""
    count, most = 0, None
    while True:
        workspace, fixes = _fixes(scene, wanted)
        most = len(fixes) if most is None else most
        if not fixes or count >= most:  # a fix that leaves its finding is not tried for ever
            return count
        together = _round(fixes)
        _show(scene, console, workspace, wanted.file, together)
        count += _apply(scene, console, workspace, wanted.file, together, done)
        if wanted.row is not None:
            return count


def _one_by_one(scene: Scene, console: Console, wanted: Wanted, done: Done) -> int:
    """One fix after the other, each only if the person says so."""
    count, left_alone = 0, Counter[tuple[str, ...]]()
    while True:
        workspace, fixes = _fixes(scene, wanted)
        fix = _first_new(fixes, left_alone)
        if fix is None:
            return count
        _show(scene, console, workspace, wanted.file, [fix])
        if console.ask(f"{fix.title}?"):
            _apply(scene, console, workspace, wanted.file, [fix], done)
        else:
            left_alone[fix.key] += 1
        count += 1
        if wanted.row is not None:
            return count


def _first_new(fixes: Sequence[Fix], left_alone: Counter[tuple[str, ...]]) -> Fix | None:
    """The first fix that was not refused; of those that look alike, as many as were refused are passed over."""
    passed = Counter[tuple[str, ...]]()
    for fix in fixes:
        if passed[fix.key] >= left_alone[fix.key]:
            return fix
        passed[fix.key] += 1
    return None


def _show(scene: Scene, console: Console, workspace: Workspace, file: File, fixes: Sequence[Fix]) -> None:
    for fix in fixes:
        place = f"{scene.said(fix.found.file)}:{fix.found.span.row + 1}"
        console.line((place, "path"), f" {fix.found.rule}: {fix.found.message}")
        console.line("  ", ("= fix: ", "frame"), (fix.title, "fix"))
    intentions = [intention_of(workspace, fix.offer) for fix in fixes]
    show_diff(scene, console, workspace, intentions, view(scene, file))


def show_diff(
    scene: Scene, console: Console, workspace: Workspace, intentions: Sequence[Intention], files: Sequence[File]
) -> bool:
    """Print what intentions come to; whether that is anything."""
    planned = plan_together(workspace, intentions, files)
    shown_diff(scene, console, planned)
    return bool(planned.change)


def shown_diff(scene: Scene, console: Console, planned: Planned) -> None:
    """Print what a plan comes to."""
    for row in diff(planned, scene.said):
        style: Style = "removed" if row.startswith("-") else "added" if row.startswith("+") else "frame"
        console.line((row, style))


def _apply(scene: Scene, console: Console, workspace: Workspace, file: File, fixes: Sequence[Fix], done: Done) -> int:
    intentions = [intention_of(workspace, fix.offer) for fix in fixes]
    outcome = apply_together(scene.workspace(), intentions, view(scene, file))
    if isinstance(outcome, Refusal):
        raise Failure(outcome.reason)
    done.files.update(dict.fromkeys(outcome.files))
    done.fixed += [_data(fix.found, fix.title) for fix in fixes]
    console.line(f"changed: {', '.join(scene.said(path) for path in outcome.files)}")
    if any(fix.offer.edit == "redact" for fix in fixes):
        console.line((ROTATE, "warning"))
    return len(fixes)


def _choices(scene: Scene, wanted: Wanted) -> list[dict[str, object]]:
    """The fixes of all findings that are meant."""
    checked = check(scene, view(scene, wanted.file), wanted.rules, frozenset())
    here = [
        one for one in checked.found if one.file == wanted.file.id and (wanted.row is None or _covers(one, wanted.row))
    ]
    return [_data(one, title) for one in here for title in one.fixes]


def _data(one: Reported, title: str) -> dict[str, object]:
    """A fix for programs; its line counts from 1."""
    return {"rule": one.rule, "path": one.path, "line": one.span.row + 1, "message": one.message, "fix": title}


def _say_choices(scene: Scene, console: Console, wanted: Wanted, choices: Sequence[dict[str, object]]) -> None:
    """Nothing was plainly right: what could be chosen. Failure for a title that none of them has."""
    if choices and wanted.title is None:
        console.line("nothing here has a fix that is plainly right; choose one with --title:")
    for one in choices if wanted.title is None else ():
        place = f"{quote(str(one['path']), 4096)}:{one['line']}"
        console.line("  ", (place, "path"), f" {one['rule']}: {one['fix']}")
    if wanted.title is not None:
        titles = ", ".join(dict.fromkeys(str(one["fix"]) for one in choices))
        known = f"; there are: {titles}" if titles else ""
        raise Failure(f"there is no fix called {quote(wanted.title)} here{known}")
    if not choices:
        console.line("nothing to fix")


def _fix_all(scene: Scene, console: Console, files: Sequence[File], *, yes: bool) -> int:
    """What cannot lose meaning, in every file."""
    workspace = scene.workspace()
    found = [
        file for file in files if show_diff(scene, console, workspace, [Intention("fix-all", file=file.id)], [file])
    ]
    changed: list[str] = []
    if not found:
        console.line("nothing to fix that cannot lose meaning")
    elif yes or console.ask(f"Change {len(found)} {'file' if len(found) == 1 else 'files'}?"):
        for file in found:
            outcome = apply_together(workspace, [Intention("fix-all", file=file.id)], [file])
            if isinstance(outcome, Refusal):
                raise Failure(f"{scene.said(file.id)}: {outcome.reason}")
            changed.append(scene.show(file.id))
            console.line(f"changed: {scene.said(file.id)}")
    console.data(command="fix", changed=bool(changed), fixed=[], files=changed, choices=[])
    scene.warn()
    return 0
