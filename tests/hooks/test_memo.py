"""What is kept between two events is used only as long as finding it out anew would give the same."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_ls.hooks import run
from memory_ls.stores.trust import trust

from .conftest import World

Change = Callable[[World], object]


def age(world: World, seconds: float = 10) -> None:
    """Everything was last changed some time ago."""
    then = time.time() - seconds
    for at, folders, files in os.walk(world.home.parent):
        for name in (*folders, *files):
            os.utime(os.path.join(at, name), (then, then), follow_symlinks=False)


def memos(world: World) -> list[Path]:
    folder = world.home / "state" / "hooks"
    return sorted(folder.iterdir()) if folder.exists() else []


def remembering(world: World) -> None:
    """A session over some stores, of which everything is kept."""
    world.bullets("Use pnpm")
    world.bullets("Run the tests first", project=True)
    world.topic("merge-freeze", "the freeze before a release", "The merge freeze begins on 2026-12-05.")
    (world.home / ".agents" / "memory" / "empty").mkdir()
    (world.home / ".pi" / "memory-md" / "projects" / "project" / "records").mkdir(parents=True)
    age(world)
    world.hook("session-start", "codex", session_id="first")
    world.hook("prompt", "codex", session_id="first")
    assert {"start", "notes", "files"} <= json.loads(memos(world)[0].read_text()).keys()


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on nobody looks at the stores."""

    def shut(*_: object) -> None:
        raise AssertionError("the stores were looked at")

    return lambda: monkeypatch.setattr(run, "_eyes", shut)


def test_nothing_is_looked_at_again_while_nothing_has_changed(world: World, blind: Callable[[], None]) -> None:
    remembering(world)
    text = world.context("session-start", "codex", session_id="second")
    blind()
    assert world.context("session-start", "codex", session_id="third") == text
    assert "begins on 2026-12-05" in world.context("prompt", "codex", session_id="third")
    assert world.hook("turn-end", "codex", session_id="third") == {}
    assert world.hook("prompt", "codex", session_id="third") == {}


def record(world: World) -> Path:
    return world.home / ".pi" / "memory-md" / "projects" / "project" / "records" / "state.a.md"


def linked(path: Path) -> None:
    """The file lies elsewhere now, and a link to it in its place."""
    other = path.rename(path.parent.parent / "elsewhere.md")
    path.symlink_to(other)


def same_time(world: World) -> None:
    """A tool that keeps a file's time wrote as many bytes."""
    path = world.home / ".pi" / "agent" / "memory.md"
    before = path.stat()
    path.write_text(path.read_text().replace("pnpm", "yarn"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


CHANGES: dict[str, Change] = {
    "a note more": lambda world: world.bullets("Use pnpm", "Rebase before merging"),
    "a note of the same length, its time set back": same_time,
    "a note that is replaced in place": lambda world: world.bullets("Use yarn"),
    "a file that goes": lambda world: (world.home / ".agents" / "memory" / "merge-freeze.md").unlink(),
    "a topic more": lambda world: world.topic("merge-window", "when merges happen", "The merge freeze ends in May."),
    "a page in an empty folder": lambda world: world.write(
        world.home / ".agents" / "memory" / "empty" / "deep.md",
        "---\nname: deep\ndescription: merge freeze\n---\n\nThe merge freeze of a release.\n",
    ),
    "a first record": lambda world: world.write(
        record(world), "---\nid: state.a\ndescription: The merge freeze of a release\n---\n\nIn December.\n"
    ),
    "a store of another agent": lambda world: world.write(
        world.home / ".hermes" / "memories" / "USER.md", "Knows the merge freeze of a release"
    ),
    "a store of the project": lambda world: world.topic(
        "here", "the merge freeze of a release", "A body.", at=str(world.project / ".agents" / "memory")
    ),
    "trust": lambda world: trust(world.env, str(world.project)),
    "recall switched off": lambda world: world.write(world.home / ".pi" / "agent" / "memory.json", '{"inject": false}'),
    "a smaller budget": lambda world: world.write(
        world.home / ".pi" / "agent" / "memory.json", '{"maxInjectBytes": 512}'
    ),
    "a link in the place of a file": lambda world: linked(world.home / ".pi" / "agent" / "memory.md"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_is_seen_at_once(world: World, change: Change) -> None:
    remembering(world)
    change(world)
    with_memo = [world.hook(event, "codex", session_id="second") for event in ("session-start", "prompt")]
    shutil.rmtree(world.home / "state" / "hooks")
    anew = [world.hook(event, "codex", session_id="third") for event in ("session-start", "prompt")]
    assert with_memo == anew


def test_what_has_just_changed_is_not_kept(world: World) -> None:
    world.bullets("Use pnpm")
    world.hook("session-start", "codex")
    assert memos(world) == []


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"at": 1e99}', b'{"at": "now", "stamps": {}}'], ids=str)
def test_a_damaged_memo_is_none(world: World, damage: bytes) -> None:
    remembering(world)
    memos(world)[0].write_bytes(damage)
    assert "- Use pnpm" in world.context("session-start", "codex", session_id="second")


def test_an_old_memo_is_none_and_goes(world: World) -> None:
    remembering(world)
    (path,) = memos(world)
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, "at": data["at"] - 4_000, "start": ["old", "old", {}]}))
    assert "- Use pnpm" in world.context("session-start", "codex", session_id="second")
    then = time.time() - 4_000
    for one in memos(world):
        os.utime(one, (then, then))
    world.hook("session-end", "codex")
    assert memos(world) == []


