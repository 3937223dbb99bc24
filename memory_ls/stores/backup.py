"""Backups of what a bulk change takes away: in the user's state folder, for the user alone, never overwritten."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from datetime import datetime

from memory_ls.stores.failure import StoreFailure, clause_of
from memory_ls.stores.own_folders import private_folder
from memory_ls.stores.places import Environment


class BackupError(StoreFailure):
    """A backup could not be kept, so that the change it is for must not happen."""


def back_up(env: Environment, path: str, data: bytes) -> str:
    """Keep the bytes of a file at `path`; gives the backup's own path. Raises `BackupError`."""
    stem, ending = os.path.splitext(os.path.basename(path))
    name = f"{stem[:40]}-{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(4)}{ending[:10]}"
    try:
        folder = private_folder(env, "backups")
        target = os.path.join(folder, name)
        _keep(target, data)
        _sync(folder)
    except OSError as error:
        raise BackupError(f"a backup {clause_of(error, 'written')}; nothing was changed") from None
    return target


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
