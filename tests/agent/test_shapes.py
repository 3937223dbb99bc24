"""The schemas of the tools' answers: every answer fits its tool's, also one that says why nothing was done."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from memory_ls.agent.answer import Answer
from memory_ls.agent.tools import BY_NAME, TOOLS, call

from .user import MODES, User, github_token

pytest.importorskip("mcp")
jsonschema = pytest.importorskip("jsonschema")


def every_kind_of_call(user: User) -> Iterator[tuple[str, dict[str, object]]]:
    """Calls that succeed, that change nothing, and that are declined, of every tool."""
    user.write("home/.hermes/memories/MEMORY.md", "likes tea\n§\nlikes coffee")
    user.write("home/.pi/agent/memory-auto/notes.md", "Tabs, not spaces.\n#style\n")
    yield "memory", {"action": "list"}
    yield "memory", {"action": "add", "text": "The dev server listens on port 8080"}
    yield "memory", {"action": "add", "text": "The dev server listens on port 8080"}
    yield "memory", {"action": "add", "text": "The dev server listens on port 3000"}
    yield "memory", {"action": "update", "text": "nowhere", "to": "x"}
    yield "memory", {"action": "add", "text": f"it is {github_token()}"}
    yield "memory", {"action": "add", "store": "sections:hermes", "text": "has a cat"}
    yield "memory", {"action": "forget", "store": "sections:hermes", "text": "likes"}
    yield "memory", {"action": "add", "store": "nope", "text": "x"}
    yield "memory", {"action": "add", "store": "cards:global", "text": "tabs, not spaces", "keyword": "style"}
    yield "memory", {"operations": [{"action": "add", "text": "a"}, {"action": "add", "text": "b"}]}
    yield "memory", {"operations": [{"action": "forget", "text": "nowhere"}]}
    yield "memory", {"action": 5}
    yield "memory_write", {"path": "state.runtime", "summary": "Runs on node 22", "facts": {"node": 22}}
    yield "memory_write", {"path": "state.runtime-v2", "summary": "Runs on node 24", "concepts": ["内存"]}
    yield "memory_write", {"path": "state.bun", "summary": "Bun", "supersedes": ["@state.runtime"]}
    yield "memory_write", {"path": "../x", "summary": "x"}
    yield "memory_search", {}
    yield "memory_search", {"limit": 1}
    yield "memory_search", {"query": "server|node", "includeSuperseded": True}
    yield "memory_search", {"page": 0}
    yield "memory_read", {"path": "@state.runtime", "view": "knowledge"}
    yield "memory_read", {"path": "nowhere"}
    yield "memory_read", {}
    yield "memory_recall", {"query": "on which port does the dev server listen"}
    yield "memory_recall", {"query": "#style"}
    yield "memory_recall", {}
    yield "memory_recall", {"store": 5}
    yield "memory_doctor", {}
    yield "memory_doctor", {"store": "nope"}
    yield "memory_delete", {"path": "@state.bun"}
    yield "memory_delete", {"path": "@state.bun"}


UNSAID = {"action", "changed", "distrusted", "file", "keyword", "length", "view"}
"""What an answer may hold that no schema promises: the room for schemas is small."""


def fits(tool: str, answer: Answer) -> None:
    data = json.loads(json.dumps(answer.data))
    schema = BY_NAME[tool].answers
    assert schema is not None
    jsonschema.Draft202012Validator(dict(schema)).validate(data)
    known = schema["properties"]
    assert isinstance(known, dict)
    assert data.keys() <= known.keys() | UNSAID
    assert ("error" in data) == answer.failed


def test_every_answer_fits_its_schema(ann: User) -> None:
    seen = set()
    for tool, arguments in every_kind_of_call(ann):
        answer = ann.call(tool, **arguments)
        fits(tool, answer)
        seen.add((tool, answer.failed))
    assert len(seen) == 2 * len(TOOLS)


def test_the_answers_in_an_untrusted_project_and_to_garbage_fit_too(user: User) -> None:
    for tool, arguments in every_kind_of_call(user):
        fits(tool, user.call(tool, **arguments))
    for tool in BY_NAME:
        for garbage in (None, [], "x", {"store": "\ud83d"}, {"path": "\0", "action": "\0"}):
            fits(tool, call(user.place(), tool, garbage))


@pytest.mark.parametrize("mode", MODES)
async def test_a_client_that_holds_answers_against_the_schemas_takes_them_all(ann: User, mode: str) -> None:
    async with ann.host(mode) as client:
        tools = (await client.list_tools()).tools
        assert all(one.output_schema for one in tools)
        for tool, arguments in every_kind_of_call(ann):
            answer = await client.call_tool(tool, arguments)
            assert answer.structured_content is not None
            assert answer.is_error == ("error" in answer.structured_content)


async def test_one_schema_serves_every_project_and_never_changes(user: User) -> None:
    async with user.host() as client:
        before = [one.model_dump() for one in (await client.list_tools()).tools]
        await client.call_tool("memory", {"action": "add", "text": "x", "scope": "global"})
        assert [one.model_dump() for one in (await client.list_tools()).tools] == before
    user.trusts()
    user.write("app/.pi/agent/memory-auto/notes.md", "Tabs, not spaces.\n#style\n")
    async with user.host() as client:
        assert [one.model_dump() for one in (await client.list_tools()).tools] == before
