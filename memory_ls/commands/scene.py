"""Where a command runs: the working folder, the stores in reach of it, trust and settings, one workspace over them."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from datetime import date

from memory_ls.commands.failure import Failure
from memory_ls.detect import quote
from memory_ls.edits import Intention
from memory_ls.formats.changes import Refusal
from memory_ls.formats.notes import File
from memory_ls.rules.names import NAMES
from memory_ls.settings import Problem, Settings
from memory_ls.stores.configuration import read_settings
from memory_ls.stores.places import Environment
from memory_ls.stores.trust import is_trusted
from memory_ls.workspace.applying import Applied, apply_on_disk
from memory_ls.workspace.reach import Reached, in_reach, named, reached
from memory_ls.workspace.recognise import project_root
from memory_ls.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Scene:
    """`here` is the working folder with its links resolved, as the paths of files are."""

    env: Environment
    here: str
    problems: dict[Problem, None] = field(default_factory=dict)
    passed_over: list[str] = field(default_factory=list)
    _settings: dict[str | None, Settings] = field(default_factory=dict)
    _reached: dict[str, Reached] = field(default_factory=dict)

    @classmethod
    def current(cls) -> Scene:
        """The scene of this process."""
        env = Environment.current()
        return cls(env, os.path.realpath(env.cwd))

    def workspace(self) -> Workspace:
        """An empty workspace under this user's trust and settings."""
        workspace = Workspace(self.env, self.trusts, self.settings, date.today())
        workspace.roots = [self.root]
        return workspace

    def trusts(self, root: str) -> bool:
        """Whether the user trusts a project."""
        return is_trusted(self.env, root)

    def settings(self, root: str | None) -> Settings:
        """The settings for a project, or for files of none; what was passed over in them is kept in `problems`."""
        if root not in self._settings:
            trusted = root is not None and self.trusts(root)
            self._settings[root], problems = read_settings(self.env, root, trusted, names=NAMES)
            self.problems.update(dict.fromkeys(problems))
        return self._settings[root]

    def warn(self) -> None:
        """Say on standard error what of the configuration, and of the disk, was passed over."""
        for problem in self.problems:
            print(f"memory-ls: {problem.layer}: {problem.message}", file=sys.stderr)
        for said in self.passed_over:
            print(f"memory-ls: {said}", file=sys.stderr)

    def show(self, path: str) -> str:
        """A path as a person here would write it: relative where it lies inside the working folder."""
        inside = path == self.here or path.startswith(self.here.rstrip("/") + "/")
        return os.path.relpath(path, self.here) if inside else path

    def said(self, path: str) -> str:
        """The same, safe for a line of text."""
        return quote(self.show(path), 4096)

    @property
    def root(self) -> str:
        """The root of the repository here, or the working folder."""
        return project_root(self.here)

    def stores(self) -> dict[str, Reached]:
        """The stores of this repository and user by their ids; those of bullets whether they are there or not."""
        if not self._reached:
            self._reached.update(in_reach(self.env, self.here, self.settings(self.root).stores))
        return self._reached

    def store(self, scope: str | None, id: str | None) -> Reached:
        """The store that a person means: by its id, else that of bullets with a scope. Failure for an unknown id."""
        found = named(self.stores(), id or f"bullets:{scope}")
        if isinstance(found, Refusal):
            raise Failure(found.reason)
        return found

    def chosen(self, scope: str | None, id: str | None) -> list[Reached]:
        """The stores that a listing is about: one by its id, else all of a scope, else all."""
        if id is not None:
            return [self.store(None, id)]
        return [one for one in self.stores().values() if scope in (None, one.scope)]

    def view(self, file: File) -> Reached:
        """What an edit of a file may need: its store and those that its agent sees beside it from here."""
        return reached(file.store, self.env, self.root)


def apply(scene: Scene, intention: Intention, where: Reached, *, keep_backup: bool = False) -> Applied:
    """Apply on the disk; a refusal becomes the command's failure."""
    outcome = apply_on_disk(scene.workspace(), intention, where.company, where.stores, keep_backup=keep_backup)
    if isinstance(outcome, Refusal):
        raise Failure(outcome.reason)
    return outcome
