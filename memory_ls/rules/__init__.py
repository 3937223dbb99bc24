"""Rules: fragments, groups, pairs, files and views become findings. One module a rule; its docstring documents it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType

from memory_ls.formats.notes import Ref
from memory_ls.index import Likeness, ValueIndex
from memory_ls.rules import (
    bad_facts,
    bad_frontmatter,
    bad_id,
    bad_separator,
    broken_link,
    changed_on_disk,
    conflict,
    duplicate,
    elided,
    generated,
    in_instructions,
    invisible_character,
    keyword,
    line_ends,
    listed_twice,
    merge_conflict,
    missing_path,
    mixed_format,
    not_injected,
    over_budget,
    prompt_injection,
    recall_off,
    relative_date,
    secret,
    shared_store,
    similar,
    stale,
    superseded,
    too_long,
    unlisted,
    unreadable,
)
from memory_ls.rules.finding import (
    Around,
    FileRule,
    FileState,
    Finding,
    GroupRule,
    Hit,
    Message,
    Offer,
    OwnRule,
    PairRule,
    Severity,
    Tag,
    View,
)
from memory_ls.rules.table import SEVERITIES

OWN: tuple[OwnRule, ...] = (
    secret,
    prompt_injection,
    invisible_character,
    elided,
    too_long,
    relative_date,
    stale,
    missing_path,
    in_instructions,
    conflict.AGAINST_INSTRUCTIONS,
    keyword,
    generated,
    bad_frontmatter,
    bad_facts,
    bad_id,
    bad_separator,
)
GROUPS: tuple[GroupRule, ...] = (
    duplicate,
    listed_twice,
    superseded,
    merge_conflict,
    broken_link,
    unlisted,
    keyword.SPELLINGS,
    bad_separator.IN_GROUP,
    mixed_format,
    bad_facts.IN_GROUP,
    bad_id.IN_GROUP,
)
FILES: tuple[FileRule, ...] = (
    unreadable,
    changed_on_disk,
    line_ends,
    recall_off,
    shared_store,
    bad_frontmatter.IN_FILE,
    bad_separator.IN_FILE,
)
BUDGET: tuple[FileRule, ...] = (over_budget, not_injected)

MODULES: dict[str, ModuleType] = {
    module.code: module
    for module in (
        bad_facts,
        bad_frontmatter,
        bad_id,
        bad_separator,
        broken_link,
        changed_on_disk,
        conflict,
        duplicate,
        elided,
        generated,
        in_instructions,
        invisible_character,
        keyword,
        line_ends,
        merge_conflict,
        missing_path,
        mixed_format,
        not_injected,
        over_budget,
        prompt_injection,
        recall_off,
        relative_date,
        secret,
        shared_store,
        similar,
        stale,
        superseded,
        too_long,
        unlisted,
        unreadable,
    )
}
"""Every rule's module by its code; `explain` and the README's table read its docstring."""


def documentation(code: str) -> str:
    """A rule's documentation; KeyError for a code that is none."""
    return (MODULES[code].__doc__ or "").strip()


@cache
def group_rules(kind: str) -> Sequence[GroupRule]:
    """The rules that look at fragments sharing a name of a kind."""
    return [rule for rule in GROUPS if kind in rule.kinds]


def pair_rules() -> list[tuple[PairRule, Likeness[Ref]]]:
    """The rules that look at pairs, each with a fresh index that finds them."""
    return [(similar, Likeness()), (conflict, ValueIndex())]


__all__ = [
    "BUDGET",
    "FILES",
    "GROUPS",
    "MODULES",
    "OWN",
    "SEVERITIES",
    "Around",
    "FileRule",
    "FileState",
    "Finding",
    "GroupRule",
    "Hit",
    "Message",
    "Offer",
    "OwnRule",
    "PairRule",
    "Severity",
    "Tag",
    "View",
    "documentation",
    "group_rules",
    "pair_rules",
]
