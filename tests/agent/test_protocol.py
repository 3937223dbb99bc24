"""The tools as real hosts reach them, in both eras of the protocol."""

from __future__ import annotations

import json

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
