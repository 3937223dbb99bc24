"""The tool `memory`: one note added, reworded, forgotten, merged, moved, superseded or confirmed; or the notes listed.

The same verbs for every format; what they come to is the format's own. There is no verb that clears a store.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.agent.answer import Answer, Declined
from memory_ls.agent.asking import ITEMS_AT_MOST, Ask
from memory_ls.agent.carrying import Carried, Operation, carry_out
from memory_ls.agent.checks import fits
from memory_ls.agent.notes import PREVIEW, blocked, count_in, counts, id_of, notes_of, shown
from memory_ls.agent.place import UNTRUSTED, Place, scope_of
from memory_ls.agent.verbs import PLANS, SCOPES, Told
from memory_ls.detect import find_invisible, quote
from memory_ls.detect.injection import find_injections
from memory_ls.edits import Snapshot, live_notes
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Change
from memory_ls.formats.world import World
from memory_ls.index import conflicting
from memory_ls.workspace.given import given
from memory_ls.workspace.reach import Reached

ACTIONS = ("add", "update", "forget", "list", "merge", "move", "supersede", "confirm")
FIELDS = ("action", "text", "to", "scope", "store", "by", "notes", "keyword", "title", "description", "kind", "file",
          "operations")  # fmt: skip
_ONE = tuple(name for name in FIELDS if name not in ("scope", "store", "operations"))


def memory(place: Place, said: object) -> Answer:
    """One call. Raises `Declined`."""
    ask = Ask(said, FIELDS)
    batch = ask.objects("operations")
    action = ask.choice("action", ACTIONS)
    if not action and not batch:
        raise Declined(f"`action` is missing; it is one of: {', '.join(ACTIONS)}")
    if action == "list":
        return _list(place, ask)
    where = place.chosen(ask.choice("scope", SCOPES, "project"), ask.name("store"))
    try:
        if batch:
            return _batch(place, where, [Ask(one, _ONE) for one in batch])
        return _single(place, where, action, ask)
    except Declined as declined:
        raise Declined(declined.reason, shows=declined.shows or where.id) from None


# --- list


def _list(place: Place, ask: Ask) -> Answer:
    scope, id = ask.choice("scope", SCOPES), ask.name("store")
    stores = place.stores()
    chosen = [place.chosen(scope or "project", id)] if id else list(stores.values())
    chosen = [one for one in chosen if id or not scope or scope_of(one, place.env) == scope]
    rows, said, numbers = [], {}, {}
    for one in chosen:
        if not place.readable(one.store):
            continue
        notes = notes_of(place, one)
        data, lines, more = shown(notes)
        numbers[one.id] = len(notes)
        said[one.id] = data
        rows += [f"{one.id} ({len(notes)}):", *(lines or ["- none"])]
        rows += [f"- not read: {why}" for why in blocked(place, one)]
        rows += [f"- {one.cut}"] if one.cut else []
        if more:
            rows.append(f"- (+{more} more; `memory_search` without a query shows them page by page)")
    untrusted = [one.id for one in chosen if not place.readable(one.store)]
    if untrusted:
        rows.append(f"{', '.join(untrusted)}: {UNTRUSTED}")
    data_out = {"action": "list", "changed": False, "counts": numbers, "notes": said}
    return Answer("\n".join(rows), {**data_out, "untrusted": untrusted} if untrusted else data_out)


# --- one


def _single(place: Place, where: Reached, action: str, ask: Ask) -> Answer:
    told = Told()
    done = carry_out(place, where, PLANS[action](place, where, ask, told), fits)
    return _answer(place, where, action, told, done)


def _batch(place: Place, where: Reached, asks: Sequence[Ask]) -> Answer:
    operations: list[Operation] = []
    numbers: list[int] = []
    actions: list[str] = []
    for number, ask in enumerate(asks, 1):
        action = ask.choice("action", [one for one in ACTIONS if one != "list"])
        try:
            if not action:
                raise Declined("`action` is missing")
            planned = PLANS[action](place, where, ask, Told())
        except Declined as declined:
            raise Declined(f"operation {number}: {declined.reason}; nothing was changed") from None
        operations += planned
        numbers += [number] * len(planned)
        actions.append(action)
    if "forget" in actions:
        operations, numbers = _keeping_some(where, operations), [0, *numbers, 0]
    done = carry_out(place, where, operations, fits, numbers)
    counted = counts(place, {where.id: count_in(done.after, where.store)})
    verb = f"{len(asks)} operations done" if done.changed else "nothing to change"
    data = {"action": "batch", "store": where.id, "scope": scope_of(where, place.env), "changed": bool(done.changed),
            "counts": counted}  # fmt: skip
    usage = _usage(place, where) if done.changed else ""
    if usage:
        data["usage"] = usage
    return Answer(f"{verb} in {where.id}. {_numbers(counted, usage)}", data)


def _keeping_some(where: Reached, operations: Sequence[Operation]) -> list[Operation]:
    """A batch that would forget every note there was is a clear, and that is not for agents."""
    before: list[set[str]] = []

    def first(seen: Snapshot, world: World) -> Change:
        before.append(_ids(seen, where))
        return ()

    def last(seen: Snapshot, world: World) -> Change:
        if len(before[0]) > 1 and not _ids(seen, where):
            raise Declined("this would forget every note of the store; a person clears a store with `memory-ls clear`")
        if len(before[0]) > 2 and not before[0] & _ids(seen, where) and count_in(seen, where.store) <= 1:
            raise Declined("this would replace every note of the store; merge the notes that belong together instead")
        return ()

    return [first, *operations, last]


def _ids(seen: Snapshot, where: Reached) -> set[str]:
    files = [file for file in seen if file.file.store == where.store]
    return {id_of(note.fragment) for file in files for note in live_notes(file) if note.fragment is not None}


# --- what is said of it


def _answer(place: Place, where: Reached, action: str, told: Told, done: Carried) -> Answer:
    changed, store = bool(done.changed), where.id
    numbers = counts(place, {store: count_in(done.after, where.store)})
    clean = FORMATS[where.store.format].clean
    told.entry = clean(told.entry) or told.entry
    entry = quote(told.entry, PREVIEW)
    scope = scope_of(where, place.env)
    data: dict[str, object] = {"action": action, "store": store, "scope": scope, "changed": changed,
                               "entry": quote(told.entry, 500), "counts": numbers}  # fmt: skip
    if told.to:
        data["to"] = quote(told.to, 500)
    said = f"{_DONE[action]} {entry}" if changed else "nothing to change: it says so already"
    if changed and action in ("update", "merge", "supersede") and told.to and told.to != told.entry:
        said += f" {_BECAME[action]} {quote(told.to, PREVIEW)}"
    if changed and told.keyword:
        data["keyword"] = quote(told.keyword, 60)
        said += f", under #{quote(told.keyword, 60)}"
    if action == "add" and told.existing is not None:
        data["existing"] = told.existing.data()
        kept = f"[{told.existing.id}] {quote(told.existing.text, PREVIEW)}"
        again = "its line in the index is there again" if where.store.format == "topics" else "it was counted once more"
        said = (f"{store} has this note already, so {again}: {kept}" if changed
                else f"nothing was added: {store} has this note already: {kept}; to change its wording use "
                     "action `update`")  # fmt: skip
    elif changed and told.many > 1 and action in ("update", "forget", "merge"):
        said += f" ({told.many} notes)"
    if done.backups:
        said += "; a backup is kept"
    usage = _usage(place, where) if changed else ""
    if usage:
        data["usage"] = usage
    why = _distrusted(where, told.to or told.entry) if changed and action in ("add", "update") else ""
    if why:
        data["distrusted"] = True
        said += f"; it {why}, so agents may not be given it"
    clashes = list(_clashes(done.after, told.to or told.entry)) if changed and action in ("add", "update") else []
    if clashes:
        data["possible_conflicts"] = [{"id": id, "text": quote(text, 500)} for id, text, _ in clashes]
        said += "".join(
            f"; but [{id}] says otherwise ({why}): {quote(text, PREVIEW)}; supersede the one that no longer holds"
            for id, text, why in clashes
        )
    end = "" if said.endswith((".", "!", "?", "…")) else "."
    return Answer(f"{said}{end} {_numbers(numbers, usage)}", data)


def _usage(place: Place, where: Reached) -> str:
    """How full a store of sections is, since it takes no more than fits; of others what their agent is not given."""
    if where.store.format in _NOT_COUNTED:
        return ""
    said = given(place.workspace(), list(where.company))
    if where.store.format == "sections":
        return said.summary
    if not said.plan.omitted or not said.limits.inject:
        return ""
    return (
        f"its agent is given {said.plan.fit} of {said.plan.total} notes ({said.summary}): merge, shorten or forget some"
    )


_NOT_COUNTED = frozenset({"records", "daily"})
"""Formats of which an agent is given the newest only, so that it is no fault if there are more."""


def _distrusted(where: Reached, text: str) -> str:
    """Why agents may keep a text, as it is stored, out of their prompt; empty where nothing speaks for that."""
    kept = FORMATS[where.store.format].clean(text)
    if find_injections(kept):
        return "reads like an instruction to its reader"
    return "hides invisible characters" if find_invisible(kept) else ""


def _clashes(seen: Snapshot, said: str) -> Iterator[tuple[str, str, str]]:
    """Notes that say something else of what the new one is about: their ids and texts, and the two values."""
    found = 0
    for file in seen:
        for note in live_notes(file):
            fragment = note.fragment
            if fragment is None or fragment.sensitive or fragment.logged or fragment.text == said:
                continue
            clash = conflicting(fragment.text, said)
            if clash is not None and found < _CLASHES:
                found += 1
                theirs, ours = fragment.text[slice(*clash.a)], said[slice(*clash.b)]
                yield id_of(fragment), fragment.text, f"{quote(theirs, 24)}, not {quote(ours, 24)}"


_CLASHES = 3
"""Contradicting notes that an answer names."""


_DONE = {
    "add": "added:",
    "update": "reworded:",
    "forget": "forgot:",
    "merge": "merged into one:",
    "move": "moved:",
    "supersede": "superseded:",
    "confirm": "confirmed today:",
}


_BECAME = {"update": "->", "merge": "->", "supersede": "by"}
"""What stands between a note and what became of it."""


def _numbers(numbers: dict[str, int], usage: str) -> str:
    said = "Notes now: " + ", ".join(f"{id} {count}" for id, count in numbers.items())
    return f"{said}; {usage}." if usage else f"{said}."


__all__ = ["ACTIONS", "FIELDS", "ITEMS_AT_MOST", "SCOPES", "memory"]
