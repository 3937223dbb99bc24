"""`memory-ls hook EVENT [--host HOST] [--trusted]`: what an agent host runs at its events. Always ends with code 0.

Its words are read here and not by argparse, which would take longer than most answers do.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from argparse import Namespace


def run(options: Namespace) -> int:
    return answer([options.event, "--host", options.host, *(["--trusted"] if options.trusted else [])])


def answer_and_leave(said: Sequence[str]) -> NoReturn:
    """The same in a process of its own, which has nothing to tidy up: neither while it runs nor at its end."""
    gc.disable()
    code = answer(said)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)


def answer(said: Sequence[str]) -> int:
    """Answer one event; an unknown one, or words that mean nothing, are answered by nothing."""
    event, host, vouched = _words(said)
    try:
        from memory_ls.hooks.hosts import EVENTS, HOSTS
        from memory_ls.hooks.run import INPUT, respond
        from memory_ls.stores.places import Environment

        if event not in EVENTS or host not in (*HOSTS, "auto"):
            known = f"events: {', '.join(EVENTS)}; hosts: {', '.join(HOSTS)}, auto"
            print(f"memory-ls hook: no such {'host' if event in EVENTS else 'event'}; {known}", file=sys.stderr)
        raw = b"" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.buffer.read(INPUT + 1)
        text = respond(event, host, raw, Environment.current(), vouched=vouched)
        if text:
            sys.stdout.write(text + "\n")
            sys.stdout.flush()
    except BrokenPipeError:
        from memory_ls.commands.console import discard

        discard(sys.stdout)
    except Exception as error:  # a bug must not stop an agent; its text may hold a note, so only its kind is told
        print(f"memory-ls: {type(error).__name__} in a hook", file=sys.stderr)
    return 0


def _words(said: Sequence[str]) -> tuple[str, str, bool]:
    """The event and the host of a command line, and whether the host says that the user trusts the project."""
    host, words, rest = "auto", [], iter(said)
    for word in rest:
        if word == "--host":
            host = next(rest, "auto")
        elif word.startswith("--host="):
            host = word.removeprefix("--host=")
        elif not word.startswith("--"):
            words.append(word)
    return (words[0] if words else ""), host, "--trusted" in said
