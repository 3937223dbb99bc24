"""What a format gives: a grammar, limits, and the verbs of which every edit is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

from memory_ls.data import dataclass, field
from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen
from memory_ls.formats.notes import File, Fragment, Mark, Placed, Ref, Scope, Store


@dataclass(frozen=True, slots=True)
class Limits:
    """What the agent of a format takes, from the format and the agent's own configuration.

    `note` in UTF-16 units, `budget` in the unit of `Fragment.cost`, `held_back` of it for the agent's own tail,
    `opening` what its introduction costs, `read` in bytes, `rows` of an index that it is given, `entry` the longest row
    of an index (UTF-16 units), `unit` that of the budget, `review` the days after which notes are to be checked again.
    0: there is no such limit. `inject` False: recall is off. `useful`: how often each keyword led to a note, which
    says what comes first.
    """

    note: int
    budget: int
    opening: int
    held_back: int
    read: int
    inject: bool = True
    unit: str = "bytes"
    rows: int = 0
    entry: int = 0
    review: int = 0
    useful: tuple[tuple[str, int], ...] = ()

    @property
    def room(self) -> int:
        return self.budget - self.held_back - self.opening


class Grammar(Protocol):
    """How the rows of one file become blocks; a row automaton, so that parsing can start and stop anywhere.

    A state is a small number whose meaning is the grammar's own; `fragment` gets that before the block's first row. A
    format of which a note is a file opens one block at the first row and never another; where it says so by a true
    `one_block`, it is not asked row by row.
    """

    start: int

    def step(self, state: int, row: str) -> tuple[int, Mark]: ...
    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None: ...


@dataclass(frozen=True, slots=True)
class Draft:
    """A note that is to be put somewhere, as much of it as is known; a format takes what it has room for.

    `text` is the note, `inside` the file of the store that it goes to (sections: ``USER.md``), `title` its name or id,
    `keyword` (several with commas), `description`, `kind` (a topic's type; ``state`` or ``event``), `confirmed` how
    often it was said again after the first time, `superseded_by` the title or text of the newer note, `relations` pairs
    of a key and a title, `facts` pairs of a key and a JSON text, `sensitive`.
    """

    text: str = field(repr=False)
    inside: str | None = None
    title: str = ""
    keyword: str = ""
    description: str = field(default="", repr=False)
    kind: str = ""
    created: date | None = None
    touched: date | None = None
    confirmed: int = 0
    superseded_by: str | None = field(default=None, repr=False)
    superseded_at: date | None = None
    relations: tuple[tuple[str, str], ...] = ()
    facts: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    sensitive: bool = False


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a note can move: the other scope's store, or another file of the same store (`inside`)."""

    label: str
    scope: Scope | None = None
    inside: str | None = None


class Format(Protocol):
    """What a format gives. Verbs plan on files as they are seen and never fail for their content.

    `draft` is a note as what `put` takes, so that it can be moved or converted. `put` into a missing file creates it; a
    note that is there already is confirmed where the format keeps that, else the change is empty. `drop` takes out file
    and index row alike. `mend` puts right the problem that a `Mend` names. `destinations` are where notes of a file can
    go, `files` the paths inside the store that every change of it may need (an index, an archive). `confirm` renews a
    note's date where the file `keeps_dates`; `take_over` is what a note gets of copies of it that go. `merges_rows`:
    notes of several rows are merged without a person's wording. `secret_mend`: the mend by which a note may keep a
    secret, where there is one. See `FormatDefaults` for what most of them answer.
    """

    name: str
    merges_rows: bool
    secret_mend: str

    def grammar(self, file: File) -> Grammar | None: ...
    def limits(self, file: File, configs: Sequence[Mapping[str, object]]) -> Limits: ...
    def clean(self, text: str) -> str: ...
    def key(self, text: str) -> Ref: ...
    def files(self, store: Store) -> tuple[str, ...]: ...
    def destinations(self, file: File) -> tuple[Destination, ...]: ...
    def draft(self, store: StoreSeen, note: Placed) -> Draft: ...
    def put(self, store: StoreSeen, draft: Draft, today: date | None) -> Change | Refusal: ...
    def drop(self, store: StoreSeen, notes: Sequence[Placed]) -> Change | Refusal: ...
    def reword(self, store: StoreSeen, note: Placed, text: str, today: date | None) -> Change | Refusal: ...
    def merge(
        self, store: StoreSeen, notes: Sequence[Placed], text: str | None, today: date | None
    ) -> Change | Refusal: ...
    def retire(self, store: StoreSeen, note: Placed, by: Placed, today: date) -> Change | Refusal: ...
    def restore(self, store: StoreSeen, note: Placed) -> Change | Refusal: ...
    def clear(self, store: StoreSeen) -> Change | Refusal: ...
    def mend(self, store: StoreSeen, note: Placed, name: str) -> Change | Refusal: ...
    def keeps_dates(self, file: File) -> bool: ...
    def confirm(self, store: StoreSeen, note: Placed, today: date) -> Change | Refusal: ...
    def take_over(
        self, store: StoreSeen, kept: Placed, copies: Sequence[Placed], today: date | None
    ) -> Change | Refusal: ...


__all__ = ["Destination", "Draft", "FileSeen", "Format", "Grammar", "Limits"]
