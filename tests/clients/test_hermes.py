"""The real hermes-agent on the same § files: each reads what the other wrote, and neither loses a note of the other."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pytest
from client_world import WAIT_SECONDS, World

from memory_ls.edits import Intention
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Anchor, FileSeen, Refusal
from memory_ls.formats.notes import File, Placed, Role, Scope, Store
from memory_ls.recall import RECALLS, Part
from memory_ls.settings import Settings
from memory_ls.stores.agent_locks import agents_locked
from memory_ls.stores.places import Environment
from memory_ls.workspace.applying import anchor, apply_on_disk, see
from memory_ls.workspace.workspace import Workspace

DRIVER = Path(__file__).resolve().parent / "hermes" / "drive.py"
TODAY = date(2026, 11, 30)


class Hermes:
    """hermes-agent with a home of its own."""

    def __init__(self, python: Path, home: Path) -> None:
        self.python, self.home = python, home
        self.folder = home / "memories"
        self.folder.mkdir(parents=True)

    def start(self, *flags: str) -> subprocess.Popen[str]:
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "HERMES_HOME": str(self.home)}
        return subprocess.Popen(
            [str(self.python), "-X", "utf8", str(DRIVER), *flags],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def call(self, *calls: Mapping[str, object]) -> list[dict[str, object]]:
        said, errors = self.start().communicate(f"{json.dumps(calls)}\n", timeout=WAIT_SECONDS)
        assert said, errors[-2000:]
        answers: list[dict[str, object]] = json.loads(said)
        return answers

    def entries(self) -> dict[str, object]:
        return self.call({"action": "entries"})[0]

    def remember(self, target: str, *notes: str) -> None:
        for answer in self.call(*({"action": "add", "target": target, "content": note} for note in notes)):
            assert answer["success"], answer


class Ours:
    """memory-ls on hermes-agent's files."""

    def __init__(self, folder: Path, state: Path) -> None:
        environment = Environment(str(state), {}, str(state), str(state / "state"), str(state / "config"))
        self.workspace = Workspace(environment, lambda root: True, lambda root: Settings(), TODAY)
        self.store = Store("sections", Scope.GLOBAL, str(folder), dialect="hermes")
        self.files = [self.file(inside) for inside in ("MEMORY.md", "USER.md", "superseded.md")]

    def file(self, inside: str = "MEMORY.md") -> File:
        return File(f"{self.store.folder}/{inside}", self.store, inside)

    def seen(self, inside: str = "MEMORY.md") -> FileSeen:
        return see(self.workspace, self.file(inside))

    def notes(self, inside: str = "MEMORY.md", role: Role = Role.NOTE) -> list[Placed]:
        return [note for note in self.seen(inside).blocks if note.fragment and note.fragment.role is role]

    def texts(self, inside: str = "MEMORY.md") -> list[str]:
        return [note.fragment.text for note in self.notes(inside) if note.fragment]

    def named(self, text: str, inside: str = "MEMORY.md", role: Role = Role.NOTE) -> Anchor:
        (note,) = (note for note in self.notes(inside, role) if note.fragment and note.fragment.text == text)
        return anchor(self.seen(inside), note)

    def apply(self, intention: Intention) -> None:
        done = apply_on_disk(self.workspace, intention, self.files)
        assert not isinstance(done, Refusal), done.reason

    def add(self, text: str, inside: str = "MEMORY.md") -> None:
        self.apply(Intention("add", file=self.file(inside).id, text=text))


@pytest.fixture
def hermes(hermes_python: Path, tmp_path: Path) -> Hermes:
    return Hermes(hermes_python, tmp_path / "hermes")


@pytest.fixture
def ours(hermes: Hermes, tmp_path: Path) -> Ours:
    return Ours(hermes.folder, tmp_path / "ours")


NOTES = ("Deploy with rsync", "two rows\nwith a § inside", "Имя: Анна; 東京; emoji 🧪", "- looks like a bullet")


def test_we_read_what_it_wrote(hermes: Hermes, ours: Ours) -> None:
    hermes.remember("memory", *NOTES)
    hermes.remember("user", "Prefers short answers")
    assert ours.texts() == list(NOTES)
    assert ours.texts("USER.md") == ["Prefers short answers"]


def test_it_reads_what_we_wrote(hermes: Hermes, ours: Ours) -> None:
    for note in NOTES:
        ours.add(note)
    ours.add("Prefers short answers", "USER.md")
    assert hermes.entries() == {"memory": list(NOTES), "user": ["Prefers short answers"]}


def test_the_same_calls_leave_the_same_file(hermes: Hermes, ours: Ours, tmp_path: Path) -> None:
    theirs = Hermes(hermes.python, tmp_path / "theirs")
    theirs.remember("memory", *NOTES, "last", NOTES[0])
    theirs.call(
        {"action": "replace", "target": "memory", "old_text": "two rows", "content": "three\n\nrows"},
        {"action": "remove", "target": "memory", "old_text": "emoji"},
        {"action": "remove", "target": "memory", "old_text": "last"},
    )
    for note in (*NOTES, "last", NOTES[0]):
        ours.add(note)
    ours.apply(Intention("reword", (ours.named(NOTES[1]),), text="three\n\nrows"))
    ours.apply(Intention("forget", (ours.named(NOTES[2]),)))
    ours.apply(Intention("forget", (ours.named("last"),)))
    assert (hermes.folder / "MEMORY.md").read_bytes() == (theirs.folder / "MEMORY.md").read_bytes()


