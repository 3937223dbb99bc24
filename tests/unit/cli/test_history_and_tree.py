"""Age by version control and missing paths, on repositories that have both."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def run(home: Path, cwd: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "PYTHONPATH": str(ROOT),
        **more,
    }
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def commit(repo: Path, day: str) -> None:
    stamp = f"{day}T12:00:00Z"
    run(repo, repo, "git", "add", "-A")
    done = run(
        repo,
        repo,
        *("git", "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", day),
        GIT_AUTHOR_DATE=stamp,
        GIT_COMMITTER_DATE=stamp,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """Two notes of 2020, one of them changed since, and a tree."""
    repo = tmp_path / "repo"
    (repo / ".pi").mkdir(parents=True)
    (repo / "docs").mkdir()
    (repo / "docs" / "guide.md").write_text("# guide\n")
    memory = repo / ".pi" / "memory.md"
    run(repo, repo, "git", "init", "-q")
    memory.write_text("- the build reads docs/guide.md\n- the old note\n- releases follow docs/release.md\n")
    commit(repo, "2020-01-05")
    memory.write_text(
        "- the build reads docs/guide.md\n- the new note\n- releases follow docs/release.md\n- see src/gone.py\n"
    )
    return repo


def found(repo: Path, home: Path) -> list[tuple[int, str]]:
    done = run(home, repo, sys.executable, "-m", "memory_ls", "check", "--output-format", "json")
    assert done.returncode in (0, 1), done.stderr
    return [(one["start"]["line"], one["rule"]) for one in json.loads(done.stdout)["findings"]]


def test_an_untrusted_repository_is_not_asked_for_its_history(repo: Path, tmp_path: Path) -> None:
    assert found(repo, tmp_path / "home") == [(3, "missing-path")]


def test_a_trusted_one_gives_the_age_of_rows_that_nobody_touched(repo: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert run(home, repo, sys.executable, "-m", "memory_ls", "trust", ".", "--yes").returncode == 0
    assert found(repo, home) == [(1, "stale"), (3, "stale"), (3, "missing-path")]


def test_a_path_that_appears_is_no_longer_missing(repo: Path, tmp_path: Path) -> None:
    (repo / "docs" / "release.md").write_text("# release\n")
    assert found(repo, tmp_path / "home") == []


def clashing(tmp_path: Path) -> tuple[Path, Path]:
    """A trusted repository in which the first of two notes that contradict each other was committed last."""
    home, repo = tmp_path / "home", tmp_path / "repo"
    (repo / ".pi").mkdir(parents=True)
    memory = repo / ".pi" / "memory.md"
    run(repo, repo, "git", "init", "-q")
    memory.write_text("- prices are in cents\n- the API listens on port 3000\n")
    commit(repo, "2026-01-05")
    memory.write_text("- the API listens on port 8080\n- the API listens on port 3000\n")
    commit(repo, "2026-03-05")
    assert run(home, repo, sys.executable, "-m", "memory_ls", "trust", ".", "--yes").returncode == 0
    return repo, home


def fixed(repo: Path, home: Path, row: int) -> list[str]:
    """The rows after the preferred fix of what is found in a row."""
    done = run(home, repo, sys.executable, "-m", "memory_ls", "fix", "--yes", f".pi/memory.md:{row}")
    assert done.returncode == 0, done.stderr
    return (repo / ".pi" / "memory.md").read_text().splitlines()


@pytest.mark.parametrize("row", [1, 2])
def test_of_two_notes_in_conflict_the_one_committed_longer_ago_is_superseded(tmp_path: Path, row: int) -> None:
    first, second = fixed(*clashing(tmp_path), row)
    assert first == "- the API listens on port 8080"
    assert second.startswith("<!-- superseded ")


def test_a_note_that_is_not_committed_yet_is_the_newer_one(tmp_path: Path) -> None:
    repo, home = clashing(tmp_path)
    (repo / ".pi" / "memory.md").write_text("- the API listens on port 8080\n- the API listens on port 4000\n")
    first, second = fixed(repo, home, 1)
    assert first.startswith("<!-- superseded ")
    assert second == "- the API listens on port 4000"


def test_without_trust_neither_is_preferred(tmp_path: Path) -> None:
    repo, _ = clashing(tmp_path)
    done = run(tmp_path / "stranger", repo, sys.executable, "-m", "memory_ls", "fix", "--yes", ".pi/memory.md:1")
    assert done.returncode == 0, done.stderr
    assert "superseded" not in (repo / ".pi" / "memory.md").read_text()
