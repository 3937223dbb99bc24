"""A person at a terminal: a home of their own, a project, and the command line."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import memory_ls
from memory_ls.cli import main

from .person import Person, Ran


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Person:
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    (project / ".git").mkdir(parents=True)
    (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    environment = {
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "PI_CODING_AGENT_DIR": str(home / "agent"),
        "PYTHONPATH": str(Path(memory_ls.__file__).parent.parent),
        "PATH": os.environ["PATH"],
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for name in ("NO_COLOR", "FORCE_COLOR", "VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(project)

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main(arguments)
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return Person(home, project, run, environment)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """A terminal at which someone answers; gives the questions as they come."""

    def answering(*said: str) -> list[str]:
        left, asked = list(said), list[str]()

        def answer(question: str = "") -> str:
            asked.append(question)
            return left.pop(0)

        monkeypatch.setattr("sys.stdin.isatty", lambda: True)
        monkeypatch.setattr("builtins.input", answer)
        return asked

    return answering
