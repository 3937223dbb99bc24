"""The JSON schemas of the tools: what a call takes and what its answer holds, the same for every project.

An answer's schema fits what was declined too, since some hosts hold every answer against it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Json = Mapping[str, object]


def text(said: str = "") -> Json:
    return {"type": "string", "description": said} if said else {"type": "string"}


def texts(said: str = "") -> Json:
    return {"type": "array", "items": {"type": "string"}, **({"description": said} if said else {})}


def flag(said: str = "") -> Json:
    return {"type": "boolean", "description": said} if said else {"type": "boolean"}


def whole(said: str = "") -> Json:
    """A number from 1 on."""
    return {"type": "integer", "minimum": 1, **({"description": said} if said else {})}


def choice(among: Sequence[str], said: str = "") -> Json:
    return {"type": "string", "enum": list(among), **({"description": said} if said else {})}


def asked(required: tuple[str, ...] = (), **properties: Json) -> Json:
    """What a call takes: these arguments and no others."""
    return {"type": "object", "properties": properties, **_required(required), "additionalProperties": False}


def told(required: tuple[str, ...] = (), **properties: Json) -> Json:
    """What an answer holds, or in its place only why it was declined."""
    return {"type": "object", "properties": {**properties, "error": text()}, **_required(required)}


def _required(names: Sequence[str]) -> Json:
    return {"required": list(names)} if names else {}


LIST: Json = {"type": "array", "items": {"type": "object"}}
COUNTS: Json = {"type": "object", "additionalProperties": {"type": "integer"}}
BY_STORE: Json = {"type": "object", "additionalProperties": LIST}
ANY: Json = {"type": "object"}
