"""The tools `memory_read` and `memory_delete`: one note, whole, of whatever store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.agent.answer import Answer, Declined
from memory_ls.agent.asking import Ask
from memory_ls.agent.carrying import carry_out
from memory_ls.agent.looking import Seen, found, look
from memory_ls.agent.notes import anchors, count_in, counts, meant
from memory_ls.agent.place import Place
from memory_ls.detect import mask, quote
from memory_ls.edits import Intention, Snapshot
from memory_ls.formats.notes import Ref
from memory_ls.formats.record_fragment import ID
from memory_ls.formats.record_reading import Record
from memory_ls.formats.world import World

READ_FIELDS = ("path", "view", "store", "offset")
DELETE_FIELDS = ("path", "store")
VIEWS = ("full", "summary", "knowledge")
PAGE = 20_000
"""Code points of a note that one answer holds. Source: ours."""
REFERENCES = 20
"""Records that point at one, which are named. Source: records, "memory_read"."""


def memory_read(place: Place, said: object) -> Answer:
    """One call. Raises `Declined`."""
    ask = Ask(said, READ_FIELDS)
    view = ask.choice("view", VIEWS, "full")
    offset = ask.number("offset", 1, 1 << 30) - 1
    one = found(place, ask.wanted("path", most=4000), ask.name("store"))
    text = "\n".join(_view(one, view)) if one.record is not None and view != "full" else mask(one.whole)
    page = text[offset : offset + PAGE]
    rows = [f"{one.listed.store.id} {quote(one.listed.note.file.inside, 300)}", "", page]
    data: dict[str, object] = {**one.listed.data(), "store": one.listed.store.id, "view": view, "content": page,
                               "length": len(text)}  # fmt: skip
    if offset + PAGE < len(text):
        rows += ["", f"({len(text) - offset - PAGE} more characters: say offset {offset + PAGE + 1})"]
    if one.hidden:
        by = one.record.superseded_by if one.record is not None else ""
        rows += ["", f"superseded{f' by @{quote(by)}' if by else ''}: it is no longer what holds"]
    if one.record is not None and view != "summary":
        pointing = _grouped(list(_pointing(place, one)))
        if pointing:
            data["referenced_by"] = pointing
            rows += ["", "Referenced by:", *(f"- {row}" for row in pointing)]
    return Answer("\n".join(rows), data)


def _view(one: Seen, view: str) -> Iterator[str]:
    record = one.record
    if record is None:
        return
    yield f"@{record.id} ({record.kind})"
    for name in ("summary", "description"):
        if record.text(name) and (name == "summary" or not record.text("summary")):
            yield mask(record.text(name))
    if view == "knowledge":
        yield from _knowledge(record)


def _knowledge(record: Record) -> Iterator[str]:
    for claim in record.list("claims"):
        yield mask(f"- {claim}")
    for fact in record.facts.rows:
        yield mask(f"{fact.key} -> @{fact.value}" if fact.is_relation else f"{fact.key} = {fact.value}")


def _grouped(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Those who point at a record, by the name of their relation; how many more there are, at the end."""
    groups: dict[str, list[str]] = {}
    for relation, title in pairs[:REFERENCES]:
        groups.setdefault(relation, []).append(f"@{title}")
    rows = [f"{relation}: {', '.join(titles)}" for relation, titles in groups.items()]
    rows.sort()
    return [*rows, f"(+{len(pairs) - REFERENCES} more)"] if len(pairs) > REFERENCES else rows


def _pointing(place: Place, one: Seen) -> Iterator[tuple[str, str]]:
    """The living records whose relations point at one: the relation's name and theirs."""
    name = Ref(ID, one.listed.fragment.title)
    for other in look(place, [one.listed.store]):
        if other.record is None or not any(mention.ref == name for mention in other.listed.fragment.mentions):
            continue
        for fact in other.record.facts.rows:
            if fact.is_relation and fact.value == name.value:
                yield quote(fact.key.removeprefix("relation.")), quote(other.listed.fragment.title)


def memory_delete(place: Place, said: object) -> Answer:
    """One call. Raises `Declined`."""
    ask = Ask(said, DELETE_FIELDS)
    path = ask.wanted("path", most=300)
    one = found(place, path, ask.name("store"))
    where, title = one.listed.store, one.listed.fragment.title
    if where.store.format not in ("records", "topics"):
        raise Declined(f"a note of {where.id} is forgotten with the tool `memory`, action `forget`", shows=where.id)

    def operation(seen: Snapshot, world: World) -> Intention:
        if one.hidden:
            file = seen.at(one.listed.note.file.id)
            note = next((block for block in file.blocks if block.fragment is not None), None)
            if note is None or note.fragment is None:
                raise Declined("it is gone meanwhile")
            from memory_ls.workspace.applying import anchor

            return Intention("forget", (anchor(file, note),))
        return Intention("forget", anchors(meant(seen, where, one.listed.note.file.inside)))

    done = carry_out(place, where, [operation])
    others = [id for id in done.changed if id != one.listed.note.file.id]
    freed = [quote(block.fragment.title or done.after.at(id).file.inside) for id in others
             for block in done.after.at(id).blocks[:1] if block.fragment is not None]  # fmt: skip
    numbers = counts(place, {where.id: count_in(done.after, where.store)})
    tail = f"; marks and links that pointed at it are taken out of {', '.join(freed)}" if freed else ""
    backup = "; a backup is kept" if done.backups else ""
    return Answer(
        f"deleted {quote(title or path)} of {where.id}{tail}{backup}",
        {"action": "delete", "store": where.id, "id": quote(title or path), "changed": bool(done.changed),
         "freed": freed, "counts": numbers},
    )  # fmt: skip
