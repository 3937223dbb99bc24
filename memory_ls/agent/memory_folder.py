"""A folder of notes under the commands of the Anthropic memory tool: view, create, str_replace, insert, delete, rename.

Answers are worded as the SDK's own tool over local files words them, so that a model meets what it knows. The folder
stands for ``/memories``. Writes are compared, locked and whole; what is deleted is kept as a backup; links below the
folder are never followed. Secrets are masked in what is shown.

Source: `BetaLocalFilesystemMemoryTool` of the package `anthropic` 2.14.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from memory_ls.agent.memory_shown import LINES, below, masked, numbered, shown_size
from memory_ls.stores.backup import back_up
from memory_ls.stores.failure import StoreFailure, clause_of
from memory_ls.stores.locking import locked
from memory_ls.stores.places import Environment
from memory_ls.stores.reading import ABSENT, Found, Missing, Refusing, Unreadable, parent_folder, read
from memory_ls.stores.writing import Refused, Stale, remove, write

TOP = "/memories"
_LEVELS = 2
"""Levels of folders that a folder's view shows."""
_AROUND = 2
"""Rows shown before and after a change."""


class NotDone(Exception):
    """What the model is told; nothing was changed, or the text says what was."""


class MemoryFolder:
    """One folder. Its methods give the text for the model, or raise `NotDone` with it."""

    def __init__(self, folder: str, env: Environment) -> None:
        self._env = env
        self._root = os.path.realpath(env.expand(folder))
        try:
            os.makedirs(self._root, 0o700, exist_ok=True)
        except OSError as error:
            raise NotDone(f"The memory folder {clause_of(error, 'made')}") from None

    def view(self, path: str, rows: Sequence[int] | None = None) -> str:
        """A folder's files, two levels deep, or a file's rows with their numbers; `rows`: from, to; -1 is the end."""
        real = self._real(path)
        if self._is_folder(real):
            return "\n".join([_FOLDER_SHOWN.format(path), *self._listed(real, path)])
        lines = self._text(real, path, _NOT_THERE).split("\n")
        if len(lines) > LINES:
            raise NotDone(f"File {path} exceeds maximum line limit of {LINES:,} lines.")
        first, last = 1, len(lines)
        if rows and len(rows) == 2:
            first, last = max(1, rows[0]), len(lines) if rows[1] == -1 else rows[1]
        shown = masked(lines)[first - 1 : last]
        return f"Here's the content of {path} with line numbers:\n" + "\n".join(numbered(shown, first))

    def create(self, path: str, text: str) -> str:
        """A new file; one that is there is left alone."""
        real = self._real(path)
        with self._writing():
            if os.path.lexists(real):
                raise NotDone(f"File {path} already exists")
            self._write(real, path, ABSENT, text)
        return f"File created successfully at: {path}"

    def str_replace(self, path: str, old: str, new: str) -> str:
        """Replace a text that stands in the file exactly once."""
        real = self._real(path)
        with self._writing():
            found = self._found(real, path)
            text = _whole(found)
            places = list(_places(text, old))
            if not places:
                raise NotDone(f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}.")
            if text.count(old) > 1:
                lines = ", ".join(str(text.count("\n", 0, at) + 1) for at in places)
                raise NotDone(
                    f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {lines}. "
                    "Please ensure it is unique"
                )
            after = text.replace(old, new)
            self._write(real, path, found.stamp, after)
        row = text.count("\n", 0, places[0])
        start = max(0, row - _AROUND)
        shown = masked(after.split("\n"))[start : row + _AROUND + 1]
        return "\n".join([_REPLACED, *numbered(shown, start + 1)])

    def insert(self, path: str, row: int, text: str) -> str:
        """Put rows after a row, counted from 1; 0 is the beginning."""
        real = self._real(path)
        with self._writing():
            found = self._found(real, path)
            lines = _whole(found).split("\n")
            if lines[-1] == "":
                lines.pop()
            if not 0 <= row <= len(lines):
                raise NotDone(
                    f"Invalid `insert_line` parameter: {row}. It should be within the range [0, {len(lines)}]."
                )
            lines.insert(row, text.rstrip("\n"))
            after = "\n".join(lines)
            self._write(real, path, found.stamp, after if after.endswith("\n") else f"{after}\n")
        return f"The file {path} has been edited."

    def delete(self, path: str) -> str:
        """Remove a file, or a folder with all that is in it; every file is kept as a backup first."""
        real = self._real(path)
        if real == self._root:
            raise NotDone(f"Cannot delete the {TOP} directory itself")
        with self._writing():
            if not os.path.lexists(real):
                raise NotDone(f"The path {path} does not exist")
            self._remove(real, path)
        return f"Successfully deleted {path}"

    def rename(self, old: str, new: str) -> str:
        """Move a file or a folder to a path where nothing is."""
        source, target = self._real(old), self._real(new)
        if source == self._root:
            raise NotDone(f"Cannot rename the {TOP} directory itself")
        with self._writing():
            if os.path.lexists(target):
                raise NotDone(f"The destination {new} already exists")
            if not os.path.lexists(source):
                raise NotDone(f"The path {old} does not exist")
            if target.startswith(f"{source}{os.sep}"):
                raise NotDone(f"The path {old} cannot be moved into itself")
            self._move(source, target, old)
        return f"Successfully renamed {old} to {new}"

    def clear(self) -> str:
        """Remove everything, keeping backups."""
        with self._writing():
            for name in sorted(os.listdir(self._root)):
                self._remove(os.path.join(self._root, name), f"{TOP}/{name}")
        return "All memory cleared"

    def _real(self, path: str) -> str:
        """Where a path of the model's lies."""
        if path != TOP and not path.startswith(f"{TOP}/"):
            raise NotDone(f"Path must start with {TOP}, got: {path}")
        if "\0" in path:
            raise NotDone(f"Path {path!r} is no path")
        real = os.path.normpath(os.path.join(self._root, path[len(TOP) :].lstrip("/")))
        if real != self._root and not real.startswith(f"{self._root}{os.sep}"):
            raise NotDone(f"Path {path} would escape {TOP} directory")
        here = real
        while here != self._root:
            if os.path.islink(here):
                raise NotDone(f"Path would escape {TOP} directory via symlink")
            here = os.path.dirname(here)
        return real

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            with locked(self._env, [self._root]):
                yield
        except StoreFailure as failure:
            raise NotDone(f"Nothing was written: {failure.message}") from None
        except (OSError, Refusing) as error:
            clause = error.clause if isinstance(error, Refusing) else clause_of(error, "written")
            raise NotDone(f"The path {clause}") from None

    def _found(self, real: str, path: str) -> Found:
        """A file to be edited, in the words of the commands that edit."""
        if not os.path.lexists(real):
            raise NotDone(_NOT_THERE.format(path))
        if self._is_folder(real):
            raise NotDone(f"The path {path} is not a file.")
        return self._read(real, path, _NOT_THERE)

    def _text(self, real: str, path: str, missing: str) -> str:
        return _whole(self._read(real, path, missing))

    def _read(self, real: str, path: str, missing: str) -> Found:
        found = read(real, self._root)
        if isinstance(found, Missing) or not os.path.lexists(real):
            raise NotDone(missing.format(path))
        if isinstance(found, Unreadable):
            raise NotDone(f"The file {path} {found.clause}.")
        return found

    def _write(self, real: str, path: str, expect: object, text: str) -> None:
        try:
            data = text.encode("utf-8")
        except UnicodeEncodeError:
            raise NotDone("The text holds half a character; send it again.") from None
        done = write(real, self._root, expect, data, make_parents=True, private=True)
        if isinstance(done, Stale):
            raise NotDone(f"The file {path} was changed meanwhile; view it again.")
        if isinstance(done, Refused):
            raise NotDone(f"The file {path} {done.clause}.")

    def _remove(self, real: str, path: str) -> None:
        """Without following links; a link itself holds no note."""
        status = os.lstat(real)
        if stat.S_ISDIR(status.st_mode):
            for name in sorted(os.listdir(real)):
                self._remove(os.path.join(real, name), f"{path}/{name}")
            with parent_folder(real, self._root) as folder:
                os.rmdir(os.path.basename(real), dir_fd=folder)
        elif stat.S_ISLNK(status.st_mode):
            with parent_folder(real, self._root) as folder:
                os.unlink(os.path.basename(real), dir_fd=folder)
        else:
            found = self._read(real, path, "The path {} does not exist")
            back_up(self._env, real, _whole(found).encode("utf-8"))
            done = remove(real, self._root, found.stamp)
            if isinstance(done, Stale):
                raise NotDone(f"The file {path} was changed meanwhile; view it again.")
            if isinstance(done, Refused):
                raise NotDone(f"The file {path} {done.clause}.")

    def _move(self, source: str, target: str, old: str) -> None:
        with (
            parent_folder(source, self._root) as here,
            parent_folder(target, self._root, make=True, private=True) as there,
        ):
            name, new_name = os.path.basename(source), os.path.basename(target)
            if self._is_folder(source):
                os.rename(name, new_name, src_dir_fd=here, dst_dir_fd=there)
                return
            self._read(source, old, "The path {} does not exist")
            # Unlike a rename, never over a file that came meanwhile; cut off half-way there are two, not none.
            os.link(name, new_name, src_dir_fd=here, dst_dir_fd=there, follow_symlinks=False)
            os.unlink(name, dir_fd=here)

    def _is_folder(self, real: str) -> bool:
        return os.path.isdir(real) and not os.path.islink(real)

    def _listed(self, real: str, path: str) -> Iterator[str]:
        yield f"{shown_size(os.lstat(real).st_size)}\t{path}"
        yield from (f"{shown_size(size)}\t{path}/{inside}" for size, inside in below(real, "", _LEVELS))


_FOLDER_SHOWN = "Here're the files and directories up to 2 levels deep in {}, excluding hidden items:"
_NOT_THERE = "The path {} does not exist. Please provide a valid path."
_REPLACED = "The memory file has been edited. Here is the snippet showing the change (with line numbers):"


def _whole(found: Found) -> str:
    """A file's text with its BOM: a model that edits it leaves the BOM where it is."""
    return f"\ufeff{found.text}" if found.bom else found.text


def _places(text: str, part: str) -> Iterator[int]:
    """Where a part begins, overlapping ones too."""
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)
