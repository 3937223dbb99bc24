"""Resources that a host watches: which there are, and what it is told when a file changes."""

from __future__ import annotations

from collections.abc import Callable

import anyio
import pytest

pytest.importorskip("mcp")

from .user import MODES, User

PROJECT, GLOBAL = "memory://injection/bullets:project", "memory://injection/bullets:global"
HERMES, STORES, DOCTOR = "memory://injection/sections:hermes", "memory://stores", "memory://doctor"
KEYWORDS, CARDS = "memory://keywords/cards:global", "memory://cards/deploy"
ALL = (PROJECT, HERMES, STORES, DOCTOR, KEYWORDS, CARDS)
UNKNOWN = ("file:///etc/passwd", "memory://nope", "memory://injection/nope", "memory://cards/nope", "memory://cards/")


@pytest.fixture
def full(ann: User) -> User:
    """Stores of three formats."""
    ann.write("app/.pi/memory.md", "- Use pnpm\n")
    ann.write("home/.pi/agent/memory-auto/notes.md", "Deploy with rsync.\n#deploy\n")
    ann.write("home/.hermes/memories/MEMORY.md", "likes tea")
    return ann


def _ear() -> tuple[list[str], Callable[..., object]]:
    heard: list[str] = []

    async def hear(message: object) -> None:
        if "resources/updated" in str(getattr(message, "method", "")):
            heard.append(str(message.params.uri))  # type: ignore[attr-defined]

    return heard, hear


async def _until(heard: list[str], uris: set[str]) -> None:
    with anyio.fail_after(30):
        while not uris <= set(heard):
            await anyio.sleep(0.05)


async def test_only_what_is_there_can_be_subscribed(full: User) -> None:
    from mcp.shared.exceptions import MCPError

    async with full.host("legacy") as client:
        for uri in UNKNOWN:
            with pytest.raises(MCPError) as error:
                await client.subscribe_resource(uri)
            assert error.value.code == -32002
        for uri in ALL:
            await client.subscribe_resource(uri)


async def test_an_older_host_is_told_only_of_what_changed(full: User) -> None:
    heard, hear = _ear()
    async with full.host("legacy", message_handler=hear) as client:
        for uri in ALL:
            await client.subscribe_resource(uri)
        full.write("app/.pi/memory.md", "- Use pnpm, not npm\n")
        await _until(heard, {PROJECT, DOCTOR})
        full.write("home/.pi/agent/memory-auto/notes.md", "Deploy with rsync.\n#deploy\n\nShip on Mondays.\n#ship\n")
        await _until(heard, {KEYWORDS, STORES})
        assert heard.count(PROJECT) == 1
    assert not {HERMES, CARDS} & set(heard)


async def test_a_newer_host_is_told_only_of_what_changed(full: User) -> None:
    async with full.host("2026-07-28") as client, client.listen(resource_subscriptions=list(ALL)) as events:
        full.write("app/.pi/memory.md", "- Use pnpm, not npm\n")
        heard: set[str] = set()
        with anyio.fail_after(30):
            async for event in events:
                heard.add(str(event.uri))
                if heard >= {PROJECT, DOCTOR}:
                    break
            full.write("home/.hermes/memories/MEMORY.md", "likes coffee")
            async for event in events:
                heard.add(str(event.uri))
                if HERMES in heard:
                    break
    assert heard == {PROJECT, DOCTOR, HERMES}


async def test_a_newer_host_hears_that_there_are_other_resources(ann: User) -> None:
    async with ann.host("2026-07-28") as client, client.listen(resources_list_changed=True) as events:
        ann.write("home/.hermes/memories/MEMORY.md", "likes tea")
        with anyio.fail_after(30):
            async for event in events:
                assert type(event).__name__ == "ResourcesListChanged"
                break
        assert HERMES in {str(one.uri) for one in (await client.list_resources()).resources}


async def test_a_newer_host_listens_to_what_is_there_and_hears_of_nothing_else(full: User) -> None:
    from mcp.shared.exceptions import MCPError

    async with full.host("2026-07-28") as client:
        with pytest.raises(MCPError) as error:
            async with client.listen(resource_subscriptions=list(UNKNOWN)):
                pass
        assert error.value.code == -32602
        async with client.listen(resource_subscriptions=[*UNKNOWN, HERMES]) as events:
            full.write("home/.hermes/memories/MEMORY.md", "likes coffee")
            with anyio.fail_after(30):
                async for event in events:
                    assert str(event.uri) == HERMES
                    break


async def test_what_goes_away_is_told_once_more(full: User) -> None:
    heard, hear = _ear()
    async with full.host("legacy", message_handler=hear) as client:
        await client.subscribe_resource(CARDS)
        full.write("home/.pi/agent/memory-auto/notes.md", "Ship on Mondays.\n#ship\n")
        await _until(heard, {CARDS})
        full.write("home/.pi/agent/memory-auto/notes.md", "Deploy on Mondays.\n#deploy\n")
        with anyio.fail_after(30):
            while heard != [CARDS, CARDS]:
                await anyio.sleep(0.05)


@pytest.mark.parametrize("mode", [MODES[0], MODES[2]])
async def test_the_users_own_notes_are_given_under_their_own_id_in_an_untrusted_project(user: User, mode: str) -> None:
    user.write("app/.pi/memory.md", "- Use pnpm\n")
    user.write("home/.pi/agent/memory.md", "- likes tea\n- likes rain\n")
    async with user.host(mode) as client:
        found = {str(one.uri) for one in (await client.list_resources()).resources}
        assert GLOBAL in found
        assert PROJECT not in found
        assert "likes tea" in (await client.read_resource(GLOBAL)).contents[0].text
        recalled = await client.call_tool("memory_recall", {})
        assert recalled.content[0].text.startswith("# bullets:global: 2 of 2 notes")
        assert [one["store"] for one in recalled.structured_content["views"]] == ["bullets:global"]
        assert recalled.structured_content["untrusted"] == ["bullets:project"]


async def test_the_doctor_says_which_stores_it_left_out(user: User) -> None:
    user.write("app/.pi/memory.md", "- Use pnpm\n- Use pnpm\n")
    user.write("home/.pi/agent/memory.md", "- likes tea\n")
    async with user.host() as client:
        said = await client.call_tool("memory_doctor", {})
        assert said.structured_content["untrusted"] == ["bullets:project"]
        assert list(said.structured_content["views"]) == ["bullets:global"]
        for text in (said.content[0].text, (await client.read_resource(DOCTOR)).contents[0].text):
            assert "this project is not trusted" in text
            assert "pnpm" not in text
    user.trusts()
    async with user.host() as client:
        said = await client.call_tool("memory_doctor", {})
        assert "untrusted" not in said.structured_content
        assert "not trusted" not in said.content[0].text


def test_why_nothing_is_recalled_is_said(ann: User) -> None:
    ann.write("app/.pi/memory.md", "- Ship on Mondays\n")
    for query, reason in (
        ("ship", "a single word recalls nothing"),
        ("please help me", "none of these words"),
        ("make ship", "only ship says what it is about"),
        ("the colour of the bicycle shed", "as its name or keyword: colour, bicycle, shed"),
    ):
        said = ann.call("memory_recall", query=query)
        assert not said.failed
        assert reason in said.text, query
        assert "memory_search" in said.text
