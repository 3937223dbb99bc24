"""Folders that may not be looked into, so that nobody can say what lies in them."""

from __future__ import annotations

import os


def shut_by(path: str, folder: str = "") -> str:
    """The folder for which the system keeps to itself if a path (absolute) is there; empty where it does not. Never
    raises.

    Only one that is an agent's own, by its name a hidden one, or `folder`: of what lies in a home folder that is
    somebody else's nothing is said.
    """
    here = path
    while _is_kept_from_us(here):
        here = os.path.dirname(here)
    return here if here != path and (here == folder or os.path.basename(here).startswith(".")) else ""


def _is_kept_from_us(path: str) -> bool:
    try:
        os.lstat(path)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return False
