"""Writing a file so that a reader sees the old text or the new one, and nobody's change is lost.

A temporary file of a random name beside the target is created exclusively, filled, synced and put in its place; its
mode and owner are the old file's. What is there is compared with what was seen before anything is written, and looked
at once more before the last step: agents do not take our lock.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import time
from contextlib import suppress

from memory_ls.data import dataclass
from memory_ls.stores.failure import clause_of, shown_size
from memory_ls.stores.reading import (
    ABSENT,
    CAP,
    Absent,
    Found,
    Refusing,
    Stamp,
    Unreadable,
    digest_of,
    parent_folder,
    read_in,
)

_NO_HARD_LINKS = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EACCES, errno.EINVAL})
"""What file systems without hard links answer."""
_TEMPORARY = (".memory-ls-", ".tmp")
_LEFT_BEHIND = 3600.0
"""Seconds after which a temporary file's writer is surely gone."""


@dataclass(frozen=True, slots=True)
class Written:
    """Done; the stamp is the new file's."""

    stamp: Stamp | Absent


@dataclass(frozen=True, slots=True)
class Stale:
    """The file is no longer the one that was seen; nothing was written."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was written; `clause` says why, after the file's name."""

    clause: str


Outcome = Written | Stale | Refused


def write(
    path: str, root: str, expect: object, data: bytes, *, make_parents: bool = False, private: bool = False
) -> Outcome:
    """Write bytes to a path inside a store's root if what lies there is still `expect` (`Stamp` or `ABSENT`).

    A new file and new folders are for the user alone if `private`, else as the umask says. Never raises.
    """
    if len(data) > CAP:
        return Refused(f"would have more than the {shown_size(CAP)} that are read again")
    make = make_parents and isinstance(expect, Absent)
    try:
        with parent_folder(path, root, make=make, private=private) as folder:
            present = _present(folder, path)
            if isinstance(present, Refused):
                return present
            if not _same(present, expect):
                return Stale()
            name = os.path.basename(os.path.normpath(path))
            return _put(folder, name, data, 0o600 if private else 0o666)
    except Refusing as refusing:
        return Refused(refusing.clause)
    except OSError as error:
        return Refused(clause_of(error, "written"))


def remove(path: str, root: str, expect: object) -> Outcome:
    """Remove a file if it is still `expect`. Never raises."""
    try:
        with parent_folder(path, root) as folder:
            present = _present(folder, path)
            if isinstance(present, Refused):
                return present
            if isinstance(present, Absent) or not _same(present, expect):
                return Stale()
            os.unlink(os.path.basename(os.path.normpath(path)), dir_fd=folder)
            _sync_folder(folder)
            return Written(ABSENT)
    except Refusing as refusing:
        return Refused(refusing.clause)
    except OSError as error:
        return Refused(clause_of(error, "removed"))


def _present(folder: int, path: str) -> Stamp | Absent | Refused:
    """What lies there now."""
    try:
        found = read_in(folder, path, CAP)
    except FileNotFoundError:
        return ABSENT
    return found.stamp if isinstance(found, Found) else _refused(found)


def _refused(found: Unreadable) -> Refused:
    return Refused(found.clause)


def _same(present: Stamp | Absent, expect: object) -> bool:
    """Whether the contents are those that were seen; a file that was only touched counts as the same."""
    if isinstance(present, Stamp) and isinstance(expect, Stamp):
        return present.digest == expect.digest
    return isinstance(present, Absent) and isinstance(expect, Absent)


def _put(folder: int, name: str, data: bytes, new_mode: int) -> Outcome:
    """The new text under a temporary name, then under its own."""
    old = _status(folder, name)
    if old is not None and not old.st_mode & 0o222:
        return Refused("is marked read-only")
    _sweep(folder)
    temporary = f"{_TEMPORARY[0]}{secrets.token_hex(8)}{_TEMPORARY[1]}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(temporary, flags, new_mode if old is None else 0o600, dir_fd=folder)
    try:
        try:
            _fill(descriptor, data)
            if old is not None:
                _take_over(descriptor, old)
            os.fsync(descriptor)
            seen = os.fstat(descriptor)
        finally:
            os.close(descriptor)
        if not _in_place(folder, temporary, name, old):
            return Stale()
    finally:
        with suppress(OSError):  # after a rename it is gone
            os.unlink(temporary, dir_fd=folder)
    _sync_folder(folder)
    return Written(Stamp(seen.st_ino, len(data), seen.st_mtime_ns, digest_of(data)))


def _sweep(folder: int) -> None:
    """Remove what a writer left that was killed: it holds notes, and would be committed with the project."""
    with suppress(OSError):
        for name in os.listdir(folder):
            if name.startswith(_TEMPORARY[0]) and name.endswith(_TEMPORARY[1]):
                seen = _status(folder, name)
                if seen is not None and stat.S_ISREG(seen.st_mode) and time.time() - seen.st_mtime > _LEFT_BEHIND:
                    os.unlink(name, dir_fd=folder)


def _fill(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _take_over(descriptor: int, old: os.stat_result) -> None:
    """The old file's owner, where we may give it away, and its mode."""
    mine = os.fstat(descriptor)
    if (mine.st_uid, mine.st_gid) != (old.st_uid, old.st_gid):
        with suppress(OSError):
            os.fchown(descriptor, old.st_uid, old.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode))  # after the owner: a change of owner drops special bits


def _in_place(folder: int, temporary: str, name: str, old: os.stat_result | None) -> bool:
    """Give the finished file its name; False if another writer was there meanwhile."""
    if old is None:
        try:
            os.link(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)  # unlike a rename, never over another file
            return True
        except FileExistsError:
            return False
        except OSError as error:
            if error.errno not in _NO_HARD_LINKS:
                raise
    if _glance(_status(folder, name)) != _glance(old):
        return False
    os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    return True


def _status(folder: int, name: str) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def _glance(status: os.stat_result | None) -> tuple[int, ...] | None:
    return status and (status.st_mode, status.st_ino, status.st_size, status.st_mtime_ns)


def _sync_folder(folder: int) -> None:
    """Make a new name last; where a file system cannot sync a folder, what was done is done."""
    with suppress(OSError):
        os.fsync(folder)
