"""What rules say: severities, messages with slots, findings, and the fixes that they offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from enum import IntEnum
from typing import Any, Protocol, runtime_checkable

from memory_ls.data import dataclass, field
from memory_ls.formats.format import Limits
from memory_ls.formats.notes import File, FileId, Fragment, Placed, Ref, Scope, Store
from memory_ls.formats.world import Fact, World
from memory_ls.recall import Part, Plan
from memory_ls.text import Span, Text


class Severity(IntEnum):
    """error: the agent leaks or loses something; warning: a person should act; the rest is worth knowing."""

    ERROR = 1
    WARNING = 2
    INFORMATION = 3
    HINT = 4

    @property
    def word(self) -> str:
        return self.name.lower()


class Tag(IntEnum):
    """The protocol's diagnostic tags."""

    UNNECESSARY = 1
    DEPRECATED = 2


@dataclass(frozen=True, slots=True)
class Message:
    """A clause with slots ``{0}``, ``{1}`` for other notes (named per door: "line 12", `path:12`) or safe strings."""

    template: str
    slots: tuple[Placed | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """A fix: an edit, its title, the notes it takes in the edit's own order. `choice`: see `edits.Intention`."""

    edit: str
    title: Message
    notes: tuple[Placed, ...] = ()
    preferred: bool = False
    scope: Scope | None = None
    choice: str | None = None
    file: FileId | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """What an own rule says of one fragment: a span relative to its block (None: where its text stands), a message,
    and edits of just this note as (edit, title, preferred), where "mend NAME" is the edit `mend` with that choice. It
    may lower the rule's severity, never raise it.
    """

    message: str
    span: Span | None = None
    fixes: tuple[tuple[str, str, bool], ...] = ()
    severity: Severity | None = None


class Rendered:
    """A door's cell for what it made of a finding; good as long as `epoch` is the workspace's."""

    __slots__ = ("epoch", "value")

    def __init__(self) -> None:
        self.epoch, self.value = -1, ""


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """What a rule says about a note in its place; `span` is relative to the block, `until` the last block of a run."""

    rule: str
    at: Placed
    message: Message
    severity: Severity
    span: Span | None = None
    until: Placed | None = None
    related: tuple[Placed, ...] = ()
    offers: tuple[Offer, ...] = ()
    tag: Tag | None = None
    rendered: Rendered = field(default_factory=Rendered, repr=False)

    @property
    def place(self) -> Span:
        """Where it stands in its file now."""
        if self.span is not None:
            return self.span.down(self.at.row)
        if self.until is not None:
            start, end = self.at.body, self.until.body
            return Span(start.row, start.col, end.end_row, end.end_col)
        return self.at.body


@dataclass(frozen=True, slots=True)
class Around:
    """What an own rule may know beside the fragment: its rows as they are, its file, limits, and when they changed."""

    rows: Sequence[str] = field(repr=False)
    file: File
    limits: Limits
    world: World
    changed: date | None = None

    @property
    def store(self) -> Store:
        return self.file.store


@dataclass(frozen=True, slots=True)
class FileState:
    """A file as file rules see it. `problem` is why its agent refuses it, `behind` that the disk moved on under it,
    `bom` that it begins with a byte order mark on the disk, `shared` whose else notes the store holds. `part` is its
    share of the injection; `shown` the places of the blocks that an agent is given in any view, None when nothing is
    planned; `first` in its view.
    """

    file: File
    top: Placed
    text: Text
    limits: Limits
    part: Part
    problem: str | None = None
    behind: bool = False
    bom: bool = False
    shown: Sequence[int] | None = None
    shared: tuple[str, ...] = ()
    first: bool = False

    @property
    def costs(self) -> Sequence[int]:
        return self.part.costs

    @property
    def blocks(self) -> Sequence[Placed]:
        return self.part.blocks


class View(Protocol):
    """What one agent sees together. `plan` belongs to its readable files; None when recall is off or nothing is known.

    `complete`: every file of its stores has been read, so that what nobody defines is nowhere.
    """

    @property
    def plan(self) -> Plan | None: ...
    @property
    def limits(self) -> Limits: ...
    @property
    def complete(self) -> bool: ...
    def group(self, ref: Ref) -> Sequence[Placed]: ...


class OwnRule(Protocol):
    """Looks at one fragment; `needs` are the facts upon whose arrival it runs again."""

    @property
    def code(self) -> str: ...
    @property
    def needs(self) -> frozenset[Fact]: ...
    def check(self, fragment: Fragment, around: Around) -> Iterable[Hit]: ...


class GroupRule(Protocol):
    """Looks at the fragments that share a name of the kinds that it cares for, in the order of files and rows."""

    @property
    def code(self) -> str: ...
    @property
    def kinds(self) -> frozenset[str]: ...
    def check(self, ref: Ref, group: Sequence[Placed], view: View) -> Iterable[Finding]: ...


@runtime_checkable
class CrowdRule(Protocol):
    """A group rule to which a name that many have says nothing, so that an edit among them costs no look at all."""

    def is_crowd(self, ref: Ref, group: Iterable[Placed]) -> bool:
        """Whether nothing is found in a group, by a few of its fragments in any order."""
        ...


class FileRule(Protocol):
    """Looks at one file as a whole, whenever it or what its agent is given of it changed; never loops over notes."""

    @property
    def code(self) -> str: ...
    def check(self, file: FileState, view: View) -> Iterable[Finding]: ...


Changed = Callable[[Placed], date | None]
"""The day on which a note last changed; None where that is not known."""


class PairRule(Protocol):
    """Judges two fragments that the index holds for alike, the earlier first; None: nothing to say. `needs` are the
    facts upon whose arrival its findings are made anew.
    """

    @property
    def code(self) -> str: ...
    @property
    def needs(self) -> frozenset[Fact]: ...
    def judge(self, a: Fragment, b: Fragment) -> object | None: ...
    def findings(self, a: Placed, b: Placed, verdict: Any, changed: Changed) -> Iterable[Finding]: ...
