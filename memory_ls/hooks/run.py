"""One event of a host: read what it says, answer, and end with code 0 whatever happens."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from hashlib import blake2b
from typing import TYPE_CHECKING

from memory_ls.hooks.hosts import EVENTS, HOSTS, Said, answer, understood
from memory_ls.stores.failure import StoreFailure
from memory_ls.stores.places import Environment
from memory_ls.stores.session_state import Session, forget_old, is_paused, resume, session

if TYPE_CHECKING:
    from memory_ls.hooks.eyes import Eyes

INPUT = 8 << 20
"""Bytes of a host's input that are read; a longer one is none that a host sends."""


def respond(event: str, host: str, raw: bytes, env: Environment, *, vouched: bool = False) -> str:
    """What to print for an event; empty for nothing, also for an event or host that is not known. May raise."""
    if event not in EVENTS or host not in (*HOSTS, "auto"):
        return ""
    said = understood(raw if len(raw) <= INPUT else b"", host, env.variables)._replace(vouched=vouched)
    folder = said.folder if os.path.isdir(said.folder) else env.cwd
    return _EVENTS[event](said, env, os.path.realpath(folder))


def _session_start(said: Said, env: Environment, folder: str) -> str:
    from memory_ls.hooks.giving import already_given, injection
    from memory_ls.hooks.noticing import look

    eyes = _eyes(said, env, folder)
    if said.source != "compact":  # that goes on with the session that was paused
        resume(env, eyes.root, said.session)
    elif is_paused(env, eyes.root, said.session):
        return ""
    given = injection(eyes, said.host)
    known = blake2b(given.text.encode("utf-8", "replace"), digest_size=12).hexdigest()
    with _kept(said, env, eyes.root) as state:
        if said.source == "resume" and state.injected == known:  # it stands in the conversation that goes on
            return ""
        if said.source != "resume":
            state.recalled = {}
        state.recalled.update(already_given(eyes, given.text))
        state.files, _ = look(eyes, {})
        state.injected = known
        if given.text:
            state.event, state.last = "session-start", given.text
    forget_old(env)
    return answer(said.host, "session-start", given.text, given.message)


def _prompt(said: Said, env: Environment, folder: str) -> str:
    from memory_ls.detect import quote
    from memory_ls.hooks.noticing import look, notice
    from memory_ls.hooks.recalling import recalled
    from memory_ls.recall.ledger import Ledger

    eyes = _eyes(said, env, folder)
    if is_paused(env, eyes.root, said.session):
        return ""
    with _kept(said, env, eyes.root) as state:
        found = recalled(eyes, said.prompt, Ledger.from_data(state.recalled))
        state.files, changes = look(eyes, state.files, known=state.at > 0)
        texts = [text for text in (notice(eyes, changes) if changes else "", found.text) if text]
        text = "\n\n".join(texts)
        if text:
            state.recalled = found.ledger.to_data()
            state.event, state.last = "prompt", text
    names = ", ".join(f'"{quote(one.title or one.candidate.text, 40)}"' for one in found.notes)
    message = f"memory: recalled {names}" if names else ""
    return answer(said.host, "prompt", text, message)


def _turn_end(said: Said, env: Environment, folder: str) -> str:
    from memory_ls.hooks.noticing import look, saved

    eyes = _eyes(said, env, folder)
    with _kept(said, env, eyes.root) as state:
        state.files, changes = look(eyes, state.files, known=state.at > 0)
    return answer(said.host, "turn-end", "", saved(eyes, changes)) if changes else ""


def _session_end(said: Said, env: Environment, folder: str) -> str:
    forget_old(env)
    return ""


_EVENTS = {
    "session-start": _session_start,
    "prompt": _prompt,
    "turn-end": _turn_end,
    "pre-compact": _session_end,
    "session-end": _session_end,
}


def _eyes(said: Said, env: Environment, folder: str) -> Eyes:
    from memory_ls.hooks.eyes import Eyes

    return Eyes(env, folder, date.today(), vouched=said.vouched)


@contextmanager
def _kept(said: Said, env: Environment, root: str) -> Iterator[Session]:
    """What is kept of the session; where that cannot be kept, the event goes on without."""
    with ExitStack() as stack:
        try:
            state = stack.enter_context(session(env, said.host, said.session, root))
        except (OSError, StoreFailure):
            state = Session(root)
        yield state
