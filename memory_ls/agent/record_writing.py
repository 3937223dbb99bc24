"""The tool `memory_write`: a record created, or rewritten in place, or put in the place of others.

What a call does not say of an existing record stays. Nothing is written before every name that the call points at is
known to be there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from memory_ls.agent.answer import Answer, Declined
from memory_ls.agent.asking import Ask
from memory_ls.agent.carrying import Operation, carry_out
from memory_ls.agent.concepts import aliases_of
from memory_ls.agent.notes import count_in, counts
from memory_ls.agent.place import Place
from memory_ls.agent.record_fields import FIELDS, Fields, fields_of
from memory_ls.agent.record_names import family_record, known_singular, lookalikes
from memory_ls.agent.record_remarks import difference, left_behind, secret_in, warnings
from memory_ls.detect import quote
from memory_ls.edits import Snapshot
from memory_ls.formats.changes import Change, FileSeen, StoreSeen, combined, whole, written
from memory_ls.formats.frontmatter import block_list, quoted, remove_field, set_fields
from memory_ls.formats.notes import Role, Store
from memory_ls.formats.record_ids import date_in, kind_of, path_of_id
from memory_ls.formats.record_reading import DESCRIPTION_LIMIT, Record, read_record
from memory_ls.formats.record_verbs import chain_of, created, free
from memory_ls.formats.record_writing import Fresh, moment, restored, shortened, superseded, text_of
from memory_ls.formats.world import World
from memory_ls.text import Replace, Span


def memory_write(place: Place, said: object) -> Answer:
    """One call. Raises `Declined`."""
    ask = Ask(said, FIELDS)
    fields = fields_of(ask)
    where = place.records(ask.name("store"))
    told: dict[str, object] = {}
    if fields.concepts:
        aliases = aliases_of(where)
        fields = replace(fields, concepts=tuple(dict.fromkeys(aliases.get(one, one) for one in fields.concepts)))
    done = carry_out(place, where, [_operation(where.store, fields, told)])
    numbers = counts(place, {where.id: count_in(done.after, where.store)})
    id = str(told["id"])
    rows = [f"{told['verb'] if done.changed else 'nothing to change:'} @{id}"]
    data: dict[str, object] = {
        "action": "write", "store": where.id, "id": id, "changed": bool(done.changed), "counts": numbers,
    }  # fmt: skip
    for name in ("version_of", "diff", "superseded", "superseded_already", "left_behind", "warnings"):
        said_of = told.get(name)
        if isinstance(said_of, list) and said_of:
            data[name] = said_of
            rows += [f"{name.replace('_', ' ')}:", *(f"  {one}" for one in said_of)]
    return Answer("\n".join(rows), data)


def _operation(store: Store, aimed: Fields, told: dict[str, object]) -> Operation:
    def operation(seen: Snapshot, world: World) -> Change:
        fields = aimed
        records = seen.store(store)
        known = dict(_records(records))
        older = _older(records, known, fields)
        id, found = _aimed_at(records, known, fields)
        others = [one for other, (_, one) in known.items() if other != id and not one.sensitive]
        labels = {label for one in others for label in one.list("concepts")}
        if fields.concepts:
            merged = dict.fromkeys(known_singular(label, labels) for label in fields.concepts)
            fields = replace(fields, concepts=tuple(merged))
        missing = [to for to in fields.targets if to not in known and to != id]
        if missing:
            raise Declined(f"there is no record {quote(missing[0])} to point at; write it first, or leave it out")
        was = found[1] if found else None
        told.update(
            id=id,
            verb="wrote over" if found else "wrote",
            version_of=[f"{aimed.id} is a version of @{id}, which was written over"] if aimed.id != id else [],
            superseded=[f"@{one}" for one in older],
            superseded_already=[f"@{one}" for one in aimed.supersedes if one not in older],
            left_behind=list(left_behind({one: record for one, (_, record) in older.items()}, fields)),
            warnings=list(warnings(fields, was, labels)),
        )
        if found is None:
            change = _created(records, free(records, id), fields, world.today)
        else:
            file, record = found
            if not record.writable:
                raise Declined("its frontmatter cannot be read; put that right first (see `memory_doctor`)")
            change = _rewritten(file, record, fields, world.today)
            told["diff"] = difference(file, change)
        if not older:
            return change
        if world.today is None:
            raise Declined("today's date is not known")
        marks = [written(file, superseded(record, id, world.today)) for file, record in older.values()]
        return combined(change, *marks)

    return operation


Known = dict[str, tuple[FileSeen, Record]]


def _records(store: StoreSeen) -> Iterator[tuple[str, tuple[FileSeen, Record]]]:
    """The records of a store by id; of two files with one id that in the folder of records."""
    for seen in sorted(store.files.values(), key=lambda one: one.file.inside.startswith("records/")):
        for block in seen.blocks:
            if block.fragment is not None and block.fragment.role is not Role.PROSE and block.fragment.title:
                yield block.fragment.title, (seen, read_record(seen.file.inside, seen.text.rows))


def _aimed_at(store: StoreSeen, known: Known, fields: Fields) -> tuple[str, tuple[FileSeen, Record] | None]:
    """The record that the call is about: an existing one, or none for a new one under the id that comes with it."""
    id = fields.id
    if id in known:
        return id, known[id]
    blocked = store.at(f"records/{id}.md")
    if not blocked.missing or blocked.blocked:
        raise Declined(blocked.blocked or "a file of that name is there, but it is no record")
    if fields.is_empty:
        raise Declined("say something of it: a summary, claims, facts or notes")
    if kind_of(id) != "state" or fields.force or fields.supersedes:
        return id, None
    dated = date_in(id)
    if dated:
        raise Declined(f"a state holds what is true now, so no date in its name ({dated}); say kind `event`, or "
                       "leave the date out, or say forceCreate")  # fmt: skip
    living = {one for one, (_, record) in known.items() if record.superseded_by not in known}
    family = family_record(id, living)
    if family:
        return family, known[family]
    alike = lookalikes(store.store, id, fields.concepts or (), {one: record for one, (_, record) in known.items()})
    if alike:
        names = ", ".join(f"@{one}" for one in alike)
        raise Declined(f"{names} is about the same thing; update that one, or retire it with `supersedes`, or say "
                       "forceCreate")  # fmt: skip
    return id, None


def _older(store: StoreSeen, known: Known, fields: Fields) -> Known:
    """The records that this one is to supersede, which are not superseded by it already."""
    older: Known = {}
    for id in fields.supersedes:
        if id == fields.id:
            raise Declined("a record does not supersede itself")
        if id not in known:
            raise Declined(f"there is no record {quote(id)} to supersede; nothing was written")
        if id in chain_of(store, fields.id):
            raise Declined(f"{quote(id)} supersedes this record itself")
        if not known[id][1].writable:
            raise Declined(f"the frontmatter of {quote(id)} cannot be read; nothing was written")
        if known[id][1].superseded_by not in known:
            older[id] = known[id]
    return older


def _fresh(fields: Fields, today: date | None) -> Fresh:
    summary = fields.summary or fields.description or fields.id.partition(".")[2].replace("-", " ")
    return Fresh(
        summary,
        fields.description or shortened(summary, DESCRIPTION_LIMIT),
        fields.concepts or (),
        fields.claims or (),
        fields.tags or (),
        fields.facts or (),
        fields.relations or (),
        (fields.notes or "").strip("\n"),
        today,
        today,
        sensitive=_sensitive(fields),
    )


def _sensitive(fields: Fields) -> bool:
    """What was said; else whether anything in it looks like a secret."""
    return fields.sensitive if fields.sensitive is not None else bool(secret_in(fields))


def _created(store: StoreSeen, id: str, fields: Fields, today: date | None) -> Change:
    """A new record, made of its parts or with the text that was given for it."""
    fresh = _fresh(fields, today)
    if fields.content is None:
        return created(store, id, fresh)
    seen = store.at(path_of_id(id))
    return written(seen, [Replace(whole(seen.text), f"{_front_of(text_of(fresh))}{fields.content}\n")])


def _front_of(text: str) -> str:
    """The frontmatter of a fresh record's text."""
    return text[: text.index("---\n", 4) + len("---\n")]


