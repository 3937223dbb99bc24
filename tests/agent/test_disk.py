"""Disks that fail and others that write meanwhile: the answer says what to do, and no note is lost."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from memory_ls.agent import carrying
from memory_ls.agent.answer import Answer
from memory_ls.agent.tools import call
from memory_ls.formats.changes import FileSeen, Refusal, Remove, Write
from memory_ls.stores import agent_locks, locking
from memory_ls.workspace.applying import take_step
from memory_ls.workspace.workspace import Workspace

from .stores_of_all import lay, topics_folder
from .user import User, github_token

OLD = "- one\n- two\n"
SHORT = 0.1
"""Seconds that a writer waits in these tests."""

_HOLDER = """
import fcntl, sys
with open(sys.argv[1], "a") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.read()
"""


def leaves(user: User) -> list[str]:
    """The files beside the notes, and those of the user's notes."""
    return sorted(path.name for path in (*user.notes.parent.glob("*"), *user.global_notes.parent.glob("*.md*")))


def is_clear(answer: Answer, *says: str) -> None:
    """A failed answer in a user's words, without what a program says of itself."""
    assert answer.failed
    told = f"{answer.text}{answer.data}"
    for part in says:
        assert part in answer.text, answer.text
    for part in ("Traceback", "Errno", "Error", 'File "', ".py", github_token(), github_token()[8:]):
        assert part not in told


