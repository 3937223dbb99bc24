"""`memory-ls rebuild`: the generated keyword list of a cards store, made anew from its notes."""

from __future__ import annotations

from memory_ls.commands.tidy import tidy as run

__all__ = ["run"]
