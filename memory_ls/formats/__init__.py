"""Formats: rows to blocks to fragments, and back. One module a format; nothing here touches a disk."""

from __future__ import annotations

from memory_ls.formats.bullets import BULLETS
from memory_ls.formats.notes import Format

FORMATS: dict[str, Format] = {format.name: format for format in (BULLETS,)}
"""Every format by its name."""
