"""How agents name a project's folder: functions of its path alone."""

from __future__ import annotations

import os
import re

from memory_ls.lazily import lazy
from memory_ls.text import utf16_length

_SEPARATOR = lazy(r"[/\\:]")


def claude_slug(path: str) -> str:
    """Claude Code's: every character outside A-Z, a-z and 0-9 becomes a dash. Two projects can share one.

    Beyond 200 characters it is cut and a hash follows that is not known: what is given then is the known part.
    """
    return "".join(char if char.isascii() and char.isalnum() else "-" * utf16_length(char) for char in path)[:200]


def pi_slug(path: str) -> str:
    """The Pi port's of Claude Code's memory: one leading slash off, each of ``/ \\ :`` a dash, in two dashes."""
    inside = path[1:] if path[:1] in ("/", "\\") else path
    return f"--{_SEPARATOR.sub('-', inside)}--"


def records_slug(root: str) -> str:
    """The records agent's: the folder's name in lower case, all but a-z and 0-9 a dash; ``project`` for none."""
    return re.sub(r"[^a-z0-9]+", "-", os.path.basename(root).strip().lower()).strip("-") or "project"
