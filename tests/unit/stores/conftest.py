"""A user of our own making: home, state and configuration folders that are not there yet."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_ls.stores.places import Environment


@pytest.fixture
def env(tmp_path: Path) -> Environment:
    home = tmp_path / "home"
    home.mkdir()
    return Environment(str(home), {}, str(home), str(home / "state" / "memory-ls"), str(home / "config" / "memory-ls"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A store's folder."""
    folder = tmp_path / "store"
    folder.mkdir()
    return folder


Git = Callable[..., str]


@pytest.fixture
def git(tmp_path: Path) -> Git:
    """Runs the real git, with nobody's configuration but the test's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    own = {
        "HOME": str(tmp_path),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.org",
    }

    def run(folder: Path, *arguments: str, day: str = "2026-01-05") -> str:
        stamp = f"{day}T12:00:00+0000"
        done = subprocess.run(
            ["git", "-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main", *arguments],
            cwd=folder,
            env={**kept, **own, "GIT_AUTHOR_DATE": stamp, "GIT_COMMITTER_DATE": stamp},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def repo(tmp_path: Path, git: Git) -> Path:
    """A repository with one commit."""
    folder = tmp_path / "repo"
    folder.mkdir()
    git(folder, "init")
    (folder / "memory.md").write_text("- one\n- two\n")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "first", day="2026-01-05")
    return folder
