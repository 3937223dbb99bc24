"""Where things lie, by the environment and by git's own files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest

from memory_ls.stores.places import Environment, Repository, agent_dir, repository, unsupported

Git = Callable[..., str]


def found(path: Path) -> Repository:
    known = repository(str(path))
    assert known is not None
    return known


def roots(path: Path) -> tuple[str, str]:
    known = found(path)
    return known.root, known.work_tree


@pytest.mark.parametrize(
    ("said", "folder"),
    [
        (None, "{home}/.pi/agent"),
        ("", "{home}/.pi/agent"),
        ("~", "{home}"),
        ("~/agents//x/", "{home}/agents/x"),
        ("/opt/agent", "/opt/agent"),
        ("rel/agent", "{cwd}/rel/agent"),
        ("../up", "{cwd}/../up"),
    ],
)
def test_the_agents_folder_is_where_its_variable_says(env: Environment, said: str | None, folder: str) -> None:
    given = replace(env, variables={} if said is None else {"PI_CODING_AGENT_DIR": said}, cwd=f"{env.home}/work")
    assert agent_dir(given) == os.path.normpath(folder.format(home=env.home, cwd=f"{env.home}/work"))


def test_this_process_has_an_environment_and_nothing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "s"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    env = Environment.current()
    assert env.home == str(tmp_path)
    assert os.path.isabs(env.state_dir)
    assert env.cwd == os.getcwd()
    assert list(tmp_path.iterdir()) == []
    assert "HOME" not in repr(env)


def test_a_working_folder_that_was_removed_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> str:
        raise FileNotFoundError

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(os, "getcwd", gone)
    assert Environment.current().cwd == str(tmp_path)


def test_windows_is_declined_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unsupported() is None
    monkeypatch.setattr(sys, "platform", "win32")
    assert "Windows is not supported" in (unsupported() or "")


def test_outside_a_repository_there_is_none(root: Path) -> None:
    assert repository(str(root)) is None


def test_a_repository_is_found_from_any_folder_file_or_missing_path_in_it(repo: Path) -> None:
    (repo / "a" / "b").mkdir(parents=True)
    for path in (repo, repo / "a" / "b", repo / "memory.md", repo / "not" / "there"):
        assert found(path) == Repository(str(repo), str(repo), str(repo / ".git"))


def test_a_folder_reached_through_a_link_has_its_real_root(repo: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(repo)
    assert found(tmp_path / "link").root == str(repo)


def test_all_worktrees_share_one_root(repo: Path, tmp_path: Path, git: Git) -> None:
    git(repo, "worktree", "add", str(tmp_path / "linked"))
    git(repo, "worktree", "add", str(repo / "inner"))
    assert roots(tmp_path / "linked") == (str(repo), str(tmp_path / "linked"))
    assert roots(repo / "inner") == (str(repo), str(repo / "inner"))
    assert found(tmp_path / "linked").common_dir == str(repo / ".git")


def test_a_worktree_that_was_moved_still_shares_the_root(repo: Path, tmp_path: Path, git: Git) -> None:
    git(repo, "worktree", "add", str(tmp_path / "linked"))
    (tmp_path / "linked").rename(tmp_path / "moved")
    assert found(tmp_path / "moved").root == str(repo)


def test_a_submodule_is_its_own_project_and_so_are_its_worktrees(repo: Path, tmp_path: Path, git: Git) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init")
    git(outer, "submodule", "add", str(repo), "sub")
    assert roots(outer / "sub") == (str(outer / "sub"), str(outer / "sub"))
    assert roots(outer) == (str(outer), str(outer))
    git(outer / "sub", "worktree", "add", str(tmp_path / "linked"))
    assert roots(tmp_path / "linked") == (str(tmp_path / "linked"), str(tmp_path / "linked"))


@pytest.mark.parametrize("name", ["elsewhere.git", "there/.git"])
def test_a_git_folder_elsewhere_leaves_the_root_where_the_files_are(tmp_path: Path, git: Git, name: str) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tmp_path / name).parent.mkdir(exist_ok=True)
    git(tree, "init", f"--separate-git-dir={tmp_path / name}")
    assert found(tree) == Repository(str(tree), str(tree), str(tmp_path / name))


def test_a_worktree_of_a_bare_repository_is_its_own_root(repo: Path, tmp_path: Path, git: Git) -> None:
    git(tmp_path, "clone", "--bare", str(repo), "bare.git")
    git(tmp_path / "bare.git", "worktree", "add", str(tmp_path / "tree"))
    assert roots(tmp_path / "tree") == (str(tmp_path / "tree"), str(tmp_path / "tree"))


def test_worktrees_beside_a_hidden_bare_repository_share_their_folder(repo: Path, tmp_path: Path, git: Git) -> None:
    project = tmp_path / "project"
    project.mkdir()
    git(project, "clone", "--bare", str(repo), ".git")
    git(project, "worktree", "add", "topic")
    assert found(project / "topic").root == str(project)


@pytest.mark.parametrize(
    "content", ["", "gitdir:", "gitdir: ../nowhere/.git", "nonsense", "gitdir: \0", "gitdir: " + "x" * 9000, "\xff"]
)
def test_a_broken_git_file_makes_its_folder_the_root(root: Path, content: str) -> None:
    (root / ".git").write_bytes(content.encode("latin-1"))
    assert roots(root) == (str(root), str(root))


def test_an_empty_git_folder_a_pipe_and_a_dangling_link_make_their_folder_the_root(root: Path) -> None:
    for name in ("folder", "pipe", "link"):
        (root / name).mkdir()
    (root / "folder" / ".git").mkdir()
    os.mkfifo(root / "pipe" / ".git")
    (root / "link" / ".git").symlink_to("nowhere")
    for name in ("folder", "pipe", "link"):
        assert found(root / name).root == str(root / name)


def test_a_folder_cannot_claim_to_be_a_worktree_of_another_repository(repo: Path, tmp_path: Path, git: Git) -> None:
    git(repo, "worktree", "add", str(tmp_path / "linked"))
    claims = {
        "direct": f"gitdir: {repo}/.git",
        "twin": f"gitdir: {repo}/.git/worktrees/linked",
    }
    for name, content in claims.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / ".git").write_text(content)
    own = tmp_path / "own" / ".git"
    own.mkdir(parents=True)
    (own / "commondir").write_text(f"{repo}/.git")
    (own / "gitdir").write_text(str(own))
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / ".git").symlink_to(repo / ".git")
    for name in (*claims, "own", "link"):
        assert found(tmp_path / name).root == str(tmp_path / name)


@pytest.mark.parametrize("said", [None, "", "/elsewhere", "relative"])
def test_our_own_folders_are_those_that_platformdirs_gives(said: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
        if said is not None:
            monkeypatch.setenv(name, said)
    env = Environment.current()
    known = (platformdirs.user_state_dir("memory-ls", False), platformdirs.user_config_dir("memory-ls", False))
    assert (env.state_dir, env.config_dir) == known