def _rewritten(file: FileSeen, record: Record, fields: Fields, today: date | None) -> Change:
    """Fields set in its frontmatter, its order and unknown ones kept; the text below made anew where it changes."""
    rows = record.rows
    facts = tuple((one.key, one.value) for one in record.facts.rows if not one.is_relation)
    relations = tuple((one.key, one.value) for one in record.facts.rows if one.is_relation)
    summary = record.said[0] if fields.summary is None else fields.summary
    fresh = Fresh(
        summary or fields.description or record.text("description") or record.id,
        facts=facts if fields.facts is None else fields.facts,
        relations=relations if fields.relations is None else fields.relations,
        notes=record.prose if fields.notes is None else fields.notes.strip("\n"),
        description=fields.description or record.text("description"),
        concepts=record.list("concepts") if fields.concepts is None else fields.concepts,
        claims=record.list("claims") if fields.claims is None else fields.claims,
        tags=record.list("tags") if fields.tags is None else fields.tags,
        created=record.day("created") or today,
        updated=today,
        sensitive=_sensitive(fields) or (fields.sensitive is None and record.sensitive),
    )
    text = text_of(fresh)
    body = text[len(_front_of(text)) :] if fields.content is None else fields.content + "\n"
    front = record.front
    if front is None:
        text = _front_of(text) + body
        return written(file, [Replace(Span(0, record.byte_order, len(rows) - 1, len(rows[-1])), text)])
    new = _set(fields, fresh, today)
    changes = [*set_fields(rows, front, new), *restored(record)]
    if fields.sensitive is False and record.sensitive:
        gone = remove_field(rows, front, "sensitive")
        changes += [gone] if gone is not None else []
    start = Span(record.body, 0, len(rows) - 1, len(rows[-1]))
    before = "\n".join(rows[record.body :])
    parts = (fields.summary, fields.facts, fields.relations, fields.notes, fields.content)
    if before != body and any(part is not None for part in parts):
        changes.append(Replace(start, body))
    if all(file.text.slice(one.span) == one.new for one in changes):
        return ()
    return written(file, changes)


def _set(fields: Fields, fresh: Fresh, today: date | None) -> dict[str, str]:
    new: dict[str, str] = {}
    if fields.summary is not None:
        new["summary"] = quoted(fields.summary)
        if fields.description is None:
            new["description"] = quoted(shortened(fields.summary, DESCRIPTION_LIMIT))
    if fields.description is not None:
        new["description"] = quoted(fields.description)
    for name in ("concepts", "claims", "tags"):
        said: Sequence[str] | None = getattr(fields, name)
        if said is not None:
            new[name] = block_list(said) if said else "[]"
    if _sensitive(fields):
        new["sensitive"] = "true"
    if today is not None:
        new["updated"] = moment(today)
    return new
