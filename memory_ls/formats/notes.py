"""What every format speaks of: fragments, places, stores, changes.

A note may live in one row, in a whole file, or in a file and a line of an index; so everything here that names a note
does it with anchors and changes that may touch several files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum, IntEnum
from typing import Protocol

from memory_ls.text import Replace, Span, Text, ordered

FileId = str
"""The path of a file, its folder resolved and its own name as it is (so that a symlink stays visible as one)."""


class Mark(IntEnum):
    """What a row is to the block before it."""

    OPEN = 0
    MORE = 1
    GAP = 2


class Role(Enum):
    """What a fragment is to its agent."""

    NOTE = "note"
    RETIRED = "retired"
    PROSE = "prose"


class Scope(Enum):
    """Whose notes a store holds; ALONE is a memory file at a place that no agent is known to read."""

    PROJECT = "project"
    GLOBAL = "global"
    ALONE = "alone"


@dataclass(frozen=True, slots=True)
class Ref:
    """A name under which fragments find each other: the key of "the same note", a keyword, an id, a link's target."""

    kind: str
    value: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Fragment:
    """The piece of a note in one block, as a value without a position.

    `body` is where `text` stands, relative to the block's first row; `cost` is in the unit of the format's budget,
    `length` in that of its note limit. `depends`: to a person it belongs to the note above it (an indented bullet), so
    the same words elsewhere may mean something else; `leads`: it only announces what follows ("Notes:").
    """

    role: Role
    text: str = field(repr=False)
    body: Span
    identity: Ref | None = None
    refs: frozenset[Ref] = frozenset()
    cost: int = 0
    length: int = 0
    depends: bool = False
    leads: bool = False
    dated: date | None = None
    superseded_by: Ref | None = None

    @property
    def names(self) -> Iterable[Ref]:
        """Every name that other fragments may share with this one."""
        if self.identity is not None:
            yield self.identity
        yield from self.refs
        if self.superseded_by is not None:
            yield self.superseded_by


@dataclass(frozen=True, slots=True)
class Store:
    """A file or folder of notes in one format.

    `root` is the folder that holds it and that no write leaves, `repository` the project's root where it has one,
    `enforced` whether an agent is known to read here (else limits are information).
    """

    format: str
    scope: Scope
    root: str
    repository: str | None = None
    enforced: bool = True

    @property
    def label(self) -> str:
        """What a message calls it."""
        return {Scope.PROJECT: "project memory", Scope.GLOBAL: "global memory", Scope.ALONE: "this file"}[self.scope]


@dataclass(frozen=True, slots=True)
class File:
    """A file of a store: its id, the path to show for it, its place inside the store."""

    id: FileId
    store: Store
    inside: str = "memory.md"


class Placed:
    """A fragment in its place; `row` is shifted in bulk when rows above it come or go. Equal by identity only."""

    __slots__ = ("__weakref__", "file", "fragment", "mark", "n", "row", "state")

    def __init__(self, file: File, row: int, n: int, mark: Mark, state: int) -> None:
        self.file, self.row, self.n, self.mark, self.state = file, row, n, mark, state
        self.fragment: Fragment | None = None

    def __repr__(self) -> str:
        return f"<Placed row {self.row}+{self.n}>"

    @property
    def body(self) -> Span:
        """Where the text stands in the file; the whole first row for a block without one."""
        return self.fragment.body.down(self.row) if self.fragment else Span(self.row, 0, self.row, 0)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A block that an intention means: its file, the row it was last seen in, and a digest of its rows."""

    file: FileId
    row: int
    digest: str


def digest(rows: Iterable[str]) -> str:
    """Tells one block's rows from another's; not reversible, so it may be sent to a client."""
    return hashlib.blake2b("\n".join(rows).encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


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


@dataclass(frozen=True, slots=True)
class Limits:
    """What the agent of a format takes, from the format and the agent's own configuration.

    `note` in UTF-16 units, `budget` in the unit of `Fragment.cost`, `held_back` of it for the agent's own tail,
    `opening` what its introduction costs, `read` in bytes; `inject` False: recall is switched off.
    """

    note: int
    budget: int
    opening: int
    held_back: int
    read: int
    inject: bool = True
    unit: str = "bytes"

    @property
    def room(self) -> int:
        return self.budget - self.held_back - self.opening


class Grammar(Protocol):
    """How the rows of one file become blocks; a row automaton, so that parsing can start and stop anywhere.

    A state is a small number whose meaning is the grammar's own; `fragment` gets that before the block's first row.
    """

    start: int

    def step(self, state: int, row: str) -> tuple[int, Mark]: ...
    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None: ...


class Format(Protocol):
    """What a format gives: its grammar, its limits, what a scope's header costs, and the verbs of which edits are made.

    Verbs plan on a file as it is seen and never fail for its content; `put` into a missing file creates it.
    """

    name: str

    def grammar(self, inside: str) -> Grammar | None: ...
    def limits(self, configs: Sequence[Mapping[str, object]]) -> Limits: ...
    def header(self, scope: Scope) -> int: ...
    def clean(self, text: str) -> str: ...
    def key(self, text: str) -> Ref: ...
    def put(self, seen: FileSeen, text: str) -> Change: ...
    def drop(self, seen: FileSeen, notes: Sequence[Placed]) -> Change: ...
    def reword(self, seen: FileSeen, note: Placed, text: str) -> Change: ...
    def retire(self, seen: FileSeen, note: Placed, by: Fragment, today: date) -> Change: ...
    def restore(self, seen: FileSeen, note: Placed) -> Change: ...
    def clear(self, seen: FileSeen) -> Change: ...
