"""One writer at a time: a lock file for each store, in the user's state folder, keyed by the store's real path.

`filelock` takes `flock` on Unix, so a plain `flock` on the same file and this one exclude each other. Locks of several
stores are taken in the order of their paths, so that two writers never wait for each other.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager

from memory_ls.digest import blake2b
from memory_ls.stores.failure import StoreFailure, clause_of
from memory_ls.stores.own_folders import private_folder
from memory_ls.stores.places import Environment

SECONDS = 10.0
"""How long a writer waits for another one."""
_PAUSE = 0.05
"""Seconds between two tries to take a lock."""
Pause = Callable[[float], None]
"""Lets so many seconds pass between two tries; what it raises ends the wait, and nothing is held then."""
_BUSY = "another program is writing this memory; try again in a moment, or close it"
_NO_LOCKS = "the disk of the state folder knows no locks; set XDG_STATE_HOME to a folder on a local disk"


class LockTimeout(StoreFailure):
    """Another program holds a store for long, or the lock cannot be made."""


@contextmanager
def locked(
    env: Environment, stores: Iterable[str], seconds: float = SECONDS, pause: Pause = time.sleep
) -> Iterator[None]:
    """Hold the locks of some stores, given by their folders. Raises `LockTimeout`.

    Not re-entrant: who holds a store's lock and asks for it again waits in vain.
    """
    with ExitStack() as stack:
        for store in sorted({os.path.realpath(store) for store in stores}):
            path, end = lock_path(env, store), time.monotonic() + seconds
            while not _entered(stack, env, path):
                if time.monotonic() >= end:
                    raise LockTimeout(_BUSY)
                pause(_PAUSE)
        yield


def _entered(stack: ExitStack, env: Environment, path: str) -> bool:
    """Whether nobody else holds a lock file; then it is held until the stack ends."""
    from filelock import FileLock, Timeout

    try:
        private_folder(env, "locks")
        stack.enter_context(FileLock(path, mode=0o600).acquire(blocking=False))
    except Timeout:
        return False
    except NotImplementedError:
        raise LockTimeout(_NO_LOCKS) from None
    except OSError as error:
        raise LockTimeout(f"the lock for this memory {clause_of(error, 'taken')}") from None
    return True


@contextmanager
def flocked(path: str, seconds: float = SECONDS, pause: Pause = time.sleep) -> Iterator[None]:
    """Hold a lock file that an agent itself locks with `flock`; made where it is missing. Raises `LockTimeout`.

    Uses the standard library alone.
    """
    descriptor = -1
    try:
        try:
            descriptor = _flocked(path, seconds, pause)
        except OSError as error:
            raise LockTimeout(f"the lock for this memory {clause_of(error, 'taken')}") from None
        yield
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def _flocked(path: str, seconds: float, pause: Pause) -> int:
    import fcntl

    end = time.monotonic() + seconds
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_still(descriptor, path):
                return descriptor
        except BlockingIOError:
            pass
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        if time.monotonic() >= end:
            raise LockTimeout(_BUSY)
        pause(_PAUSE)


def _is_still(descriptor: int, path: str) -> bool:
    """Whether the locked file is the one at its path: some agents remove theirs when they are done."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except FileNotFoundError:
        return False


def lock_path(env: Environment, store: str) -> str:
    """Where the lock file of a store lies."""
    key = blake2b(os.fsencode(os.path.realpath(store)), digest_size=16).hexdigest()
    return os.path.join(env.state_dir, "locks", f"{key}.lock")
