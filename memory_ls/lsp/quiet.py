"""What may be logged of a failure: where, and the name of its type. Values and tracebacks can hold note text."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

log = logging.getLogger("memory_ls.lsp")
_STRANGERS = ("pygls", "asyncio", "concurrent.futures")


def failed(what: str, error: BaseException) -> None:
    """Log that something failed."""
    log.error("%s failed: %s", what, type(error).__name__)


class _Templates(logging.Handler):
    """Prints a record's fixed part only, never what is filled in."""

    def emit(self, record: logging.LogRecord) -> None:
        log.log(record.levelno, "%s: %s", record.name, str(record.msg).partition("\n")[0])


def quiet_strangers() -> None:
    """From the loggers below us nothing under WARNING, and of that no values and no tracebacks."""
    for name in _STRANGERS:
        logger = logging.getLogger(name)
        logger.setLevel(logging.WARNING)
        logger.propagate = False
        logger.handlers = [_Templates()]


def loop_failed(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """An event loop's exception handler."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        failed("background work", error)
    else:
        log.error("background work failed")
