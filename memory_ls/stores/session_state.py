"""What is kept of an agent's session between two calls: what it was given, what its stores held, whether it is paused.

One file a session in the user's state folder, for the user alone (mode 0600), under a lock of its own; removed 30 days
after its last use. Only the standard library is used. Text in it is masked like everything that is shown.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from memory_ls.data import dataclass, field
from memory_ls.digest import blake2b
from memory_ls.stores.locking import flocked
from memory_ls.stores.own_folders import private_folder
from memory_ls.stores.places import Environment

DAYS = 30
"""Days after which what is kept of a session goes."""
_FOLDER = "sessions"
_CAP = 4 << 20
"""Bytes that are read of one file; a larger one is none of ours."""
_WAIT = 2.0


@dataclass(slots=True)
class Session:
    """`root` is the project's root; `injected` a digest of what the session was given at its start; `recalled` the
    ledger's data; `files` what the stores held when they were last looked at: per path its stamp and its notes' keys;
    `last` the text given last (masked), `event` at which event. `at` is the time of the last change, in seconds.
    """

    root: str = ""
    injected: str = ""
    recalled: dict[str, int] = field(default_factory=dict)
    files: dict[str, list[object]] = field(default_factory=dict, repr=False)
    last: str = field(default="", repr=False)
    event: str = ""
    paused: bool = False
    at: float = 0.0

    @classmethod
    def from_data(cls, data: object) -> Session:
        """From a file's JSON; what is not understood counts as never written."""
        if not isinstance(data, dict):
            return cls()
        known = cls()
        for name in cls.__slots__:
            value = data.get(name)
            if type(value) is type(getattr(known, name)):
                setattr(known, name, value)
        known.files = {path: said for path, said in known.files.items() if isinstance(said, list) and len(said) == 2}
        return known

    def to_data(self) -> dict[str, object]:
        """As plain data for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@contextmanager
def session(env: Environment, host: str, id: str, root: str) -> Iterator[Session]:
    """What is kept of a session, under its lock; written back at the end if the disk lets us.

    Raises `LockTimeout` and OSError where it cannot be locked.
    """
    name = session_name(host, id, root)
    folder = private_folder(env, _FOLDER)
    with flocked(os.path.join(folder, f"{name}.lock"), _WAIT):
        path = os.path.join(folder, f"{name}.json")
        state = Session.from_data(_read(path))
        state.root = root
        yield state
        state.at = time.time()
        with suppress(OSError):
            write_private(path, json.dumps(state.to_data()))


def session_name(host: str, id: str, root: str) -> str:
    """By which a session is kept: hosts choose ids as they like; one that names none has one session a project."""
    said = "\0".join((host, id) if id else (host, "", root))
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def sessions(env: Environment) -> list[Session]:
    """All that is kept, the latest first."""
    folder = os.path.join(env.state_dir, _FOLDER)
    found = [Session.from_data(_read(os.path.join(folder, name))) for name in _names(folder) if name.endswith(".json")]
    return sorted(found, key=lambda one: one.at, reverse=True)


def forget_old(env: Environment) -> None:
    """Remove what was kept of sessions that nobody has used for long."""
    folder, oldest = os.path.join(env.state_dir, _FOLDER), time.time() - DAYS * 86_400
    for name in _names(folder):
        path = os.path.join(folder, name)
        with suppress(OSError):
            if os.lstat(path).st_mtime < oldest:
                os.unlink(path)


# --- pause


def pause(env: Environment, root: str, id: str = "") -> None:
    """Nothing is given any more in a project until a session starts, or in one session until that starts.

    Raises OSError.
    """
    path = os.path.join(private_folder(env, "paused"), _pause_name(root, id))
    write_private(path, json.dumps({"root": root, "session": id}))


def resume(env: Environment, root: str, id: str = "") -> bool:
    """End the pauses of a project and of a session; whether there was any."""
    ended = False
    for name in {_pause_name(root, ""), _pause_name(root, id)}:
        with suppress(OSError):
            os.unlink(os.path.join(env.state_dir, "paused", name))
            ended = True
    return ended


def is_paused(env: Environment, root: str, id: str = "") -> bool:
    """Whether a project, or one session of it, is paused."""
    folder = os.path.join(env.state_dir, "paused")
    return any(os.path.lexists(os.path.join(folder, name)) for name in {_pause_name(root, ""), _pause_name(root, id)})


def paused_sessions(env: Environment, root: str) -> list[str]:
    """The ids of a project's sessions that are paused; an empty one stands for all of them."""
    folder = os.path.join(env.state_dir, "paused")
    found = [_read(os.path.join(folder, name)) for name in sorted(_names(folder))]
    return [str(said.get("session", "")) for said in found if isinstance(said, dict) and said.get("root") == root]


def _pause_name(root: str, id: str) -> str:
    return session_name("", id, "") if id else session_name("", "", root)


# --- files


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _read(path: str) -> object:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as stream:
            data: object = json.loads(stream.read(_CAP))
            return data
    except (OSError, ValueError, RecursionError):
        return None


def write_private(path: str, text: str) -> None:
    """For the user alone: beside, then over it, so that who is killed here leaves the old file or the new one. Raises
    OSError.
    """
    temporary = f"{path}.{os.getpid()}"
    with suppress(FileNotFoundError):
        os.unlink(temporary)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        with open(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        raise
