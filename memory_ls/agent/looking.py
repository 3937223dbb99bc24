"""Looking through every store: all notes that count, each with the texts by which it can be searched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from memory_ls.agent.answer import Declined
from memory_ls.agent.notes import Listed, listed, matching
from memory_ls.agent.place import Place, files_of
from memory_ls.detect import quote
from memory_ls.formats.notes import Role
from memory_ls.formats.record_ids import slug_of
from memory_ls.formats.record_reading import Record, read_record
from memory_ls.workspace.reach import Reached

PARTS = ("all", "content", "tags", "description", "summary", "concepts", "claims", "id")
_ONE_FILE_A_NOTE = frozenset({"records", "topics"})


@dataclass(frozen=True, slots=True)
class Seen:
    """A note that was looked at; `record` where it is one."""

    listed: Listed
    record: Record | None
    today: date

    @property
    def day(self) -> date:
        return self.listed.fragment.dated or date.min

    @property
    def hidden(self) -> bool:
        return self.listed.fragment.role is Role.RETIRED

    @property
    def newer(self) -> str:
        """The name of the note that holds in its place, if that is said."""
        by = self.listed.fragment.superseded_by
        return quote(f"@{by.value}" if by is not None and self.record is not None else by.value if by else "")

    @property
    def overdue(self) -> int:
        """Its age in days where its format asks to check notes so old again; else 0."""
        fragment = self.listed.fragment
        days = (self.today - fragment.dated).days if fragment.dated is not None else 0
        return days if fragment.review and days > fragment.review else 0

    @property
    def whole(self) -> str:
        """All its text: of a note that is a file, the file."""
        if self.listed.store.store.format in _ONE_FILE_A_NOTE:
            return "\n".join(self.listed.seen.text.rows)
        return self.listed.fragment.text

    @property
    def labels(self) -> list[str]:
        """Keywords, or concepts as its agent compares them."""
        if self.record is not None:
            return [slug for label in self.record.list("concepts") if (slug := slug_of(label))]
        return sorted(ref.value for ref in self.listed.fragment.defines if ref.kind == "keyword")

    def part(self, name: str) -> str:
        """The text of one part; formats that have no such part have nothing there."""
        fragment = self.listed.fragment
        if name == "all":
            return "\n".join((fragment.title, fragment.text, " ".join(self.labels), self.listed.note.file.inside,
                              self.whole))  # fmt: skip
        if name == "id":
            return f"{fragment.title}\n{self.listed.note.file.inside}"
        if name in ("tags", "concepts") and self.record is None:
            return "\n".join(self.labels)
        if self.record is None:
            return self.whole if name == "content" else fragment.text if name in ("summary", "description") else ""
        if name in ("tags", "concepts", "claims"):
            return "\n".join(self.record.list(name))
        return self.whole if name == "content" else self.record.text(name)


def chosen_stores(place: Place, id: str) -> list[Reached]:
    """One store by its id, else all whose notes count. Raises `Declined`."""
    return [place.chosen("project", id)] if id else list(place.trusted_stores().values())


def look(place: Place, stores: Sequence[Reached], *, retired: bool = False) -> Iterator[Seen]:
    """Every note of some stores."""
    workspace = place.workspace()
    for one in stores:
        records = one.store.format == "records"
        for note in listed(one, files_of(workspace, one), retired=retired):
            record = read_record(note.note.file.inside, note.seen.text.rows) if records else None
            yield Seen(note, record, workspace.today or date.min)


def found(place: Place, said: str, store: str) -> Seen:
    """The one note that an id, a name, a path or a text means, in whatever store. Raises `Declined`."""
    inside = said.strip()
    if inside.startswith("/") or ".." in inside.split("/") or "\0" in inside:
        raise Declined("`path` stays inside the stores: say an id, a name, or a path as `memory_search` shows it")
    hits: list[Seen] = []
    for one in chosen_stores(place, store):
        all_of_it = list(look(place, [one], retired=True))
        notes = [seen.listed for seen in all_of_it]
        same = matching(notes, one.store, inside)
        hits += [seen for seen in all_of_it if any(seen.listed is hit for hit in same)]
    living = [seen for seen in hits if not seen.hidden] or hits
    if not living:
        raise Declined(f"there is no note {quote(inside)}; `memory_search` finds what there is")
    if len({(seen.listed.store.id, seen.listed.note.file.id, seen.listed.fragment.text) for seen in living}) > 1:
        told = "; ".join(f"{one.listed.store.id} [{one.listed.id}] {quote(one.listed.text, 60)}" for one in living[:5])
        raise Declined(f"several notes match {quote(inside)}: {told}; say `store`, or an id")
    return living[0]
