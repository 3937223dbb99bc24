"""A record as it is read: frontmatter, facts block, notes; what it is called, and what is wrong in it.

Frontmatter that cannot be read, or that has a value of the wrong type, makes its agent take the whole file for plain
text without a description; what it says is then still read here as far as it goes, since a person means it.

Source: the records agent's document and code, "Frontmatter" and "Field limits".
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from memory_ls.data import dataclass, field
from memory_ls.formats.frontmatter import Frontmatter, read_frontmatter
from memory_ls.formats.record_facts import NONE, Facts, read_facts
from memory_ls.formats.record_ids import RECORDS_FOLDER, id_of_path, is_id, kind_of
from memory_ls.formats.yaml_simple import Field
from memory_ls.text import BOM, Span

SUMMARY_LIMIT, DESCRIPTION_LIMIT = 300, 160
"""UTF-16 units that one write may hold. Source: the document, "Field limits"."""
NO_DESCRIPTION = "No description"
NOTES = "## Notes"


@dataclass(frozen=True, slots=True)
class Record:
    """One file. `id` is empty where the agent lists no record; `wrong` are the frontmatter fields of a wrong type (then
    `valid` is False, as after an error); `body` is the first row after the frontmatter, `heading` the row of its
    ``# `` heading or -1; `notes` are the rows of all other text.
    """

    inside: str
    rows: Sequence[str] = field(repr=False)
    front: Frontmatter | None
    id: str
    own_id: str
    wrong: tuple[Field, ...]
    body: int
    heading: int
    notes: tuple[int, ...]
    facts: Facts

    @property
    def kind(self) -> str:
        return kind_of(self.id)

    @property
    def byte_order(self) -> int:
        """The column at which its text begins: 1 after a byte order mark."""
        return 1 if self.rows[0].startswith(BOM) else 0

    @property
    def valid(self) -> bool:
        """Whether the agent reads its frontmatter, or there is none."""
        return not self.wrong and (self.front is None or self.front.error is None)

    @property
    def writable(self) -> bool:
        """Whether a field can be added to its frontmatter: it is readable, and not all of it in braces."""
        if not self.valid or self.front is None:
            return self.valid
        return not self.rows[self.front.fields[0].row].lstrip().startswith("{") if self.front.fields else True

    def text(self, key: str) -> str:
        """A field that holds a text; empty for any other."""
        value = self.front.values.get(key) if self.front else None
        return value if isinstance(value, str) else ""

    def list(self, key: str) -> tuple[str, ...]:
        """A field that holds a list: the texts in it."""
        value = self.front.values.get(key) if self.front else None
        return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()

    def day(self, key: str) -> date | None:
        """A field that holds a date, with or without its time."""
        return day_of(self.front.values.get(key)) if self.front else None

    @property
    def superseded_by(self) -> str:
        """The id that hides it while there is a record of that id; no ``@``."""
        return self.text("supersededBy").removeprefix("@")

    @property
    def sensitive(self) -> bool:
        """Marked as sensitive; also where the mark cannot be read any more."""
        if self.front is None:
            return False
        if self.front.error is None:
            return self.front.values.get("sensitive") in (True, "true")
        return any(one.key == "sensitive" and one.raw.strip("\"'") == "true" for one in self.front.fields)

    @property
    def said(self) -> tuple[str, Span]:
        """What the record says in a line, and where: summary, description, heading, or its first row of text."""
        for key in ("summary", "description"):
            text = self.text(key)
            found = self.front.field(key) if self.front and text.strip() else None
            if found is not None:
                return " ".join(text.split()) if "\n" in text else text, inner(found)
        for row in (self.heading, *self.notes[:1]):
            if row >= 0:
                text = self.rows[row]
                start = len(text) - len(text.lstrip("# \t"))
                if text[start:].strip():
                    return text[start:].strip(), Span(row, start, row, len(text.rstrip()))
        return "", Span(0, 0, 0, len(self.rows[0]))

    @property
    def prose(self) -> str:
        """The notes, rows joined by newlines, blank rows around them dropped."""
        return "\n".join([self.rows[row] for row in self.notes]).strip("\n")


def read_record(inside: str, rows: Sequence[str]) -> Record:
    """A file at a path inside its store."""
    front = read_frontmatter(rows)
    body = front.end + 1 if front is not None and front.end > 0 else 0
    own_id = ""
    if front is not None and "id" in front.values:
        said = front.values["id"]
        own_id = said if isinstance(said, str) and is_id(said) else ""
    by_path = id_of_path(inside)
    id = by_path if inside.startswith(f"{RECORDS_FOLDER}/") else own_id or by_path
    wrong = tuple(_wrong(front, id)) if front is not None and front.error is None else ()
    facts = read_facts(rows, body) if body < len(rows) else NONE
    heading, notes = _parts(rows, body, facts)
    return Record(inside, rows, front, id, own_id, wrong, body, heading, notes, facts)


def inner(one: Field) -> Span:
    """Where the text of a field stands: without its quotes if nothing in it is escaped."""
    row, col, end_row, end = one.value_row, one.value_col, one.value_end_row, one.value_end_col
    bare = (one.style == "double" and "\\" not in one.raw) or (one.style == "single" and "'" not in one.raw[1:-1])
    return Span(row, col + 1, end_row, end - 1) if bare and row == end_row else Span(row, col, end_row, end)


def day_of(value: object) -> date | None:
    """The day of a date, or of a text that begins with one."""
    if isinstance(value, date):  # a datetime is one
        return date(value.year, value.month, value.day)
    if not isinstance(value, str) or len(value) < 10:
        return None
    try:
        return date.fromisoformat(value[:10])
    except ValueError:
        return None


_TEXTS = frozenset({"description", "summary", "supersededBy", "supersededAt", "created", "updated", "id", "kind"})
_LISTS = frozenset({"concepts", "claims", "tags"})


def _wrong(front: Frontmatter, id: str) -> list[Field]:
    """The fields whose value has not the type that the agent asks for; one without any value is let pass."""
    wrong = []
    for key, value in front.values.items():
        if key in _TEXTS:
            right = isinstance(value, (str, date)) if key in _DATES else isinstance(value, str)
            if right and key == "id":
                right = is_id(str(value))
            elif right and key == "kind":
                right = value == kind_of(id) if id else value in ("state", "event")
        elif key in _LISTS:
            right = isinstance(value, list) and not any(isinstance(one, (list, dict)) for one in value)
        elif key == "sensitive":
            right = isinstance(value, bool)
        elif key == "limit":
            right = isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0
        else:
            continue
        found = front.field(key) if not right and value is not None else None
        if found is not None:
            wrong.append(found)
    return wrong


_DATES = frozenset({"created", "updated", "supersededAt"})


def _parts(rows: Sequence[str], body: int, facts: Facts) -> tuple[int, tuple[int, ...]]:
    """The row of the heading, and the rows of all text beside it, the facts block and the heading of the notes."""
    heading = -1
    notes: list[int] = []
    for row in range(body, len(rows)):
        text = rows[row]
        if facts.first <= row <= facts.last and facts.first >= 0:
            continue
        if not text:
            if notes:
                notes.append(row)
        elif heading < 0 and not notes and text.startswith("# "):
            heading = row
        elif not text.startswith(NOTES) or text.rstrip() != NOTES:
            notes.append(row)
    while notes and not rows[notes[-1]].strip():
        notes.pop()
    return heading, tuple(notes)
