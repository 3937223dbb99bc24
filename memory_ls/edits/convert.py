"""Convert: the notes of a store as new files of another format, and what of each note the other form cannot say.

Nothing is taken for granted: each note is read back from the new files and compared with what it was. A superseded note
stays superseded by the same newer note; one that would come alive by the change, or lose the mark that keeps it from
the agent's eyes, is left out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator, Mapping, Sequence
from datetime import date

from memory_ls.data import dataclass, field, replace
from memory_ls.edits.convert_traits import KEEPS, Loss, Trait, losses, prepared
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Change, FileSeen, Refusal, Remove, StoreSeen, Write, whole
from memory_ls.formats.format import Draft, Format
from memory_ls.formats.notes import FileId, Placed, Ref, Role, Store
from memory_ls.formats.parse import scan
from memory_ls.text import Replace, Text, replaced, same_rows

NOTE_ROLES = (Role.NOTE, Role.RETIRED)
_DELIMITER = "§"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one note: what is not kept of it; `joined` if another note says the same; why it is left out."""

    note: Placed
    lost: tuple[Loss, ...] = ()
    joined: bool = False
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class Converted:
    """The new files as a change that creates them, one outcome a note of the source, and how many rows beside the
    notes (headings, prose) stay behind.
    """

    store: StoreSeen
    change: Change
    outcomes: tuple[Outcome, ...]
    beside: int = 0

    @property
    def kept(self) -> int:
        """How many notes are there in the new form, joined ones included."""
        return sum(1 for one in self.outcomes if not one.left_out)


def convert(
    source: StoreSeen, target: Store, today: date, absent: Hashable = None, only: FileId | None = None
) -> Converted:
    """The notes of a store (with `only`, of one file of it) in the format of `target`, a store without files whose
    stamp is `absent`. `today` is the day for marks that must have one and do not say it.
    """
    return _Conversion(source, _Growing(target, absent), today, only).run()


