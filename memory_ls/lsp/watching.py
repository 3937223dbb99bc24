"""Looking at the disk: which files of the views changed, came or went there, for the price of a stat each.

Neovim sends no watched-file events on Linux, so nobody is asked for them.
"""

from __future__ import annotations

from collections.abc import Iterable

from memory_ls.formats.notes import FileId
from memory_ls.stores.polling import Glance, stamp_of
from memory_ls.stores.reading import Unreadable
from memory_ls.workspace.workspace import Workspace

_LOOKS = 500
"""Files that one look compares; of more, the others have their turn at the next."""


class Disk:
    """What was last seen of the files and folders of a workspace's views."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._stamps: dict[str, Glance | None] = {}
        self._looked = 0

    def saw(self, file: FileId) -> None:
        """A file was just read; in the folders of its store nothing later is missed."""
        self._stamps.pop(file, None)
        for folder in self.workspace.folders - self._stamps.keys():
            self._stamps[folder] = stamp_of(folder)

    def look(self, open: Iterable[FileId]) -> bool:
        """Take up what others wrote; whether anything changed. `open` files are looked at every time."""
        changed = self.workspace.load_missing()
        for folder in self.workspace.folders:
            stamp = stamp_of(folder)
            if self._stamps.get(folder, stamp) != stamp:
                changed |= self.workspace.look_for_new()
            self._stamps[folder] = stamp
        for file in self._turn(open):
            held = self.workspace.held.get(file)
            if held is None:
                continue
            stamp = stamp_of(file)
            unknown = stamp if isinstance(held.disk, Unreadable) else held.glance
            if self._stamps.get(file, unknown) != stamp:
                changed |= self.workspace.reload(file)
            self._stamps[file] = stamp
        return changed

    def _turn(self, open: Iterable[FileId]) -> list[FileId]:
        """The files that are looked at now: all, or of very many the next in turn."""
        files = list(self.workspace.held)
        if len(files) <= _LOOKS:
            return files
        start = self._looked % len(files)
        self._looked = start + _LOOKS
        return list(dict.fromkeys([*open, *(files + files)[start : start + _LOOKS]]))
