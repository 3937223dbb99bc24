"""Whether a file changed on the disk, for the price of one `stat`."""

from __future__ import annotations

import os

Glance = tuple[int, int, int]


def stamp_of(path: str) -> Glance | None:
    """Inode, bytes and nanoseconds of what lies at a path, a link itself included; None for nothing."""
    try:
        seen = os.lstat(path)
    except (OSError, ValueError):
        return None
    return seen.st_ino, seen.st_size, seen.st_mtime_ns
