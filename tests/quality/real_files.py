"""What `check` says of real memory files, each at the place where its agent keeps it.

    python tests/quality/real_files.py DATA_DIR [--all] [--rule CODE]

DATA_DIR holds `real/` (with `index.jsonl`: family, group, `rel`, `at`) and sample stores beside it in `../stores/`.
Every store is laid out in a home of its own. Prints files, notes and findings by format, rule and severity, then every
finding above hint (`--all`: hints too) with its note, secrets masked, so that a person can judge each.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

sys.path.append(sys.path.pop(0))  # here lies a `secrets.py` that is not the library's
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from memory_ls.commands.check import Checked
from memory_ls.commands.scene import Scene
from memory_ls.commands.targets import targets
from memory_ls.detect import mask, quote
from memory_ls.formats.notes import File
from memory_ls.rules import Severity
from memory_ls.stores.places import Environment
from memory_ls.stores.trust import trust
from memory_ls.workspace.checking import Reported, examine, reported
from memory_ls.workspace.recognise import recognise
from memory_ls.workspace.workspace import Workspace

TODAY = date(2026, 11, 30)
_SLUG = "~/.claude/projects/-app/memory"
_FOLDERS = {
    "basic-memory": "notes",
    "claude-agent-memory": ".claude/agent-memory/reviewer",
    "claude-memory-dir": _SLUG,
    "memory-bank": "memory-bank",
    "pi-memory-dir": "~/.pi/agent/memory/app",
    "replit-agents-memory": ".agents/memory",
}
"""Where a family keeps a whole folder: in the home folder, or in a project."""
_UNKNOWN = frozenset({"basic-memory", "memory-bank"})
"""Families at places that are no known store: read as free pages, as a person would name them."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A source's stores: where each file goes, `~` being the home folder and all else a project's."""

    name: str
    files: dict[str, Path] = field(default_factory=dict)
    forced: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A source laid out on the disk: the scene of its project, the files that are known there, those that are not."""

    scene: Scene
    files: Sequence[File]
    passed_over: Sequence[str]
    root: Path

    def workspace(self) -> Workspace:
        workspace = Workspace(self.scene.env, self.scene.trusts, self.scene.settings, TODAY)
        workspace.roots = [self.scene.root]
        return workspace

    def again(self) -> Place:
        """The same place with the files that are there now."""
        ids = {file.id for file in self.files}
        more = [file for file in targets(self.scene, [self.scene.env.home]) if file.id not in ids]
        return Place(self.scene, [*(file for file in self.files if os.path.lexists(file.id)), *more], (), self.root)

    def check(self) -> Checked:
        """What `check` finds, on this day."""
        workspace = self.workspace()
        there = examine(workspace, self.files)
        found = [one for file in there for one in reported(workspace, file.id, self.scene.show)]
        return Checked(workspace, there, sorted(found, key=lambda one: one.order))


def sources(data: Path) -> Iterator[Laid]:
    """Real files by their source, then the sample stores."""
    yield from _real(data / "real")
    if (data.parent / "stores").is_dir():
        yield from _samples(data.parent / "stores")


def _real(real: Path) -> Iterator[Laid]:
    rows = [json.loads(row) for row in (real / "index.jsonl").read_text(encoding="utf-8").splitlines()]
    folders: dict[str, Laid] = {}
    for row in rows:
        if row["group"]:
            forced = "outline" if row["family"] in _UNKNOWN else None
            laid = folders.setdefault(row["group"], Laid(row["group"], forced=forced))
            laid.files[f"{_FOLDERS[row['family']]}/{row['rel']}"] = real / row["at"]
    yield from folders.values()
    kind, last, laid = "", 0, Laid("")
    for row in sorted((row for row in rows if not row["group"]), key=lambda row: str(row["id"])):
        family, path = row["family"], _single(row["family"], row["rel"])
        starts = Path(path).name.casefold() == "memory.md" or family.split("-")[0] != kind or int(row["id"]) > last + 2
        if starts or path in laid.files:
            if laid.files:
                yield laid
            laid = Laid(f"{family}/{row['id']}")
        laid.files[path] = real / row["at"]
        kind, last = family.split("-")[0], int(row["id"])
    yield laid


def _single(family: str, rel: str) -> str:
    name = Path(rel).name
    if family == "hermes":
        return f"~/.hermes/memories/{name}"
    if family.startswith("openclaw"):
        return f"~/.openclaw/workspace/{'memory/' if family == 'openclaw-daily' else ''}{name}"
    return "~/.gemini/GEMINI.md" if family == "gemini" else str(rel)


def _samples(stores: Path) -> Iterator[Laid]:
    for folder in sorted((stores / "bullets").iterdir()):
        file = next(folder.rglob("memory.md"))
        yield Laid(f"stores/bullets/{folder.name}", {".pi/memory.md": file})
    yield Laid("stores/cards", {"~/.pi/agent/memory-auto/notes.md": stores / "cards" / "notes.md"})
    for top, to in (
        ("records/projects", "~/.pi/memory-md/projects"),
        ("records/invalid", "~/.pi/memory-md/projects/invalid/records"),
    ):
        yield Laid(f"stores/{top}", _below(stores / top, to))
    for folder in sorted((stores / "topics").iterdir()):
        yield Laid(f"stores/topics/{folder.name}", _below(folder, _SLUG))
    for dialect, to in (("hermes", "~/.hermes/memories"), ("pi-hermes", "~/.pi/agent/pi-hermes-memory")):
        for folder in sorted(path for path in (stores / "sections" / dialect).iterdir() if path.is_dir()):
            below = _below(folder / "memories" if (folder / "memories").is_dir() else folder, to)
            yield Laid(f"stores/sections/{dialect}/{folder.name}", below)


def _below(folder: Path, to: str) -> dict[str, Path]:
    return {f"{to}/{path.relative_to(folder)}": path for path in sorted(folder.rglob("*")) if path.is_file()}


def lay(laid: Laid, root: Path) -> Place:
    """Put a source's files at their places below a folder; its project is trusted."""
    home, app = root / "home", root / "home" / "app"
    (app / ".git").mkdir(parents=True)
    for place, source in laid.files.items():
        target = home / place[2:] if place.startswith("~/") else app / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    env = Environment(str(home), {}, str(app), str(root / "state"), str(root / "config"))
    trust(env, str(app))
    scene = Scene(env, os.path.realpath(app))
    known = targets(scene, [str(home)])
    ids = {file.id for file in known}
    rest = [path for path in sorted(map(str, home.rglob("*.md"))) if path not in ids]
    if laid.forced:
        named = [file for path in rest if (file := recognise(path, env, laid.forced))]
        known, rest = [*known, *named], []
    return Place(scene, known, rest, root)


