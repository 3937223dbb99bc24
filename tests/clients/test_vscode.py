"""The packaged extension of `editors/vscode` in a real VS Code with the real server, seen in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from client_install import CodeServer
from client_world import World, made_token
from vscode_session import VsCode

Start = Callable[[Mapping[str, object]], VsCode]

FIRST = "Run the database migrations before the tests start"
SECOND = "Run the database migrations before running the tests"


@pytest.fixture
def vscode(code_server: CodeServer, vsix: Path, world: World, output: Path) -> Iterator[Start]:
    """Sets VS Code up with the extension and some settings."""
    running: list[VsCode] = []

    def start(settings: Mapping[str, object]) -> VsCode:
        running.append(VsCode(code_server, vsix, world, output, settings))
        return running[-1]

    yield start
    for each in running:
        each.remove()


def test_a_person_sees_fixes_moves_and_clears(vscode: Start, world: World, output: Path) -> None:
    token = made_token()
    filler = [f"- fact {n}: {' '.join(f'word{n}x{m}' for m in range(45))}" for n in range(24)]
    notes = [f"- {FIRST}", f"- to be moved, with {token}", f"- {SECOND}", "- 🙂 use pnpm", *filler, "- 🙂 Use pnpm."]
    world.remember("\n".join([*notes, ""]), "- known\n")

    editor = vscode({"memoryLs.server.command": world.server})
    seen = editor.drive("work", world.project_memory, "--disable-workspace-trust")

    assert seen["warnings"] >= 1
    assert seen["faded"] >= 1
    listed = "\n".join(seen["problems"])
    assert "says the same as line 4" in listed
    assert "nearly says what line 1 says" in listed
    assert "looks like a GitHub token" in listed
    assert "the agent is not given" in listed
    assert token not in listed
    assert "Merge with line 1" in seen["mergeMenu"]
    assert seen["wording"] == f"{FIRST}; {SECOND}"
    assert seen["merged"][0] == f"- {FIRST}; {SECOND}"
    assert "Redact the GitHub token" in seen["moveMenu"]
    assert seen["moved"][1] == "- 🙂 use pnpm"
    assert world.global_memory.read_text() == f"- known\n- to be moved, with {token}\n"
    assert any(row.startswith("#") for row in seen["doctor"])
    assert token not in "\n".join(seen["doctor"])
    assert "27 notes" in seen["clearAsked"]
    assert any(row.startswith("Backup: ") for row in seen["cleared"])
    assert world.project_memory.read_text().strip() == ""
    assert len(list(output.glob("*.png"))) >= 8


def test_an_untrusted_folder_is_checked_and_trust_reaches_the_server(vscode: Start, world: World) -> None:
    world.remember("- use pnpm\n- Use pnpm.\n")

    editor = vscode({"memoryLs.server.command": world.server})
    seen = editor.drive("trust", world.project_memory)

    assert "trust the authors" in seen["question"]
    assert seen["restricted"] == 1
    assert "not trusted" in "\n".join(seen["untrusted"])
    assert "not trusted" not in "\n".join(seen["trusted"])


def test_a_missing_server_is_told_with_a_way_to_name_it(vscode: Start, world: World) -> None:
    world.remember("- use pnpm\n")

    seen = vscode({}).drive("missing", world.project_memory, "--disable-workspace-trust")

    assert "pip" in seen["message"]
