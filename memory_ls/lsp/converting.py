"""JSON to the protocol's types, and what to do with clients that are newer than these types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cattrs
from lsprotocol import converters, types


def converter() -> cattrs.Converter:
    """A converter without the detailed messages, which cost time and quote values."""
    return converters.get_converter(cattrs.Converter(detailed_validation=False))


def structured(with_: cattrs.Converter, method: str, params: Any) -> Any:
    """A method's typed parameters; JSON as it is for methods that the protocol does not know. Raises on malformed."""
    kind: Any = types.METHOD_TO_TYPES.get(method, (None, None, None))[2]
    if kind is None:
        return params
    if method == types.INITIALIZE:
        return _initialize(with_, params)
    if params is None and kind is not types.InitializedParams:
        raise TypeError("the parameters are missing")
    return with_.structure(params or {}, kind)


def _initialize(with_: cattrs.Converter, params: Any) -> types.InitializeParams:
    """The first parameters; capabilities that our types cannot take are left out instead of refused."""
    try:
        return with_.structure(params, types.InitializeParams)
    except Exception:
        read = with_.structure({**params, "capabilities": {}}, types.InitializeParams)
        read.capabilities = _readable(with_, params["capabilities"])
        return read


def _readable(with_: cattrs.Converter, capabilities: Mapping[str, Any]) -> types.ClientCapabilities:
    def takes(part: Mapping[str, Any]) -> bool:
        try:
            with_.structure(part, types.ClientCapabilities)
        except Exception:
            return False
        return True

    kept: dict[str, Any] = {}
    for group, value in capabilities.items():
        if takes({group: value}):
            kept[group] = value
        elif isinstance(value, dict):
            kept[group] = {name: one for name, one in value.items() if takes({group: {name: one}})}
    return with_.structure(kept, types.ClientCapabilities)
