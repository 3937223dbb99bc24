"""From stores to what a prompt recalls: which notes may be given, and the text in which they are.

Kept out are sensitive and superseded notes, and those that hold a secret or read like an instruction to the agent. A
note stands under the path of its file; one that is older than two days asks to be checked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date

from memory_ls.data import dataclass, field
from memory_ls.detect import mask, quote
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import FileSeen, StoreSeen
from memory_ls.formats.notes import Fragment, Placed, Ref, Role
from memory_ls.recall.choosing import choose
from memory_ls.recall.keeping import is_flagged, key_of
from memory_ls.recall.ledger import Ledger
from memory_ls.recall.ranking import Candidate, counting, is_asking
from memory_ls.recall.telling import as_given

_OF_FILES = frozenset({"records", "topics"})
_NAMED = 10
"""Words that a clause names. Source: ours."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note that may be given: what it is ranked by, its file and row (None where it is the whole file), and the day
    on which it was last said or changed, if known."""

    candidate: Candidate
    note: Placed
    row: int | None
    day: date | None

    @property
    def title(self) -> str:
        return self.candidate.title


@dataclass(frozen=True, slots=True)
class Recalled:
    """`text` is masked, empty when nothing is recalled; `notes` are those in it, `ledger` what the session has now."""

    text: str = field(repr=False)
    notes: tuple[Note, ...]
    ledger: Ledger


def notes_of(files: Iterable[FileSeen]) -> list[Note]:
    """The notes of some files that may be given, in their order."""
    seen = list(files)
    known = {ref for one in seen for block in one.blocks if block.fragment for ref in block.fragment.defines}
    return [note for one in seen for note in _notes(one, known)]


def recall(
    prompt: str, notes: Sequence[Note], ledger: Ledger, today: date | None, show: Callable[[str], str]
) -> Recalled:
    """What a prompt recalls of notes that the session has not been given yet; `show` writes a path for the reader."""
    known = {note.candidate.key: note for note in notes}
    chosen = choose(
        prompt, [one.candidate for one in known.values()], ledger, lambda key: told(known[key], today, show)
    )
    return Recalled(chosen.text, tuple(known[key] for key in chosen.keys), chosen.ledger)


def not_found(prompt: str) -> str:
    """Why a prompt recalls nothing, as a clause that says which of its words count."""
    words = counting(prompt)
    said = ", ".join(quote(word, 30) for word in words[:_NAMED]) + (", …" if len(words) > _NAMED else "")
    if not is_asking(prompt):
        return "a single word recalls nothing; say what you are about to do"
    if not words:
        return "none of these words says what it is about; say more"
    if len(words) == 1:
        return f"only {said} says what it is about, and no note has that as its name or keyword; say more"
    return f"no note is about that; it would share two of these words, or have one as its name or keyword: {said}"


def told(note: Note, today: date | None, show: Callable[[str], str]) -> str:
    """One note under its path, masked, cut at a row's end where it is long."""
    days = (today - note.day).days if today is not None and note.day is not None else 0
    place, title = quote(show(note.note.file.id), 4096), mask(note.title)
    return as_given(place, note.row, title, mask(note.candidate.text), days)


def by_keyword(word: str, notes: Sequence[Note], today: date | None = None) -> list[Note]:
    """The notes under a keyword, as ``#deploy`` names it; those that want to be checked again come last."""
    wanted = word.removeprefix("#").casefold()
    found = [note for note in notes if wanted in note.candidate.keywords.casefold().split()]
    return sorted(found, key=lambda note: _wants_a_check(note, today))


def _wants_a_check(note: Note, today: date | None) -> bool:
    fragment = note.note.fragment
    if fragment is None or not fragment.review or note.day is None or today is None:
        return False
    return (today - note.day).days > fragment.review


def _notes(seen: FileSeen, known: Collection[Ref]) -> Iterator[Note]:
    store = StoreSeen(seen.file.store, {seen.file.id: seen}, whole=False)
    format = FORMATS[seen.file.store.format]
    whole = seen.file.store.format in _OF_FILES
    for block in seen.blocks:
        fragment = block.fragment
        if fragment is None or not _may_be_given(fragment, known) or is_flagged(seen.rows(block)):
            continue
        draft = format.draft(store, block)
        keywords = draft.keyword or " ".join(ref.value for ref in fragment.defines if ref.kind == "keyword")
        candidate = Candidate(key_of(block, fragment), draft.title, keywords, draft.description, draft.text)
        days = [day for day in (draft.touched, draft.created, fragment.dated) if day is not None]
        yield Note(candidate, block, None if whole and len(seen.blocks) == 1 else block.row, max(days, default=None))


def _may_be_given(fragment: Fragment, known: Collection[Ref]) -> bool:
    if fragment.role is not Role.NOTE or fragment.sensitive or fragment.leads or not fragment.text.strip():
        return False
    return fragment.superseded_by is None or fragment.superseded_by not in known
