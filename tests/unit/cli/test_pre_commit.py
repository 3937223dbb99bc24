"""The hook for pre-commit runs a command that exists, on memory files and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from memory_ls.cli import parser

from .person import Person

ROOT = Path(__file__).resolve().parents[3]
(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("memory.md", True),
        (".pi/memory.md", True),
        ("sub/MEMORY.md", True),
        (".claude/agent-memory/reviewer/MEMORY.md", True),
        (".claude/commands/release.md", False),
        (".claude/agents/reviewer.md", False),
        ("GEMINI.md", False),
        (".claude/memory/topic.md", True),
        (".pi/agent/memory-auto/notes.md", True),
        ("README.md", False),
        ("docs/my-memory.md", False),
        ("memory.mdx", False),
    ],
)
def test_it_looks_at_memory_files(path: str, wanted: bool) -> None:
    assert (re.search(HOOK["files"], path) is not None) == wanted


def test_its_command_takes_files() -> None:
    program, *words = HOOK["entry"].split()
    assert program == "memory-ls"
    options = parser().parse_args([*words, ".pi/memory.md", "memory.md"])
    assert (options.command, options.paths) == ("check", [".pi/memory.md", "memory.md"])


def test_every_file_that_it_names_is_one_that_check_takes(person: Person) -> None:
    for path in ("memory.md", "MEMORY.md", ".claude/memory/topic.md", ".agents/memory/a/b.md", ".serena/memories/x.md"):
        assert re.search(HOOK["files"], path)
        file = person.project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("Some text of its own\n")
        assert person.run("check", path).code in (0, 1)
