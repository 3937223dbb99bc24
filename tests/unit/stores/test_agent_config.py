"""What the bullets agent was told in its own files."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from memory_ls.formats import FORMATS
from memory_ls.formats.notes import File, Scope, Store
from memory_ls.settings import Problem
from memory_ls.stores.agent_config import agent_config_problems, agent_configs
from memory_ls.stores.places import Environment

BULLETS_STORE = Store("bullets", Scope.GLOBAL, "/agent")


def lay(env: Environment, name: str, text: str) -> Path:
    path = Path(env.home, ".pi", "agent", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_without_files_nothing_is_said_and_nothing_is_made(env: Environment, root: Path) -> None:
    assert agent_configs(env, BULLETS_STORE, str(root)) == []
    assert agent_config_problems(env, str(root)) == ()
    assert os.listdir(env.home) == []


def test_the_shared_file_comes_first_then_its_own_then_the_trusted_projects(env: Environment, root: Path) -> None:
    lay(env, "bytefly.json", '{"memory": {"inject": false}, "other": 1}')
    lay(env, "memory.json", '\ufeff{"maxInjectBytes": 1024}')
    (root / ".pi").mkdir()
    (root / ".pi" / "memory.json").write_text('{"maxInjectBytes": "2048.4"}')
    assert agent_configs(env, BULLETS_STORE, None) == [{"inject": False}, {"maxInjectBytes": 1024}]
    assert agent_configs(env, BULLETS_STORE, str(root)) == [
        {"inject": False},
        {"maxInjectBytes": 1024},
        {"maxInjectBytes": "2048.4"},
    ]


def test_the_agents_folder_may_be_elsewhere(env: Environment, root: Path) -> None:
    (root / "memory.json").write_text('{"inject": false}')
    assert agent_configs(replace(env, variables={"PI_CODING_AGENT_DIR": str(root)}), BULLETS_STORE, None) == [
        {"inject": False}
    ]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "1", '"a"', "[" * 100_000, "\0"])
def test_a_malformed_file_counts_for_nothing_and_is_named(env: Environment, text: str) -> None:
    lay(env, "memory.json", text)
    assert agent_configs(env, BULLETS_STORE, None) == []
    assert agent_config_problems(env, None) == (Problem("memory.json", "it is no JSON object"),)


def test_a_file_that_is_no_file_is_named(env: Environment) -> None:
    lay(env, "memory.json", "").unlink()
    Path(env.home, ".pi", "agent", "memory.json").symlink_to("elsewhere")
    (problem,) = agent_config_problems(env, None)
    assert "symlink" in problem.message


@pytest.mark.parametrize("said", ['"yes"', "1", "null", "[]"])
def test_an_option_of_another_type_is_named(env: Environment, said: str) -> None:
    lay(env, "memory.json", f'{{"inject": {said}}}')
    (problem,) = agent_config_problems(env, None)
    assert problem.message == "inject must be true or false; the agent passes it over"


@pytest.mark.parametrize(
    ("said", "fine"), [("1", True), ('"1e3"', True), ('"x"', False), ("true", False), ("{}", False)]
)
def test_bytes_that_are_no_number_are_named(env: Environment, said: str, fine: bool) -> None:
    lay(env, "memory.json", f'{{"maxInjectBytes": {said}}}')
    assert bool(agent_config_problems(env, None)) is not fine


def test_a_section_that_is_no_object_is_named(env: Environment) -> None:
    lay(env, "bytefly.json", '{"memory": 1}')
    assert agent_configs(env, BULLETS_STORE, None) == []
    (problem,) = agent_config_problems(env, None)
    assert problem.layer == "bytefly.json"


@pytest.mark.parametrize("number", ["9" * 400, "9" * 6000, "1e999", "-1e999", "NaN"])
def test_a_number_beyond_all_bounds_is_no_crash(env: Environment, number: str) -> None:
    lay(env, "memory.json", f'{{"maxInjectBytes": {number}}}')
    limits = FORMATS["bullets"].limits(File("/agent/memory.md", BULLETS_STORE), agent_configs(env, BULLETS_STORE, None))
    assert 512 <= limits.budget <= 32768
