"""The tools as real hosts reach them, in both eras of the protocol."""

from __future__ import annotations

import json
import subprocess
import sys

import anyio
import pytest

pytest.importorskip("mcp")

from .user import MODES, User


@pytest.mark.parametrize("mode", MODES)
async def test_a_note_that_one_session_saves_is_there_in_the_next(ann: User, mode: str) -> None:
    async with ann.host(mode) as first:
        saved = await first.call_tool("memory", {"action": "add", "text": "Use pnpm, not npm"})
        assert not saved.is_error
        assert saved.structured_content["changed"] is True
    async with ann.host(mode) as second:
        listed = await second.call_tool("memory", {"action": "list"})
        notes = listed.structured_content["notes"]["bullets:project"]
        assert [one["text"] for one in notes] == ["Use pnpm, not npm"]
    assert ann.notes.read_text().endswith("- Use pnpm, not npm\n")


async def test_the_tools_are_few_small_and_say_what_they_do(user: User) -> None:
    async with user.host() as client:
        tools = (await client.list_tools()).tools
        assert client.instructions
    assert len(tools) <= 8
    assert sum(len(json.dumps(one.model_dump(by_alias=True, exclude_none=True))) for one in tools) < 10_000
    assert all(one.description and one.annotations is not None for one in tools)
    assert next(one for one in tools if one.name == "memory").meta == {"anthropic/alwaysLoad": True}


@pytest.mark.parametrize("mode", MODES)
async def test_what_a_tool_declines_is_a_result_that_says_what_to_do(ann: User, mode: str) -> None:
    async with ann.host(mode) as client:
        for tool, arguments in (("memory", {"action": "add"}), ("memory", {"action": 5}), ("memory_read", {})):
            answer = await client.call_tool(tool, arguments)
            assert answer.is_error
            assert answer.structured_content["error"]


@pytest.mark.parametrize("mode", MODES)
async def test_resources_and_prompts_are_read_in_both_eras(ann: User, mode: str) -> None:
    from mcp.shared.exceptions import MCPError

    ann.write("app/.pi/memory.md", "- Use pnpm\n")
    async with ann.host(mode) as client:
        found = {str(one.uri): one for one in (await client.list_resources()).resources}
        assert {"memory://stores", "memory://doctor", "memory://injection/bullets:project"} <= found.keys()
        given = (await client.read_resource("memory://injection/bullets:project")).contents[0].text
        assert "- Use pnpm" in given
        with pytest.raises(MCPError) as error:
            await client.read_resource("memory://nowhere")
        assert error.value.code == (-32002 if mode == "legacy" else -32602)
        prompts = (await client.list_prompts()).prompts
        assert len(prompts) == 5
        assert all(one.description for one in prompts)
        again = (await client.get_prompt("recall-again", {})).messages[0].content.text
        assert "- Use pnpm" in again


async def test_an_older_host_hears_that_a_subscribed_resource_changed(ann: User) -> None:
    heard = anyio.Event()

    async def hear(message: object) -> None:
        if "resources/updated" in str(getattr(message, "method", "")):
            heard.set()

    async with ann.host("legacy", message_handler=hear) as client:
        await client.subscribe_resource("memory://doctor")
        with anyio.fail_after(20):
            while not heard.is_set():  # a change that the server has not looked before is none to it
                ann.write(
                    "app/.pi/memory.md", f"- fact {len(ann.notes.read_text()) if ann.notes.exists() else 0}\n" * 2
                )
                with anyio.move_on_after(1.5):
                    await heard.wait()
    assert heard.is_set()


async def test_a_newer_host_that_listens_hears_of_changes(ann: User) -> None:
    stores = ["memory://stores"]
    async with ann.host("2026-07-28") as client, client.listen(resource_subscriptions=stores) as events:
        number = 0
        with anyio.fail_after(20):
            while True:  # a change that the server has not looked before is none to it
                number += 1
                ann.write("app/.pi/memory.md", "- fact\n" * number)
                with anyio.move_on_after(1.5):
                    async for event in events:
                        assert str(event.uri) == "memory://stores"
                        return
    raise AssertionError("nothing was heard")


async def test_the_project_is_that_of_the_host_where_none_is_named(ann: User) -> None:
    import mcp_types as types

    async def roots(context: object) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(uri=ann.project.as_uri())])

    async with ann.host("legacy", cwd=ann.home, list_roots_callback=roots) as client:
        await client.call_tool("memory", {"action": "add", "text": "by the host's folder"})
    async with ann.host("auto", "--project", str(ann.project), cwd=ann.home) as client:
        await client.call_tool("memory", {"action": "add", "text": "by the named folder"})
    assert "by the host's folder" in ann.notes.read_text()
    assert "by the named folder" in ann.notes.read_text()


def test_a_project_that_is_not_there_is_said_on_the_command_line(user: User) -> None:
    command = [*user.command, "--project", str(user.top / "nowhere")]
    ran = subprocess.run(command, env=user.variables, cwd=user.top, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "there is no folder" in ran.stderr


def test_the_tools_are_usable_without_the_protocol_being_loaded(user: User) -> None:
    program = "import sys, memory_ls.agent.tools, memory_ls.agent.prompts, memory_ls.agent.resources; print('mcp' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program], env=user.variables, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "False"
