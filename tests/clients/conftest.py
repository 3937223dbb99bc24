"""Real clients for tests: installed when the first test asks for them, in a world of its own for each test.

Where a client cannot be had the test is skipped with the reason; with ``MEMORY_LS_REQUIRE_CLIENTS=1`` it fails instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import client_install
import pytest
from client_install import MeansMissing
from client_world import REQUIRED, World, make_world
from neovim_session import NeovimSession

_T = TypeVar("_T")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.client)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return make_world(tmp_path / "home")


@pytest.fixture(scope="session")
def neovim_install() -> client_install.Neovim:
    return _installed(client_install.neovim)


@pytest.fixture
def neovim(neovim_install: client_install.Neovim, world: World) -> Iterator[Callable[[Path], NeovimSession]]:
    """Opens a file in a new Neovim."""
    sessions: list[NeovimSession] = []

    def start(file: Path) -> NeovimSession:
        sessions.append(NeovimSession(neovim_install, world, file))
        return sessions[-1]

    yield start
    for session in sessions:
        session.quit()


@pytest.fixture(scope="session")
def code_server() -> client_install.CodeServer:
    return _installed(client_install.code_server)


@pytest.fixture(scope="session")
def vsix() -> Path:
    return _installed(client_install.vsix)


@pytest.fixture(scope="session")
def emacs() -> Path:
    return _installed(client_install.emacs)


@pytest.fixture(scope="session")
def claude_code() -> list[str]:
    return _installed(client_install.claude_code)


@pytest.fixture(scope="session")
def pi() -> list[str]:
    return _installed(client_install.pi)


@pytest.fixture(scope="session")
def opencode() -> list[str]:
    return _installed(client_install.opencode)


@pytest.fixture(scope="session")
def anthropic_python() -> Path:
    return _installed(client_install.anthropic_sdk)


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """Where a test keeps screenshots and logs: a folder of ``$MEMORY_LS_TEST_OUTPUT``, else of the test itself."""
    root = os.environ.get("MEMORY_LS_TEST_OUTPUT")
    folder = Path(root) / tmp_path.name if root else tmp_path / "output"
    shutil.rmtree(folder, ignore_errors=True)  # another run's screenshots
    folder.mkdir(parents=True)
    return folder


@pytest.fixture(scope="session")
def hermes_python() -> Path:
    """A Python that has hermes-agent."""
    return _installed(client_install.hermes_agent)


@pytest.fixture(scope="session")
def inspector() -> list[str]:
    """The command line of the protocol's inspector."""
    return _installed(client_install.inspector)


@pytest.fixture(scope="session")
def conformance() -> list[str]:
    """The command line of the protocol's conformance suite."""
    return _installed(client_install.conformance)


def _installed(install: Callable[[], _T]) -> _T:
    try:
        return install()
    except MeansMissing as missing:
        if REQUIRED:
            pytest.fail(str(missing))
        pytest.skip(str(missing))