def row_of(checked: Checked, one: Reported, most: int = 200) -> str:
    """The row of a finding, masked, shown around the place."""
    rows = checked.workspace.held[one.file].live.text.rows
    row = rows[one.span.row]
    start = max(0, one.span.col - 60)
    return quote(mask(row)[start:].strip(), most)


class Tally:
    """What all sources come to."""

    def __init__(self) -> None:
        self.files: Counter[str] = Counter()
        self.notes: Counter[str] = Counter()
        self.found: Counter[tuple[str, str, str]] = Counter()
        self.passed_over: list[str] = []

    def add(self, laid: Laid, place: Place, checked: Checked) -> None:
        self.passed_over += [f"{laid.name} {Path(path).name}" for path in place.passed_over]
        formats = {file.id: file.store.format for file in checked.files}
        for file in checked.files:
            self.files[formats[file.id]] += 1
            self.notes[formats[file.id]] += len(checked.workspace.held[file.id].live.notes())
        for one in checked.found:
            self.found[formats[one.file], one.rule, one.severity.word] += 1

    def show(self) -> None:
        files, notes = sum(self.files.values()), sum(self.notes.values())
        print(f"{files} files, {notes} notes, {self.found.total()} findings")
        for format in sorted(self.files):
            of = {key: count for key, count in self.found.items() if key[0] == format}
            above = sum(count for key, count in of.items() if key[2] != Severity.HINT.word)
            print(f"\n{format}: {self.files[format]} files, {self.notes[format]} notes, {above} findings above hint")
            for (_, rule, severity), count in sorted(of.items()):
                print(f"  {rule:22}{severity:14}{count}")
        print(f"\nat no known place: {len(self.passed_over)} files: {', '.join(self.passed_over) or 'none'}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path)
    parser.add_argument("--all", action="store_true", help="list hints too")
    parser.add_argument("--rule", action="append", default=[], help="list only these")
    options = parser.parse_args()
    tally, listed = Tally(), []
    for laid in sources(options.data):
        with tempfile.TemporaryDirectory() as root:
            place = lay(laid, Path(root).resolve())
            checked = place.check()
            tally.add(laid, place, checked)
            for one in checked.found:
                wanted = not options.rule or one.rule in options.rule
                if wanted and (options.all or options.rule or one.severity < Severity.HINT):
                    where = f"{laid.name} {Path(one.file).name}:{one.span.row + 1}:{one.span.col + 1}"
                    listed.append(
                        f"{where} {one.severity.word} {one.rule}: {one.message}\n      {row_of(checked, one)}"
                    )
                    listed += [f"      ~ {quote(of.message, 200)}" for of in one.related[:2]]
    tally.show()
    print("", *listed, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
