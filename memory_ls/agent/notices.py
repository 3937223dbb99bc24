"""Who wants to hear of changed resources, in both eras of the protocol, and the watch that tells them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Any

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourceUpdated

SECONDS = 1.0
"""Between two looks at the stamps of files, while anybody listens. Source: ours."""
AT_MOST = 200
"""Addresses that one host may subscribe to. Source: ours."""


class Notices:
    """Subscriptions of one host. Nothing is looked at while nobody listens."""

    def __init__(self, look: Callable[[], Awaitable[Hashable]]) -> None:
        self._look = look
        self._bus = InMemorySubscriptionBus()
        self._listen = ListenHandler(self._bus, max_subscriptions=16)
        self._subscribed: dict[str, ServerSession] = {}
        self._listened: dict[object, tuple[str, ...]] = {}

    async def subscribe(self, context: ServerRequestContext[Any, Any], uri: str) -> None:
        """The older era: each address by itself."""
        if len(self._subscribed) < AT_MOST:
            self._subscribed[uri] = context.session

    async def unsubscribe(self, uri: str) -> None:
        self._subscribed.pop(uri, None)

    async def listen(
        self, context: ServerRequestContext[Any, Any], params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        """The newer era: one long request, ended by the host."""
        key = object()
        self._listened[key] = tuple(params.notifications.resource_subscriptions or ())[:AT_MOST]
        try:
            return await self._listen(context, params)
        finally:
            del self._listened[key]

    async def watch(self) -> None:
        """Until cancelled: look, and tell of what is listened to when anything changed."""
        before: Hashable = None
        while True:
            await anyio.sleep(SECONDS)
            uris = {*self._subscribed, *(uri for some in self._listened.values() for uri in some)}
            if not uris:
                before = None
                continue
            now = await self._look()
            if before is not None and now != before:
                await self._tell(uris)
            before = now

    async def _tell(self, uris: set[str]) -> None:
        for uri in sorted(uris):
            session = self._subscribed.get(uri)
            if session is not None:
                try:
                    await session.send_resource_updated(uri)
                except (anyio.ClosedResourceError, anyio.BrokenResourceError):
                    self._subscribed.pop(uri, None)
            await self._bus.publish(ResourceUpdated(uri=uri))