@dataclass(slots=True)
class _Growing:
    """The new store: it grows note by note, as its format's own verbs write it."""

    store: Store
    absent: Hashable
    files: dict[FileId, FileSeen] = field(default_factory=dict)

    @property
    def format(self) -> Format:
        return FORMATS[self.store.format]

    def seen(self) -> StoreSeen:
        if not self.files and self.store.format == "bullets":  # a store that is one file has it even before it is there
            return StoreSeen(self.store, {(one := self._missing("memory.md")).file.id: one}, self.absent)
        return StoreSeen(self.store, dict(self.files), self.absent)

    def take(self, change: Change) -> None:
        for step in change:
            if isinstance(step, Remove):
                del self.files[step.file]
                continue
            before = self.files.get(step.file) or self._missing(step.file[len(self.store.folder.rstrip("/")) + 1 :])
            text = Text(replaced(before.text, step.replace))
            self.files[step.file] = replace(before, text=text, blocks=self._blocks(before, text), missing=False)

    def change(self) -> Change:
        """The files as they have become, those that point at others last."""
        last = self.format.files(self.store)
        ordered = sorted(self.files.values(), key=lambda seen: seen.file.inside in last)
        return tuple(
            Write(seen.file.id, self.absent, (Replace(whole(Text()), str(seen.text)),)) for seen in ordered
            if str(seen.text)
        )  # fmt: skip

    def _missing(self, inside: str) -> FileSeen:
        return StoreSeen(self.store, {}, self.absent).at(inside)

    def _blocks(self, seen: FileSeen, text: Text) -> list[Placed]:
        """As `blocks_of`, but blocks above what has changed stay."""
        grammar = self.format.grammar(seen.file)
        if grammar is None:
            return []
        head, _ = same_rows(seen.text.rows, text.rows)
        stay = bisect_left(seen.blocks, head, key=lambda block: block.row + block.n)
        blocks = list(seen.blocks[: max(stay - 1, 0)])
        above = len(blocks)
        row, state = (seen.blocks[above].row, seen.blocks[above].state) if seen.blocks else (0, grammar.start)
        scan(grammar, seen.file, text.rows, row, state, blocks)
        for block in blocks[above:]:
            block.fragment = grammar.fragment(block.state, tuple(text.rows[block.row : block.row + block.n]))
        return blocks


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a note is in the new store: its file, and its identity there."""

    file: FileId
    identity: Ref | None


@dataclass(slots=True)
class _Conversion:
    source: StoreSeen
    target: _Growing
    today: date
    only: FileId | None
    places: dict[int, _Place] = field(default_factory=dict)
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    said: dict[Ref | None, _Place] = field(default_factory=dict)

    @property
    def format(self) -> Format:
        return FORMATS[self.source.store.format]

    def run(self) -> Converted:
        notes = [note for note in self._notes() if note.fragment]
        newer = self._newer(notes)
        living = [note for note in notes if id(note) not in newer]
        for note in living:
            self._put(note)
        alive = set(self.places.values())
        superseded = sorted((note for note in notes if id(note) in newer), key=lambda note: -len(_chain(note, newer)))
        for note in superseded:
            self._put_superseded(note, newer, alive)
        for note in superseded:
            self._retire(note, newer[id(note)])
        outcomes = tuple(self.outcomes[id(note)] for note in notes)
        return Converted(self.target.seen(), self.target.change(), (*outcomes, *self._dead_rows()), self._beside())

    def _blocks(self) -> Iterator[Placed]:
        for seen in self.source.files.values():
            if self.only in (None, seen.file.id):
                yield from seen.blocks

    def _notes(self) -> Iterator[Placed]:
        return (block for block in self._blocks() if block.fragment and block.fragment.role in NOTE_ROLES)

    def _dead_rows(self) -> Iterator[Outcome]:
        """Rows of an index that stand for a note which is not there."""
        there = {ref for seen in self.source.files.values() for one in seen.blocks if one.fragment
                 for ref in one.fragment.defines}  # fmt: skip
        for block in self._blocks():
            fragment = block.fragment
            if fragment is None or fragment.role is not Role.ENTRY or self.only is not None:
                continue
            if not any(mention.ref in there for mention in fragment.mentions):
                yield Outcome(block, left_out="its file is not there")

    def _beside(self) -> int:
        prose = [one.fragment.text for one in self._blocks() if one.fragment and one.fragment.role is Role.PROSE]
        return sum(1 for text in prose if text.strip() not in ("", _DELIMITER))

    def _newer(self, notes: Sequence[Placed]) -> dict[int, Placed | None]:
        """For each superseded note the one that supersedes it, as far as it is there."""
        named: dict[Ref, Placed] = {}
        for note in notes:
            if (fragment := note.fragment) is None:
                continue
            key = fragment.identity or self.format.key(fragment.text)
            for ref in (*fragment.defines, key, self.format.key(fragment.text)):
                if ref not in named or fragment.role is Role.NOTE:
                    named[ref] = note
        newer = {id(note): named.get(note.fragment.superseded_by) for note in notes
                 if note.fragment and note.fragment.role is Role.RETIRED and note.fragment.superseded_by}  # fmt: skip
        if self.source.store.format == "records":  # there a note whose newer one is gone is not hidden
            return {key: by for key, by in newer.items() if by is not None}
        return newer

    def _put(self, note: Placed) -> None:
        before = self.format.draft(self.source, note)
        if before.sensitive and Trait.SENSITIVE not in KEEPS[self.target.store.format]:
            self.outcomes[id(note)] = Outcome(note, left_out="sensitive, which cannot be said there")
            return
        target, draft = self.target, prepared(before, self.source.store, self.target.store)
        key = target.format.key(target.format.clean(draft.text))
        there = self.said.get(key)
        change = () if there is not None else self._planned(draft)
        if isinstance(change, Refusal):
            self.outcomes[id(note)] = Outcome(note, left_out=change.reason)
            return
        if not change:
            self._join(note, there or self._alike(key))
            return
        target.take(change)
        new = _last_note(target.files[change[0].file])
        if new is None or new.fragment is None:
            self.outcomes[id(note)] = Outcome(note, left_out="it would not be read as a note there")
            return
        place = _Place(new.file.id, new.fragment.identity)
        self.places[id(note)] = self.said[place.identity] = place
        after = target.format.draft(target.seen(), new)
        self.outcomes[id(note)] = Outcome(note, tuple(losses(before, after)))

    def _planned(self, draft: Draft) -> Change | Refusal:
        """Put; where the name is taken, without its name."""
        planned = self.target.format.put(self.target.seen(), draft, None)
        if isinstance(planned, Refusal) and draft.title:
            return self.target.format.put(self.target.seen(), replace(draft, title="", kind=""), None)
        return planned

    def _join(self, note: Placed, there: _Place | None) -> None:
        if there is not None:
            self.places[id(note)] = there
        self.outcomes[id(note)] = Outcome(note, joined=True)

    def _alike(self, key: Ref) -> _Place | None:
        """Where the note is that the format takes for the same, though it is not told by that key."""
        for seen in self.target.files.values():
            for block in seen.blocks:
                fragment = block.fragment
                if fragment and fragment.role is Role.NOTE and self.target.format.key(fragment.text) == key:
                    return _Place(seen.file.id, fragment.identity)
        return None

    def _put_superseded(self, note: Placed, newer: Mapping[int, Placed | None], alive: set[_Place]) -> None:
        by = newer[id(note)]
        why = ""
        if by is None:
            why = "superseded by a note that is not there"
        elif len(_chain(note, newer)) > len(newer):
            why = "superseded in a circle"
        elif by.fragment and by.fragment.role is Role.NOTE and id(by) not in self.places:
            why = "superseded by a note that is left out"
        if why:
            self.outcomes[id(note)] = Outcome(note, left_out=why)
            return
        self._put(note)
        if self.places.get(id(note)) in alive:
            del self.places[id(note)]
            self.outcomes[id(note)] = Outcome(note, left_out="superseded, but a living note says the same")

    def _retire(self, note: Placed, newer: Placed | None) -> None:
        """The mark of a superseded note that has been put; a note that cannot have it goes again."""
        place = self.places.get(id(note))
        old = self._at(place)
        if place is None or old is None:  # left out, or joined with another superseded one
            return
        by = self._at(self.places.get(id(newer))) if newer is not None else None
        day = self.format.draft(self.source, note).superseded_at or self.today
        seen = self.target.seen()
        format = self.target.format
        change = format.retire(seen, old, by, day) if by else Refusal("superseded by a note that is left out")
        if isinstance(change, Refusal):
            self.outcomes[id(note)] = Outcome(note, left_out=change.reason)
            change = format.drop(seen, [old])
        if not isinstance(change, Refusal):
            self.target.take(change)

    def _at(self, place: _Place | None) -> Placed | None:
        seen = self.target.files.get(place.file) if place else None
        blocks = seen.blocks if seen else ()
        notes = (block for block in blocks if block.fragment and block.fragment.role is Role.NOTE)
        return next(
            (note for note in notes if place and note.fragment and note.fragment.identity == place.identity), None
        )


def _last_note(seen: FileSeen) -> Placed | None:
    notes = (block for block in reversed(seen.blocks) if block.fragment and block.fragment.role is Role.NOTE)
    return next(notes, None)


def _chain(note: Placed, newer: Mapping[int, Placed | None]) -> list[Placed]:
    """The notes that supersede a note, one by the other; in a circle more than there are."""
    chain: list[Placed] = []
    by = newer.get(id(note))
    while by is not None and len(chain) <= len(newer):
        chain.append(by)
        by = newer.get(id(by))
    return chain
