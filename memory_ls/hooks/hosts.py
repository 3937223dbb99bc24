"""What each host says at its events and what it takes back: one row an event, as data.

A host is known by what it sends: its own fields, its variables, the names of its events. One that is not known is
treated as Claude Code, whose shape most others follow. Pi and opencode have no hooks but extensions in TypeScript; ours
(`editors/pi`, `editors/opencode`) say what they are.

Sources: sessions of Claude Code 2.1.328, Codex 0.169.0 and Gemini CLI 0.61.0 (`tests/hooks/payloads`); Cursor's
documents and third-party notes on its client.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

EVENTS = ("session-start", "prompt", "turn-end", "pre-compact", "session-end")
HOSTS = ("claude", "codex", "gemini", "cursor", "pi", "opencode")


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
    ("pi", "session-start"): Cell("session_start", "specific", message=True),
    ("pi", "prompt"): Cell("before_agent_start", "specific", message=True),
    ("pi", "turn-end"): Cell("agent_settled", message=True),
    ("pi", "pre-compact"): Cell("session_before_compact"),
    ("pi", "session-end"): Cell("session_shutdown"),
    ("opencode", "session-start"): Cell("session.created", "specific", message=True),
    ("opencode", "prompt"): Cell("chat.message", "specific", message=True),
    ("opencode", "turn-end"): Cell("session.idle", message=True),
    ("opencode", "pre-compact"): Cell("experimental.session.compacting"),
    ("opencode", "session-end"): Cell("session.deleted"),
}
"""What is printed for a host at an event: text for the model, a message, both, or nothing."""


class Room(NamedTuple):
    """How much a host puts before its model at once, in UTF-16 units or, with `bytes`, in bytes of UTF-8."""

    most: int
    bytes: bool = False

    def holds(self, text: str) -> bool:
        return self.size(text) <= self.most

    def size(self, text: str) -> int:
        return len(text.encode("utf-8" if self.bytes else "utf-16-le", "surrogatepass")) // (1 if self.bytes else 2)


ROOM: Mapping[str, Room] = {"claude": Room(10_000), "codex": Room(40_000, bytes=True), "cursor": Room(10_000)}
"""What is longer Claude Code replaces by its first 2 KB and the name of a file (measured: 10,000 pass, 10,001 do not),
and Codex cuts in its middle (measured: at four bytes for each token of a hook's `additionalContextLimit`, which is
10,000 in `editors/codex/hooks.json` and 2,500 where nothing is said). No row: no limit (Gemini CLI: 60,000 pass)."""

GONE: Mapping[str, frozenset[str]] = {"gemini": frozenset({"manual"}), "cursor": frozenset({"manual", "auto"})}
"""Triggers of a compaction by hosts that start no session after it: there the notes come again with the next prompt.
Gemini CLI says ``auto`` before every turn, whether it compresses or not."""

FORGETFUL = frozenset({"opencode"})
"""Hosts that keep what a session is given for themselves: a process that goes on with a session is given it again."""

_GIVEN = ("<hook_context>", "</hook_context>")
"""Around what Gemini CLI puts before a prompt, also in what it says a prompt is; in it ``<`` and ``>`` are escaped."""

_OWN_NAMES = {
    "gemini": frozenset({"BeforeAgent", "AfterAgent", "PreCompress"}),
    "cursor": frozenset({"sessionStart", "beforeSubmitPrompt", "stop", "preCompact", "sessionEnd"}),
    **{host: frozenset(TABLE[host, event].name for event in EVENTS) for host in ("pi", "opencode")},
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
    trigger: str = ""
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
        _asked(_text(said, "prompt")) if host == "gemini" else _text(said, "prompt"),
        _text(said, "trigger"),
    )


def told_apart(said: Mapping[str, object], variables: Mapping[str, str]) -> str:
    """Which host this is."""
    name = _text(said, "hook_event_name")
    for shim in ("pi", "opencode"):
        if name in _OWN_NAMES[shim]:
            return shim
    if "cursor_version" in said or name in _OWN_NAMES["cursor"] or "CURSOR_VERSION" in variables:
        return "cursor"
    if name in _OWN_NAMES["gemini"] or "timestamp" in said or "GEMINI_PROJECT_DIR" in variables:
        return "gemini"
    transcript = _text(said, "transcript_path")
    if "/.codex/" in transcript or "/rollout-" in transcript or "turn_id" in said:
        return "codex"
    if "CLAUDE_PROJECT_DIR" in variables or "/.claude/" in transcript:
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


def _asked(prompt: str) -> str:
    """What the user said: a prompt of Gemini CLI without what hooks put before it."""
    before, after = _GIVEN
    while prompt.startswith(before) and after in prompt:
        prompt = prompt.partition(after)[2].lstrip()
    return prompt


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
