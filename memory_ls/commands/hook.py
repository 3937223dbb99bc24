"""`memory-ls hook EVENT`: what an agent host runs at its events. Always ends with code 0."""

from __future__ import annotations

import sys
from argparse import Namespace


def run(options: Namespace) -> int:
    from memory_ls.hooks.run import INPUT, respond
    from memory_ls.stores.places import Environment

    try:
        raw = b"" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.buffer.read(INPUT + 1)
        said = respond(options.event, options.host, raw, Environment.current())
        if said:
            sys.stdout.write(said + "\n")
            sys.stdout.flush()
    except Exception as error:  # a bug must not stop an agent; its text may hold a note, so only its kind is told
        print(f"memory-ls: {type(error).__name__} in the hook {options.event!r:.40}", file=sys.stderr)
    return 0
