"""How old rows are by the real git, and that nothing of a hostile repository runs."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from memory_ls.stores import git as module
from memory_ls.stores.git import line_ages

Git = Callable[..., str]


def test_each_row_has_the_day_of_its_last_commit(repo: Path, git: Git) -> None:
    (repo / "memory.md").write_text("- one\n- two, changed\n- three\n")
    git(repo, "commit", "-am", "second", day="2026-03-01")
    assert line_ages(str(repo), "memory.md") == {
        "- one": date(2026, 1, 5),
        "- two, changed": date(2026, 3, 1),
        "- three": date(2026, 3, 1),
    }


def test_a_row_that_is_not_committed_has_no_age(repo: Path) -> None:
    (repo / "memory.md").write_text("- one\n- new\n")
    ages = line_ages(str(repo), "memory.md")
    assert ages is not None
    assert ages["- one"] == date(2026, 1, 5)
    assert "- new" not in ages


def test_a_text_that_occurs_twice_has_the_later_day(repo: Path, git: Git) -> None:
    (repo / "memory.md").write_text("- one\n- two\n- one\n")
    git(repo, "commit", "-am", "again", day="2026-02-02")
    assert line_ages(str(repo), "memory.md") == {"- one": date(2026, 2, 2), "- two": date(2026, 1, 5)}


def test_crlf_a_bom_and_bytes_that_are_no_utf_8_do_not_disturb(repo: Path, git: Git) -> None:
    (repo / "memory.md").write_bytes(b"\xef\xbb\xbf- a\r\n- \xff\r\n- \xc3\xa4\xe2\x80\xa8b")
    git(repo, "commit", "-am", "odd", day="2026-02-02")
    assert set(line_ages(str(repo), "memory.md") or ()) == {"- a", "- \ufffd", "- ä\u2028b"}


def test_a_file_in_a_folder_and_one_with_a_name_like_an_option(repo: Path, git: Git) -> None:
    (repo / ".pi").mkdir()
    for name in (".pi/memory.md", "--help", "-x.md"):
        (repo / name).write_text("- a\n")
    git(repo, "add", ".")
    git(repo, "commit", "-m", "more", day="2026-02-02")
    for name in (".pi/memory.md", "--help", "-x.md"):
        assert line_ages(str(repo), name) == {"- a": date(2026, 2, 2)}


def test_repositories_with_longer_hashes_are_read(tmp_path: Path, git: Git) -> None:
    git(tmp_path, "init", "--object-format=sha256")
    (tmp_path / "memory.md").write_text("- a\n")
    git(tmp_path, "add", "memory.md")
    git(tmp_path, "commit", "-m", "first", day="2026-02-02")
    assert line_ages(str(tmp_path), "memory.md") == {"- a": date(2026, 2, 2)}


def test_what_git_does_not_know_is_not_known(repo: Path, root: Path, git: Git) -> None:
    assert line_ages(str(repo), "untracked.md") is None
    assert line_ages(str(repo), "../store/memory.md") is None
    assert line_ages(str(root), "memory.md") is None
    assert line_ages(str(root / "gone"), "memory.md") is None
    assert line_ages(str(repo), "a\0b") is None
    git(root, "init")
    assert line_ages(str(root), "memory.md") is None


def test_without_git_nothing_is_known(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert line_ages(str(repo), "memory.md") is None


def test_a_git_that_takes_too_long_is_given_up(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(module, "SECONDS", 0.2)
    assert line_ages(str(repo), "memory.md") is None


def test_the_variables_of_a_surrounding_git_do_not_count(
    repo: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(root / "nowhere"))
    monkeypatch.setenv("GIT_WORK_TREE", str(root))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "false")
    assert set(line_ages(str(repo), "memory.md") or ()) == {"- one", "- two"}


def test_a_commit_of_an_impossible_year_has_no_day() -> None:
    commit = "a" * 40
    output = f"{commit} 1 1 1\ncommitter-time 99999999999999999\n\t- a\n{commit} 2 2\n\t- b\n"
    assert module._parsed(output.encode()) == {}


def test_nothing_that_a_hostile_repository_names_is_run(
    repo: Path, tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    traces = tmp_path / "traces"
    traces.mkdir()

    def trap(name: str) -> str:
        script = tmp_path / f"{name}.sh"
        script.write_text(f"#!/bin/sh\ntouch '{traces}/{name}'\ncat\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        return str(script)

    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for hook in ("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"):
        (hooks / hook).write_text(f"#!/bin/sh\ntouch '{traces}/hook-{hook}'\n")
        (hooks / hook).chmod(0o755)
    config = {
        "core.fsmonitor": trap("fsmonitor"),
        "core.hooksPath": str(hooks),
        "core.pager": trap("pager"),
        "pager.blame": trap("pager-blame"),
        "core.editor": trap("editor"),
        "core.sshCommand": trap("ssh"),
        "core.gitProxy": trap("proxy"),
        "core.askPass": trap("askpass"),
        "credential.helper": trap("credential"),
        "gpg.program": trap("gpg"),
        "log.showSignature": "true",
        "diff.external": trap("external"),
        "diff.evil.textconv": trap("textconv"),
        "diff.evil.command": trap("command"),
        "filter.evil.clean": trap("clean"),
        "filter.evil.smudge": trap("smudge"),
        "filter.evil.process": trap("process"),
        "filter.evil.required": "true",
        "alias.blame": f"!{trap('alias')}",
    }
    (repo / ".git" / "info").mkdir(exist_ok=True)
    (repo / ".git" / "info" / "attributes").write_text("* diff=evil filter=evil\n")
    (repo / ".gitattributes").write_text("* diff=evil filter=evil\n")
    for key, value in config.items():
        git(repo, "config", key, value)
    (repo / "memory.md").write_text("- one\n- not committed\n")
    monkeypatch.setenv("GIT_PAGER", trap("variable-pager"))
    assert line_ages(str(repo), "memory.md") == {"- one": date(2026, 1, 5), "- two": date(2026, 1, 5)}
    assert os.listdir(traces) == []


def test_reading_ages_writes_nothing_into_the_repository(repo: Path) -> None:
    def listing() -> dict[str, int]:
        return {str(path): path.stat().st_mtime_ns for path in repo.rglob("*")}

    before = listing()
    assert line_ages(str(repo), "memory.md")
    assert listing() == before
