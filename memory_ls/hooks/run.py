"""One event of a host: read what it says, answer, and end with code 0 whatever happens."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from typing import TYPE_CHECKING

from memory_ls.digest import blake2b
from memory_ls.hooks.hosts import EVENTS, FORGETFUL, GONE, HOSTS, ROOM, Said, answer, understood
from memory_ls.hooks.memo import Memo, forget_memos
from memory_ls.stores.failure import StoreFailure
from memory_ls.stores.own_folders import KEYWORDS
from memory_ls.stores.places import Environment, repository
from memory_ls.stores.session_state import Session, forget_old, is_paused, resume, session

if TYPE_CHECKING:
    from memory_ls.hooks.eyes import Eyes
    from memory_ls.hooks.noticing import Changed

INPUT = 8 << 20
"""Bytes of a host's input that are read; a longer one is none that a host sends."""
_GONE = "gone"
"""In place of a digest: what the session was given went with a compaction."""


def respond(event: str, host: str, raw: bytes, env: Environment, *, vouched: bool = False) -> str:
    """What to print for an event; empty for nothing, also for an event or host that is not known. May raise."""
    if event not in EVENTS or host not in (*HOSTS, "auto"):
        return ""
    said = understood(raw if len(raw) <= INPUT else b"", host, env.variables)._replace(vouched=vouched)
    folder = said.folder or env.cwd  # one that is gone is still the session's: no other project's notes for it
    return _EVENTS[event](said, env, os.path.realpath(folder))


def _session_start(said: Said, env: Environment, folder: str) -> str:
    root = _root(folder)
    if said.source != "compact":  # that goes on with the session that was paused
        resume(env, root, said.session)
    elif is_paused(env, root, said.session):
        return ""
    text, message, whole, files = _start(said, env, folder)
    known = _digest(text)
    with _kept(said, env, root) as state:
        if said.source == "resume" and state.injected == known and said.host not in FORGETFUL:
            return ""  # it stands in the conversation that goes on
        if said.source != "resume":
            state.recalled = {}
        state.recalled.update(whole)
        state.files, state.injected = files, known
        if text:
            state.event, state.last = "session-start", text
    _forget(env)
    return answer(said.host, "session-start", text, message)


def _start(said: Said, env: Environment, folder: str) -> tuple[str, str, dict[str, int], dict[str, list[object]]]:
    """The text and the message of a session's start, the notes that stand whole in it, and a look at the stores."""
    memo = Memo(env, said, folder)
    known, seen = memo.get("start"), memo.get("files")
    if isinstance(known, list) and isinstance(seen, dict):
        text, message, whole = known
        return text, message, whole, seen
    from memory_ls.hooks.giving import already_given, injection
    from memory_ls.hooks.noticing import look

    eyes = _eyes(said, env, folder)
    given = injection(eyes, said.host)
    whole = already_given(eyes, given.text)
    files, _ = look(eyes, {}, known=False)
    memo.keep(eyes.watched(), start=[given.text, given.message, whole], files=files)
    return given.text, given.message, whole, files


def _prompt(said: Said, env: Environment, folder: str) -> str:
    root = _root(folder)
    if is_paused(env, root, said.session):
        return ""
    from memory_ls.hooks.recalling import Known, is_known, recalled
    from memory_ls.recall.ledger import Ledger

    memo, eyes = Memo(env, said, folder), _lazily(said, env, folder)

    def notes() -> Known:
        known = memo.get("notes")
        if isinstance(known, dict) and is_known(known):
            return known
        found = eyes().notes()
        memo.keep(eyes().watched(), notes=found)
        return found

    with _kept(said, env, root) as state:
        changed = _changed(memo, eyes, state)
        before = _again(said, env, folder, state) or (changed.notice() if changed else "")

        def holds(text: str) -> bool:
            room = ROOM.get(said.host)
            return room is None or room.holds("\n\n".join([before, text]))

        chosen, names = recalled(said.prompt, notes, Ledger.from_data(state.recalled), date.today(), holds)
        text = "\n\n".join(one for one in (before, chosen.text) if one)
        if text:
            state.recalled = chosen.ledger.to_data()
            state.event, state.last = "prompt", text
    called = ", ".join(f'"{name}"' for name in names)
    return answer(said.host, "prompt", text, f"memory: recalled {called}" if called else "")


def _again(said: Said, env: Environment, folder: str, state: Session) -> str:
    """What a session was given at its start, where a compaction took it away and no start follows; else nothing."""
    if state.injected != _GONE:
        return ""
    text, _, whole, _ = _start(said, env, folder)
    state.injected = _digest(text)
    state.recalled.update(whole)
    return text


def _turn_end(said: Said, env: Environment, folder: str) -> str:
    with _kept(said, env, _root(folder)) as state:
        changed = _changed(Memo(env, said, folder), _lazily(said, env, folder), state)
    return answer(said.host, "turn-end", "", changed.saved()) if changed else ""


def _changed(memo: Memo, eyes: Callable[[], Eyes], state: Session) -> Changed | None:
    """What became of the stores since the session last looked; the look is kept in `state`."""
    seen = memo.get("files")
    if isinstance(seen, dict) and (
        state.at == 0 or seen == state.files
    ):  # nothing is known of before, or it is the same
        state.files = seen
        return None
    from memory_ls.hooks.noticing import Changed, look

    before = state.files
    state.files, changes = look(eyes(), before, known=state.at > 0)
    memo.keep(eyes().watched(), files=state.files)
    return Changed(eyes(), changes) if changes else None


def _pre_compact(said: Said, env: Environment, folder: str) -> str:
    _forget(env)
    if said.trigger in GONE.get(said.host, ()):
        with _kept(said, env, _root(folder)) as state:
            state.injected, state.recalled = _GONE, {}
    return ""


def _session_end(said: Said, env: Environment, folder: str) -> str:
    _forget(env)
    if os.path.isdir(os.path.join(env.state_dir, KEYWORDS)):
        from memory_ls.stores.usefulness import end_session  # only where somebody has ever looked a keyword up

        end_session(env, _root(folder))
    return ""


_EVENTS = {
    "session-start": _session_start,
    "prompt": _prompt,
    "turn-end": _turn_end,
    "pre-compact": _pre_compact,
    "session-end": _session_end,
}


def _eyes(said: Said, env: Environment, folder: str) -> Eyes:
    from memory_ls.hooks.eyes import Eyes

    return Eyes(env, folder, date.today(), vouched=said.vouched)


def _lazily(said: Said, env: Environment, folder: str) -> Callable[[], Eyes]:
    """Eyes that open when somebody looks."""
    opened: list[Eyes] = []

    def eyes() -> Eyes:
        if not opened:
            opened.append(_eyes(said, env, folder))
        return opened[0]

    return eyes


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "replace"), digest_size=12).hexdigest()


def _root(folder: str) -> str:
    """The project that a folder belongs to."""
    found = repository(folder)
    return found.root if found else folder


def _forget(env: Environment) -> None:
    forget_old(env)
    forget_memos(env)


@contextmanager
def _kept(said: Said, env: Environment, root: str) -> Iterator[Session]:
    """What is kept of the session; where that cannot be kept, the event goes on without."""
    with ExitStack() as stack:
        try:
            state = stack.enter_context(session(env, said.host, said.session, root))
        except (OSError, StoreFailure):
            state = Session(root)
        yield state
