"""What can go wrong on the disk, and how a person is told."""

from __future__ import annotations

import errno


class StoreFailure(Exception):
    """Something a person can mend; `message` says what, as a clause. Its kinds: a lock, the trust list, a backup."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


SYMLINK = "is a symlink; its agent would not read it"

OWN_SYMLINK = "is a symlink, and none is followed there"


def of_ours(clause: str) -> str:
    """A clause about a file that no agent reads: a configuration, a baseline, a list of ours."""
    return OWN_SYMLINK if clause == SYMLINK else clause


_REASONS = {
    errno.EACCES: "permission denied",
    errno.EPERM: "not permitted",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "it would be larger than allowed here",
    errno.EROFS: "the disk is read-only",
    errno.EIO: "the disk reports an error",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
}
_CLAUSES = {
    errno.ENOTDIR: "lies below something that is no folder",
    errno.ELOOP: SYMLINK,
    errno.ENAMETOOLONG: "has a name that is too long",
    errno.EISDIR: "is a folder, not a file",
    errno.ENOENT: "lies in a folder that is gone",
}
NO_NAME = "has a name that no file can have"


def clause_of(error: OSError, done: str = "read") -> str:
    """An operating system's error as a clause that reads after a file's name; `done` is what was tried."""
    number = error.errno or 0
    if number in _CLAUSES:
        return _CLAUSES[number]
    return f"cannot be {done}: {_REASONS.get(number) or (error.strerror or 'an unknown error').lower()}"


def shown_size(size: int) -> str:
    """A limit in bytes as a person writes it."""
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit and not size % unit:
            return f"{size // unit} {name}"
    return f"{size} bytes"
