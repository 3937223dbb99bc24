"""Where things lie: the agent's folder, a repository's root, our own folders. Nothing here is created or started."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from memory_ls.data import dataclass, field

NAME = "memory-ls"


@dataclass(frozen=True, slots=True)
class Environment:
    """What the process was given: tests give something else. `state_dir` and `config_dir` are ours alone."""

    home: str
    variables: Mapping[str, str] = field(repr=False)
    cwd: str
    state_dir: str
    config_dir: str

    @classmethod
    def current(cls) -> Environment:
        """This process's."""
        home = os.path.expanduser("~")
        try:
            cwd = os.getcwd()
        except OSError:  # the folder was removed under us
            cwd = home
        return cls(
            home,
            dict(os.environ),
            cwd,
            *_own_folders(home),
        )

    def expand(self, path: str) -> str:
        """A path with its tilde expanded, absolute."""
        if path == "~" or path.startswith("~/"):
            path = self.home + path[1:]
        return os.path.normpath(os.path.join(self.cwd, path))


def _own_folders(home: str) -> tuple[str, str]:
    """Our state and configuration folders: on Linux as platformdirs gives them, which takes longer to load than a hook
    may take.
    """
    if sys.platform == "linux":
        said = (os.environ.get(name, "") for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"))
        state, config = (path if os.path.isabs(path) else "" for path in said)
        return os.path.join(state or f"{home}/.local/state", NAME), os.path.join(config or f"{home}/.config", NAME)
    import platformdirs

    return (
        platformdirs.user_state_dir(NAME, appauthor=False),
        platformdirs.user_config_dir(NAME, appauthor=False),
    )


@dataclass(frozen=True, slots=True)
class Repository:
    """`root` is what all worktrees share and where the project's memory lies; `work_tree` is where the path was."""

    root: str
    work_tree: str
    common_dir: str


def unsupported() -> str | None:
    """Why this system is not supported, or None."""
    return "Windows is not supported; run memory-ls under WSL" if sys.platform == "win32" else None


def agent_dir(env: Environment) -> str:
    """The Pi agent's folder: `$PI_CODING_AGENT_DIR`, else `~/.pi/agent`."""
    return env.expand(env.variables.get("PI_CODING_AGENT_DIR", "").strip() or "~/.pi/agent")


def repository(path: str) -> Repository | None:
    """The repository that a folder (or a file, there or not) lies in; git is not started.

    The root of a linked worktree is the parent of git's common folder when that is named `.git`, so that all worktrees
    share one. Everything else is its own project: a submodule, a worktree of a bare repository, a `.git` that leads
    nowhere.
    """
    here = os.path.realpath(path)
    while True:
        dot_git = os.path.join(here, ".git")
        if os.path.lexists(dot_git):
            return _described(here, dot_git)
        above = os.path.dirname(here)
        if above == here:
            return None
        here = above


def _described(work_tree: str, dot_git: str) -> Repository:
    git_dir = _git_dir(dot_git)
    common = _common_dir(git_dir)
    root = os.path.dirname(common) if _is_linked(dot_git, git_dir, common) else work_tree
    return Repository(root, work_tree, common)


def _git_dir(dot_git: str) -> str:
    """Git's own folder for a work tree: `.git`, or where the file of that name points."""
    said = _first_row(dot_git)
    if not said.startswith("gitdir:"):
        return os.path.realpath(dot_git)
    return os.path.realpath(os.path.join(os.path.dirname(dot_git), said.removeprefix("gitdir:").strip()))


def _common_dir(git_dir: str) -> str:
    said = _first_row(os.path.join(git_dir, "commondir"))
    return os.path.realpath(os.path.join(git_dir, said)) if said else git_dir


def _is_linked(dot_git: str, git_dir: str, common: str) -> bool:
    """Whether the repository knows this work tree as one of its own.

    What a `.git` file says is not enough: anyone's folder could claim to be part of a repository that is trusted. Git
    keeps the way back in `worktrees/<name>/gitdir`; where that leads nowhere, the work tree was moved.
    """
    if os.path.basename(common) != ".git" or os.path.dirname(git_dir) != os.path.join(common, "worktrees"):
        return False
    back = os.path.join(git_dir, _first_row(os.path.join(git_dir, "gitdir")))
    return not os.path.lexists(back) or os.path.realpath(back) == os.path.realpath(dot_git)


def _first_row(path: str) -> str:
    """The first row of a small file; empty where there is none."""
    try:
        if not os.path.isfile(path):
            return ""
        with open(path, encoding="utf-8", errors="surrogateescape") as stream:
            row = stream.readline(4096).strip()
    except (OSError, ValueError):
        return ""
    return "" if "\0" in row else row
