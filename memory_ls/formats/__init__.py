"""Formats: rows to blocks to fragments, and back. One module a format; nothing here touches a disk."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from memory_ls.formats.format import Format
from memory_ls.lazily import Loaded


def _load(name: str) -> Format:
    return cast(Format, getattr(import_module(f"memory_ls.formats.{name}"), name.upper()))


FORMATS = Loaded(("bullets", "cards", "records", "topics", "sections", "outline", "gemini", "daily"), _load)
"""Every format by its name, which is its module's, and in capitals that of the format in it."""
