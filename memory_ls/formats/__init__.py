"""Formats: rows to blocks to fragments, and back. One module a format; nothing here touches a disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from memory_ls.formats.format import Format

_NAMES = ("bullets", "cards", "records", "topics", "sections", "outline", "gemini", "daily")
"""Each is the module's name, and in capitals that of the format in it."""


class _Formats(Mapping[str, Format]):
    """A format is loaded when it is first asked for: what runs at every prompt needs few of them."""

    def __init__(self) -> None:
        self._loaded: dict[str, Format] = {}

    def __getitem__(self, name: str) -> Format:
        if name not in self._loaded:
            if name not in _NAMES:
                raise KeyError(name)
            self._loaded[name] = getattr(import_module(f"memory_ls.formats.{name}"), name.upper())
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in _NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


FORMATS: Mapping[str, Format] = _Formats()
"""Every format by its name."""
