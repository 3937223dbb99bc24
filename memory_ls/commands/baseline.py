"""A baseline: the findings that an old store had when checking began, so that only new ones are told.

A finding is known by its rule, its file, and a digest of its note, so that it stays known when rows move and is new
when the note is reworded. The file holds no text of a note.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from memory_ls.commands.failure import Failure
from memory_ls.detect import quote
from memory_ls.formats.notes import Placed
from memory_ls.stores.failure import of_ours
from memory_ls.stores.reading import ABSENT, Found, Missing, Unreadable, read
from memory_ls.stores.writing import Refused, Stale, write
from memory_ls.workspace.checking import Reported

VERSION = 1


@dataclass(frozen=True, slots=True)
class Known:
    """One finding as a baseline names it. `note` is empty for what is said of a file as a whole."""

    rule: str
    path: str
    note: str = field(repr=False)


class Baseline:
    """How often each finding is known. Paths are relative to the baseline's own folder, or to the home folder."""

    def __init__(self, known: Counter[Known], folder: str, home: str) -> None:
        self._known, self._folder, self._home = known, folder, home

    @classmethod
    def of(cls, found: Iterable[Reported], path: str, home: str) -> Baseline:
        """A baseline, to be kept at a path, that knows all that was found."""
        new = cls(Counter(), os.path.dirname(os.path.realpath(path)), home)
        new._known.update(new._name(one) for one in found)
        return new

    @classmethod
    def load(cls, path: str, home: str) -> Baseline:
        """Read one; Failure when it is not there or is something else."""
        folder = os.path.dirname(os.path.realpath(path))
        seen = read(os.path.join(folder, os.path.basename(path)), folder)
        name = quote(path, 4096)
        if isinstance(seen, Missing):
            raise Failure(f"there is no baseline at {name}; add --write-baseline to make one of what is found now")
        if not isinstance(seen, Found):
            raise Failure(f"the baseline {name} cannot be read: it {of_ours(seen.clause)}")
        try:
            data = json.loads(seen.text)
            if data["version"] != VERSION:
                raise Failure(f"{name} is a baseline of another version of memory-ls; write it anew")
            known = Counter(
                {
                    Known(str(one["rule"]), str(one["path"]), str(one["note"])): int(one["count"])
                    for one in data["findings"]
                }
            )
        except (ValueError, KeyError, TypeError) as error:
            raise Failure(f"{name} is not a baseline of memory-ls") from error
        return cls(known, folder, home)

    def new(self, found: Iterable[Reported]) -> list[Reported]:
        """What it does not know. Of findings that look alike to it, as many as it counted are known."""
        left = Counter(self._known)
        out = []
        for one in found:
            name = self._name(one)
            if left[name] > 0:
                left[name] -= 1
            else:
                out.append(one)
        return out

    def __len__(self) -> int:
        return sum(self._known.values())

    def __str__(self) -> str:
        ordered = sorted(self._known.items(), key=lambda item: (item[0].path, item[0].rule, item[0].note))
        findings = [{"rule": one.rule, "path": one.path, "note": one.note, "count": count} for one, count in ordered]
        return json.dumps({"version": VERSION, "findings": findings}, indent=1) + "\n"

    def _name(self, one: Reported) -> Known:
        return Known(one.rule, self._portable(one.file), identity(one.finding.at) if one.finding else "")

    def _portable(self, file: str) -> str:
        for base, prefix in ((self._folder, ""), (self._home, "~/")):
            if file.startswith(base.rstrip("/") + "/"):
                return prefix + os.path.relpath(file, base)
        return file


def identity(note: Placed) -> str:
    """A digest that stays when a note moves: of what makes two notes the same, or of the text where nothing does."""
    fragment = note.fragment
    if fragment is None:
        return ""
    said = f"{fragment.identity.kind}\0{fragment.identity.value}" if fragment.identity else fragment.text
    return hashlib.blake2b(said.encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


def store(baseline: Baseline, path: str) -> None:
    """Write a baseline, in place of an old one."""
    folder = os.path.dirname(os.path.realpath(path))
    target = os.path.join(folder, os.path.basename(path))
    seen = read(target, folder)
    if isinstance(seen, Unreadable):
        raise Failure(f"the baseline {quote(path, 4096)} cannot be written: it {of_ours(seen.clause)}")
    expect = seen.stamp if isinstance(seen, Found) else ABSENT
    outcome = write(target, folder, expect, str(baseline).encode())
    if isinstance(outcome, Refused):
        raise Failure(f"the baseline {quote(path, 4096)} cannot be written: it {of_ours(outcome.clause)}")
    if isinstance(outcome, Stale):
        raise Failure(f"{quote(path, 4096)} changed meanwhile; try again")
