"""Recall: what the agent of each format is given, one module a format; and which notes a prompt is about."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from memory_ls.lazily import Loaded, exports

if TYPE_CHECKING:
    from memory_ls.recall.plan import NOT_A_NOTE, Over, Part, Plan, Recall, omitted_runs, size


def _load(name: str) -> Recall:
    return cast("Recall", getattr(import_module(f"memory_ls.recall.{name}"), f"{name.capitalize()}Recall")())


RECALLS = Loaded(("bullets", "cards", "records", "topics", "sections", "outline"), _load)
"""Every format's recall by the format's name; one without any gives its notes only when they are asked for."""

__all__ = ["NOT_A_NOTE", "RECALLS", "Over", "Part", "Plan", "Recall", "omitted_runs", "size"]

if not TYPE_CHECKING:
    __getattr__ = exports(__name__, dict.fromkeys((name for name in __all__ if name != "RECALLS"), "plan"))
