"""Where agents' instruction files lie, and which project a store in the user's folders belongs to."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from memory_ls.formats.notes import Store
from memory_ls.stores.agent_places import claude_slug, pi_slug, records_slug
from memory_ls.stores.places import Environment, agent_dir
from memory_ls.stores.reading import Found, read
from memory_ls.text import split_rows

_IN_PROJECT = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md")
_CAP = 256 * 1024


def instruction_files(env: Environment, project: str | None, *, of_user: bool) -> dict[str, str]:
    """What they are called, and the paths at which they may lie: a project's, and for a user's store the user's own."""
    paths = {name: os.path.join(project, name) for name in _IN_PROJECT} if project else {}
    if of_user:
        claude = env.expand(env.variables.get("CLAUDE_CONFIG_DIR", "").strip() or "~/.claude")
        paths["the user's CLAUDE.md"] = os.path.join(claude, "CLAUDE.md")
        paths["the user's AGENTS.md"] = os.path.join(agent_dir(env), "AGENTS.md")
    return paths


def rows_of(path: str) -> Sequence[str]:
    """The rows of one, at most 256 KiB of it; none where it cannot be read."""
    found = read(path, os.path.dirname(path), _CAP)
    return split_rows(found.text)[0] if isinstance(found, Found) else ()


def project_of(store: Store, roots: Iterable[str]) -> str | None:
    """Which of some projects a store that is named after one belongs to."""
    folder, name = os.path.split(store.folder)
    slug = os.path.basename(folder) if name == "memory" else name
    slugs = {"topics": pi_slug if store.dialect == "pi" else claude_slug, "records": records_slug}
    slug_of = slugs.get(store.format)
    return next((root for root in roots if slug_of is not None and slug_of(root) == slug), None)
