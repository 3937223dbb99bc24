"""Changes of notes: anchors that mean a block, files and stores as they are seen, steps, and refusals.

A note may live in one row, in a whole file, or in a file and a row of an index; so a change may touch several files.
"""

from __future__ import annotations

import posixpath
from collections.abc import Hashable, Iterable, Mapping, Sequence

from memory_ls.data import dataclass, field
from memory_ls.digest import blake2b
from memory_ls.formats.notes import File, FileId, Placed, Store
from memory_ls.text import Replace, Span, Text, ordered


@dataclass(frozen=True, slots=True)
class Anchor:
    """A block that an intention means: its file, the row it was last seen in, and a digest of its rows."""

    file: FileId
    row: int
    digest: str


def digest(rows: Iterable[str]) -> str:
    """Tells one block's rows from another's; not reversible, so it may be sent to a client."""
    return blake2b("\n".join(rows).encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


@dataclass(frozen=True, slots=True)
class FileSeen:
    """One file as it is when a change is planned: a buffer, or what lies on the disk under the lock.

    `stamp` is whatever proves later that the file is still the one that was seen. `blocked` says in one sentence why it
    may not be written. `disk` and `base` are known for an open buffer: what lies on the disk now, and the text on which
    buffer and disk last agreed.
    """

    file: File
    text: Text
    blocks: Sequence[Placed]
    stamp: Hashable
    missing: bool = False
    blocked: str | None = None
    disk: Text | None = field(default=None, repr=False)
    base: Text | None = field(default=None, repr=False)

    def find(self, anchor: Anchor) -> Placed | None:
        """The block an anchor means: the nearest one with the same rows, or None when they changed."""
        best: Placed | None = None
        for block in self.blocks:
            nearer = best is None or abs(block.row - anchor.row) < abs(best.row - anchor.row)
            if nearer and digest(self.rows(block)) == anchor.digest:
                best = block
        return best

    def rows(self, block: Placed) -> Sequence[str]:
        return self.text.rows[block.row : block.row + block.n]


@dataclass(frozen=True, slots=True)
class StoreSeen:
    """The files of one store as they are when a change is planned: those that the change may concern.

    `absent` is the stamp of a file that is not there; `whole`: these are all files that the store has.
    """

    store: Store
    files: Mapping[FileId, FileSeen]
    absent: Hashable = None
    whole: bool = True

    def of(self, note: Placed) -> FileSeen:
        """The file that a note lies in."""
        return self.files[note.file.id]

    def at(self, inside: str) -> FileSeen:
        """The file at a path inside the store; one that is not there is seen as missing and empty."""
        id = posixpath.join(self.store.folder, inside)
        known = self.files.get(id)
        return known or FileSeen(File(id, self.store, inside), Text(), (), self.absent, missing=True)


@dataclass(frozen=True, slots=True)
class Write:
    """New text in a file that must still be what was seen; a missing file is created."""

    file: FileId
    expect: Hashable
    replace: tuple[Replace, ...]


@dataclass(frozen=True, slots=True)
class Remove:
    """A file that goes."""

    file: FileId
    expect: Hashable


Change = tuple[Write | Remove, ...]
"""Steps in the order in which they are applied: what adds comes before what removes."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing is changed, as one clause for a person; `stale` if only because the text moved on meanwhile."""

    reason: str
    stale: bool = False


def combined(*changes: Change) -> Change:
    """Changes planned on the same text as one: a file's writes are joined at the place of the last of them.

    The last, because a later step may remove what an earlier one has just put elsewhere.
    """
    steps: dict[FileId, Write | Remove] = {}
    for step in [step for change in changes for step in change]:
        before = steps.pop(step.file, None)
        if isinstance(step, Write) and isinstance(before, Write):
            step = Write(step.file, step.expect, ordered((*before.replace, *step.replace)))
        steps[step.file] = step
    return tuple(steps.values())


def written(seen: FileSeen, replace: Iterable[Replace]) -> Change:
    """Replacements in one file as a change; none are no change."""
    changes = tuple(replace)
    return (Write(seen.file.id, seen.stamp, ordered(changes)),) if changes else ()


def whole(text: Text) -> Span:
    """All of a text."""
    return Span(0, 0, len(text.rows) - 1, len(text.rows[-1]))


def removed(seen: FileSeen) -> Change:
    """A file that goes; one that is not there is gone already."""
    return () if seen.missing else (Remove(seen.file.id, seen.stamp),)