def no_more(path: Path) -> None:
    path.unlink()


def huge(path: Path) -> None:
    path.write_bytes(b'{"at": 1, "stamps": {}, "start": ["' + b"x" * (9 << 20) + b'", "", {}]}')


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_link(path: Path) -> None:
    """To a memo that says something else."""
    other = path.with_suffix(".other")
    data = json.loads(path.read_text())
    other.write_text(json.dumps({**data, "start": ["another text", "", {}]}))
    path.unlink()
    path.symlink_to(other)


@pytest.mark.parametrize("put", [no_more, huge, a_pipe, a_folder, a_link])
def test_what_lies_in_a_memos_place_is_neither_waited_for_nor_believed(
    world: World, put: Callable[[Path], None]
) -> None:
    remembering(world)
    put(memos(world)[0])
    assert "- Use pnpm" in world.context("session-start", "codex", session_id="second")
    assert "begins on 2026-12-05" in world.context("prompt", "codex", session_id="second")
    assert not [path for path in memos(world) if path.name.endswith(str(os.getpid()))]


def test_notes_in_a_memo_that_are_none_are_looked_up_anew(world: World) -> None:
    remembering(world)
    (path,) = memos(world)
    data = json.loads(path.read_text())
    odd = {key: [*said[:5], "a row", "a day"] for key, said in data["notes"].items()}
    damaged: list[object] = [[], {"key": ["too", "few"]}, odd]
    for notes in damaged:
        path.write_text(json.dumps({**data, "notes": notes}))
        assert "begins on 2026-12-05" in world.context("prompt", "codex", session_id=str(notes))


@pytest.mark.parametrize("back", [False, True], ids=["as it is", "with its time set back"])
def test_an_edit_of_the_same_length_is_seen(world: World, back: bool) -> None:
    remembering(world)
    path = world.home / ".pi" / "agent" / "memory.md"
    before = path.stat()
    path.write_text("- Use yarn\n")
    if back:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert "- Use yarn" in world.context("session-start", "codex", session_id="second")


def test_a_state_folder_that_cannot_be_written_gives_the_same_answers(world: World) -> None:
    world.bullets("Use pnpm")
    world.topic("merge-freeze", "the freeze before a release", "The merge freeze begins on 2026-12-05.")
    age(world)
    Path(world.env.state_dir).write_text("a file where the folder should be")
    for _ in range(2):
        assert "- Use pnpm" in world.context("session-start", "codex")
        assert "begins on 2026-12-05" in world.context("prompt", "codex")
        assert world.hook("turn-end", "codex") == world.hook("session-end", "codex") == {}


def test_two_sessions_at_once_share_what_was_found_out_and_nothing_else(world: World) -> None:
    remembering(world)
    for session in ("a", "b"):
        assert "- Use pnpm" in world.context("session-start", "codex", session_id=session)
    assert "begins on 2026-12-05" in world.context("prompt", "codex", session_id="a")
    assert "begins on 2026-12-05" in world.context("prompt", "codex", session_id="b")
    assert world.context("prompt", "codex", session_id="a") == ""


def test_what_another_session_changed_in_a_file_of_one_note_is_noticed(world: World) -> None:
    remembering(world)
    world.hook("session-start", "codex", session_id="a")
    topic = world.home / ".agents" / "memory" / "merge-freeze.md"
    topic.write_text(topic.read_text().replace("2026-12-05", "2026-12-12"))
    world.topic("merge-window", "when merges happen", "On Mondays.")
    text = world.context("prompt", "codex", session_id="a", prompt="go on")
    assert '~ "merge-freeze"' in text
    assert '+ "merge-window"' in text
    topic.unlink()
    assert "- 1 note of ~/.agents/memory/merge-freeze.md" in world.context(
        "prompt", "codex", session_id="a", prompt="go on"
    )
