"""Rules: fragments, groups, pairs and views become findings. One module a rule; its docstring documents it."""

from __future__ import annotations

from types import ModuleType

from memory_ls.rules import (
    changed_on_disk,
    duplicate,
    elided,
    invisible_character,
    line_ends,
    merge_conflict,
    missing_path,
    not_injected,
    over_budget,
    recall_off,
    secret,
    similar,
    stale,
    superseded,
    too_long,
    unreadable,
)
from memory_ls.rules.finding import (
    Around,
    FileState,
    Finding,
    GroupRule,
    Hit,
    Message,
    Offer,
    OwnRule,
    Severity,
    Tag,
    View,
    ViewRule,
)
from memory_ls.rules.table import SEVERITIES

OWN: tuple[OwnRule, ...] = (secret, invisible_character, elided, too_long, stale, missing_path)
GROUPS: tuple[GroupRule, ...] = (duplicate, superseded, merge_conflict)
VIEWS: tuple[ViewRule, ...] = (unreadable, changed_on_disk, line_ends, recall_off, over_budget, not_injected)
SIMILAR = similar

MODULES: dict[str, ModuleType] = {
    module.code: module
    for module in (
        changed_on_disk,
        duplicate,
        elided,
        invisible_character,
        line_ends,
        merge_conflict,
        missing_path,
        not_injected,
        over_budget,
        recall_off,
        secret,
        similar,
        stale,
        superseded,
        too_long,
        unreadable,
    )
}
"""Every rule's module by its code; `explain` and the README's table read its docstring."""


def documentation(code: str) -> str:
    """A rule's documentation; KeyError for a code that is none."""
    return (MODULES[code].__doc__ or "").strip()


__all__ = [
    "GROUPS",
    "MODULES",
    "OWN",
    "SEVERITIES",
    "SIMILAR",
    "VIEWS",
    "Around",
    "FileState",
    "Finding",
    "GroupRule",
    "Hit",
    "Message",
    "Offer",
    "OwnRule",
    "Severity",
    "Tag",
    "View",
    "ViewRule",
    "documentation",
]
