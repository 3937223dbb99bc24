"""Recall: what the agent of each format is given, one module a format; and which notes a prompt is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from memory_ls.recall.plan import NOT_A_NOTE, Over, Part, Plan, Recall, omitted_runs, size

_NAMES = ("bullets", "cards", "records", "topics", "sections", "outline")
"""Each is the module's name, in which the class is called after it."""


class _Recalls(Mapping[str, Recall]):
    """A format's recall is loaded when it is first asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, Recall] = {}

    def __getitem__(self, name: str) -> Recall:
        if name not in self._loaded:
            if name not in _NAMES:
                raise KeyError(name)
            self._loaded[name] = getattr(import_module(f"memory_ls.recall.{name}"), f"{name.capitalize()}Recall")()
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in _NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


RECALLS: Mapping[str, Recall] = _Recalls()
"""Every format's recall by the format's name; one without any gives its notes only when they are asked for."""

__all__ = ["NOT_A_NOTE", "RECALLS", "Over", "Part", "Plan", "Recall", "omitted_runs", "size"]
