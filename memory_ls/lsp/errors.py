"""What a request can be answered with besides a result that pygls would build."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from pygls.exceptions import JsonRpcException


class Code(Enum):
    """Error codes of JSON-RPC and the protocol with the fixed message each is sent with."""

    PARSE = -32700, "the message is not JSON"
    INVALID_REQUEST = -32600, "this is no valid request now"
    METHOD_NOT_FOUND = -32601, "there is no such method"
    INVALID_PARAMS = -32602, "the parameters do not fit the method"
    INTERNAL = -32603, "the server failed at this request"
    NOT_INITIALIZED = -32002, "initialize comes first"
    CANCELLED = -32800, "the request was cancelled"
    CONTENT_MODIFIED = -32801, "the text has changed since"
    REQUEST_FAILED = -32803, "the request could not be carried out"

    @property
    def number(self) -> int:
        return self.value[0]

    @property
    def message(self) -> str:
        return self.value[1]


class LspError(JsonRpcException):
    """Raised by a handler to answer with an error. `message` is shown to a person: it must be safe to show.

    The message of any other exception never leaves the server.
    """

    def __init__(self, code: Code, message: str | None = None) -> None:
        super().__init__(message=message or code.message, code=code.number)


def sent_as(error: BaseException) -> tuple[int, str]:
    """The code and message a client gets; only an `LspError` chooses its message."""
    if isinstance(error, LspError):
        return error.code, error.message
    if isinstance(error, JsonRpcException):
        return error.code, error.MESSAGE or Code.INTERNAL.message
    return Code.INTERNAL.number, Code.INTERNAL.message


@dataclass(frozen=True, slots=True)
class RawJson:
    """A result that is JSON already; it is sent as it is."""

    text: str = field(repr=False)
