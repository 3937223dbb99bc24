"""What every format speaks of: fragments, names, places, stores, and what a grammar finds wrong."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from enum import Enum, IntEnum
from typing import NamedTuple

from memory_ls.data import dataclass, field
from memory_ls.text import Span

FileId = str
"""The path of a file, its folder resolved and its own name as it is (so that a symlink stays visible as one)."""


class Mark(IntEnum):
    """What a row is to the block before it."""

    OPEN = 0
    MORE = 1
    GAP = 2


class Role(Enum):
    """What a fragment is to its agent. ENTRY: a row of an index that stands for a note in another file."""

    NOTE = "note"
    RETIRED = "retired"
    PROSE = "prose"
    ENTRY = "entry"


class Scope(Enum):
    """Whose notes a store holds; ALONE is a memory file at a place that no agent is known to read."""

    PROJECT = "project"
    GLOBAL = "global"
    ALONE = "alone"


class Ref(NamedTuple):
    """A name under which fragments find each other: the key of "the same note", a keyword, an id, a link's target.

    Kinds: ``same`` (key of the same note) · ``keyword``, ``spelling`` (cards) · ``id``, ``concept`` (records) ·
    ``file`` (a file of the store, by its path inside), ``name`` (a topic's name) · ``conflict-marker``.
    """

    kind: str
    value: str

    def __repr__(self) -> str:
        return f"Ref({self.kind!r})"  # its value may be a note's words


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a block names another fragment: a link, a relation, a keyword. `span` is relative to the block."""

    ref: Ref
    span: Span


@dataclass(frozen=True, slots=True)
class Mend:
    """How a format can put a problem right. `name` is what `Format.mend` understands; it holds no note text."""

    name: str
    title: str
    preferred: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """What a grammar found wrong in a block: the rule whose finding it is, a clause in which all note text is quoted,
    where (relative to the block; None: where the text stands), how it can be mended, and ``information`` or ``hint``
    where it is less than the rule's own severity.
    """

    code: str
    message: str
    span: Span | None = None
    mends: tuple[Mend, ...] = ()
    at_most: str | None = None


@dataclass(frozen=True, slots=True)
class Fragment:
    """The piece of a note in one block, as a value without a position.

    `text` is what the note says, without its format's own marks: what is compared, quoted, searched and reworded.
    `body` is where `text` stands, relative to the block's first row; `cost` is in the unit of the format's budget,
    `length` in that of its note limit. `depends`: to a person it belongs to the note above it (an indented bullet), so
    the same words elsewhere may mean something else; `leads`: it only announces what follows ("Notes:").
    `title` is what people call it where it has a name (a record's id, a topic's name); `defines` are the names under
    which others may point at it, `mentions` the places where it points at others; `logged`: a row of a daily log, never
    compared for likeness; `sensitive`: kept out of everything but its own file; `review`: days after which its format
    wants it checked again, 0 where it does not say.
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
    title: str = field(default="", repr=False)
    defines: frozenset[Ref] = frozenset()
    mentions: tuple[Mention, ...] = ()
    problems: tuple[Problem, ...] = ()
    logged: bool = False
    sensitive: bool = False
    review: int = 0

    @property
    def names(self) -> Iterable[Ref]:
        """Every name that other fragments may share with this one, each once."""
        if not self.defines and not self.mentions:
            if self.identity is not None:
                yield self.identity
            yield from self.refs
            if self.superseded_by is not None and self.superseded_by not in self.refs:
                yield self.superseded_by
            return
        names = dict.fromkeys(mention.ref for mention in self.mentions)
        names.update(dict.fromkeys((*self.refs, *self.defines)))
        for one in (self.identity, self.superseded_by):
            if one is not None:
                names[one] = None
        yield from names

    def mention_of(self, ref: Ref) -> Mention | None:
        """The first place where it points at a name."""
        return next((mention for mention in self.mentions if mention.ref == ref), None)


@dataclass(frozen=True, slots=True)
class Store:
    """A file or folder of notes in one format.

    `root` is the folder that holds it and that no write leaves, `repository` the project's root where it has one,
    `enforced` whether an agent is known to read here (else limits are information), `dialect` which of the agents that
    share the format reads it (topics: ``claude``, ``pi``; sections: ``hermes``, ``pi-hermes``, ``plan``). `base` is
    where the notes' paths begin: `root`, but for stores that lie deeper in a repository.
    """

    format: str
    scope: Scope
    root: str
    repository: str | None = None
    enforced: bool = True
    dialect: str = ""
    base: str = ""

    @property
    def folder(self) -> str:
        """The folder from which paths inside the store count."""
        return self.base or self.root

    @property
    def label(self) -> str:
        """What a message calls it."""
        if self.format in ("bullets", "cards") and self.scope is not Scope.ALONE:
            return "project memory" if self.scope is Scope.PROJECT else "global memory"
        if self.format == "records":
            from memory_ls.detect.quote import quote  # only here: it brings the patterns of secrets

            return f"records of {quote(self.folder.rpartition('/')[2])}"
        return "this store" if self.format in ("cards", "topics", "sections", "daily") else "this file"


@dataclass(frozen=True, slots=True)
class File:
    """A file of a store: its id, the path to show for it, its place inside the store (with ``/``)."""

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
