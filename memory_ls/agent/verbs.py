"""What each verb of the tool `memory` comes to: operations, planned on the text as it is when their turn comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory_ls import edits
from memory_ls.agent.answer import Declined
from memory_ls.agent.asking import Ask
from memory_ls.agent.carrying import Operation
from memory_ls.agent.checks import fitting_text, safe_inside
from memory_ls.agent.notes import Listed, anchors, listed, meant
from memory_ls.agent.place import UNTRUSTED, Place
from memory_ls.detect import quote
from memory_ls.edits import Intention, Snapshot
from memory_ls.formats import FORMATS
from memory_ls.formats.cards_edits import REKEY
from memory_ls.formats.cards_words import as_word
from memory_ls.formats.changes import Change, Refusal, combined
from memory_ls.formats.notes import Scope
from memory_ls.formats.record_ids import KINDS, slug_of
from memory_ls.formats.world import World
from memory_ls.workspace.reach import Reached

SCOPES = ("project", "global")
_KINDS = {"topics": ("user", "feedback", "project", "reference"), "records": KINDS}


@dataclass(slots=True)
class Told:
    """What an operation will have done, filled in while it is planned: the note that was meant and what it becomes."""

    entry: str = ""
    to: str = ""
    existing: Listed | None = None
    many: int = 0
    keyword: str = ""


Plan = Callable[[Place, Reached, Ask, Told], list[Operation]]


def _add(place: Place, where: Reached, ask: Ask, told: Told) -> list[Operation]:
    text = ask.wanted("text")
    inside = safe_inside(where, ask.name("file"))
    fitting_text(place, where, text, inside)
    fields = {"title": ask.name("title"), "keyword": ask.name("keyword").lstrip("#"),
              "description": ask.name("description"), "kind": ask.name("kind"), "inside": inside}  # fmt: skip
    if where.store.format == "cards" and not fields["keyword"]:
        raise Declined("a card needs a `keyword`: one word under which somebody would look it up")
    kinds = _KINDS.get(where.store.format, ())
    if fields["kind"] and kinds and fields["kind"] not in kinds:
        raise Declined(f"`kind` must be one of: {', '.join(kinds)}")
    for name in ("title", "description"):
        fitting_text(place, where, fields[name], inside)
    told.entry = text
    return [_adding(where, text, tuple((name, one) for name, one in fields.items() if one), told)]


def _adding(where: Reached, text: str, more: tuple[tuple[str, str], ...], told: Told) -> Operation:
    format = FORMATS[where.store.format]
    title = slug_of(dict(more).get("title", "")) if where.store.format == "topics" else ""

    def operation(seen: Snapshot, world: World) -> Intention:
        if not format.clean(text):
            raise Declined("a note needs some text")
        key, notes = format.key(text), list(listed(where, [one for one in seen if one.file.store == where.store]))
        told.existing = next((one for one in notes if one.fragment.identity == key), None)
        named = next((one for one in notes if title and slug_of(one.fragment.title) == title), None)
        if named is not None and told.existing is None:
            raise Declined(
                f"{where.id} has a topic {quote(named.fragment.title, 100)} already: [{named.id}] {named.text}; "
                "`update` that one, `supersede` it, or give the new one another `title`"
            )
        return Intention("add", file=where.target, text=text, more=more)

    return operation


def _update(place: Place, where: Reached, ask: Ask, told: Told) -> list[Operation]:
    word = ask.name("keyword").lstrip("#") if where.store.format == "cards" else ""
    said, to = ask.wanted("text"), ask.text("to") if word else ask.wanted("to")
    inside = safe_inside(where, ask.name("file"))
    fitting_text(place, where, to, inside)

    def rewording(seen: Snapshot, world: World) -> Intention:
        found = meant(seen, where, said, inside)
        told.entry, told.to, told.many = found[0].fragment.text, to, len(found)
        return Intention("reword", anchors(found), text=to)

    def leading(seen: Snapshot, world: World) -> Intention:
        found = meant(seen, where, to if to.strip() else said, inside)
        told.entry, told.keyword = told.entry or found[0].fragment.text, as_word(word)
        return Intention("mend", anchors(found), choice=f"{REKEY}{word}")

    return [*([rewording] if to.strip() else []), *([leading] if word else [])]


def _forget(place: Place, where: Reached, ask: Ask, told: Told) -> list[Operation]:
    said, inside = ask.wanted("text"), safe_inside(where, ask.name("file"))

    def operation(seen: Snapshot, world: World) -> Intention:
        found = meant(seen, where, said, inside)
        told.entry, told.many = found[0].fragment.text, len(found)
        return Intention("forget", anchors(found))

    return [operation]


def _merge(place: Place, where: Reached, ask: Ask, told: Told) -> list[Operation]:
    names, to = ask.texts("notes", most=4000), ask.text("to")
    if len(names) < 2:
        raise Declined("`notes` names the two notes or more that become one, by their ids or texts")
    fitting_text(place, where, to)

    def operation(seen: Snapshot, world: World) -> Intention:
        found = {(one.seen.file.id, one.note.row): one for name in names for one in meant(seen, where, name)}
        told.entry, told.to, told.many = next(iter(found.values())).fragment.text, to, len(found)
        return Intention("merge", anchors(found.values()), text=to if to.strip() else None)

    return [operation]


def _move(place: Place, where: Reached, ask: Ask, told: Told) -> list[Operation]:
    said, to = ask.wanted("text"), ask.name("to")
    scope = Scope(to) if to in SCOPES else None
    inside = safe_inside(where, to) if to and scope is None else None
    if scope is Scope.PROJECT and not place.trusts(place.root):
        raise Declined(UNTRUSTED)

    def operation(seen: Snapshot, world: World) -> Change:
        found = meant(seen, where, said)
        told.entry, told.to, told.many = found[0].fragment.text, to, len(found)
        moves = (Intention("move", (one,), scope=scope, choice=inside) for one in anchors(found[:1]))
        gone = Intention("forget", anchors(found[1:]))  # further copies of the same text go with it
        return _together([*moves, *([gone] if gone.notes else [])], seen, world)

    return [operation]


def _supersede(place: Place, where: Reached, ask: Ask, told: Told) -> list[Operation]:
    old, by, to = ask.wanted("text"), ask.text("by"), ask.text("to")
    if bool(by.strip()) == bool(to.strip()):
        raise Declined("say either `by`, the note that is true now, or `to`, its text where it is not there yet")
    first: list[Operation] = []
    if to.strip():
        first = _add(place, where, Ask({**ask.fields("keyword", "title", "description", "kind", "file"), "text": to}),
                     Told())  # fmt: skip

    def operation(seen: Snapshot, world: World) -> Change:
        found, newer = meant(seen, where, old), meant(seen, where, by or to)[:1]
        told.entry, told.to, told.many = found[0].fragment.text, newer[0].fragment.text, len(found)
        older = [one for one in found if one.note is not newer[0].note]
        if not older:
            raise Declined("the newer note is the old one itself; say the other one in `by`, or its text in `to`")
        return _together([Intention("supersede", anchors([one, *newer])) for one in older], seen, world)

    return [*first, operation]


def _confirm(place: Place, where: Reached, ask: Ask, told: Told) -> list[Operation]:
    said, inside = ask.wanted("text"), safe_inside(where, ask.name("file"))

    def operation(seen: Snapshot, world: World) -> Intention:
        found = meant(seen, where, said, inside)
        told.entry, told.many = found[0].fragment.text, 1
        return Intention("confirm", anchors(found[:1]))

    return [operation]


def _together(intentions: Sequence[Intention], seen: Snapshot, world: World) -> Change:
    """Intentions about different notes as one change."""
    changes: list[Change] = []
    for one in intentions:
        planned = edits.plan(one, seen, world)
        if isinstance(planned, Refusal):
            raise Declined(planned.reason)
        changes.append(planned)
    return combined(*changes)


PLANS: dict[str, Plan] = {
    "add": _add,
    "update": _update,
    "forget": _forget,
    "merge": _merge,
    "move": _move,
    "supersede": _supersede,
    "confirm": _confirm,
}
