"""What the agents of cards, records, topics and sections were told about their memory.

Each answer is a mapping for `Format.limits`; what has the wrong type is left to the format, as the agents do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from memory_ls.formats.notes import Store
from memory_ls.stores.agent_places import claude_dir, records_settings
from memory_ls.stores.agent_said import said_in, section, text_at, variable
from memory_ls.stores.own_folders import KEYWORDS
from memory_ls.stores.places import Environment, agent_dir

Told = list[Mapping[str, object]]
_YES = frozenset({"1", "true", "yes", "on"})
_OFF: Mapping[str, object] = {"inject": False}


def told(env: Environment, store: Store, trusted_project: str | None) -> Told:
    """For a store of any format but bullets, earlier first; empty for formats whose agents have no such settings."""
    known: dict[str, Callable[[Environment, Store, str | None], Told]] = {
        "cards": _cards,
        "records": _records,
        "topics": _topics,
        "sections": _sections,
    }
    find = known.get(store.format)
    return [said for said in find(env, store, trusted_project) if said] if find else []


def _cards(env: Environment, store: Store, project: str | None) -> Told:
    """`indexBudget` in characters and `reviewMonths`, whole numbers from variables; `usefulness` as we count it."""
    said: dict[str, object] = {}
    for name, key in (("INDEX_BUDGET", "indexBudget"), ("REVIEW_MONTHS", "reviewMonths")):
        digits = variable(env, f"PI_MEMORY_AUTO_{name}")
        if digits.isascii() and digits.isdigit():
            said[key] = int(digits[:9])
    if os.path.isdir(os.path.join(env.state_dir, KEYWORDS)):
        from memory_ls.stores.usefulness import usefulness  # only where somebody has ever looked a keyword up

        said["usefulness"] = usefulness(env, store).order()
    return [said]


def _records(env: Environment, store: Store, project: str | None) -> Told:
    """The agent's section of `settings.json`, with `maxTokens` of its `systemPrompt`."""
    said = records_settings(env)
    off = said.get("enabled") is False or said.get("injection") == "off"
    return [said, section(said, "systemPrompt"), _OFF if off else {}]


def _topics(env: Environment, store: Store, project: str | None) -> Told:
    if store.dialect == "pi":
        return [_OFF if _pi_is_off(env, project) else {}]
    is_auto = store.folder in _auto_folders(env) or f"{os.sep}projects{os.sep}" in store.folder
    return [_OFF if store.dialect == "claude" and is_auto and _claude_is_off(env, project) else {}]


def _pi_is_off(env: Environment, project: str | None) -> bool:
    """The variable wins over the settings; a project's settings over the user's."""
    if variable(env, "PI_DISABLE_AUTO_MEMORY").lower() in _YES:
        return True
    files = [os.path.join(agent_dir(env), "settings.json")]
    if project is not None:
        files.append(os.path.join(project, ".pi", "settings.json"))
    return _last_bool([section(said_in(path), "memory").get("enabled") for path in files]) is False


def _claude_is_off(env: Environment, project: str | None) -> bool:
    """The variable decides where it is set, also for "on"; else `autoMemoryEnabled`, the nearest settings last."""
    decided = variable(env, "CLAUDE_CODE_DISABLE_AUTO_MEMORY").lower()
    if decided:
        return decided in _YES
    files = [os.path.join(claude_dir(env), "settings.json")]
    if project is not None:
        files += [os.path.join(project, ".claude", name) for name in ("settings.json", "settings.local.json")]
    return _last_bool([said_in(path).get("autoMemoryEnabled") for path in files]) is False


def _auto_folders(env: Environment) -> frozenset[str]:
    moved = text_at(said_in(os.path.join(claude_dir(env), "settings.json")), "autoMemoryDirectory")
    return frozenset({os.path.realpath(env.expand(moved))} if moved else ())


def _sections(env: Environment, store: Store, project: str | None) -> Told:
    """hermes-agent's `config.yaml` (its `memory` mapping), or pi-hermes' `hermes-memory-config.json`."""
    if store.dialect == "hermes":
        said = section(said_in(os.path.join(os.path.dirname(store.folder), "config.yaml")), "memory")
        off = said.get("memory_enabled") is False and said.get("user_profile_enabled") is False
        return [{"memory": said} if said else {}, _OFF if off else {}]
    if store.dialect == "pi-hermes":
        return [said_in(os.path.join(agent_dir(env), "hermes-memory-config.json"))]
    return []


def _last_bool(said: list[object]) -> bool | None:
    return next((one for one in reversed(said) if isinstance(one, bool)), None)
