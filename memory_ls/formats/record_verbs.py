"""Changes of several records at once: a new one, a merge, and what else must change when one goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from memory_ls.detect import find_secrets, quote
from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, combined, whole, written
from memory_ls.formats.common import merged_wording
from memory_ls.formats.format import Draft
from memory_ls.formats.frontmatter import quoted, set_fields
from memory_ls.formats.notes import Fragment, Placed, Ref, Role
from memory_ls.formats.record_facts import value_of
from memory_ls.formats.record_fragment import ID
from memory_ls.formats.record_ids import (
    KINDS,
    date_in,
    family_of,
    is_id,
    is_key,
    kind_of,
    path_of_id,
    slug_of,
    undated,
    words_of,
)
from memory_ls.formats.record_reading import DESCRIPTION_LIMIT, SUMMARY_LIMIT, Record, read_record
from memory_ls.formats.record_writing import (
    Fresh,
    restored,
    shortened,
    split_text,
    superseded,
    text_of,
    touched,
    united,
)
from memory_ls.text import Replace, Span, utf16_length

UNREADABLE = Refusal("its frontmatter cannot be read; that must be put right first")


def record_at(store: StoreSeen, note: Placed) -> Record:
    """The record of a note, as its file is now."""
    return read_record(note.file.inside, store.of(note).text.rows)


def fragments(store: StoreSeen) -> Iterator[tuple[FileSeen, Fragment]]:
    """The records of a store."""
    for seen in store.files.values():
        for block in seen.blocks:
            if block.fragment is not None and block.fragment.role is not Role.PROSE:
                yield seen, block.fragment


def ids(store: StoreSeen) -> set[str]:
    """Every id that a record of the store has."""
    return {fragment.title for _, fragment in fragments(store) if fragment.title}


# --- a new record


def new_record(store: StoreSeen, draft: Draft, today: date | None) -> Change | Refusal:
    """The file of a draft. Its title is the id if it is one, or the words of one; else the first words of the text."""
    kind = draft.kind if draft.kind in KINDS else kind_of(draft.title) or "event"
    named = slug_of(draft.title)
    id = draft.title if is_id(draft.title) else f"{kind}.{named or words_of(draft.text)}"
    if kind_of(id) == "state" and date_in(id) and is_id(undated(id)):
        id = undated(id)
    if named and id in ids(store):
        return Refusal(f"there is a record {quote(id)} already; update that one")
    summary, notes = split_text(draft.text)
    known = ids(store)
    fresh = Fresh(
        summary,
        shortened(" ".join(draft.description.split()), DESCRIPTION_LIMIT),
        concepts=tuple(label for said in draft.keyword.split(",") if (label := slug_of(said))),
        facts=tuple((key, value) for key, value in draft.facts if is_key(key) and _is_json(value)),
        relations=tuple((key, target) for key, target in draft.relations if is_key(key) and target in known),
        notes=notes,
        created=draft.created or today,
        updated=draft.touched or today,
        sensitive=draft.sensitive or any(secret.certain for secret in find_secrets(draft.text)),
        superseded_by=draft.superseded_by if draft.superseded_by in known and draft.superseded_by else "",
        superseded_at=draft.superseded_at,
    )
    return created(store, free(store, id), fresh)


def created(store: StoreSeen, id: str, fresh: Fresh) -> Change:
    """A new file."""
    seen = store.at(path_of_id(id))
    return written(seen, [Replace(whole(seen.text), text_of(fresh))])


def free(store: StoreSeen, id: str) -> str:
    """An id that no record and no file has: the one asked for, or one with a number after it."""
    taken = ids(store)
    tried, number = id, 1
    while tried in taken or not store.at(path_of_id(tried)).missing:
        number += 1
        tried = f"{id}-{number}"
    return tried


# --- several as one


def merged(store: StoreSeen, notes: Sequence[Placed], text: str | None, today: date | None) -> Change | Refusal:
    """A third record holds what they say; each of them is superseded by it."""
    if today is None:
        return Refusal("today's date is not known")
    records = [record_at(store, note) for note in notes]
    if any(not record.writable for record in records):
        return UNREADABLE
    if any(not record.id for record in records):
        return Refusal("a file that the agent does not list as a record cannot be superseded")
    summary, rest = split_text(merged_wording(notes) if text is None else text)
    fresh = united(records, summary, rest, today)
    shared = set.intersection(*({slug_of(one) for one in record.list("concepts")} for record in records)) - {""}
    id = free(store, merged_id([record.id for record in records], min(shared, default=""), summary))
    marks = [
        written(store.of(note), superseded(record, id, today)) for note, record in zip(notes, records, strict=True)
    ]
    return combined(created(store, id, fresh), *marks)


def merged_id(ids: Sequence[str], concept: str, summary: str) -> str:
    """What several ids have in common at their start, else a concept of all, else the first words of what they say."""
    kind = "state" if any(kind_of(id) == "state" for id in ids) else "event"
    families = [family_of(undated(id)).partition(".")[2].split("-") for id in ids]
    common: list[str] = []
    for parts in zip(*families, strict=False):
        if len(set(parts)) > 1:
            break
        common.append(parts[0])
    slug = "-".join(common) or concept or words_of(summary, 4)
    id = f"{kind}.{slug}"
    return f"{id}-merged" if id in ids else id


# --- one of them changed


def reworded(record: Record, text: str, today: date | None) -> tuple[Replace, ...] | Refusal:
    """Another summary; the description and the heading follow where they said the same."""
    if not record.writable:
        return UNREADABLE
    text = " ".join(text.split())
    length = utf16_length(text)
    if length > SUMMARY_LIMIT:
        return Refusal(f"a summary takes {SUMMARY_LIMIT} characters at most; this has {length}")
    before, _ = record.said
    fields = {"summary": text}
    if not record.text("description") or record.text("description") in (before, shortened(before, DESCRIPTION_LIMIT)):
        fields["description"] = shortened(text, DESCRIPTION_LIMIT)
    if not record.text("summary") and record.text("description") and length <= DESCRIPTION_LIMIT:
        del fields["summary"]  # the description is what it says
    return (*_with_fields(record, fields), *_heading(record, before, text), *touched(record, today))


def _with_fields(record: Record, fields: dict[str, str]) -> Iterator[Replace]:
    front = record.front
    if front is None:
        new = text_of(Fresh(fields.get("summary", "")))
        fence = new.index("---\n", 4) + len("---\n")
        start = Span(0, record.byte_order, 0, record.byte_order)
        yield Replace(start, new[:fence])
        return
    known: dict[str, str] = {key: quoted(fields[key]) for key in ("description", "summary") if key in fields}
    yield from set_fields(record.rows, front, known)


def _heading(record: Record, before: str, text: str) -> Iterator[Replace]:
    row = record.heading
    if row >= 0 and record.rows[row].lstrip("# \t").rstrip() == before:
        start = len(record.rows[row]) - len(record.rows[row].lstrip("# \t"))
        yield Replace(Span(row, start, row, len(record.rows[row].rstrip())), text)


# --- what points where


def unlinked(store: StoreSeen, gone: Sequence[Placed]) -> Iterator[Change]:
    """Marks and relations of records that stay, which point at records that go, taken out."""
    going = {note.file.id for note in gone}
    staying = {fragment.title for seen, fragment in fragments(store) if seen.file.id not in going}
    targets = {note.fragment.title for note in gone if note.fragment and note.fragment.title} - staying
    names = {Ref(ID, target) for target in targets}
    for seen, fragment in fragments(store):
        if seen.file.id in going or not any(mention.ref in names for mention in fragment.mentions):
            continue
        record = read_record(seen.file.inside, seen.text.rows)
        changes = list(restored(record)) if record.superseded_by in targets else []
        changes += [
            Replace(Span(fact.row, 0, fact.row + 1, 0), "")
            for fact in record.facts.rows
            if fact.is_relation and fact.value in targets
        ]
        yield written(seen, changes)


def chain_of(store: StoreSeen, id: str) -> set[str]:
    """The ids that supersede a record, directly and by each other; itself among them if they go in a circle."""
    by = {fragment.title: fragment.superseded_by.value for _, fragment in fragments(store) if fragment.superseded_by}
    chain: set[str] = set()
    while id in by and by[id] not in chain:
        id = by[id]
        chain.add(id)
    return chain


def _is_json(text: str) -> bool:
    try:
        value = value_of(text)
    except (ValueError, RecursionError):
        return False
    return not isinstance(value, dict) and "\n" not in text
