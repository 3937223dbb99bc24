"""The tools `memory_recall` and `memory_doctor`, and the texts of the resources: what the agents are given, and the
health of it all."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from memory_ls import doctor
from memory_ls.agent.answer import Answer, Declined
from memory_ls.agent.asking import Ask
from memory_ls.agent.keyword_use import count_keyword
from memory_ls.agent.looking import chosen_stores
from memory_ls.agent.notes import WIDTH, id_of
from memory_ls.agent.place import UNTRUSTED, Place, files_of
from memory_ls.detect import quote
from memory_ls.formats.notes import File, Placed
from memory_ls.recall import RECALLS
from memory_ls.recall.ledger import Ledger
from memory_ls.recall.search import Note, by_keyword, not_found, notes_of, recall, told
from memory_ls.stores.reading import Missing
from memory_ls.workspace.checking import examine
from memory_ls.workspace.given import Given, given
from memory_ls.workspace.reach import Reached

RECALL_FIELDS = ("query", "store")
DOCTOR_FIELDS = ("store",)


def memory_recall(place: Place, said: object) -> Answer:
    """One call. Raises `Declined`."""
    ask = Ask(said, RECALL_FIELDS)
    query, store = ask.text("query", most=4000), ask.name("store")
    if not query.strip():
        return _whole(place, store)
    workspace = place.workspace()
    stores = [one for one in chosen_stores(place, store) if workspace.limits(one.readable[0]).inject]
    notes = notes_of(seen for one in stores for seen in files_of(workspace, one))
    if query.strip().startswith("#") and len(query.split()) == 1:
        return _of_keyword(place, query.strip(), stores, by_keyword(query.strip(), notes, workspace.today))
    said_of = recall(query, notes, Ledger(), workspace.today, _shower(place))
    if not said_of.notes:
        return Answer(f"{not_found(query)}; `memory_search` finds every note with a word", {"notes": []})
    return Answer(said_of.text, {"notes": [_data(place, one.note) for one in said_of.notes]})


def _of_keyword(place: Place, keyword: str, stores: Sequence[Reached], found: Sequence[Note]) -> Answer:
    """The cards with a keyword, as ``#deploy`` asks for them."""
    count_keyword(place, keyword, stores, {one.note.file.store: one.candidate.keywords.split() for one in found})
    if not found:
        return Answer(f"no card has the keyword {quote(keyword)}", {"notes": []})
    texts = [told(one, place.workspace().today, _shower(place)) for one in found[:KEYWORD_AT_MOST]]
    return Answer("\n\n".join(texts), {"notes": [_data(place, one.note) for one in found[:KEYWORD_AT_MOST]]})


KEYWORD_AT_MOST = 50
"""Cards of one keyword that an answer holds. Source: ours."""


def _data(place: Place, note: Placed) -> dict[str, object]:
    fragment = note.fragment
    id = id_of(fragment) if fragment is not None else ""
    return {"id": id, "file": show(place, note.file.id), "text": quote(fragment.text, WIDTH) if fragment else ""}


def _whole(place: Place, store: str) -> Answer:
    views = [view for view in views_of(place) if not store or view[0] in chosen_ids(place, store)]
    texts: list[str] = []
    data: list[dict[str, object]] = []
    for id, files in views:
        what = given(place.workspace(), files)
        state = _state(what)
        texts.append(f"# {id}: {state}" + (f"\n\n{what.text}" if what.text else ""))
        data.append({"store": id, "state": state, "given": what.plan.fit, "of": what.plan.total})
    said: dict[str, object] = {"views": data}
    left_out = untrusted(place)
    if left_out:
        said["untrusted"] = left_out
        texts.append(UNTRUSTED)
    return Answer("\n\n".join(texts) or "there are no notes that an agent is given", said)


def untrusted(place: Place) -> list[str]:
    """The ids of stores whose notes do not count."""
    return [id for id, one in place.stores().items() if not place.readable(one.store)]


def _state(said: Given) -> str:
    if not said.limits.inject:
        return "recall is switched off in the agent's configuration"
    if not said.text:
        return "nothing is given: there are no notes that count"
    return f"{said.plan.fit} of {said.plan.total} notes, {said.summary}"


def chosen_ids(place: Place, store: str) -> list[str]:
    """The ids of a store and of those that its agent sees beside it."""
    one = chosen_stores(place, store)[0]
    return [id for id, other in place.stores().items() if other.store in (one.store, *one.stores)]


def views_of(place: Place, *, all_formats: bool = False) -> list[tuple[str, list[File]]]:
    """The files that one agent sees together, each view once, under the id of its first store whose notes count."""
    views: dict[tuple[str, ...], tuple[str, list[File]]] = {}
    for id, one in place.trusted_stores().items():
        if all_formats or one.store.format in RECALLS:
            files = list(one.company)
            views.setdefault(tuple(file.id for file in files), (id, files))
    alone = {ids for ids in views if any(set(ids) < set(other) for other in views)}
    return [view for ids, view in views.items() if ids not in alone]


def injection(place: Place, one: Reached) -> str:
    """What the agent of a store is given of it and of those beside it; masked, empty for nothing."""
    return given(place.workspace(), list(one.company)).text


# --- doctor


def memory_doctor(place: Place, said: object) -> Answer:
    """One call. Raises `Declined`."""
    store = Ask(said, DOCTOR_FIELDS).name("store")
    wanted = chosen_ids(place, store) if store else None
    text, data = report(place, wanted)
    return Answer(text, data)


def report(place: Place, wanted: Sequence[str] | None = None) -> tuple[str, dict[str, object]]:
    """The report on the stores as markdown and in numbers. The notes of an untrusted project are left out."""
    workspace = place.workspace()
    views = []
    for id, files in views_of(place, all_formats=True):
        if wanted is None or id in wanted:
            kept = [file for file in files if place.readable(file.store)]
            if kept:
                views.append((id, kept))
    if not views:
        raise Declined(UNTRUSTED)
    examine(workspace, [file for _, files in views for file in files])
    healths = [(id, doctor.examine(workspace, files, _shower(place))) for id, files in views]
    there = [health for _, health in healths if any(not store.missing for store in health.stores)]
    text = doctor.joined([doctor.markdown(health) for health in there or [healths[0][1]]])
    data: dict[str, object] = {
        id: {
            "notes": sum(store.notes for store in health.stores),
            "superseded": sum(store.superseded for store in health.stores),
            "alike": len(health.pairs),
            "stale": len(health.stale),
            "secrets": len(health.secrets),
            "other": dict(health.other),
        }
        for id, health in healths
    }
    left_out = [id for id in untrusted(place) if wanted is None or id in wanted]
    if not left_out:
        return text, {"views": data}
    return f"{text.rstrip()}\n\n{UNTRUSTED}\n", {"views": data, "untrusted": left_out}


def show(place: Place, path: str) -> str:
    """A path as a person in the project would write it, safe for a line of text."""
    return quote(_shower(place)(path), 4096)


def _shower(place: Place) -> Callable[[str], str]:
    home, root = os.path.realpath(place.env.home), place.root.rstrip("/")

    def shower(path: str) -> str:
        if path.startswith(root + "/"):
            return path[len(root) + 1 :]
        return f"~{path[len(home) :]}" if path.startswith(home + "/") else path

    return shower


def is_there(place: Place, one: Reached) -> bool:
    """Whether a store has anything on the disk."""
    return any(not isinstance(place.workspace().read(file), Missing) for file in one.readable)
