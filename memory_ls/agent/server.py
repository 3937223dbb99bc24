"""The protocol: requests of both eras to the plain functions of this package, and their answers back.

What a handler raises never reaches the client with its text, and a signal ends it between two writes.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar
from urllib.parse import unquote, urlsplit

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from memory_ls import __version__
from memory_ls.agent import words
from memory_ls.agent.answer import Answer, Declined
from memory_ls.agent.frames import halved
from memory_ls.agent.notices import Notices
from memory_ls.agent.place import Place
from memory_ls.agent.prompts import PROMPTS, Prompt, prompt
from memory_ls.agent.resources import TEMPLATE, State, read_resource, resources, states
from memory_ls.agent.tools import TOOLS, Tool, call
from memory_ls.agent.turns import GivenUp, Turns
from memory_ls.agent.wire import wire
from memory_ls.stores.failure import StoreFailure
from memory_ls.stores.places import Environment
from memory_ls.workspace.recognise import project_root

T = TypeVar("T")
Context = ServerRequestContext[Any, Any]
_BROKEN = "something went wrong in memory-ls; nothing is known to have changed"
"""What a client hears of a bug; where it is stands on standard error, without any note's text."""


class Agent:
    """One session with one host. `fixed` is the project that was named at the start, if any."""

    def __init__(self, env: Environment, fixed: str | None, *, vouched: bool = False) -> None:
        self._env, self._fixed, self._vouched = env, fixed, vouched
        self._place: Place | None = None
        self.turns = Turns()
        self.notices = Notices(self._states, self._addresses)

    def server(self) -> Server[Any]:
        return Server(
            "memory-ls",
            version=__version__,
            title="Memory notes",
            description="Notes of coding agents, kept as markdown files",
            instructions=words.INSTRUCTIONS,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_list_resource_templates=self.list_templates,
            on_read_resource=self.read_resource,
            on_subscribe_resource=self.subscribe,
            on_unsubscribe_resource=self.unsubscribe,
            on_subscriptions_listen=self.listen,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
        )

    async def place(self, context: Context) -> Place:
        """The project that this session is about: the one that was named, else the host's first folder, else ours."""
        if self._place is None:
            folder = self._fixed or await self._root_of_host(context) or self._env.cwd
            self._place = Place(self._env, project_root(folder), self._vouched, self.turns.pause)
        return self._place.fresh()

    async def _root_of_host(self, context: Context) -> str | None:
        """The first folder that a host of the legacy era names; None where it names none in time."""
        capabilities = context.session.client_capabilities
        if capabilities is None or capabilities.roots is None or not context.session.can_send_request:
            return None
        try:
            with anyio.fail_after(2):
                said = await context.session.send_request(types.ListRootsRequest(), types.ListRootsResult)
        except Exception:  # a host that does not answer is one without folders
            return None
        for root in said.roots:
            parts = urlsplit(str(root.uri))
            if parts.scheme == "file" and "\0" not in unquote(parts.path):
                return unquote(parts.path)
        return None

    async def list_tools(self, context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(tool) for tool in TOOLS])

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        place = await self.place(context)
        answer = await self.run(place, params.name, halved(params.arguments))
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=answer.text)],
            structured_content=json.loads(json.dumps(answer.data)),
            is_error=answer.failed,
        )

    async def run(self, place: Place, name: str, arguments: object) -> Answer:
        try:
            return await self.turns.run(call, place, name, arguments)
        except GivenUp:  # the host does not hear this: it has stopped listening for it
            return Answer("cancelled; nothing was changed", {"changed": False, "error": "cancelled"}, failed=True)
        except Exception as error:  # a bug: its place helps to find it, its text may hold a note
            tell(error)
            return Answer(_BROKEN, {"changed": False, "error": _BROKEN}, failed=True)

    # --- resources

    async def list_resources(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        found = await self._asked(resources, await self.place(context))
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=one.uri, name=one.name, description=one.description, mime_type="text/markdown")
                for one in found
            ]
        )

    async def list_templates(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        cards = types.ResourceTemplate(
            uri_template=TEMPLATE,
            name="cards",
            description="The cards with a keyword",
            mime_type="text/markdown",
        )
        return types.ListResourceTemplatesResult(resource_templates=[cards])

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(params.uri)
        text = await self._asked(read_resource, await self.place(context), uri, missing=_not_found(context))
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=uri, mime_type="text/markdown", text=text)]
        )

    async def subscribe(self, context: Context, params: types.SubscribeRequestParams) -> types.EmptyResult:
        await self.place(context)
        try:
            await self.notices.subscribe(context, str(params.uri))
        except Declined as declined:
            raise MCPError(_not_found(context), declined.reason) from None
        return types.EmptyResult()

    async def unsubscribe(self, context: Context, params: types.UnsubscribeRequestParams) -> types.EmptyResult:
        await self.notices.unsubscribe(str(params.uri))
        return types.EmptyResult()

    async def listen(
        self, context: Context, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        await self.place(context)
        try:
            return await self.notices.listen(context, params)
        except Declined as declined:
            raise MCPError(types.INVALID_PARAMS, declined.reason) from None

    async def _states(self, before: Mapping[str, State | None]) -> Mapping[str, State | None]:
        if self._place is None:
            return before
        try:
            return await self.turns.run(states, self._place.fresh(), before)
        except Exception as error:  # looking must not end the server; the next look may do better
            tell(error)
            return before

    async def _addresses(self) -> frozenset[str] | None:
        """Of the resources that there are; None where they cannot be told."""
        if self._place is None:
            return None
        try:
            return frozenset(one.uri for one in await self.turns.run(resources, self._place.fresh()))
        except Exception as error:
            tell(error)
            return None

    # --- prompts

    async def list_prompts(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_prompt(one) for one in PROMPTS])

    async def get_prompt(self, context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        text = await self._asked(prompt, await self.place(context), params.name, params.arguments)
        content = types.TextContent(type="text", text=text)
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])

    async def _asked(self, ask: Callable[..., T], *arguments: object, missing: int = types.INVALID_PARAMS) -> T:
        """What a plain function gives; what it declines is the protocol's error, a bug one without its text."""
        try:
            return await self.turns.run(ask, *arguments)
        except Declined as declined:
            raise MCPError(missing, declined.reason) from None
        except StoreFailure as failure:
            raise MCPError(types.INTERNAL_ERROR, failure.message) from None
        except Exception as error:
            tell(error)
            raise MCPError(types.INTERNAL_ERROR, _BROKEN) from None


