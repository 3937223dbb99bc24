"""What version control ignores, by the `.gitignore` files of a tree."""

from __future__ import annotations

import os
import stat
from functools import lru_cache
from typing import TYPE_CHECKING

from memory_ls.data import dataclass
from memory_ls.stores.places import repository

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_CAP = 1 << 20


@dataclass(frozen=True, slots=True)
class Ignored:
    """The ignore files from a repository's root down to a folder; the nearest comes last and decides."""

    specs: tuple[tuple[str, GitIgnoreSpec], ...] = ()

    @classmethod
    def above(cls, folder: str) -> Ignored:
        """What applies to a folder from outside it: `info/exclude` and the ignore files of the folders that hold it.

        Where that hides the folder itself, a person who names it means it all the same, and nothing applies.
        """
        found = repository(folder)
        if found is None:
            return cls()
        holding = found.work_tree
        ignored = cls()._with(holding, os.path.join(found.common_dir, "info", "exclude"))
        inside = os.path.relpath(folder, holding)
        for part in [] if inside == os.curdir else inside.split(os.sep):
            ignored = ignored.entering(holding)
            holding = os.path.join(holding, part)
            if ignored.hides(holding, is_folder=True):
                return cls()
        return ignored

    def entering(self, folder: str) -> Ignored:
        """With the folder's own `.gitignore`, if it has one."""
        return self._with(folder, os.path.join(folder, ".gitignore"))

    def hides(self, path: str, *, is_folder: bool) -> bool:
        """Whether version control ignores what lies directly in a folder that it does not ignore."""
        for folder, spec in reversed(self.specs):
            inside = path[len(folder.rstrip("/")) + 1 :]
            said = spec.check_file(f"{inside}/" if is_folder else inside).include
            if said is not None:
                return said
        return False

    def _with(self, folder: str, path: str) -> Ignored:
        try:
            seen = os.lstat(path)
        except OSError:
            return self
        if not stat.S_ISREG(seen.st_mode):  # git follows no link here either
            return self
        spec = _read(path, seen.st_ino, seen.st_size, seen.st_mtime_ns)
        return Ignored((*self.specs, (folder, spec))) if spec else self


@lru_cache(maxsize=256)
def _read(path: str, *_: int) -> GitIgnoreSpec | None:
    """A file's patterns, read again when its stamp changes: many paths are asked for below the same files."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as stream:
            rows = stream.read(_CAP).replace("\r\n", "\n").split("\n")
    except OSError:
        return None
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(rows)
    except ValueError:  # a pattern that pathspec cannot take; the others still hold
        return GitIgnoreSpec.from_lines([row for row in rows if _is_pattern(row)])


def _is_pattern(row: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([row])
    except ValueError:
        return False
    return True
