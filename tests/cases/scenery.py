"""A case's world on a disk: a home, a repository in it, files, trust, history; and how its places are shown."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from page import Case, CaseFile, Given

from memory_ls.formats.notes import File, FileId, Scope
from memory_ls.settings import Settings
from memory_ls.stores.configuration import read_settings
from memory_ls.stores.places import Environment
from memory_ls.stores.trust import is_trusted, revoke, trust
from memory_ls.workspace.company import company
from memory_ls.workspace.recognise import global_file, project_file, recognise
from memory_ls.workspace.workspace import Workspace

BOM = b"\xef\xbb\xbf"
_AGENTS = (".pi", ".hermes", ".claude", ".qwen", ".agents", ".gemini", ".openclaw", ".serena")


@dataclass(frozen=True, slots=True)
class Scenery:
    """A case, its home folder and its repository."""

    case: Case
    home: str
    repository: str

    @property
    def env(self) -> Environment:
        return environment(self.home, self.repository)

    def path(self, shown: str) -> str:
        """Where a path of the page lies."""
        return os.path.join(self.home, shown[2:]) if shown.startswith("~/") else os.path.join(self.repository, shown)

    def shown(self, path: FileId) -> str:
        """How the page writes it."""
        if path.startswith(self.repository + os.sep):
            return os.path.relpath(path, self.repository)
        return "~/" + os.path.relpath(path, self.home)

    def file(self, shown: str) -> File | None:
        return recognise(self.path(shown), self.env)

    def memories(self) -> Iterator[tuple[File, CaseFile]]:
        """The memory files of the case, in the page's order."""
        for shown, one in self.case.files.items():
            file = self.file(shown)
            if file is not None:
                yield file, one

    def opened(self) -> list[tuple[File, CaseFile]]:
        """Those that an editor has open: all but the user's own notes beside a project's, unless the page says so."""
        memories = [(file, one) for file, one in self.memories() if one.thing == "file"]
        scopes = {file.store.scope for file, _ in memories}
        return [
            (file, one)
            for file, one in memories
            if one.opened or one.buffer is not None or file.store.scope is not Scope.GLOBAL or len(scopes) == 1
        ]

    def company(self, file: File) -> list[File]:
        """The files that an edit of one may need."""
        if file.store.format != "bullets":
            return list(company(file, self.env).files)
        if file.store.scope is Scope.ALONE:
            return [file]
        return [project_file(self.repository), global_file(self.env)]

    def workspace(self) -> Workspace:
        known: dict[str | None, Settings] = {}

        def settings(root: str | None) -> Settings:
            if root not in known:
                known[root], _ = read_settings(self.env, root, root is not None and is_trusted(self.env, root))
            return known[root]

        workspace = Workspace(self.env, lambda root: is_trusted(self.env, root), settings, self.case.given.today)
        workspace.roots = [os.path.realpath(self.repository)]
        return workspace


def environment(home: str, cwd: str) -> Environment:
    """As `Environment.current` has it in a process that was started with `variables`."""
    state, config = os.path.join(home, ".local/state/memory-ls"), os.path.join(home, ".config/memory-ls")
    return Environment(home, {}, cwd, state, config)


def variables(home: str) -> dict[str, str]:
    """For a process that lives in the home folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PI_", "GIT_"))}
    return {
        **kept,
        "HOME": home,
        "XDG_STATE_HOME": os.path.join(home, ".local/state"),
        "XDG_CONFIG_HOME": os.path.join(home, ".config"),
    }


def laid_out(case: Case, home: Path, repository: Path, *, buffers_saved: bool = False) -> Scenery:
    """Make the world of a case. `buffers_saved`: what stands in editors' buffers lies on the disk."""
    for stale in (home, repository):
        shutil.rmtree(stale, ignore_errors=True)
        stale.mkdir(parents=True)
    scene = Scenery(case, os.path.realpath(home), os.path.realpath(repository))
    for name in case.given.tree:
        _lay(scene.path(name), b"" if not name.endswith("/") else None)
    for file in case.files.values():
        first = file.base if file.base is not None else file.disk
        lay_file(scene, file, file.buffer if buffers_saved and file.buffer is not None else first)
    if case.given.heads:
        _commit(scene, case.given)
    else:
        os.makedirs(os.path.join(scene.repository, ".git"), exist_ok=True)
    if case.given.trusted:
        trust(scene.env, scene.repository)
    else:
        revoke(scene.env, scene.repository)
    return scene


def lay_file(scene: Scenery, file: CaseFile, text: str | None) -> None:
    """Put a file's text on the disk in the way that the page says."""
    path = scene.path(file.path)
    if file.thing == "folder":
        os.makedirs(path)
        return
    if file.thing == "pipe":
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.mkfifo(path)
        return
    if text is None:
        return
    target = path
    if file.symlink is not None:
        target = os.path.join(os.path.dirname(path), file.symlink)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(file.symlink, path)
    _lay(target, encoded(text.replace("{{home}}", scene.home), bom=file.bom))
    if file.mode is not None:
        os.chmod(target, file.mode)


def others_write(scene: Scenery) -> None:
    """Another writer puts the disk's text in the place of the one that was opened."""
    for file in scene.case.files.values():
        if file.base is not None:
            os.unlink(scene.path(file.path))
            lay_file(scene, file, file.disk)


def encoded(text: str, *, bom: bool) -> bytes:
    return (BOM if bom else b"") + text.encode("utf-8", "surrogateescape")


def as_editor(text: str) -> str:
    """How an editor shows a text in which some bytes are no UTF-8."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def on_disk(scene: Scenery) -> Mapping[str, bytes]:
    """Every file of the repository and of the agents' folders, by how the page writes it."""
    found: dict[str, bytes] = {}
    for top in (scene.repository, *(os.path.join(scene.home, name) for name in _AGENTS)):
        for folder, folders, names in os.walk(top):
            if ".git" in folders:
                folders.remove(".git")
            for name in names:
                path = os.path.join(folder, name)
                if os.path.isfile(path) and not name.endswith(".lock"):  # an agent's own
                    found[scene.shown(path)] = Path(path).read_bytes()
    return found


def _lay(path: str, data: bytes | None) -> None:
    if data is None:
        os.makedirs(path, exist_ok=True)
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    Path(path).write_bytes(data)


def _commit(scene: Scenery, given: Given) -> None:
    """A history in which each row that the page names was last touched on its day; other rows are not committed."""
    _git(scene, ["init", "-q", "-b", "main"], b"")
    stream = bytearray()
    for day in sorted({day for _, _, day in given.heads}):
        stream += _commit_of(scene, given, day)
    _git(scene, ["fast-import", "--quiet"], bytes(stream))


def _commit_of(scene: Scenery, given: Given, day: date) -> bytes:
    seconds = (day - date(1970, 1, 1)).days * 86400 + 43200
    out = f"commit refs/heads/main\ncommitter t <t@t> {seconds} +0000\ndata 1\nc\n".encode()
    for path in dict.fromkeys(path for path, _, _ in given.heads):
        text = scene.case.files[path].disk or ""
        rows = text.splitlines(keepends=True)
        there = sorted(row for name, row, touched in given.heads if name == path and touched <= day)
        data = "".join(rows[row] for row in there).encode()
        out += f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n"
    return out + b"\n"


def _git(scene: Scenery, arguments: list[str], data: bytes) -> None:
    subprocess.run(
        ["git", *arguments],
        cwd=scene.repository,
        env=variables(scene.home),
        input=data,
        check=True,
        capture_output=True,
    )
