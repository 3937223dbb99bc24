"""The Anthropic memory tool over a folder, without its SDK; beside the SDK's own it stands in `tests/clients`."""

from __future__ import annotations

import importlib
import os
import random
import re
import string
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from memory_ls.agent.memory_folder import MemoryFolder, NotDone
from memory_ls.stores.backup import content_of, kept
from memory_ls.stores.locking import locked
from memory_ls.stores.places import Environment


@pytest.fixture
def env(tmp_path: Path) -> Environment:
    return Environment(str(tmp_path), {}, str(tmp_path), str(tmp_path / "state"), str(tmp_path / "config"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "notes"


@pytest.fixture
def folder(env: Environment, root: Path) -> MemoryFolder:
    return MemoryFolder(str(root), env)


def refused(act: Callable[[], str]) -> str:
    with pytest.raises(NotDone) as told:
        act()
    return str(told.value)


def test_a_created_file_is_for_its_user_alone_and_is_viewed_with_row_numbers(folder: MemoryFolder, root: Path) -> None:
    folder.create("/memories/deep/a.md", "one\ntwo\n")

    assert folder.view("/memories/deep/a.md").splitlines()[1:3] == ["     1\tone", "     2\ttwo"]
    assert (root / "deep/a.md").stat().st_mode & 0o777 == 0o600
    assert (root / "deep").stat().st_mode & 0o777 == 0o700
    assert "/memories/deep/a.md" in folder.view("/memories")


def test_create_never_writes_over_a_file(folder: MemoryFolder, root: Path) -> None:
    folder.create("/memories/a.md", "first\n")

    assert "already exists" in refused(lambda: folder.create("/memories/a.md", "second\n"))
    assert (root / "a.md").read_text() == "first\n"


def test_a_text_that_stands_twice_is_not_replaced(folder: MemoryFolder, root: Path) -> None:
    folder.create("/memories/a.md", "one\ntwo\none\n")

    assert "lines: 1, 3" in refused(lambda: folder.str_replace("/memories/a.md", "one", "1"))
    assert "     2\tzwei" in folder.str_replace("/memories/a.md", "two", "zwei")
    assert (root / "a.md").read_text() == "one\nzwei\none\n"


def test_rows_are_inserted_after_a_row_and_the_others_keep_their_bytes(folder: MemoryFolder, root: Path) -> None:
    root.joinpath("a.md").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")

    folder.insert("/memories/a.md", 1, "new\n")

    assert (root / "a.md").read_bytes() == b"\xef\xbb\xbfone\r\nnew\ntwo\r\n"
    assert "range [0, 3]" in refused(lambda: folder.insert("/memories/a.md", 4, "x"))


def test_what_is_deleted_is_kept_as_a_backup(folder: MemoryFolder, root: Path, env: Environment) -> None:
    folder.create("/memories/d/a.md", "one\n")
    folder.create("/memories/d/.hidden/b.md", "two\n")

    folder.delete("/memories/d")

    assert not (root / "d").exists()
    backups = {Path(one.origin).name: content_of(one) for one in kept(env)}
    assert backups == {"a.md": b"one\n", "b.md": b"two\n"}
    assert all(os.stat(one.path).st_mode & 0o777 == 0o600 for one in kept(env))


def test_everything_can_be_cleared_and_is_kept(folder: MemoryFolder, root: Path, env: Environment) -> None:
    folder.create("/memories/a.md", "one\n")

    assert folder.clear() == "All memory cleared"
    assert list(root.iterdir()) == []
    assert len(kept(env)) == 1


def test_the_folder_itself_stays(folder: MemoryFolder, root: Path) -> None:
    assert "itself" in refused(lambda: folder.delete("/memories"))
    assert "itself" in refused(lambda: folder.rename("/memories/", "/memories/b"))
    assert root.is_dir()


def test_a_file_is_never_moved_over_another_and_a_folder_not_into_itself(folder: MemoryFolder, root: Path) -> None:
    folder.create("/memories/d/a.md", "one\n")
    folder.create("/memories/b.md", "two\n")

    assert "already exists" in refused(lambda: folder.rename("/memories/d/a.md", "/memories/b.md"))
    assert "into itself" in refused(lambda: folder.rename("/memories/d", "/memories/d/e"))
    folder.rename("/memories/d", "/memories/e/f")
    assert (root / "e/f/a.md").read_text() == "one\n"


@pytest.mark.parametrize(
    "path", ["/memories/../out.md", "/memories/link/a.md", "/memories/link", "/memoriesx/a.md", "a.md", "/memories/\0"]
)
def test_nothing_outside_the_folder_is_reached(folder: MemoryFolder, root: Path, path: str) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    outside.joinpath("a.md").write_text("mine\n")
    root.joinpath("link").symlink_to(outside)

    for act in (
        lambda: folder.view(path),
        lambda: folder.create(path, "x"),
        lambda: folder.str_replace(path, "mine", "x"),
        lambda: folder.insert(path, 0, "x"),
        lambda: folder.delete(path),
        lambda: folder.rename(path, "/memories/in.md"),
    ):
        refused(act)
    assert outside.joinpath("a.md").read_text() == "mine\n"
    assert sorted(one.name for one in root.parent.iterdir() if one.suffix == ".md") == []


def test_a_link_is_deleted_with_its_folder_and_what_it_leads_to_stays(folder: MemoryFolder, root: Path) -> None:
    outside = root.parent / "outside.md"
    outside.write_text("mine\n")
    (root / "d").mkdir()
    (root / "d" / "link.md").symlink_to(outside)

    folder.delete("/memories/d")

    assert outside.read_text() == "mine\n"


def test_a_secret_is_masked_where_a_file_is_shown(folder: MemoryFolder, root: Path) -> None:
    token = "gh" + "p_" + "".join(random.Random(7).choices(string.ascii_letters + string.digits, k=36))
    folder.create("/memories/a.md", f"one\ntoken: {token}\nthree\n")

    shown = folder.view("/memories/a.md") + folder.str_replace("/memories/a.md", "three", "3")

    assert token not in shown
    assert token in (root / "a.md").read_text()


def test_a_pipe_or_a_file_that_is_no_text_is_refused(folder: MemoryFolder, root: Path) -> None:
    os.mkfifo(root / "pipe.md")
    root.joinpath("bad.md").write_bytes(b"\xff\xfe")

    assert "pipe" in refused(lambda: folder.view("/memories/pipe.md"))
    assert "UTF-8" in refused(lambda: folder.view("/memories/bad.md"))
    assert "UTF-8" in refused(lambda: folder.delete("/memories/bad.md"))
    assert root.joinpath("bad.md").exists()


def test_half_a_character_is_refused(folder: MemoryFolder, root: Path) -> None:
    assert "half a character" in refused(lambda: folder.create("/memories/a.md", "\ud83d"))
    assert not (root / "a.md").exists()


def test_while_another_program_writes_the_store_waits_and_then_says_so(
    folder: MemoryFolder, root: Path, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory_ls.agent.memory_folder.locked", lambda *args: locked(*args, seconds=0.1))
    with locked(env, [str(root)]):
        assert "another program" in refused(lambda: folder.create("/memories/a.md", "x"))
    assert not (root / "a.md").exists()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(), row=st.integers(0, 3), new=st.text())
def test_inserted_rows_leave_the_others_as_they_are(
    folder: MemoryFolder, root: Path, text: str, row: int, new: str
) -> None:
    root.joinpath("a.md").unlink(missing_ok=True)
    folder.create("/memories/a.md", text)
    rows = text.removesuffix("\n").split("\n") if text else []
    assume(row <= len(rows))

    folder.insert("/memories/a.md", row, new)

    wanted = "\n".join([*rows[:row], new.rstrip("\n"), *rows[row:]])
    after = root.joinpath("a.md").read_bytes().decode()
    assert after == (wanted if wanted.endswith("\n") else f"{wanted}\n")


def test_without_the_sdk_its_import_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    monkeypatch.delitem(sys.modules, "memory_ls.agent.anthropic", raising=False)
    with pytest.raises(ModuleNotFoundError, match=re.escape("pip install '.[anthropic]'")):
        importlib.import_module("memory_ls.agent.anthropic")
