"""`memory-ls check`: find what an agent would trip over, in the named files or in the stores in reach."""

from __future__ import annotations

import gc
from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory_ls.commands.console import Console
from memory_ls.commands.failure import Failure
from memory_ls.commands.reports import TextReport, as_json
from memory_ls.commands.scene import Scene
from memory_ls.commands.targets import targets
from memory_ls.formats.notes import File
from memory_ls.rules import MODULES, Severity
from memory_ls.workspace.checking import Counts, Reported, capped, counted, examine, reported
from memory_ls.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found, all of it."""

    workspace: Workspace
    files: Sequence[File]
    found: Sequence[Reported]


def run(options: Namespace) -> int:
    gc.disable()  # one pass over values that all live until its end: there is nothing to collect
    try:
        return _run(options)
    finally:
        gc.enable()


def _run(options: Namespace) -> int:
    scene = Scene.current()
    selected, ignored = rules_named(options.select), rules_named(options.ignore)
    checked = check(scene, targets(scene, options.paths, options.store_format), selected, ignored)
    scene.warn()
    if options.write_baseline:
        return _write_baseline(scene, options.baseline, checked.found)
    found = checked.found
    if options.baseline:
        from memory_ls.commands.baseline import Baseline

        found = Baseline.load(options.baseline, scene.env.home).new(found)
    tell(Console.standard(), checked, found, options.output_format)
    limit = Severity[options.fail_on.upper()]
    return 1 if any(one.severity <= limit for one in found) else 0


def check(scene: Scene, files: Sequence[File], selected: frozenset[str], ignored: frozenset[str]) -> Checked:
    """Check files as one whole. Findings come in the order of path and place."""
    workspace = scene.workspace()
    there = examine(workspace, files)
    found = [
        one
        for file in there
        for one in reported(workspace, file.id, scene.show)
        if (not selected or one.rule in selected) and one.rule not in ignored
    ]
    return Checked(workspace, there, sorted(found, key=lambda one: one.order))


def tell(console: Console, checked: Checked, found: Sequence[Reported], how: str = "text") -> None:
    """Print a report as text, json, sarif or github, each file's part of it capped."""
    counts = counted(checked.workspace, checked.files, found)
    shown = list(_capped(found))
    if how == "json":
        console.line(as_json(shown, counts))
    elif how == "sarif":
        from memory_ls.commands.sarif import as_sarif

        console.line(as_sarif(shown))
    elif how == "github":
        from memory_ls.commands.sarif import as_github

        for line in as_github(shown):
            console.line(line)
    elif not checked.files:
        console.line("no store found")
    else:
        TextReport(console, lambda file: checked.workspace.held[file].live.text).show(shown, counts)


def _capped(found: Iterable[Reported]) -> Iterable[Reported]:
    by_file: dict[str, list[Reported]] = {}
    for one in found:
        by_file.setdefault(one.file, []).append(one)
    for of_file in by_file.values():
        yield from capped(of_file)


def rules_named(said: Iterable[str]) -> frozenset[str]:
    """Rule codes from options that may be repeated and may hold commas."""
    codes = [code.strip() for one in said for code in one.split(",") if code.strip()]
    for code in codes:
        if code not in MODULES:
            raise Failure(unknown_rule(code))
    return frozenset(codes)


def unknown_rule(code: str) -> str:
    """What to say of a code that is none, with the nearest one."""
    from difflib import get_close_matches

    from memory_ls.detect import quote
    from memory_ls.settings import NEAR

    near = get_close_matches(code, MODULES, 1, NEAR)
    hint = f"; did you mean {near[0]}?" if near else "; `memory-ls explain` shows all of them"
    return f"there is no rule {quote(code)}{hint}"


def _write_baseline(scene: Scene, path: str | None, found: Sequence[Reported]) -> int:
    from memory_ls.commands.baseline import Baseline, store

    if path is None:
        raise Failure("--write-baseline needs --baseline FILE, where to write it")
    baseline = Baseline.of(found, path, scene.env.home)
    store(baseline, path)
    count = "1 finding" if len(baseline) == 1 else f"{len(baseline)} findings"
    Console.standard().line(f"{scene.said(path)} now knows {count}; check with --baseline tells only new ones")
    return 0


__all__ = ["Counts", "check", "run", "tell"]
