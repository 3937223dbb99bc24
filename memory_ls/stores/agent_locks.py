"""The locks that agents themselves take: who holds them too loses no note to an agent that writes at the same time.

hermes-agent reads, changes and writes each of its files under `flock` on ``<file>.lock`` beside it, which it makes and
leaves behind. The other agents with § notes lock in a database or not at all; they look at the file once more instead.

Source: hermes-agent 0.19, read and run.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager

from memory_ls.formats.notes import Store
from memory_ls.stores.agent_places import SECTIONS_FILES
from memory_ls.stores.locking import SECONDS, Pause, flocked


def agent_lock_paths(stores: Iterable[Store]) -> list[str]:
    """The agents' lock files that a change of some stores needs, in the order in which they are taken.

    Those of all files that the agent writes: which of them a change concerns is known only under the locks.
    """
    folders = {store.folder for store in stores if store.format == "sections" and store.dialect == "hermes"}
    return sorted(os.path.join(folder, f"{name}.lock") for folder in folders for name in SECTIONS_FILES["hermes"])


@contextmanager
def agents_locked(stores: Iterable[Store], seconds: float = SECONDS, pause: Pause = time.sleep) -> Iterator[None]:
    """Hold the agents' own locks of some stores; to be taken after our own. Raises `LockTimeout`.

    Where the folder is not there yet no agent has written, and there is nothing to lock.
    """
    with ExitStack() as stack:
        for path in agent_lock_paths(stores):
            if os.path.isdir(os.path.dirname(path)):
                stack.enter_context(flocked(path, seconds, pause))
        yield
