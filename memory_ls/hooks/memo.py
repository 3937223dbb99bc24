"""What a hook found out last time, good as long as nothing that it looked at has changed: most prompts find it so.

Kept in the user's state folder for the user alone: the text of a session's start and the notes that a prompt may recall
(masked, without those that are never given), with a stamp of every file and folder that had a part in it. Good for an
hour of one day, one version of ours, one host and one folder. Only the standard library is used.

What was changed while it was made, or just before, is not kept: a clock's tick could hide another change.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date

from memory_ls import __version__
from memory_ls.digest import blake2b
from memory_ls.hooks.hosts import Said
from memory_ls.stores.own_folders import private_folder
from memory_ls.stores.places import Environment
from memory_ls.stores.session_state import write_private

_FOLDER = "hooks"
_SECONDS = 3_600
_TICK = 0.1
"""Seconds by which a change must lie before the look that is kept."""
_CAP = 8 << 20
"""Bytes of one memo; what is larger is found out anew each time."""
VARIABLES = (
    "PI_CODING_AGENT_DIR",
    "CLAUDE_CONFIG_DIR",
    "HERMES_HOME",
    "PI_MEMORY_AUTO_DIR",
    "PI_MEMORY_DIR",
    "PI_DISABLE_AUTO_MEMORY",
    "CLAUDE_CODE_DISABLE_AUTO_MEMORY",
    "PI_MEMORY_AUTO_INDEX_BUDGET",
    "PI_MEMORY_AUTO_REVIEW_MONTHS",
)
"""Variables by which agents are told where their notes lie and what is given of them."""


class Memo:
    """`data` is what is kept (empty: nothing that is still good); `began` when this look began, in seconds."""

    def __init__(self, env: Environment, said: Said, folder: str) -> None:
        self.began = time.time()
        variables = [env.variables.get(name, "") for name in VARIABLES]
        about = [__version__, env.home, said.host, folder, said.vouched, str(date.today()), *variables]
        name = blake2b(json.dumps(about).encode(), digest_size=16).hexdigest()
        self._env, self._path = env, os.path.join(env.state_dir, _FOLDER, f"{name}.json")
        self.data = self._load()

    def get(self, part: str) -> object:
        """A part of it; None where it is not known."""
        return self.data.get(part)

    def keep(self, watched: Iterable[str], **parts: object) -> None:
        """Keep parts beside those that are still good; nothing where the disk does not let us."""
        stamps = {path: _stamp(path) for path in watched}
        if any(stamp and stamp[2] > (self.began - _TICK) * 1e9 for stamp in stamps.values()):
            return
        if self.data.get("stamps") != stamps:
            self.data = {}
        self.data = {"at": self.began, **self.data, "stamps": stamps, **parts}
        text = json.dumps(self.data)
        if len(text) > _CAP:
            return
        with suppress(OSError):
            private_folder(self._env, _FOLDER)
            write_private(self._path, text)

    def _load(self) -> Mapping[str, object]:
        try:
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            with open(os.open(self._path, flags), "rb") as stream:
                data = json.loads(stream.read(_CAP + 1))
            good = 0 <= self.began - data["at"] < _SECONDS
            return data if good and all(_stamp(path) == stamp for path, stamp in data["stamps"].items()) else {}
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return {}


def forget_memos(env: Environment) -> None:
    """Remove those that are no longer good by their age."""
    folder = os.path.join(env.state_dir, _FOLDER)
    with suppress(OSError):
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            with suppress(OSError):
                if os.lstat(path).st_mtime < time.time() - _SECONDS:
                    os.unlink(path)


def _stamp(path: str) -> list[int]:
    """Inode, bytes, and nanoseconds of its text and of its rights; links are followed, since agents' settings often are
    some. Empty: not there.
    """
    try:
        seen = os.stat(path)
    except (OSError, ValueError):
        return []
    return [seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns]
