"""The process side of the transport: standard streams, the reader thread, the parent that is watched."""

from __future__ import annotations

import io
import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from memory_ls.lsp.framing import Broken, Frames

CHUNK = 1 << 16
POLL_SECONDS = 1.0


@contextmanager
def own_stdio() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """The standard streams for the protocol alone: whoever prints meanwhile prints to stderr, and programs started
    meanwhile read nothing, so that neither can damage the conversation.
    """
    sys.stdout.flush()
    source, target = os.dup(0), os.dup(1)
    for stream in (source, target):  # some hosts hand over non-blocking pipes
        os.set_blocking(stream, True)
    null = os.open(os.devnull, os.O_RDONLY)
    printed = sys.stdout
    os.dup2(null, 0)
    os.dup2(2, 1)
    os.close(null)
    sys.stdout = sys.stderr
    try:
        with open(source, "rb", buffering=0) as stdin, open(target, "wb", buffering=0) as stdout:
            yield stdin, stdout
    finally:
        sys.stdout = printed


class Writer:
    """Whole messages to a byte stream, from any thread. A stream that is gone calls `lost`; the rest is swallowed."""

    def __init__(self, stream: BinaryIO, lost: Callable[[], None]) -> None:
        self._stream, self._lost = stream, lost
        self._lock = threading.Lock()
        self._open = True

    def write(self, data: bytes) -> None:
        """Write one message, its header included."""
        with self._lock:
            if not self._open:
                return
            try:
                rest = memoryview(data)
                while rest:  # an unbuffered stream may take a part
                    rest = rest[self._stream.write(rest) or 0 :]
                self._stream.flush()
                return
            except (OSError, ValueError):
                self._open = False
        self._lost()

    def close(self) -> None:
        with self._lock:
            self._open = False


class Reader:
    """One thread that reads, cuts, and hands over whole bodies by `deliver`; `deliver(None)` is the stream's end."""

    def __init__(self, stream: BinaryIO, deliver: Callable[[list[bytes | Broken] | None], None]) -> None:
        self._deliver, self._frames = deliver, Frames()
        self._fd: int | None = None
        try:
            self._fd = stream.fileno()
        except (OSError, ValueError, io.UnsupportedOperation):
            self._read: Callable[[], bytes] = lambda: getattr(stream, "read1", stream.read)(CHUNK)
        else:
            self._read = lambda: os.read(stream.fileno(), CHUNK)

    def start(self) -> None:
        threading.Thread(target=self._run, name="lsp-reader", daemon=True).start()

    def waiting(self) -> bool:
        """Whether bytes wait to be read, or a message has begun to arrive."""
        if self._frames.partial:
            return True
        if self._fd is None:
            return False
        try:
            return bool(select.select([self._fd], [], [], 0)[0])
        except (OSError, ValueError):
            return False

    def _run(self) -> None:
        try:
            while data := self._read():
                if bodies := self._frames.feed(data):
                    self._deliver(bodies)
        except (OSError, ValueError):
            pass
        finally:
            self._deliver(None)


def watch(pid: int | None, gone: Callable[[], None]) -> bool:
    """Call `gone`, from a thread, when the process `pid` has ended; false where it cannot be watched.

    A process that cannot be seen now (another container's) is not watched: nothing is known of it.
    """
    if type(pid) is not int or not 0 < pid < 1 << 31 or not _alive(pid):
        return False
    try:
        handle: int | None = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
    except OSError:
        handle = None

    def run() -> None:
        if handle is not None:
            select.select([handle], [], [])
            os.close(handle)
        else:
            while _alive(pid):
                time.sleep(POLL_SECONDS)
        gone()

    threading.Thread(target=run, name="lsp-parent", daemon=True).start()
    return True


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def end_by(seconds: float, code: int) -> None:
    """End the process after `seconds` even if a thread or handler will not; for use while it is ending anyway."""

    def run() -> None:
        time.sleep(seconds)
        os._exit(code)

    threading.Thread(target=run, name="lsp-end", daemon=True).start()