@contextmanager
def held(path: str) -> Iterator[None]:
    """Another process holds a lock file."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    try:
        yield
    finally:
        process.communicate("")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "locked", partial(locking.locked, seconds=SHORT))
    monkeypatch.setattr(carrying, "agents_locked", partial(agent_locks.agents_locked, seconds=SHORT))


def full(monkeypatch: pytest.MonkeyPatch, name: str, after: int = 0) -> None:
    """From now on, after so many calls that work, the disk is full."""
    real: Callable[..., object] = getattr(os, name)
    count = 0

    def fail(*arguments: object, **named: object) -> object:
        nonlocal count
        count += 1
        if count > after:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*arguments, **named)

    monkeypatch.setattr(os, name, fail)


def meanwhile(monkeypatch: pytest.MonkeyPatch, does: Callable[[], object]) -> None:
    """Something happens between the reading of a file and the writing of it, once."""
    done: list[bool] = []

    def step(workspace: Workspace, seen: FileSeen, step: Write | Remove) -> Refusal | None:
        if not done:
            done.append(True)
            does()
        return take_step(workspace, seen, step)

    monkeypatch.setattr(carrying, "take_step", step)


CALLS = (
    {"action": "add", "text": "three"},
    {"action": "update", "text": "one", "to": "1"},
    {"action": "forget", "text": "one"},
    {"action": "merge", "notes": ["one", "two"]},
)


# --- a full disk


@pytest.mark.parametrize("name", ["write", "fsync"])
@pytest.mark.parametrize("arguments", CALLS, ids=lambda said: str(said["action"]))
def test_a_full_disk_is_said_and_the_notes_stay(
    ann: User, monkeypatch: pytest.MonkeyPatch, name: str, arguments: dict[str, object]
) -> None:
    ann.write("app/.pi/memory.md", OLD)
    with monkeypatch.context() as disk:
        full(disk, name)
        is_clear(ann.call("memory", **arguments), "cannot be written: the disk is full")
    assert ann.notes.read_text() == OLD
    assert leaves(ann) == ["memory.md"]
    assert not ann.call("memory", **arguments).failed


def test_a_disk_that_fills_up_in_the_middle_of_a_file_leaves_the_old_one(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.write("app/.pi/memory.md", OLD)
    real = os.write
    written: list[int] = []

    def little(descriptor: int, data: bytes) -> int:
        if written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(real(descriptor, data[:5]))
        return written[0]

    with monkeypatch.context() as disk:
        disk.setattr(os, "write", little)
        is_clear(ann.call("memory", action="add", text="three"), "the disk is full")
    assert written == [5]
    assert ann.notes.read_text() == OLD
    assert leaves(ann) == ["memory.md"]


def test_the_first_note_on_a_full_disk_leaves_no_file(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as disk:
        full(disk, "write")
        is_clear(ann.call("memory", action="add", text="first"), "the disk is full")
    assert leaves(ann) == []


def test_a_note_that_moves_to_a_full_disk_stays_where_it_is(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ann.write("app/.pi/memory.md", OLD)
    ann.write("home/.pi/agent/memory.md", "- mine\n")
    with monkeypatch.context() as disk:
        full(disk, "write")
        is_clear(ann.call("memory", action="move", text="one", to="global"), "the disk is full")
    assert ann.notes.read_text() == OLD
    assert ann.global_notes.read_text() == "- mine\n"


def test_a_note_whose_move_stops_half_way_is_in_both_files_and_the_answer_says_so(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.write("app/.pi/memory.md", OLD)
    ann.write("home/.pi/agent/memory.md", "- mine\n")
    with monkeypatch.context() as disk:
        full(disk, "write", after=1)
        is_clear(ann.call("memory", action="move", text="one", to="global"), "the disk is full", "a part", "`list`")
    assert ann.notes.read_text() == OLD
    assert ann.global_notes.read_text() == "- mine\n- one\n"


def test_a_record_whose_backup_finds_no_room_is_not_deleted(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    written = ann.call("memory_write", path="state/ports.md", summary="Ports", notes="From 9000 on.")
    assert not written.failed, written.text
    with monkeypatch.context() as disk:
        full(disk, "fsync")
        is_clear(ann.call("memory_delete", path="state.ports"), "the disk is full", "nothing was changed")
    assert "From 9000 on." in ann.call("memory_read", path="state.ports", view="full").text


# --- a folder that vanished


def test_a_folder_that_vanishes_while_a_note_is_written_is_said(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ann.write("app/.pi/memory.md", OLD)
    away = ann.top / "away"
    with monkeypatch.context() as gone:
        meanwhile(gone, lambda: ann.notes.parent.rename(away))
        is_clear(ann.call("memory", action="add", text="three"), "gone")
    assert (away / "memory.md").read_text() == OLD
    assert not ann.notes.exists()


def test_a_project_that_vanished_is_not_made_anew(ann: User) -> None:
    ann.write("app/.pi/memory.md", OLD)
    place = ann.place()
    ann.project.rename(ann.top / "renamed")
    is_clear(call(place, "memory", {"action": "add", "text": "three"}))
    assert not ann.project.exists()
    assert (ann.top / "renamed/.pi/memory.md").read_text() == OLD


# --- a folder that takes no file


def read_only(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """From now on no folder takes a file or lets one go; the tests may run as root, whom modes do not stop."""
    real = os.open

    def opened(path: str, flags: int, *rest: int, **more: int) -> int:
        if flags & os.O_CREAT and not str(path).endswith(".lock"):
            raise OSError(number, os.strerror(number))
        return real(path, flags, *rest, **more)

    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "open", opened)
    for name in ("mkdir", "unlink", "rename", "link"):
        monkeypatch.setattr(os, name, fail)


@pytest.mark.parametrize(("number", "why"), [(errno.EROFS, "read-only"), (errno.EACCES, "permission denied")])
@pytest.mark.parametrize("arguments", CALLS, ids=lambda said: str(said["action"]))
def test_a_read_only_folder_is_said_and_the_notes_stay(
    ann: User, monkeypatch: pytest.MonkeyPatch, number: int, why: str, arguments: dict[str, object]
) -> None:
    ann.write("app/.pi/memory.md", OLD)
    assert not ann.call("memory", action="confirm", text="nobody says this").data[
        "changed"
    ]  # our own folders are there
    with monkeypatch.context() as disk:
        read_only(disk, number)
        is_clear(ann.call("memory", **arguments), why)
    assert ann.notes.read_text() == OLD
    assert leaves(ann) == ["memory.md"]


def test_a_file_in_a_folder_that_lets_none_go_is_not_deleted(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not ann.call("memory_write", path="state/ports.md", summary="Ports", notes="From 9000 on.").failed
    real = os.unlink

    def fail(path: str, **more: int) -> None:
        if path.endswith(".md"):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        real(path, **more)

    with monkeypatch.context() as disk:
        disk.setattr(os, "unlink", fail)
        is_clear(ann.call("memory_delete", path="state.ports"), "cannot be removed: permission denied")
    assert "From 9000 on." in ann.call("memory_read", path="state.ports", view="full").text


# --- a lock that another process holds


@pytest.mark.usefixtures("impatient")
def test_a_lock_held_for_long_is_said_with_what_to_do(ann: User) -> None:
    ann.write("app/.pi/memory.md", OLD)
    with held(locking.lock_path(ann.env, str(ann.project))):
        is_clear(ann.call("memory", action="add", text="three"), "another program", "try again")
        assert "one" in ann.call("memory", action="list").text
    assert ann.notes.read_text() == OLD
    assert not ann.call("memory", action="add", text="three").failed
    assert ann.notes.read_text() == f"{OLD}- three\n"


@pytest.mark.usefixtures("impatient")
def test_an_agents_own_lock_held_for_long_is_said_with_what_to_do(ann: User) -> None:
    notes = ann.write("home/.hermes/memories/MEMORY.md", "likes tea")
    with held(f"{notes}.lock"):
        is_clear(ann.call("memory", action="add", store="sections:hermes", text="x"), "another program", "try again")
    assert notes.read_text() == "likes tea"
    assert not ann.call("memory", action="add", store="sections:hermes", text="has a cat").failed
    assert notes.read_text() == "likes tea\n§\nhas a cat"


@pytest.mark.usefixtures("impatient")
def test_the_lock_of_another_store_is_none_of_ours(ann: User) -> None:
    with held(locking.lock_path(ann.env, str(ann.global_notes.parent / "elsewhere"))):
        assert not ann.call("memory", action="add", text="three").failed


# --- edits by hand


def test_an_edit_of_the_same_size_within_the_same_moment_is_seen(ann: User) -> None:
    ann.write("app/.pi/memory.md", "- port 9000\n")
    before = os.stat(ann.notes)
    assert "port 9000" in ann.call("memory", action="list").text
    ann.notes.write_text("- port 9001\n")
    os.utime(ann.notes, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "port 9001" in ann.call("memory", action="list").text
    assert not ann.call("memory", action="add", text="two").failed
    assert ann.notes.read_text() == "- port 9001\n- two\n"


@pytest.mark.parametrize("arguments", CALLS, ids=lambda said: str(said["action"]))
@pytest.mark.parametrize("by_hand", [OLD.replace("two", "2nd"), f"{OLD}- by hand\n", ""])
def test_an_edit_between_reading_and_writing_is_kept(
    ann: User, monkeypatch: pytest.MonkeyPatch, by_hand: str, arguments: dict[str, object]
) -> None:
    """The first has the same size, and is given the same time."""
    ann.write("app/.pi/memory.md", OLD)
    before = os.stat(ann.notes)

    def edit() -> None:
        ann.notes.write_text(by_hand)
        os.utime(ann.notes, ns=(before.st_atime_ns, before.st_mtime_ns))

    with monkeypatch.context() as hand:
        meanwhile(hand, edit)
        is_clear(ann.call("memory", **arguments), "changed meanwhile; try again")
    assert ann.notes.read_text() == by_hand
    assert leaves(ann) == ["memory.md"]


def test_a_file_that_appears_before_the_first_note_is_kept(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as hand:
        meanwhile(hand, lambda: ann.write("app/.pi/memory.md", "- by hand\n"))
        is_clear(ann.call("memory", action="add", text="first"), "try again")
    assert ann.notes.read_text() == "- by hand\n"
    assert not ann.call("memory", action="add", text="first").failed
    assert ann.notes.read_text() == "- by hand\n- first\n"


def test_an_index_edited_by_hand_while_its_topic_is_written_is_kept_and_asked_again_it_gets_the_line(ann: User) -> None:
    lay(ann)
    index = ann.top / topics_folder(ann) / "MEMORY.md"
    by_hand = f"{index.read_text()}- a line by hand\n"
    said = {"action": "add", "text": "Use pnpm here", "store": "topics"}
    with pytest.MonkeyPatch.context() as hand:
        steps: list[str] = []

        def step(workspace: Workspace, seen: FileSeen, step: Write | Remove) -> Refusal | None:
            steps.append(step.file)
            if step.file == str(index):
                index.write_text(by_hand)
            return take_step(workspace, seen, step)

        hand.setattr(carrying, "take_step", step)
        is_clear(ann.call("memory", **said), "changed meanwhile; try again", "a part of the change is written")
    assert len(steps) == 2
    assert index.read_text() == by_hand
    again = ann.call("memory", **said)
    assert "its line in the index is there again" in again.text
    rows = index.read_text().splitlines()
    assert [row for row in rows if "Use pnpm here" not in row] == by_hand.splitlines()
    assert len(rows) == len(by_hand.splitlines()) + 1


def test_a_file_that_goes_before_it_is_written_stays_gone(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ann.write("app/.pi/memory.md", OLD)
    with monkeypatch.context() as hand:
        meanwhile(hand, ann.notes.unlink)
        is_clear(ann.call("memory", action="add", text="three"), "try again")
    assert not ann.notes.exists()


def test_no_failure_repeats_a_secret_of_the_notes(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"- the deploy job uses {github_token()}\n{OLD}"
    ann.write("app/.pi/memory.md", text)
    with monkeypatch.context() as disk:
        full(disk, "write")
        is_clear(ann.call("memory", action="add", text="three"), "the disk is full", "is unchanged (3)")
    with monkeypatch.context() as hand:
        meanwhile(hand, lambda: ann.notes.write_text(f"{text}- by hand\n"))
        is_clear(ann.call("memory", action="add", text="three"), "try again")
    assert ann.notes.read_text() == f"{text}- by hand\n"
