"""`memory-ls compact`: exact copies in a cards store become one entry, runs of blank rows one row."""

from __future__ import annotations

from memory_ls.commands.tidy import tidy as run

__all__ = ["run"]
