"""Rewrites what pages expect by what comes out, for a person to read the difference; see `README.md`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hands import straight
from page import Case, read_page
from replay import fixed_in_buffers, in_editor, offers
from scenery import laid_out

Part = tuple[int, int, list[str]]
"""Rows of a page and what takes their place."""


def rewrite(path: Path, work: Path) -> None:
    """Bring one page up to date."""
    rows = path.read_text(encoding="utf-8").split("\n")
    parts = [part for case in read_page(path).cases for part in _parts(case, work)]
    for first, end, new in sorted(parts, reverse=True):
        rows[first:end] = new
    path.write_text("\n".join(rows), encoding="utf-8")


def _parts(case: Case, work: Path) -> Iterator[Part]:
    seen = laid_out(case, work / "home", work / "repository")
    workspace, found = in_editor(seen, straight)
    if case.findings is not None:
        fence = case.findings
        yield (fence.first + 1, fence.end - 1, found) if found else (fence.first, fence.end, [])
    elif found:
        yield case.world_ends, case.world_ends, ["", "```findings", *found, "```"]
    for where, row, fence in case.actions:
        yield fence.first + 1, fence.end - 1, offers(workspace, seen, where, row)
    for chosen in case.verbs:
        edited = fixed_in_buffers(laid_out(case, work / "home", work / "repository"), chosen)
        yield chosen.fence.first + 1, chosen.fence.end - 1, list(edited.said)
    for chosen in (*case.fixes, *case.refused):
        outcome = fixed_in_buffers(laid_out(case, work / "home", work / "repository"), chosen)
        body = [outcome.refused] if chosen in case.refused else outcome.steps if chosen.steps else outcome.rows
        yield chosen.fence.first + 1, chosen.fence.end - 1, list(body)
