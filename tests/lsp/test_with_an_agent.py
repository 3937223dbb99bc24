"""An editor and an agent on one store, each with a server of its own: neither loses what is the other's."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest
from session_world import ENVIRONMENT, World

pytest.importorskip("mcp")
pytestmark = pytest.mark.parametrize("trusting", ["visual-studio-code"], indirect=True)


class Agent:
    """A host that speaks to `memory-ls mcp`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out, self._id = process.stdin, process.stdout, 0

    async def ask(self, method: str, **params: object) -> Any:
        self._id += 1
        message = {"jsonrpc": "2.0", "id": self._id, "method": method, "params": params}
        self._in.write(json.dumps(message).encode() + b"\n")
        await self._in.drain()
        while (answer := json.loads(await self._out.readline())).get("id") != self._id:
            pass
        return answer["result"]

    async def memory(self, **arguments: object) -> dict[str, Any]:
        """A call of the tool `memory`; gives what it says as data, and whether it failed."""
        said = await self.ask("tools/call", name="memory", arguments=arguments)
        return {**said["structuredContent"], "failed": said["isError"]}


@pytest.fixture
async def agent(world: World) -> AsyncIterator[Agent]:
    mcp = [sys.executable, "-m", "memory_ls", "mcp", "--trusted", "--project", str(world.root)]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*mcp, stdin=pipe, stdout=pipe, env=ENVIRONMENT)
    one = Agent(process)
    who = {"name": "test", "version": "0"}
    await one.ask("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=who)
    yield one
    process.stdin.close()  # type: ignore[union-attr]
    assert await process.wait() == 0


async def test_what_an_agent_adds_under_unsaved_edits_is_shown_and_the_edits_stay(world: World, agent: Agent) -> None:
    uri = world.open("- one\n- two\n")
    await world.editor.found(uri)
    world.editor.type(uri, 0, 5, " of mine")
    said = await agent.memory(action="add", text="theirs")
    assert said["changed"]
    assert world.project.read_text() == "- one\n- two\n- theirs\n"
    await world.editor.until_codes(uri, [(1, "changed-on-disk")])
    assert world.editor.text(uri) == "- one of mine\n- two\n"
    await world.editor.choose(uri, 1, "Take in what changed on disk")
    assert world.editor.text(uri) == "- one of mine\n- two\n- theirs\n"
    world.editor.save(uri, world.project)
    await world.editor.until_codes(uri, [])
    listed = await agent.memory(action="list", scope="project")
    assert [one["text"] for one in listed["notes"]["bullets:project"]] == ["one of mine", "two", "theirs"]


async def test_a_note_that_an_agent_forgets_while_the_user_edits_it_stays_with_the_user(
    world: World, agent: Agent
) -> None:
    uri = world.open("- one\n- two\n- three\n")
    await world.editor.found(uri)
    world.editor.type(uri, 1, 5, ", edited")
    assert (await agent.memory(action="forget", text="two"))["changed"]
    assert (await agent.memory(action="forget", text="three"))["changed"]
    await world.editor.until_codes(uri, [(1, "changed-on-disk")])
    await world.editor.choose(uri, 1, "Take in what changed on disk")
    assert world.editor.text(uri) == "- one\n- two, edited\n"


async def test_a_move_out_of_an_unsaved_buffer_meets_what_an_agent_wrote_there_meanwhile(
    world: World, agent: Agent
) -> None:
    world.write(world.everywhere, "- mine\n")
    uri = world.open("- one\n- two\n")
    await world.editor.found(uri)
    world.editor.type(uri, 0, 0, "- unsaved\n")
    assert (await agent.memory(action="add", scope="global", text="theirs"))["changed"]
    await world.editor.choose(uri, 2, "Move to global memory")
    assert world.everywhere.read_text() == "- mine\n- theirs\n- one\n"
    assert world.editor.text(uri) == "- unsaved\n- two\n"
    assert world.project.read_text() == "- one\n- two\n"


async def test_an_agent_that_moves_a_note_into_an_unsaved_file_leaves_the_buffer_alone(
    world: World, agent: Agent
) -> None:
    world.write(world.everywhere, "- mine\n")
    uri = world.open("- one\n")
    await world.editor.found(uri)
    world.editor.type(uri, 0, 5, " and more")
    assert (await agent.memory(action="move", scope="global", text="mine", to="project"))["changed"]
    assert (world.project.read_text(), world.everywhere.read_text()) == ("- one\n- mine\n", "")
    await world.editor.until_codes(uri, [(1, "changed-on-disk")])
    await world.editor.choose(uri, 1, "Take in what changed on disk")
    assert world.editor.text(uri) == "- one and more\n- mine\n"


async def test_a_closed_file_is_written_by_both_in_turn_and_nothing_is_lost(world: World, agent: Agent) -> None:
    world.write(world.everywhere, "- mine\n")
    uri = world.open("".join(f"- note {n}\n" for n in range(6)))
    await world.editor.found(uri)
    for n in range(3):
        adding = asyncio.create_task(agent.memory(action="add", scope="global", text=f"theirs {n}"))
        await world.editor.choose(uri, 1, "Move to global memory")
        assert (await adding)["changed"]
    there = [*world.everywhere.read_text().splitlines(), *world.editor.text(uri).splitlines()]
    wanted = ["- mine", *(f"- note {n}" for n in range(6)), *(f"- theirs {n}" for n in range(3))]
    assert sorted(there) == sorted(wanted)
