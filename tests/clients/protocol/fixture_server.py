"""`memory-ls mcp` with what the conformance suite asks for by name on top; everything else is ours as it is.

usage: python fixture_server.py PROJECT

Texts, schemas and refusals go through our own plumbing; only what we never send (pictures, sounds, bytes, files inside
of an answer) is made here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

import mcp_types as types

from memory_ls.agent import server
from memory_ls.agent.answer import Answer, Declined
from memory_ls.agent.place import Place
from memory_ls.agent.prompts import Prompt
from memory_ls.agent.resources import Resource, State
from memory_ls.agent.tools import BY_NAME, Tool
from memory_ls.stores.places import Environment

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
OPEN: Mapping[str, object] = {"type": "object", "properties": {}}
DIALECT: Mapping[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": {"type": "object", "properties": {"street": {"type": "string"}}}},
    "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
    "additionalProperties": False,
}


def _says(text: str) -> Callable[[Place, object], Answer]:
    return lambda place, arguments: Answer(text)


def _breaks(place: Place, arguments: object) -> Answer:
    raise RuntimeError("what a bug looks like")


def _file(uri: str) -> types.EmbeddedResource:
    held = types.TextResourceContents(uri=uri, mime_type="text/plain", text="a file inside of an answer")
    return types.EmbeddedResource(type="resource", resource=held)


PICTURE = types.ImageContent(type="image", data=PIXEL, mime_type="image/png")
SOUND = types.AudioContent(type="audio", data=SILENCE, mime_type="audio/wav")
WORDS = types.TextContent(type="text", text="several kinds at once")
RICH: Mapping[str, list[types.ContentBlock]] = {
    "test_image_content": [PICTURE],
    "test_audio_content": [SOUND],
    "test_embedded_resource": [_file("test://embedded-resource")],
    "test_multiple_content_types": [WORDS, PICTURE, _file("test://mixed-content-resource")],
}
TOOLS = {
    "test_simple_text": Tool("test_simple_text", "Text", "A text", OPEN, _says("a simple text")),
    "test_error_handling": Tool("test_error_handling", "Bug", "Has a bug", OPEN, _breaks),
    "json_schema_2020_12_tool": Tool("json_schema_2020_12_tool", "Schema", "A schema", DIALECT, _says("checked")),
}
PROMPTS = {
    name: Prompt(name, name, "A fixture of the suite", lambda place, focus: "a simple prompt", arguments)
    for name, arguments in {
        "test_simple_prompt": {},
        "test_prompt_with_arguments": {"arg1": "the first", "arg2": "the second"},
        "test_prompt_with_embedded_resource": {"resourceUri": "what to hold"},
        "test_prompt_with_image": {},
    }.items()
}
TEXT_URI, BYTES_URI = "test://static-text", "test://static-binary"


class FixtureAgent(server.Agent):
    """Ours, except for the kinds of content that we never send."""

    async def call_tool(self, context: server.Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name in RICH:
            return types.CallToolResult(content=RICH[params.name])
        return await super().call_tool(context, params)

    async def read_resource(
        self, context: server.Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(params.uri)
        if uri == BYTES_URI:
            held = types.BlobResourceContents(uri=uri, mime_type="image/png", blob=PIXEL)
            return types.ReadResourceResult(contents=[held])
        return await super().read_resource(context, params)

    async def get_prompt(self, context: server.Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        result = await super().get_prompt(context, params)
        first: types.ContentBlock | None = None
        if params.name == "test_prompt_with_image":
            first = PICTURE
        elif params.name == "test_prompt_with_embedded_resource":
            first = _file((params.arguments or {})["resourceUri"])
        before = [types.PromptMessage(role="user", content=first)] if first else []
        return types.GetPromptResult(messages=[*before, *result.messages])


def _install() -> None:
    """Put the names of the suite among those that our plumbing looks up."""
    prompt, read, listed, states = server.prompt, server.read_resource, server.resources, server.states

    def fixture_prompt(place: Place, name: str, arguments: Mapping[str, str] | None) -> str:
        if name not in PROMPTS:
            return prompt(place, name, arguments)
        given = arguments or {}
        if missing := PROMPTS[name].arguments.keys() - given.keys():
            raise Declined(f"missing {', '.join(sorted(missing))}")
        return " ".join([PROMPTS[name].text(place, ""), *(f"{key}={value}" for key, value in given.items())])

    def fixture_read(place: Place, uri: str) -> str:
        if uri == TEXT_URI:
            return "a static text"
        start, end = "test://template/", "/data"
        if uri.startswith(start) and uri.endswith(end):
            return f"data of {uri[len(start) : -len(end)]}"
        return read(place, uri)

    def fixture_states(place: Place, before: Mapping[str, State | None]) -> dict[str, State | None]:
        own: dict[str, State | None] = {uri: State((), b"") for uri in before if uri.startswith("test://")}
        return states(place, {uri: state for uri, state in before.items() if uri not in own}) | own

    server.states = fixture_states
    server.prompt, server.read_resource = fixture_prompt, fixture_read
    server.resources = lambda place: [*listed(place), Resource(TEXT_URI, "text", "A fixture")]
    BY_NAME.update(TOOLS)
    server.TOOLS = (*server.TOOLS, *TOOLS.values())
    server.PROMPTS = (*server.PROMPTS, *PROMPTS.values())
    server.Agent = FixtureAgent  # type: ignore[misc]


if __name__ == "__main__":
    _install()
    raise SystemExit(server.run(Environment.current(), sys.argv[1]))
