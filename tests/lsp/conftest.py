"""The server under the capabilities of real editors, in a home of its own."""

from __future__ import annotations

import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from weakref import WeakKeyDictionary

import lsprotocol.types as t
import pytest
import pytest_lsp
from pytest_lsp import ClientServerConfig, LanguageClient

from memory_ls.lsp.positions import Encoding

sys.path.insert(0, str(Path(__file__).parent))

from editor import Editor
from session_world import CLIENTS, ENVIRONMENT, HOME, World


async def start(client: LanguageClient, name: str, root: Path, **options: object) -> World:
    """Introduce a client; the folder is trusted unless said otherwise."""
    (root / ".git").mkdir(parents=True, exist_ok=True)
    result = await client.initialize_session(
        t.InitializeParams(
            capabilities=pytest_lsp.client_capabilities(name),
            root_uri=root.as_uri(),
            workspace_folders=[t.WorkspaceFolder(root.as_uri(), "project")],
            initialization_options={"trusted": True, "showsDocuments": True, **options},
        )
    )
    said = result.capabilities.position_encoding or "utf-16"
    window = pytest_lsp.client_capabilities(name).window
    asks = bool(window and window.show_message)
    return World(root, Editor(client, Encoding(str(getattr(said, "value", said)))), asks)


def command() -> list[str]:
    return [sys.executable, "-m", "memory_ls", "server"]


@pytest.fixture(autouse=True)
def fresh_home() -> None:
    """No notes of another test."""
    shutil.rmtree(HOME / ".pi", ignore_errors=True)
    shutil.rmtree(HOME / "state", ignore_errors=True)
    (HOME / ".pi" / "agent").mkdir(parents=True)


@pytest_lsp.fixture(params=CLIENTS, config=ClientServerConfig(server_command=command(), server_env=ENVIRONMENT))
async def trusting(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    WORLDS[lsp_client] = await start(lsp_client, request.param, tmp_path.resolve() / "project")
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=ClientServerConfig(server_command=command(), server_env=ENVIRONMENT))
async def distrusting(lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    root = tmp_path.resolve() / "project"
    WORLDS[lsp_client] = await start(lsp_client, "visual-studio-code", root, trusted=False)
    yield
    await lsp_client.shutdown_session()


WORLDS: WeakKeyDictionary[LanguageClient, World] = WeakKeyDictionary()  # pytest-lsp's fixtures give the client only


@pytest.fixture
def world(trusting: LanguageClient) -> World:
    """A trusted project, under each editor's capabilities."""
    return WORLDS[trusting]


@pytest.fixture
def untrusted(distrusting: LanguageClient) -> World:
    """A project that nobody trusts."""
    return WORLDS[distrusting]
