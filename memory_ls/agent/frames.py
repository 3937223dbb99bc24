"""Lines on their way in, looked at before the SDK is: it drops what it cannot read, and a host would wait for ever.

Half characters, as JavaScript writes them where a text was cut, are no JSON for the SDK. They travel through it as a
character that stands in no text, and are put back for the tools, which say which argument holds one.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

PARSE_ERROR, INVALID_REQUEST = -32700, -32600
"""Source: JSON-RPC 2.0, "Error object"."""
HALF, _STANDS_FOR = "\ud800", "\ufdd0"
"""Half a character, and the noncharacter that stands for it on its way. Source: Unicode, "Noncharacters"."""
_MAY_BE_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(
    r"\\(?:(?P<high>u[dD][89abAB][0-9a-fA-F]{2})(?P<low>\\u[dD][c-fC-F][0-9a-fA-F]{2})?"
    r"|(?P<alone>u[dD][c-fC-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Broken:
    """Why a line is no message; `id` is that of the answer, None where the line has none that could be used."""

    code: int
    message: str
    id: str | int | None = None


def mended(line: str) -> str:
    """The line with each half character as the one that stands for it; without any, the same."""
    return _ESCAPE.sub(_whole, line) if _MAY_BE_HALF.search(line) else line


def _whole(escape: re.Match[str]) -> str:
    lone = escape["alone"] or (escape["high"] and not escape["low"])
    return json.dumps(_STANDS_FOR)[1:-1] if lone else escape[0]


def halved(said: object) -> object:
    """Arguments with the half characters that they came with."""
    if isinstance(said, str):
        return said.replace(_STANDS_FOR, HALF)
    if isinstance(said, list):
        return [halved(one) for one in said]
    if isinstance(said, dict):
        return {halved(name): halved(value) for name, value in said.items()}
    return said


def fault(line: str, *, read: bool) -> Broken | None:
    """What to answer to a line which is no request and no notification; None where it is one, or an answer itself.
    `read`: the SDK takes it, so that only what it would take for something else counts."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return Broken(PARSE_ERROR, "this line is not JSON; send each message as one line of it")
    if isinstance(said, list):
        return Broken(INVALID_REQUEST, "batches are not taken; send each message as a line of its own")
    if not isinstance(said, dict):
        return Broken(INVALID_REQUEST, "a message is a JSON object")
    id = said.get("id")
    usable = (isinstance(id, str) and _STANDS_FOR not in id) or (isinstance(id, int) and not isinstance(id, bool))
    answering = id if usable else None
    if "method" not in said and ("result" in said or "error" in said):
        return None  # an answer is never answered
    if said.get("jsonrpc") != "2.0":
        return Broken(INVALID_REQUEST, '`jsonrpc` must be "2.0"', answering)
    if not isinstance(said.get("method"), str):
        return Broken(INVALID_REQUEST, "`method` must be a text", answering)
    if "id" in said and not usable:
        return Broken(INVALID_REQUEST, "`id` must be a text or a whole number")
    if not isinstance(said.get("params", {}), dict | None):
        return Broken(INVALID_REQUEST, "`params` must be an object", answering)
    return None if read else Broken(PARSE_ERROR, "this message cannot be read", answering)
