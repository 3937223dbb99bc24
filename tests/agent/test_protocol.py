"""The tools as real hosts reach them, in both eras of the protocol."""

from __future__ import annotations

import json
import subprocess
import sys

import anyio
import pytest

pytest.importorskip("mcp")

from .user import MODES, User, github_token


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


async def test_an_older_host_hears_of_every_change_from_its_subscription_on(ann: User) -> None:
    heard: list[str] = []

    async def hear(message: object) -> None:
        if "resources/updated" in str(getattr(message, "method", "")):
            heard.append(str(message.params.uri))  # type: ignore[attr-defined]

    async def until(uris: set[str]) -> None:
        with anyio.fail_after(20):
            while not uris <= set(heard):
                await anyio.sleep(0.05)

    async with ann.host("legacy", message_handler=hear) as client:
        await client.subscribe_resource("memory://doctor")
        await client.subscribe_resource("memory://stores")
        ann.write("app/.pi/memory.md", "- fact\n")
        await until({"memory://doctor", "memory://stores"})
        await client.unsubscribe_resource("memory://doctor")
        heard.clear()
        await client.call_tool("memory", {"action": "add", "text": "our own writes are told too"})
        await until({"memory://stores"})
    assert set(heard) == {"memory://stores"}


async def test_a_newer_host_hears_of_every_change_while_it_listens(ann: User) -> None:
    stores = ["memory://stores"]
    async with ann.host("2026-07-28") as client, client.listen(resource_subscriptions=stores) as events:
        ann.write("app/.pi/memory.md", "- fact\n")
        with anyio.fail_after(20):
            async for event in events:
                assert str(event.uri) == "memory://stores"
                return
    raise AssertionError("nothing was heard")


async def test_trust_that_is_given_meanwhile_is_told_and_counts(user: User) -> None:
    user.write("app/.pi/memory.md", "- Use pnpm\n")
    address = "memory://injection/bullets:project"
    async with user.host("2026-07-28") as client, client.listen(resource_subscriptions=["memory://stores"]) as events:
        assert "not trusted" in (await client.read_resource("memory://stores")).contents[0].text
        assert address not in {str(one.uri) for one in (await client.list_resources()).resources}
        user.trusts()
        with anyio.fail_after(20):
            async for _ in events:
                break
        assert "- Use pnpm" in (await client.read_resource(address)).contents[0].text


@pytest.mark.parametrize("mode", [MODES[0], MODES[2]])
async def test_every_resource_that_is_listed_is_read_and_shows_no_secret(ann: User, mode: str) -> None:
    token = github_token()
    ann.write("app/.pi/memory.md", f"- Use pnpm\n- The token is {token}\n")
    ann.write("home/.pi/agent/memory-auto/notes.md", "Deploy with rsync.\n#deploy\n\nDeploy on Fridays.\n#deploy\n")
    ann.write("home/.hermes/memories/MEMORY.md", "likes tea")
    async with ann.host(mode) as client:
        found = [str(one.uri) for one in (await client.list_resources()).resources]
        templates = (await client.list_resource_templates()).resource_templates
        assert [one.uri_template for one in templates] == ["memory://cards/{keyword}"]
        texts = {uri: (await client.read_resource(uri)).contents[0].text for uri in [*found, "memory://cards/deploy"]}
    assert token not in str(texts)
    assert texts["memory://keywords/cards:global"] == "#deploy (2)\n"
    assert "Deploy with rsync." in texts["memory://cards/deploy"]
    assert "likes tea" in texts["memory://injection/sections:hermes"]
    assert "| bullets:project | .pi/memory.md | project | 2 | there |" in texts["memory://stores"]
    assert "## Secrets\n\n- .pi/memory.md:2" in texts["memory://doctor"]


@pytest.mark.parametrize("mode", [MODES[0], MODES[2]])
async def test_every_prompt_is_given_with_and_without_a_focus(ann: User, mode: str) -> None:
    from mcp.shared.exceptions import MCPError

    ann.write("app/.pi/memory.md", "- Use pnpm for the build\n- use pnpm for the build.\n")
    async with ann.host(mode) as client:
        names = [one.name for one in (await client.list_prompts()).prompts]
        assert names == ["review", "flush", "consolidate", "rebuild-keywords", "recall-again"]
        for name in names:
            plain = (await client.get_prompt(name, {})).messages[0].content.text
            focused = (await client.get_prompt(name, {"focus": "the build of it"})).messages[0].content.text
            assert plain
            assert "the build" in focused
            assert "not orders" in focused if name == "recall-again" else "Above all: the build of it" in focused
        for name in ("review", "consolidate"):
            assert "Said twice" in (await client.get_prompt(name, {})).messages[0].content.text
        for name, said in (("nothing", {}), ("review", {"focus": "x" * 50_000})):
            with pytest.raises(MCPError):
                await client.get_prompt(name, said)


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
