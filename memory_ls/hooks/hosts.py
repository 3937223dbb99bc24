"""What each host says at its events and what it takes back: one row an event, as data.

A host is known by what it sends: its own fields, its variables, the names of its events. One that is not known is
treated as Claude Code, whose shape most others follow.

Sources: Claude Code's SDK types; Codex's generated schemas; Gemini CLI's reference; Cursor's documents and third-party
notes on its client.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

EVENTS = ("session-start", "prompt", "turn-end", "pre-compact", "session-end")
HOSTS = ("claude", "codex", "gemini", "cursor")


class Cell(NamedTuple):
    """What a host does at one event.

    `name` is its word for it. `context` says where text for the model goes: ``specific`` (beside the event's name in
    `hookSpecificOutput`), ``top`` (`additional_context`), or nowhere. `message`: it shows one to its user.
    """

    name: str
    context: str = ""
    message: bool = False


TABLE: Mapping[tuple[str, str], Cell] = {
    ("claude", "session-start"): Cell("SessionStart", "specific", message=True),
    ("claude", "prompt"): Cell("UserPromptSubmit", "specific", message=True),
    ("claude", "turn-end"): Cell("Stop", message=True),
    ("claude", "pre-compact"): Cell("PreCompact"),
    ("claude", "session-end"): Cell("SessionEnd"),
    ("codex", "session-start"): Cell("SessionStart", "specific", message=True),
    ("codex", "prompt"): Cell("UserPromptSubmit", "specific", message=True),
    ("codex", "turn-end"): Cell("Stop", message=True),
    ("codex", "pre-compact"): Cell("PreCompact"),
    ("codex", "session-end"): Cell("SessionEnd"),
    ("gemini", "session-start"): Cell("SessionStart", "specific", message=True),
    ("gemini", "prompt"): Cell("BeforeAgent", "specific", message=True),
    ("gemini", "turn-end"): Cell("AfterAgent", message=True),
    ("gemini", "pre-compact"): Cell("PreCompress"),
    ("gemini", "session-end"): Cell("SessionEnd"),
    ("cursor", "session-start"): Cell("sessionStart", "top"),
    ("cursor", "prompt"): Cell("beforeSubmitPrompt", "top"),
    ("cursor", "turn-end"): Cell("stop"),
    ("cursor", "pre-compact"): Cell("preCompact"),
    ("cursor", "session-end"): Cell("sessionEnd"),
}
"""What is printed for a host at an event: text for the model, a message, both, or nothing."""

ROOM: Mapping[str, int] = {"claude": 10_000, "cursor": 10_000}
"""UTF-16 units that a host puts before its model; what is longer it cuts or only points at. No row: no limit known."""

_OWN_NAMES = {
    "gemini": frozenset({"BeforeAgent", "AfterAgent", "PreCompress"}),
    "cursor": frozenset({"sessionStart", "beforeSubmitPrompt", "stop", "preCompact", "sessionEnd"}),
}
"""Names of events that only one host uses."""
_FOLDERS = ("CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR")


class Said(NamedTuple):
    """What a host said, as far as it is understood: wrong types count as nothing said.

    `vouched`: it says on its command line that the user trusts the project.
    """

    host: str
    session: str
    folder: str
    source: str
    prompt: str
    vouched: bool = False


def understood(raw: bytes, host: str, variables: Mapping[str, str]) -> Said:
    """A host's input; anything that is no JSON object says nothing."""
    try:
        data = json.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        data = None
    said: Mapping[str, object] = data if isinstance(data, dict) else {}
    host = host if host in HOSTS else told_apart(said, variables)
    return Said(
        host,
        _text(said, "session_id") or _text(said, "conversation_id"),
        _folder(said, variables),
        _text(said, "source"),
        _text(said, "prompt"),
    )


def told_apart(said: Mapping[str, object], variables: Mapping[str, str]) -> str:
    """Which host this is."""
    name = _text(said, "hook_event_name")
    if "cursor_version" in said or name in _OWN_NAMES["cursor"] or "CURSOR_VERSION" in variables:
        return "cursor"
    if name in _OWN_NAMES["gemini"] or "timestamp" in said or "GEMINI_PROJECT_DIR" in variables:
        return "gemini"
    if "/.codex/" in _text(said, "transcript_path") or "turn_id" in said:
        return "codex"
    if "CLAUDE_PROJECT_DIR" in variables or "/.claude/" in _text(said, "transcript_path"):
        return "claude"
    return "codex" if "model" in said and said.get("transcript_path", "") is None else "claude"


def answer(host: str, event: str, context: str, message: str) -> str:
    """What to print: one JSON object, or nothing where there is nothing to say or nobody to hear it."""
    cell = TABLE[host, event]
    out: dict[str, object] = {}
    if context and cell.context == "specific":
        out["hookSpecificOutput"] = {"hookEventName": cell.name, "additionalContext": context}
    elif context and cell.context == "top":
        out.update({"continue": True} if event == "prompt" else {})
        out["additional_context"] = context
    if message and cell.message:
        out["systemMessage"] = message
    return json.dumps(out) if out else ""


def _folder(said: Mapping[str, object], variables: Mapping[str, str]) -> str:
    """The folder that the agent works in: absolute, or empty."""
    roots = said.get("workspace_roots")
    named = [_text(said, "cwd"), *(roots if isinstance(roots, list) else ())]
    named += [variables.get(name, "") for name in _FOLDERS]
    for one in named:
        if isinstance(one, str) and one.startswith("/") and "\0" not in one:
            return one
    return ""


def _text(said: Mapping[str, object], name: str) -> str:
    value = said.get(name)
    return value if isinstance(value, str) else ""
