"""Pairs of notes, live: who is alike, and what a pair rule says of them.

Each distinct note is spoken for by its first copy. What came with an edit is compared at once; what came in bulk is
worked off in slices (`advance`), so that opening a long file never delays a key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Protocol

from memory_ls.formats.notes import FileId, Fragment, Placed, Ref
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Changed, Finding, PairRule

_INDEXED_FASTER = 8
"""How many notes are indexed in the time that one look-up takes."""

Order = Callable[[Placed, Placed], tuple[Placed, Placed]]


class Index(Protocol):
    """Finds the texts that a text may be alike to; see `index.Likeness`."""

    def add(self, key: Ref, text: str) -> None: ...
    def drop(self, key: Ref) -> None: ...
    def near(self, text: str, skip: Ref | None = None, *, larger: bool = False) -> Iterable[Ref]: ...
    def rebuild(self) -> None: ...
    def unsettled(self) -> Iterable[Ref]: ...
    def __len__(self) -> int: ...


class Pairs:
    """The pairs of one view under one rule; `publish` and `retract` take findings in and out of it."""

    def __init__(
        self,
        rule: PairRule,
        index: Index,
        order: Order,
        changed: Changed,
        publish: Callable[[Iterable[Finding]], None],
        retract: Callable[[Iterable[Finding]], None],
    ) -> None:
        self.rule, self._index, self._order, self._changed = rule, index, order, changed
        self._publish, self._retract = publish, retract
        self._spoken: dict[Ref, Placed] = {}
        self._alike: dict[Ref, dict[Ref, object]] = {}
        self._found: dict[frozenset[Ref], list[Finding]] = {}
        self._unindexed: dict[Ref, None] = {}
        self._waiting: dict[Ref, None] = {}
        self._whole = False

    @property
    def waiting(self) -> int:
        """How many notes are not yet compared with the others."""
        return len(self._waiting)

    def speak(self, ref: Ref, note: Placed | None) -> None:
        """A distinct note and who speaks for it now; None: nobody says it any more."""
        before = self._spoken.get(ref)
        text = note.fragment.text if note is not None and note.fragment else None
        said = before.fragment.text if before is not None and before.fragment else None
        if text == said:
            if note is not None and before is not note:
                self._spoken[ref] = note
                for other in self._alike.get(ref, ()):
                    self._say(ref, other)
            return
        if before is not None:
            if ref in self._unindexed:
                del self._unindexed[ref]
            else:
                self._index.drop(ref)
            self._waiting.pop(ref, None)
            del self._spoken[ref]
            self._forget(ref)
        if note is not None and text is not None:
            self._spoken[ref] = note
            self._unindexed[ref] = None
            self._waiting[ref] = None
            self._whole = False

    def look_up_now(self, ref: Ref) -> None:
        """Compare one note at once, if nothing else is waiting to be indexed."""
        if ref not in self._waiting:
            return
        if ref in self._unindexed:
            self._enter(ref)
        if not self._unindexed:
            self._look_up(ref)

    def take_unsettled(self) -> None:
        """Compare again the notes that have come to be rows of a template, or are no longer."""
        for ref in self._index.unsettled():
            self._forget(ref)
            self._waiting[ref] = None
            self._whole = False

    def advance(self, count: int, focus: tuple[FileId, int] | None) -> None:
        """Index what is not; then compare up to `count` waiting notes with the others, nearest the cursor first."""
        if self._unindexed:
            for ref in list(islice(self._unindexed, count * _INDEXED_FASTER)):
                self._enter(ref)
            if not self._unindexed:
                self._index.rebuild()
                self.take_unsettled()
                self._whole = len(self._waiting) == len(self._index)
            return
        for ref in self._nearest(count, focus):
            self._look_up(ref)

    def tell_again(self, facts: AbstractSet[Fact]) -> Iterator[FileId]:
        """Say anew what the rule says in the light of some facts; gives the files that it is said of."""
        for ref, other in list(self._found) if facts & self.rule.needs else ():
            self._say(ref, other)
            yield self._spoken[ref].file.id
            yield self._spoken[other].file.id

    def _enter(self, ref: Ref) -> None:
        del self._unindexed[ref]
        note = self._spoken[ref]
        self._index.add(ref, note.fragment.text if note.fragment else "")

    def _look_up(self, ref: Ref) -> None:
        """Compare one note with the others; while all are still to be looked up, each pair from its smaller side."""
        self._waiting.pop(ref, None)
        note = self._spoken[ref]
        if note.fragment is None:
            return
        for other in self._index.near(note.fragment.text, skip=ref, larger=self._whole):
            if other in self._alike.get(ref, ()):
                continue
            first, second = self._order(note, self._spoken[other])
            if first.fragment is None or second.fragment is None:
                continue
            verdict = self.rule.judge(first.fragment, second.fragment)
            if verdict is not None:
                self._alike.setdefault(ref, {})[other] = verdict
                self._alike.setdefault(other, {})[ref] = verdict
                self._say(ref, other)

    def _say(self, ref: Ref, other: Ref) -> None:
        pair = frozenset((ref, other))
        self._retract(self._found.pop(pair, ()))
        first, second = self._order(self._spoken[ref], self._spoken[other])
        found = list(self.rule.findings(first, second, self._alike[ref][other], self._changed))
        self._found[pair] = found
        self._publish(found)

    def _forget(self, ref: Ref) -> None:
        for other in self._alike.pop(ref, {}):
            self._alike[other].pop(ref, None)
            self._retract(self._found.pop(frozenset((ref, other)), ()))

    def _nearest(self, count: int, focus: tuple[FileId, int] | None) -> Iterable[Ref]:
        if len(self._waiting) <= count or focus is None:
            return list(islice(self._waiting, count))
        file, row = focus

        def distance(ref: Ref) -> int:
            note = self._spoken[ref]
            return abs(note.row - row) if note.file.id == file else 1 << 30

        return sorted(self._waiting, key=distance)[:count]


def spoken_for(group: Iterable[Placed], compared: Callable[[Fragment], bool]) -> Placed | None:
    """The first of some copies that takes part in comparisons."""
    return next((note for note in group if note.fragment is not None and compared(note.fragment)), None)
