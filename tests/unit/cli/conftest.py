"""A person at a terminal: a home of their own, a project, and the command line."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator
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


@pytest.fixture
def everyday() -> Iterator[None]:
    """Rights of files count, also where the tests run as root."""
    if os.geteuid():
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    before, without = (ctypes.c_uint32 * 6)(), (ctypes.c_uint32 * 6)()
    if libc.capget(header, before):
        pytest.skip("this system does not tell what root may do")
    without[:] = before[:]
    without[0] &= ~0b110  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
    assert libc.capset(header, without) == 0
    yield
    assert libc.capset(header, before) == 0