def test_after_every_edit_of_ours_it_still_changes_the_file(hermes: Hermes, ours: Ours) -> None:
    """Its guard refuses a file that it would not have written so, and leaves a copy of it beside it."""
    steps: list[Callable[[], None]] = [
        lambda: ours.add("added"),
        lambda: ours.apply(Intention("reword", (ours.named(NOTES[0]),), text="Deploy with rclone")),
        lambda: ours.apply(Intention("merge", (ours.named(NOTES[1]), ours.named("added")), text="merged\nrows")),
        lambda: ours.apply(Intention("move", (ours.named(NOTES[2]),), choice="USER.md")),
        lambda: ours.apply(Intention("supersede", (ours.named(NOTES[3]), ours.named("merged\nrows")))),
        lambda: ours.apply(Intention("restore", (ours.named(NOTES[3], "superseded.md", Role.RETIRED),))),
        lambda: ours.apply(Intention("forget", (ours.named("merged\nrows"),))),
    ]
    hermes.remember("memory", *NOTES, "probe 0")
    hermes.remember("user", "user probe 0")
    for i, step in enumerate(steps):
        step()
        answers = hermes.call(
            {"action": "replace", "target": "memory", "old_text": "probe", "content": f"probe {i + 1}"},
            {"action": "replace", "target": "user", "old_text": "user probe", "content": f"user probe {i + 1}"},
        )
        assert all(answer["success"] for answer in answers), (i, answers)
    assert not list(hermes.folder.glob("*.bak.*"))
    assert hermes.entries() == {
        "memory": ["Deploy with rclone", "probe 7", NOTES[3]],  # its neighbour had been replaced meanwhile
        "user": ["user probe 7", NOTES[2]],
    }


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("one\n§\ntwo\n", False),
        ("\n\none\n§\ntwo", False),
        ("one\r\n§\r\ntwo\r\n", False),
        ("one\n § \ntwo", False),
        ("one\n§\n§\ntwo", False),
        ("one\n§\n\n§\ntwo", True),
        ("one\n§\ntwo\n§\n", True),
        ("one\n§\n  two", True),
        ("one \n§\ntwo", True),
        ("\n§\none", True),
        ("one\n§\n" + "x" * 2201, True),
    ],
)
def test_what_we_say_of_a_file_is_what_it_does(hermes: Hermes, ours: Ours, text: str, refused: bool) -> None:
    (hermes.folder / "MEMORY.md").write_bytes(text.encode())
    (answer,) = hermes.call({"action": "replace", "target": "memory", "old_text": "one", "content": "ONE"})
    assert bool(answer.get("drift_backup")) is refused
    (hermes.folder / "MEMORY.md").write_bytes(text.encode())
    held = ours.workspace.load(ours.file())
    assert held is not None
    view = ours.workspace.view_of("hermes", [ours.file()])
    ours.workspace.settle()
    said = [finding.message.template for found in view.findings.values() for finding in found]
    said += [finding.message.template for finding in held.live.findings]
    assert any("the agent refuses to replace" in message or "cannot change" in message for message in said) is refused


def test_it_is_given_as_many_characters_as_we_say(hermes: Hermes, ours: Ours) -> None:
    hermes.remember("memory", *NOTES)
    (snapshot,) = hermes.call({"action": "snapshot"})
    seen = ours.seen()
    costs = [
        note.fragment.cost if note.fragment and note.fragment.role is Role.NOTE else 1 << 40 for note in seen.blocks
    ]
    part = Part(seen.file, FORMATS["sections"].limits(seen.file, []), costs, seen.blocks, seen.text)
    recall = RECALLS["sections"]
    plan = recall.plan([part])
    assert f"{plan.used:,}/2,200 chars" in str(snapshot["memory"])
    theirs, given = str(snapshot["memory"]).split("\n"), recall.text([part], plan).split("\n")
    assert theirs[2:] == given[2:]
    assert len(theirs[0]) == len(given[0])


def test_both_writing_at_once_lose_nothing(hermes: Hermes, ours: Ours) -> None:
    calls = [{"action": "add", "target": "memory", "content": f"theirs {i}"} for i in range(50)]
    process = hermes.start("--wait")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{json.dumps(calls)}\n")
    process.stdin.flush()
    assert process.stdout.readline() == "ready\n"
    process.stdin.write("go\n")
    process.stdin.flush()
    for i in range(50):
        ours.add(f"ours {i}")
    said, errors = process.communicate(timeout=WAIT_SECONDS)
    answers = json.loads(said)
    assert all(answer["success"] for answer in answers), errors
    texts = ours.texts()
    assert sorted(texts) == sorted([f"{whose} {i}" for whose in ("ours", "theirs") for i in range(50)])
    assert [text for text in texts if text.startswith("ours")] == [f"ours {i}" for i in range(50)]
    assert hermes.entries()["memory"] == texts


def test_the_lock_is_the_one_it_waits_for(hermes: Hermes, ours: Ours) -> None:
    call = {"action": "add", "target": "memory", "content": "waits"}
    with agents_locked([ours.store]):
        process = hermes.start()
        assert process.stdin is not None
        process.stdin.write(f"{json.dumps([call])}\n")
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.5)
        assert not (hermes.folder / "MEMORY.md").exists()
    said, _ = process.communicate(timeout=WAIT_SECONDS)
    assert json.loads(said)[0]["success"]
    assert ours.texts() == ["waits"]


def test_its_notes_are_found_at_their_known_place(world: World, hermes: Hermes) -> None:
    hermes.remember("memory", "use pnpm")
    (world.home / ".hermes").symlink_to(hermes.home)
    world.run(*world.server[:-1], "add", "--store", "sections:hermes", "--in", "USER.md", "Prefers short answers")
    assert hermes.entries() == {"memory": ["use pnpm"], "user": ["Prefers short answers"]}
