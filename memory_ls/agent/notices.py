"""Who wants to hear of changed resources, in both eras of the protocol, and the watch that tells them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourcesListChanged, ResourceUpdated

from memory_ls.agent.answer import Declined
from memory_ls.agent.resources import State

SECONDS = 1.0
"""Between two looks at the stamps of files, while anybody listens. Source: ours."""
AT_MOST = 200
"""Addresses that one host may subscribe to. Source: ours."""
States = Mapping[str, State | None]
_UNKNOWN = "there is no such resource; `resources/list` says what there is"


class Notices:
    """Subscriptions of one host. Nothing is looked at while nobody listens; `names` gives the addresses there are."""

    def __init__(
        self, look: Callable[[States], Awaitable[States]], names: Callable[[], Awaitable[frozenset[str] | None]]
    ) -> None:
        self._look, self._names = look, names
        self._bus = InMemorySubscriptionBus()
        self._listen = ListenHandler(self._bus, max_subscriptions=16)
        self._subscribed: dict[str, ServerSession] = {}
        self._listened: dict[object, tuple[str, ...]] = {}
        self._states: dict[str, State | None] = {}
        self._list_listeners = 0
        self._list: frozenset[str] | None = None

    async def subscribe(self, context: ServerRequestContext[Any, Any], uri: str) -> None:
        """The older era: each address by itself. Raises `Declined`."""
        if uri not in self._subscribed and len(self._subscribed) >= AT_MOST:
            raise Declined(f"at most {AT_MOST} resources are watched; unsubscribe from others first")
        if not await self._known([uri]):
            raise Declined(_UNKNOWN)
        self._subscribed[uri] = context.session

    async def unsubscribe(self, uri: str) -> None:
        self._subscribed.pop(uri, None)

    async def listen(
        self, context: ServerRequestContext[Any, Any], params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        """The newer era: one long request, ended by the host; which of the addresses are listened to is said at its
        beginning. Raises `Declined` where none of them is known."""
        wanted = (params.notifications.resource_subscriptions or [])[:AT_MOST]
        key, to_list = object(), bool(params.notifications.resources_list_changed)
        self._listened[key] = tuple(wanted)
        self._list_listeners += to_list
        try:
            if to_list and self._list is None:
                self._list = await self._names()
            known = await self._known(wanted)
            if wanted and not known:
                raise Declined(_UNKNOWN)
            self._listened[key] = tuple(known)
            kept = params.notifications.model_copy(update={"resource_subscriptions": known})
            return await self._listen(context, params.model_copy(update={"notifications": kept}))
        finally:
            del self._listened[key]
            self._list_listeners -= to_list

    async def watch(self) -> None:
        """Until cancelled: look, and tell of what changed of that which is listened to."""
        while True:
            await anyio.sleep(SECONDS)
            uris = {*self._subscribed, *(uri for some in self._listened.values() for uri in some)}
            self._states = {uri: state for uri, state in self._states.items() if uri in uris}
            await self._look_at_list()
            if not uris:
                continue
            before = dict(self._states)
            now = await self._look(before)
            self._states.update(now)
            for uri in sorted(before):
                if _text(now[uri]) != _text(before[uri]):
                    await self._tell(uri)

    async def _look_at_list(self) -> None:
        if not self._list_listeners:
            self._list = None
            return
        before, now = self._list, await self._names()
        self._list = before if now is None else now
        if before is not None and now is not None and now != before:
            await self._bus.publish(ResourcesListChanged())

    async def _known(self, uris: list[str]) -> list[str]:
        """Those of some addresses where a resource is; from now on all that changes there is told."""
        new: States = {uri: None for uri in uris if self._states.get(uri) is None}
        found = await self._look(new)
        self._states.update({uri: state for uri, state in found.items() if self._states.get(uri) is None})
        return [uri for uri in uris if self._states.get(uri) is not None]

    async def _tell(self, uri: str) -> None:
        session = self._subscribed.get(uri)
        if session is not None:
            try:
                await session.send_resource_updated(uri)
            except (anyio.ClosedResourceError, anyio.BrokenResourceError):
                self._subscribed.pop(uri, None)
        await self._bus.publish(ResourceUpdated(uri=uri))


def _text(state: State | None) -> bytes | None:
    return None if state is None else state.text
