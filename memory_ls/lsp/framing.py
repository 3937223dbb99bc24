"""Cutting a byte stream into message bodies, forgivingly.

Header names count in any case, with blanks and in any order, lines may end in a bare ``\\n``. After something that is
no header the stream is taken up again at the next ``Content-Length``; a body that ends in no bracket because its
length was too great gives back the message that it swallowed. Nothing here decodes JSON.
"""

from __future__ import annotations

import re
from enum import Enum

LARGEST_BODY = 128 << 20
"""Bytes of the largest body taken: a buffer of our read cap of 8 MiB, every character escaped, with room to spare."""
BELIEVABLE = 1 << 30
"""A length above this is not skipped but disbelieved: the next header is looked for right away."""
LARGEST_HEADER = 64 << 10

_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*([0-9]{1,18})[ \t]*\r?(?=\n)", re.I)
_NAME = re.compile(rb"content-length[ \t]*:", re.I)
_BLANK = re.compile(rb"\r?\n\r?\n")
_LEADING = re.compile(rb"[ \t\r\n]*")


class Broken(Enum):
    """A place in the stream where a message was lost."""

    HEADER = "a message without a readable Content-Length"
    LARGE = "a message too large to take"


class Frames:
    """An incremental cutter. `feed` takes what was read and gives the bodies that became whole."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._need = -1  # bytes of the body; -1 while in a header
        self._skip = 0

    @property
    def partial(self) -> bool:
        """Whether the stream stands inside a message."""
        return bool(self._buffer) or self._need >= 0 or self._skip > 0

    def feed(self, data: bytes) -> list[bytes | Broken]:
        self._buffer += data
        out: list[bytes | Broken] = []
        while self._skipped() and (self._need >= 0 or self._header(out)):
            if self._need < 0 or self._skip:
                continue
            if len(self._buffer) < self._need:
                break
            body = bytes(memoryview(self._buffer)[: self._need])
            del self._buffer[: self._need]
            self._need = -1
            out.append(self._unswallowed(body))
        return out

    def _skipped(self) -> bool:
        """Drop what is left of a body that is not taken; false while there is more of it to come."""
        gone = min(self._skip, len(self._buffer))
        del self._buffer[:gone]
        self._skip -= gone
        return not self._skip

    def _header(self, out: list[bytes | Broken]) -> bool:
        """Take one header block; false when it is not whole yet."""
        leading = _LEADING.match(self._buffer)
        if leading is not None and leading.end():
            del self._buffer[: leading.end()]
        end = _BLANK.search(self._buffer, 0, LARGEST_HEADER)
        if end is None:
            if len(self._buffer) >= LARGEST_HEADER:
                self._lost(out)
                return True
            return False
        block = bytes(self._buffer[: end.end()])
        lengths = _LENGTH.findall(block)
        if not lengths:
            out.append(Broken.HEADER)
            del self._buffer[: end.end()]
            return True
        length = int(lengths[-1])
        del self._buffer[: end.end()]
        if length <= LARGEST_BODY:
            self._need = length
            return True
        out.append(Broken.LARGE)
        if length <= BELIEVABLE:
            self._skip = length
        return True

    def _lost(self, out: list[bytes | Broken]) -> None:
        """So much without a header's end is no header: go on at the next thing that looks like one."""
        found = _NAME.search(self._buffer, 1)
        if Broken.HEADER not in out[-1:]:
            out.append(Broken.HEADER)
        del self._buffer[: found.start() if found else len(self._buffer) - 32]

    def _unswallowed(self, body: bytes) -> bytes:
        """The body; when it ends inside the message behind it, what is that message's goes back to the stream."""
        if body[-16:].rstrip()[-1:] in (b"}", b"]"):
            return body
        found = _NAME.search(body)
        cut = found.start() if found else max(body.rfind(b"}"), body.rfind(b"]")) + 1
        if cut:
            self._buffer[:0] = body[cut:]
            return body[:cut]
        return body
