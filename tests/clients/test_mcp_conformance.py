"""Our server under the inspector and the conformance suite of the Model Context Protocol's own project."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from agents.running import environment, run
from client_world import World, needs_mcp
from protocol.bridge import bridged

pytestmark = needs_mcp

HERE = Path(__file__).resolve().parent / "protocol"
SERVER = [sys.executable, "-m", "memory_ls", "mcp"]
ERAS = ("legacy", "auto", "modern")
Asks = Callable[..., dict[str, Any]]


@pytest.fixture(params=ERAS)
def asks(request: pytest.FixtureRequest, inspector: list[str], world: World) -> Asks:
    """One request of the inspector to our server, in one era of the protocol; gives the result."""
    world.remember("- deploys are on Tuesdays\n")
    world.trust()
    env = environment(world, MCP_CATALOG_PATH=str(world.home / "catalog.json"))
    # The inspector hands on next to nothing of its own environment.
    server = ["env", *(f"{name}={value}" for name, value in world.environment.items()), *SERVER]

    def ask(method: str, *options: str) -> dict[str, Any]:
        words = ["--cli", "--format", "json", "-q", "--protocol-era", request.param, "--method", method, *options]
        said = run(world, [*inspector, *words, *server], env)
        result: dict[str, Any] = json.loads(said)["result"]
        return result

    return ask


def test_the_inspector_finds_no_fault_with_the_tools(asks: Asks) -> None:
    tools = asks("tools/list", "--strict")["tools"]

    assert {"memory", "memory_search", "memory_read"} <= {one["name"] for one in tools}


def test_the_inspector_lists_the_prompts(asks: Asks) -> None:
    prompts = asks("prompts/list")["prompts"]

    assert {"review", "consolidate"} <= {one["name"] for one in prompts}
    assert all(one["description"] for one in prompts)


def test_the_inspector_lists_the_resources(asks: Asks) -> None:
    found = {one["uri"] for one in asks("resources/list")["resources"]}

    assert {"memory://stores", "memory://injection/bullets:project"} <= found


def test_the_inspector_calls_a_tool(asks: Asks) -> None:
    arguments = json.dumps({"action": "list"})

    result = asks("tools/call", "--tool-name", "memory", "--tool-args-json", arguments)

    assert result["isError"] is False
    assert "deploys are on Tuesdays" in json.dumps(result["structuredContent"])


def test_the_conformance_suite_fails_only_where_it_is_expected_to(conformance: list[str], world: World) -> None:
    env = environment(world)
    command = [sys.executable, str(HERE / "fixture_server.py"), str(world.repository)]
    with bridged(command, world.repository, env) as address:
        words = ["server", "--url", address, "--expected-failures", str(HERE / "expected_failures.yml")]
        said = run(world, [*conformance, *words], env)

    assert "Baseline check passed" in said
