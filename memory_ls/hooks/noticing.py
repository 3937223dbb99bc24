"""What became of the stores since a session last looked: during its turn by itself, between turns by others.

A look is a stamp of every file and the keys of its notes; files whose stamp stayed are not read again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from memory_ls.detect import quote
from memory_ls.formats.notes import File, Fragment, Placed, Role
from memory_ls.hooks.eyes import Eyes
from memory_ls.recall.keeping import is_flagged, key_of

MOST = 8
"""Notes that one notice names; the rest is counted."""
_FILES = 2_000
"""Files that are looked at; a store larger than that is not followed."""
_OF_FILES = frozenset({"records", "topics"})
"""Formats in which a note is a file."""
INDEX = "MEMORY.md"
"""Where topics are listed."""
Look = dict[str, list[object]]


class Changes(NamedTuple):
    """Notes that came, files in which notes went, by the path of their file."""

    came: tuple[tuple[str, Fragment], ...]
    gone: dict[str, int]


class Changed(NamedTuple):
    """Changes of the stores that some eyes see."""

    eyes: Eyes
    changes: Changes

    def saved(self) -> str:
        return saved(self.eyes, self.changes)

    def notice(self) -> str:
        return notice(self.eyes, self.changes)


def look(eyes: Eyes, before: Look, *, known: bool = True) -> tuple[Look, Changes | None]:
    """The stores as they are now, and what changed; None where nothing did or nothing is `known` of before."""
    now: Look = {}
    came: list[tuple[str, Fragment]] = []
    gone: dict[str, int] = {}
    for file in _files(eyes):
        stamp = _stamp(file.id)
        last = before.get(file.id)
        if last is not None and last[0] == stamp:
            now[file.id] = last
            continue
        keys = _keys(eyes, file)
        now[file.id] = [stamp, keys]
        old = set(last[1]) if last is not None and isinstance(last[1], list) else set()
        if known and old != set(keys):
            came += [(file.id, fragment) for fragment in _come(eyes, file, old)]
            if lost := len(old - set(keys)):
                gone[file.id] = lost
    for path, last in before.items():
        if path not in now and isinstance(last[1], list) and last[1]:
            gone[path] = len(last[1])
    return now, Changes(tuple(came), gone) if known and (came or gone) else None


def saved(eyes: Eyes, changes: Changes) -> str:
    """For the user: what the agent wrote during its turn."""
    said = [f"{_name(fragment)} ({quote(eyes.show(path), 200)})" for path, fragment in changes.came[:MOST]]
    if len(changes.came) > MOST:
        said.append(f"{len(changes.came) - MOST} more")
    parts = [f"saved {', '.join(said)}"] if said else []
    gone = sum(changes.gone.values()) - sum(path in changes.gone for path, _ in changes.came)
    if gone > 0:
        parts.append(f"{gone} {'note is' if gone == 1 else 'notes are'} no longer there")
    return f"memory: {'; '.join(parts)}" if parts else ""


def notice(eyes: Eyes, changes: Changes) -> str:
    """For the model: what somebody else changed since its last turn; ``+`` new, ``~`` changed, ``-`` gone.

    Empty where that concerns only what may not be given to it.
    """
    given = {file.id for one in eyes.stores.values() if eyes.wanted(one) for file in one.files}
    rows = []
    left = {path: count for path, count in changes.gone.items() if path in given or not os.path.lexists(path)}
    for path, fragment in changes.came:
        if path not in given or is_flagged([fragment.text]):
            continue
        changed = left.get(path, 0) > 0
        left[path] = left.get(path, 0) - 1
        rows.append(f"{'~' if changed else '+'} {_name(fragment)} ({quote(eyes.show(path), 200)})")
    rows += [f"- {_many(count)} of {quote(eyes.show(path), 200)}" for path, count in left.items() if count > 0]
    if not rows:
        return ""
    more = [f"and {len(rows) - MOST} more changes"] if len(rows) > MOST else []
    return "\n".join(["Memory files were changed by somebody else since your last turn:", *rows[:MOST], *more])


def _many(count: int) -> str:
    return "1 note" if count == 1 else f"{count} notes"


def _name(fragment: Fragment) -> str:
    if fragment.sensitive:
        return f'"{quote(fragment.title)}"' if fragment.title else "a sensitive note"
    return f'"{quote(fragment.title or fragment.text)}"'


def _files(eyes: Eyes) -> Iterator[File]:
    for one in eyes.stores.values():
        if len(one.files) <= _FILES and eyes.trusts(one.store):
            yield from one.files


def _keys(eyes: Eyes, file: File) -> list[str]:
    """What stands for a file's notes; where the file is a note, its digest, since a look need not parse it then."""
    if not _is_one_note(file):
        return list(dict(_notes(eyes, file)))
    digest = eyes.digest(file)
    return [digest] if digest else []


def _come(eyes: Eyes, file: File, old: set[object]) -> list[Fragment]:
    """The notes of a file that were not there before, as far as its keys tell."""
    notes = dict(_notes(eyes, file))
    return [fragment for key, fragment in notes.items() if _is_one_note(file) or key not in old]


def _is_one_note(file: File) -> bool:
    return file.store.format in _OF_FILES and file.inside != INDEX


def _notes(eyes: Eyes, file: File) -> Iterator[tuple[str, Fragment]]:
    for block in eyes.see(file).blocks:
        if _is_note(block) and block.fragment is not None:
            yield key_of(block, block.fragment), block.fragment


def _is_note(block: Placed) -> bool:
    return block.fragment is not None and block.fragment.role is Role.NOTE


def _stamp(path: str) -> list[int]:
    try:
        found = os.lstat(path)
    except OSError:
        return []
    return [found.st_ino, found.st_size, found.st_mtime_ns]
