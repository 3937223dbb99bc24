"""What the agents of cards, records, topics and sections were told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from test_agent_places import lay

from memory_ls.formats.notes import Scope, Store
from memory_ls.stores.agent_config import agent_configs
from memory_ls.stores.places import Environment


def claude(env: Environment) -> Store:
    return Store("topics", Scope.GLOBAL, f"{env.home}/.claude/projects/-app/memory", dialect="claude")


CARDS = Store("cards", Scope.GLOBAL, "/cards")
RECORDS = Store("records", Scope.GLOBAL, "/records")
PI = Store("topics", Scope.GLOBAL, "/topics", dialect="pi")
PI_HERMES = Store("sections", Scope.GLOBAL, "/sections", dialect="pi-hermes")


def test_nothing_is_said_where_nothing_is(env: Environment) -> None:
    for store in (CARDS, RECORDS, PI, PI_HERMES, claude(env), Store("outline", Scope.ALONE, "/o")):
        assert agent_configs(env, store, None) == []


def test_cards_are_told_by_variables(env: Environment) -> None:
    said = {"PI_MEMORY_AUTO_INDEX_BUDGET": "500", "PI_MEMORY_AUTO_REVIEW_MONTHS": "x"}
    assert agent_configs(replace(env, variables=said), CARDS, None) == [{"indexBudget": 500}]


@pytest.mark.parametrize("said", ['{"enabled": false}', '{"injection": "off"}'])
def test_records_that_are_not_injected(env: Environment, said: str) -> None:
    lay(env.home, ".pi/agent/settings.json", f'{{"pi-workspace-memory": {said}}}')
    assert {"inject": False} in agent_configs(env, RECORDS, None)


def test_records_have_their_own_budget(env: Environment) -> None:
    lay(env.home, ".pi/agent/settings.json", '{"pi-memory-md": {"systemPrompt": {"maxTokens": 500}}}')
    assert {"maxTokens": 500} in agent_configs(env, RECORDS, None)


@pytest.mark.parametrize("said", ["1", "TRUE", "yes", " on "])
def test_the_ports_variable_switches_its_memory_off(env: Environment, said: str) -> None:
    assert agent_configs(replace(env, variables={"PI_DISABLE_AUTO_MEMORY": said}), PI, None) == [{"inject": False}]


def test_a_trusted_projects_settings_come_last(env: Environment, root: Path) -> None:
    lay(env.home, ".pi/agent/settings.json", '{"memory": {"enabled": false}}')
    lay(root, ".pi/settings.json", '{"memory": {"enabled": true}}')
    assert agent_configs(env, PI, None) == [{"inject": False}]
    assert agent_configs(env, PI, str(root)) == []


@pytest.mark.parametrize(("said", "off"), [("1", True), ("0", False), ("", True)])
def test_claude_codes_variable_decides_before_its_settings(env: Environment, said: str, off: bool) -> None:
    lay(env.home, ".claude/settings.json", '{"autoMemoryEnabled": false}')
    told = agent_configs(replace(env, variables={"CLAUDE_CODE_DISABLE_AUTO_MEMORY": said}), claude(env), None)
    assert told == ([{"inject": False}] if off else [])


def test_memory_of_its_agents_is_no_auto_memory(env: Environment) -> None:
    store = Store("topics", Scope.GLOBAL, f"{env.home}/.claude/agent-memory/x", dialect="claude")
    assert agent_configs(replace(env, variables={"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}), store, None) == []


def test_hermes_says_its_limits_in_yaml(env: Environment) -> None:
    lay(env.home, ".hermes/config.yaml", "memory:\n  memory_char_limit: 3000\nother: 1\n")
    store = Store("sections", Scope.GLOBAL, f"{env.home}/.hermes/memories", dialect="hermes")
    assert agent_configs(env, store, None) == [{"memory": {"memory_char_limit": 3000}}]


@pytest.mark.parametrize("text", ["{", "memory: [", "- a", "!!python/object:os.system {}", "\0"])
def test_damaged_yaml_says_nothing(env: Environment, text: str) -> None:
    lay(env.home, ".hermes/config.yaml", text)
    store = Store("sections", Scope.GLOBAL, f"{env.home}/.hermes/memories", dialect="hermes")
    assert agent_configs(env, store, None) == []


def test_settings_behind_a_link_are_read(env: Environment, root: Path) -> None:
    lay(root, "config.json", '{"memoryCharLimit": 1}')
    link = Path(env.home, ".pi", "agent", "hermes-memory-config.json")
    link.parent.mkdir(parents=True)
    link.symlink_to(root / "config.json")
    assert agent_configs(env, PI_HERMES, None) == [{"memoryCharLimit": 1}]
