"""Backups of what a bulk change takes away: in the user's state folder, for the user alone, never overwritten.

They hold whatever the notes held, secrets too, so they go after 30 days. A journal beside their folder (one JSON line a
backup) says where each came from; a backup without a line can be looked at, but not put back by us.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from contextlib import suppress
from datetime import datetime

from memory_ls.data import dataclass
from memory_ls.lazily import lazy
from memory_ls.stores.failure import StoreFailure, clause_of
from memory_ls.stores.locking import LockTimeout, flocked
from memory_ls.stores.own_folders import private_folder
from memory_ls.stores.places import Environment

DAYS = 30
"""Days after which a backup goes."""
_FOLDER, _JOURNAL = "backups", "backups.jsonl"
_CAP = 16 << 20
"""Bytes of the journal that are read, from its end."""
_DAY = 86_400
_WHEN = lazy(r"-(\d{8}-\d{6})-[0-9a-f]{8}(?:\.|\Z)")


class BackupError(StoreFailure):
    """A backup could not be kept, so that the change it is for must not happen."""


@dataclass(frozen=True, slots=True)
class Backup:
    """One that is kept: its own path, where it came from (empty where that is not known), when (seconds), its bytes."""

    path: str
    origin: str
    at: float
    size: int

    @property
    def id(self) -> str:
        return os.path.basename(self.path)


def back_up(env: Environment, path: str, data: bytes) -> str:
    """Keep the bytes of a file at `path`; gives the backup's own path. Raises `BackupError`. Old ones go."""
    stem, ending = os.path.splitext(os.path.basename(path))
    name = f"{stem[:40]}-{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(4)}{ending[:10]}"
    try:
        folder = private_folder(env, _FOLDER)
        target = os.path.join(folder, name)
        _keep(target, data)
        _sync(folder)
    except OSError as error:
        raise BackupError(f"a backup {clause_of(error, 'written')}; nothing was changed") from None
    with suppress(
        OSError, LockTimeout
    ):  # the bytes are safe; without its line only `restore` does not know where they belong
        _note(env, {"backup": name, "path": path, "at": time.time()})
    prune(env)
    return target


def kept(env: Environment) -> list[Backup]:
    """All backups, the latest first. Never raises."""
    said = _journal(env)
    found = []
    folder = os.path.join(env.state_dir, _FOLDER)
    for name in _names(folder):
        path = os.path.join(folder, name)
        with suppress(OSError):
            status = os.lstat(path)
            line = said.get(name, {})
            origin, at = line.get("path"), line.get("at")
            found.append(
                Backup(
                    path,
                    origin if isinstance(origin, str) and os.path.isabs(origin) and "\0" not in origin else "",
                    at if isinstance(at, float) else _named_at(name) or status.st_mtime,
                    status.st_size,
                )
            )
    return sorted(found, key=lambda one: (-one.at, one.id))


def _named_at(name: str) -> float | None:
    """When a backup was made, by its name, in seconds; None where the name does not say."""
    found = _WHEN.search(name)
    try:
        return datetime.strptime(found[1], "%Y%m%d-%H%M%S").timestamp() if found else None
    except (ValueError, OverflowError, OSError):  # digits that are no day
        return None


def content_of(backup: Backup) -> bytes:
    """The bytes that a backup keeps. Raises `BackupError`."""
    try:
        descriptor = os.open(backup.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as stream:
            return stream.read()
    except OSError as error:
        raise BackupError(f"the backup {clause_of(error)}") from None


def prune(env: Environment, days: float = DAYS) -> int:
    """Remove what is older than some days, and the lines of what is gone; gives how many backups went. Never raises."""
    oldest, gone = time.time() - days * _DAY, 0
    for backup in kept(env):
        if backup.at <= oldest:
            with suppress(OSError):
                os.unlink(backup.path)
                gone += 1
    if gone:
        with suppress(OSError, LockTimeout):
            _rewrite(env, set(_names(os.path.join(env.state_dir, _FOLDER))))
    return gone


def _note(env: Environment, line: dict[str, object]) -> None:
    """One more line."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    path = os.path.join(env.state_dir, _JOURNAL)
    with flocked(f"{path}.lock"), open(os.open(path, flags, 0o600), "ab") as stream:
        stream.write(json.dumps(line).encode() + b"\n")


def _journal(env: Environment) -> dict[str, dict[str, object]]:
    """What is known of each backup, by its name; lines that are none are passed over."""
    known: dict[str, dict[str, object]] = {}
    for row in _lines(env):
        try:
            said = json.loads(row)
        except (ValueError, RecursionError):
            continue
        if isinstance(said, dict) and isinstance(said.get("backup"), str):
            known[said["backup"]] = said
    return known


def _lines(env: Environment) -> list[bytes]:
    try:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with open(os.open(os.path.join(env.state_dir, _JOURNAL), flags), "rb") as stream:
            stream.seek(max(0, os.fstat(stream.fileno()).st_size - _CAP))
            return stream.read(_CAP).splitlines()
    except OSError:
        return []


def _rewrite(env: Environment, names: set[str]) -> None:
    """The journal with the lines of these backups alone; under a lock, so that no line of another writer is lost."""
    path = os.path.join(env.state_dir, _JOURNAL)
    with flocked(f"{path}.lock"):
        lines = {name: line for name, line in _journal(env).items() if name in names}
        temporary = f"{path}.{secrets.token_hex(4)}"
        _keep(temporary, b"".join(json.dumps(line).encode() + b"\n" for line in lines.values()))
        os.replace(temporary, path)


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _keep(target: str, data: bytes) -> None:
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        with open(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(descriptor)
    except OSError:
        with suppress(OSError):
            os.unlink(target)
        raise


def _sync(folder: str) -> None:
    with suppress(OSError):  # some file systems cannot sync a folder
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
