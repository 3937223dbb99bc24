"""Records as text: a new one from a draft, the union of several, and the fields that change when one does.

Written in the style of the agent itself: double-quoted strings, block lists, dates in UTC with milliseconds, the fields
of a fresh record in its order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from memory_ls.data import dataclass, field
from memory_ls.formats.frontmatter import block_list, new_frontmatter, quoted, set_fields
from memory_ls.formats.record_facts import CLOSE, OPEN
from memory_ls.formats.record_reading import DESCRIPTION_LIMIT, NOTES, SUMMARY_LIMIT, Record
from memory_ls.formats.shape import is_plain, plain
from memory_ls.text import Replace, Span, utf16_length


@dataclass(frozen=True, slots=True)
class Fresh:
    """What a new record holds; `relations` pairs of a key and an id without its ``@``, `facts` of a key and JSON."""

    summary: str = field(repr=False)
    description: str = field(default="", repr=False)
    concepts: tuple[str, ...] = ()
    claims: tuple[str, ...] = field(default=(), repr=False)
    tags: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    relations: tuple[tuple[str, str], ...] = ()
    notes: str = field(default="", repr=False)
    created: date | None = None
    updated: date | None = None
    sensitive: bool = False
    superseded_by: str = ""
    superseded_at: date | None = None


def moment(day: date) -> str:
    """A day as the agent writes a time."""
    return quoted(f"{day.isoformat()}T00:00:00.000Z")


def text_of(fresh: Fresh) -> str:
    """The file of a new record."""
    fields = {
        "description": quoted(fresh.description or shortened(fresh.summary, DESCRIPTION_LIMIT)),
        "summary": quoted(fresh.summary),
        "concepts": block_list(fresh.concepts) if fresh.concepts else "",
        "claims": block_list(fresh.claims) if fresh.claims else "",
        "created": moment(fresh.created) if fresh.created else "",
        "updated": moment(fresh.updated) if fresh.updated else "",
        "tags": block_list(fresh.tags) if fresh.tags else "",
        "sensitive": "true" if fresh.sensitive else "",
        "supersededBy": quoted(fresh.superseded_by) if fresh.superseded_by else "",
        "supersededAt": moment(fresh.superseded_at) if fresh.superseded_by and fresh.superseded_at else "",
    }
    text = new_frontmatter({key: said for key, said in fields.items() if said}) + f"# {fresh.summary}\n"
    rows = [f"{key} = {value}" for key, value in fresh.facts]
    rows += [f"{key if '.' in key else f'relation.{key}'} -> @{target}" for key, target in fresh.relations]
    if rows:
        text += "\n" + "\n".join((OPEN, *rows, CLOSE)) + "\n"
    return f"{text}\n{NOTES}\n{fresh.notes}\n" if fresh.notes else text


def split_text(text: str) -> tuple[str, str]:
    """A text as summary and notes: its first paragraph if that fits; of one that is longer, or whose rows mean
    something, only the words, shortened, and then all of the text are notes.
    """
    first, _, rest = text.strip().partition("\n\n")
    summary = " ".join(first.split())
    if is_plain(first) and utf16_length(summary) <= SUMMARY_LIMIT:
        return summary, rest.strip("\n")
    return shortened(plain(first) or summary, SUMMARY_LIMIT), text.strip()


def joined_text(summary: str, notes: str) -> str:
    """A summary and notes as the text that `split_text` cuts like that: notes that begin with the summary are all."""
    said = " ".join(summary.removesuffix("…").split())
    if not notes.strip() or plain(notes).startswith((said, plain(said))):
        return notes if notes.strip() else summary
    return f"{summary}\n\n{notes}" if summary else notes


def shortened(text: str, limit: int) -> str:
    """A text of at most `limit` UTF-16 units, cut between words."""
    if utf16_length(text) <= limit:
        return text
    kept = text[: limit - 1]
    while utf16_length(kept) > limit - 1:
        kept = kept[:-1]
    words = kept.rpartition(" ")[0]
    return f"{words or kept}…"


def united(records: Sequence[Record], summary: str, notes: str, today: date) -> Fresh:
    """What several records say as one, the oldest first: where two facts share a key the newest counts.

    Nothing is lost by it, since the records themselves stay.
    """
    facts: dict[str, str] = {}
    relations: dict[str, str] = {}
    own = {record.id for record in records}
    for record in records:
        for fact in record.facts.rows:
            for kept in (facts, relations):
                kept.pop(fact.key, None)
            if not fact.is_relation:
                facts[fact.key] = fact.value
            elif fact.value not in own:
                relations[fact.key] = fact.value
    said = [f"### {record.id}\n\n{record.prose}" for record in records if record.prose.strip()]
    return Fresh(
        summary,
        concepts=_distinct(one for record in records for one in record.list("concepts")),
        claims=_distinct(one for record in records for one in record.list("claims")),
        tags=_distinct(one for record in records for one in record.list("tags")),
        facts=tuple(facts.items()),
        relations=tuple(relations.items()),
        notes="\n\n".join([*([notes] if notes else []), *said]),
        created=today,
        updated=today,
        sensitive=any(record.sensitive for record in records),
    )


def touched(record: Record, today: date | None) -> tuple[Replace, ...]:
    """The day of the last change, if the record says one and says an earlier one."""
    if today is None or record.front is None or record.front.field("updated") is None:
        return ()
    before = record.day("updated")
    return (
        ()
        if before is not None and before >= today
        else (set_fields(record.rows, record.front, {"updated": moment(today)}))
    )


def superseded(record: Record, by: str, today: date) -> tuple[Replace, ...]:
    """The mark that hides a record. In a file without frontmatter the mark comes with one, begun by it and ended by
    `id` and `kind`: so that `restored` knows that it may take away all of it."""
    fields = {"supersededBy": quoted(by), "supersededAt": moment(today)}
    if record.front is not None:
        return set_fields(record.rows, record.front, fields)
    col = record.byte_order
    fields |= {"id": quoted(record.id), "kind": quoted(record.kind)}
    return (Replace(Span(0, col, 0, col), new_frontmatter(fields)),)


def restored(record: Record) -> tuple[Replace, ...]:
    """The mark taken out again."""
    front = record.front
    if front is None:
        return ()
    if tuple(one.key for one in front.fields) == ("supersededBy", "supersededAt", "id", "kind"):
        return (Replace(Span(0, record.byte_order, front.end + 1, 0), ""),)
    marks = (one for one in front.fields if one.key in ("supersededBy", "supersededAt"))
    return tuple(Replace(Span(one.row, 0, one.end_row, 0), "") for one in marks)


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts in their order, each once; case and blanks make no other text."""
    seen: dict[str, str] = {}
    for text in texts:
        seen.setdefault(" ".join(text.lower().split()), text)
    return tuple(seen.values())