def _not_found(context: Context) -> int:
    """The code of a resource that is not there, which the newer era changed."""
    return types.INVALID_PARAMS if context.protocol_version >= "2026" else -32002


def _prompt(one: Prompt) -> types.Prompt:
    return types.Prompt(
        name=one.name,
        title=one.title,
        description=one.description,
        arguments=[
            types.PromptArgument(name=name, description=said, required=False) for name, said in one.arguments.items()
        ],
    )


def tell(error: BaseException) -> None:
    """Where a bug is, on standard error."""
    trace, last = error.__traceback__, None
    while trace is not None:
        last, trace = trace, trace.tb_next
    where = f"{last.tb_frame.f_code.co_filename}:{last.tb_lineno}" if last is not None else "?"
    print(f"memory-ls: {type(error).__name__} at {where}", file=sys.stderr)


def _tool(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=dict(tool.schema),
        output_schema=dict(tool.answers) if tool.answers is not None else None,
        annotations=types.ToolAnnotations(
            read_only_hint=tool.reads,
            destructive_hint=tool.deletes,
            idempotent_hint=True,
            open_world_hint=False,
        ),
        _meta=dict(tool.meta) or None,
    )


def run(env: Environment, project: str | None, *, vouched: bool = False) -> int:
    """Serve on standard input and output until the host closes them, or a signal comes."""

    async def serve() -> None:
        agent = Agent(env, project, vouched=vouched)
        server = agent.server()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_end_at_signal, agent.turns)
            tasks.start_soon(agent.notices.watch)
            async with wire(agent.turns.end) as (read, write):
                await server.run(read, write, server.create_initialization_options())
            tasks.cancel_scope.cancel()

    anyio.run(serve)
    return 0


async def _end_at_signal(turns: Turns) -> NoReturn:
    """End at once: a thread that reads standard input would hold every gentler end up until the host says something."""
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for number in signals:
            await turns.quiet()
            os._exit(128 + number)
    raise AssertionError("signals do not end")
