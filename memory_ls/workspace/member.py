"""A file in a view."""

from __future__ import annotations

from collections.abc import Sequence

from memory_ls.recall import Part
from memory_ls.rules import FileState, Finding
from memory_ls.workspace.live import LiveFile


class Member:
    """A file's part in a view, and what the file suffers from as a whole."""

    __slots__ = ("behind", "bom", "found", "live", "place", "problem", "shared")

    def __init__(self, live: LiveFile, place: int) -> None:
        self.live, self.place = live, place
        self.problem: str | None = None
        self.behind = self.bom = False
        self.shared: tuple[str, ...] = ()
        self.found: tuple[list[Finding], list[Finding]] = ([], [])

    @property
    def part(self) -> Part:
        live = self.live
        return Part(live.file, live.limits, live.costs, live.blocks, live.text)

    def state(self, shown: Sequence[int] | None, *, first: bool) -> FileState:
        """The file as file rules see it; for `shown` and `first` see there."""
        live = self.live
        return FileState(
            live.file,
            live.top,
            live.text,
            live.limits,
            self.part,
            self.problem,
            self.behind,
            self.bom,
            shown,
            self.shared,
            first,
        )
