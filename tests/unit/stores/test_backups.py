"""Backups are kept for the user alone, each under its own name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory_ls.stores.backup import BackupError, back_up
from memory_ls.stores.places import Environment


def test_a_backup_holds_the_bytes_for_the_user_alone(env: Environment) -> None:
    before = os.umask(0)
    try:
        kept = Path(back_up(env, "/repo/.pi/memory.md", b"- a\r\n"))
    finally:
        os.umask(before)
    assert kept.read_bytes() == b"- a\r\n"
    assert (kept.name[:7], kept.suffix) == ("memory-", ".md")
    assert kept.stat().st_mode & 0o777 == 0o600
    for folder in (kept.parent, kept.parent.parent):
        assert folder.stat().st_mode & 0o777 == 0o700


def test_backups_of_one_moment_do_not_replace_each_other(env: Environment) -> None:
    kept = {back_up(env, "/repo/memory.md", b"%d" % number) for number in range(20)}
    assert sorted(int(Path(path).read_bytes()) for path in kept) == list(range(20))


def test_a_backup_that_cannot_be_kept_is_said_and_leaves_nothing(
    env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BackupError, match="the disk is full; nothing was changed"):
        back_up(env, "/repo/memory.md", b"- a\n")
    assert os.listdir(os.path.join(env.state_dir, "backups")) == []


def test_a_long_name_is_cut(env: Environment) -> None:
    kept = back_up(env, "/repo/" + "ä" * 120 + ".md", b"- a\n")
    assert Path(kept).suffix == ".md"
