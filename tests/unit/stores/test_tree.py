"""Which paths exist, and which files a folder holds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_ls.stores.tree import PathState, exists, walk

Git = Callable[..., str]


def lay(root: Path, *files: str) -> None:
    for file in files:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text("")


@pytest.mark.parametrize("path", ["docs/a.md", "docs", "docs/", "./docs/a.md", "a b/ä.md", "docs/link", "Makefile"])
def test_what_is_there_exists(root: Path, path: str) -> None:
    lay(root, "docs/a.md", "a b/ä.md", "Makefile")
    (root / "docs" / "link").symlink_to("nowhere")
    assert exists(str(root), path) is PathState.EXISTS


@pytest.mark.parametrize(
    "path", ["docs/gone.md", "docs/no/such/folder/x.py", "./docs/gone.md", "docs/sub/gone/", "docs//x"]
)
def test_what_is_missing_in_a_folder_that_is_there_is_gone(root: Path, path: str) -> None:
    lay(root, "docs/a.md", "docs/sub/b.md")
    assert exists(str(root), path) is PathState.GONE


@pytest.mark.parametrize(
    "path",
    [
        "gone.md",
        "other/x.md",
        "./gone.md",
        "../store/docs/gone.md",
        "docs/../gone/x.md",
        "/docs/gone.md",
        "~/docs/gone.md",
        "docs/a\0b",
        "docs/\ud800",
        "docs/" + "n" * 300,
        "",
        ".",
        "/",
        "dist/gone.js",
        "node_modules/x/index.js",
        "Makefile/x",
    ],
)
def test_what_cannot_be_said_is_unknown(root: Path, path: str) -> None:
    lay(root, "docs/a.md", "dist/a.js", "node_modules/a/index.js", "Makefile")
    assert exists(str(root), path) is PathState.UNKNOWN


def test_a_path_that_version_control_ignores_may_be_missing(root: Path) -> None:
    lay(root, "src/a.py", "src/deep/b.py")
    (root / ".gitignore").write_text("*.log\n/src/generated/\n")
    (root / "src" / "deep" / ".gitignore").write_text("local.py\n")
    for path in ("src/x.log", "src/generated/api.py", "src/deep/local.py"):
        assert exists(str(root), path) is PathState.UNKNOWN
    assert exists(str(root), "src/deep/other.py") is PathState.GONE


def test_a_submodule_that_is_not_checked_out_says_nothing(root: Path) -> None:
    (root / "libs" / "sub").mkdir(parents=True)
    assert exists(str(root), "libs/sub/src/a.c") is PathState.UNKNOWN
    assert exists(str(root), "libs/gone/a.c") is PathState.GONE


def test_a_sparse_checkout_says_nothing(root: Path) -> None:
    lay(root, "docs/a.md", ".git/info/sparse-checkout")
    assert exists(str(root), "docs/gone.md") is PathState.UNKNOWN


def test_a_link_out_of_the_repository_says_nothing(root: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (root / "docs").symlink_to(tmp_path / "elsewhere")
    assert exists(str(root), "docs/gone.md") is PathState.UNKNOWN


def found(
    root: Path, wanted: str = ".md", known: str = ".pi/memory.md", excluded: str = "\0", start: str = ""
) -> list[str]:
    paths = walk(
        str(root / start),
        lambda path: path.endswith(wanted),
        lambda path: path.endswith(known),
        lambda path: os.path.basename(path) == excluded,
    )
    return [os.path.relpath(path, root) for path in paths]


def test_files_come_in_order_of_their_names_files_of_a_folder_first(root: Path) -> None:
    lay(root, "b.md", "a/z.md", "a/y/x.md", "c/d.md", "a.txt")
    assert found(root) == ["b.md", "a/z.md", "a/y/x.md", "c/d.md"]


def test_version_control_dependencies_and_caches_are_not_walked(root: Path) -> None:
    lay(
        root,
        "a.md",
        ".git/b.md",
        ".jj/b.md",
        "node_modules/x/b.md",
        ".venv/lib/b.md",
        "x/site-packages/b.md",
        "target/b.md",
    )
    assert found(root) == ["a.md"]


def test_no_link_is_followed_and_a_circle_is_no_trap(root: Path, tmp_path: Path) -> None:
    lay(tmp_path, "elsewhere/b.md")
    lay(root, "a.md")
    (root / "folder").symlink_to(tmp_path / "elsewhere")
    (root / "circle").symlink_to(root)
    (root / "file.md").symlink_to(tmp_path / "elsewhere" / "b.md")
    assert found(root) == ["a.md"]


def test_ignored_files_and_folders_are_passed_over_as_git_does(repo: Path, git: Git) -> None:
    lay(
        repo,
        "keep.md",
        "drop.md",
        "out/a.md",
        "docs/a.md",
        "docs/private/a.md",
        "docs/private/b.md",
        "docs/deep/drop.md",
    )
    (repo / ".gitignore").write_bytes(b"drop.md\r\n/out/\n# comment\n\n")
    (repo / "docs" / ".gitignore").write_text("private/*\n!private/b.md\n!deep/drop.md\n")
    (repo / ".git" / "info").mkdir(exist_ok=True)
    (repo / ".git" / "info" / "exclude").write_text("excluded.md\n")
    lay(repo, "excluded.md")
    listed = git(repo, "ls-files", "--cached", "--others", "--exclude-standard").split()
    assert sorted(found(repo)) == sorted(path for path in listed if path.endswith(".md"))


def test_ignore_files_above_the_named_folder_count(repo: Path) -> None:
    lay(repo, "a/b/keep.md", "a/b/drop.md")
    (repo / ".gitignore").write_text("drop.md\n")
    assert found(repo, start="a/b") == ["a/b/keep.md"]


def test_a_named_folder_is_walked_though_it_is_ignored(repo: Path) -> None:
    lay(repo, "out/sub/a.md")
    (repo / ".gitignore").write_text("out/\n")
    assert found(repo) == ["memory.md"]
    assert found(repo, start="out/sub") == ["out/sub/a.md"]


def test_known_places_are_given_even_where_they_are_ignored(repo: Path) -> None:
    lay(repo, ".pi/memory.md", ".pi/other.md", "sub/.pi/memory.md", ".claude/a.md")
    (repo / ".gitignore").write_text(".pi/\n.claude\n")
    assert found(repo) == ["memory.md", ".pi/memory.md", "sub/.pi/memory.md"]


def test_a_known_place_that_is_a_link_or_a_pipe_is_given_to_be_refused(root: Path) -> None:
    (root / ".pi").mkdir()
    (root / ".pi" / "memory.md").symlink_to("nowhere")
    (root / "sub" / ".pi").mkdir(parents=True)
    os.mkfifo(root / "sub" / ".pi" / "memory.md")
    assert found(root) == [".pi/memory.md", "sub/.pi/memory.md"]


def test_excluded_files_and_folders_are_passed_over(root: Path) -> None:
    lay(root, "a.md", "drop/a.md", "sub/drop/a.md")
    assert found(root, excluded="drop") == ["a.md"]
    assert found(root, excluded="a.md") == []


def test_what_is_excluded_is_passed_over_at_places_of_agents_too(root: Path) -> None:
    lay(root, ".pi/memory.md", "sub/.pi/memory.md", "sub/a.md")
    assert found(root, excluded="memory.md") == ["sub/a.md"]
    assert found(root, excluded=".pi") == ["sub/a.md"]
    assert found(root, excluded="sub") == [".pi/memory.md"]


def test_an_ignore_file_that_is_a_link_a_folder_or_nonsense_is_no_error(root: Path) -> None:
    lay(root, "a/x.md", "b/x.md", "c/x.md", "rules")
    (root / "rules").write_text("x.md\n")
    (root / "a" / ".gitignore").symlink_to("../rules")
    (root / "b" / ".gitignore").mkdir()
    (root / "c" / ".gitignore").write_bytes(b"\xff\n!\n[\n***/\nx.md\n")
    assert found(root) == ["a/x.md", "b/x.md"]


def test_a_folder_that_cannot_be_listed_is_passed_over(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(root, "a/x.md", "b/x.md")
    listed = os.scandir

    def refuse(folder: str) -> object:
        if folder.endswith("/a"):
            raise PermissionError(13, "")
        return listed(folder)

    monkeypatch.setattr(os, "scandir", refuse)
    assert found(root) == ["b/x.md"]


def test_a_very_deep_tree_is_walked(root: Path) -> None:
    here = os.open(root, os.O_RDONLY)
    try:
        for _ in range(1200):
            os.mkdir("d", dir_fd=here)
            below = os.open("d", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
        os.close(os.open("x.md", os.O_WRONLY | os.O_CREAT, dir_fd=here))
    finally:
        os.close(here)
    try:
        assert len(found(root)) == 1
    finally:
        subprocess.run(["rm", "-rf", str(root)], check=True)


def test_no_pattern_library_is_loaded_where_nothing_is_ignored(root: Path) -> None:
    lay(root, "a.md")
    script = (
        "import sys; from memory_ls.stores.tree import walk\n"
        "never = lambda path: False\n"
        "print(len(list(walk(sys.argv[1], lambda path: True, never, never))), 'pathspec' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(root)], capture_output=True, text=True, check=True)
    assert done.stdout == "1 False\n"
