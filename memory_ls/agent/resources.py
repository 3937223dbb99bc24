"""The resources: what the agents are given, keyword cards, the stores, the doctor; as texts under addresses.

Whether one may have changed is told by the stamps of files alone, so that watching costs no reading.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from urllib.parse import quote as escaped
from urllib.parse import unquote

from memory_ls.agent.answer import Declined
from memory_ls.agent.looking import look
from memory_ls.agent.notes import WIDTH, notes_of
from memory_ls.agent.place import UNTRUSTED, Place, scope_of
from memory_ls.agent.recalling import injection, is_there, report, show, views_of
from memory_ls.detect import quote
from memory_ls.stores.polling import stamp_of
from memory_ls.workspace.reach import Reached

STORES, DOCTOR = "memory://stores", "memory://doctor"
INJECTION, KEYWORDS, CARDS = "memory://injection/", "memory://keywords/", "memory://cards/"
TEMPLATE = "memory://cards/{keyword}"


@dataclass(frozen=True, slots=True)
class Resource:
    """An address, what it is called and what is read there."""

    uri: str
    name: str
    description: str


def resources(place: Place) -> list[Resource]:
    """What can be read now; the stores of an untrusted project are not among it."""
    found = [
        Resource(STORES, "stores", "The stores in reach: ids, places, number of notes"),
        Resource(DOCTOR, "doctor", "The health of the stores"),
    ]
    stores = place.trusted_stores()
    for id, _ in views_of(place):
        if id in stores:
            said = "What an agent is given of these notes at the start of its work"
            found.append(Resource(INJECTION + escaped(id, safe=":"), f"injection of {quote(id)}", said))
    for id, one in stores.items():
        if one.store.format == "cards":
            said = "The keywords of the cards, each with its number of notes"
            found.append(Resource(KEYWORDS + escaped(id, safe=":"), f"keywords of {quote(id)}", said))
    return found


def read_resource(place: Place, uri: str) -> str:
    """The text at an address; masked. Raises `Declined` where there is none."""
    if uri == STORES:
        return "\n".join(_stores(place)) + "\n"
    if uri == DOCTOR:
        return report(place)[0]
    for start, reader in ((INJECTION, _injection), (KEYWORDS, _keywords)):
        if uri.startswith(start):
            one = place.trusted_stores().get(unquote(uri[len(start) :]))
            if one is not None:
                return reader(place, one)
    if uri.startswith(CARDS) and len(uri) > len(CARDS):
        return "\n".join(_cards(place, unquote(uri[len(CARDS) :]))) + "\n"
    raise Declined("there is no such resource")


def stamps(place: Place) -> Hashable:
    """Changes when a file of a store in reach comes, goes or changes, or the list of trusted projects does."""
    trusted = stamp_of(f"{place.env.state_dir}/trusted.json")
    files = {file.id for one in place.stores().values() for file in one.readable}
    return trusted, tuple((id, stamp_of(id)) for id in sorted(files))


def _stores(place: Place) -> Iterator[str]:
    yield "# Stores"
    yield ""
    yield "| id | place | scope | notes | state |"
    yield "|---|---|---|---|---|"
    for id, one in place.stores().items():
        readable = place.readable(one.store)
        number = str(len(notes_of(place, one))) if readable else "?"
        state = ("there" if is_there(place, one) else "not there") if readable else "not trusted"
        cells = (quote(id, 200), show(place, one.target), scope_of(one.store), number, state)
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _injection(place: Place, one: Reached) -> str:
    text = injection(place, one)
    return f"{text}\n" if text else f"{UNTRUSTED if not place.readable(one.store) else 'nothing is given'}\n"


def _keywords(place: Place, one: Reached) -> str:
    counts: dict[str, int] = {}
    for note in look(place, [one]):
        for label in note.labels:
            counts[label] = counts.get(label, 0) + 1
    rows = [
        f"#{quote(word, 60)} ({count})" for word, count in sorted(counts.items(), key=lambda item: (-item[1], item))
    ]
    return "\n".join(rows or ["there are no keywords"]) + "\n"


def _cards(place: Place, keyword: str) -> Iterator[str]:
    """The notes with a keyword, of every store of cards."""
    wanted = keyword.strip().lstrip("#").lower()
    stores = [one for one in place.trusted_stores().values() if one.store.format == "cards"]
    hits = [one for one in look(place, stores) if wanted in (label.lower() for label in one.labels)]
    if not hits:
        raise Declined(f"no card has the keyword {quote(keyword)}")
    for one in hits:
        yield f"- [{one.listed.id}] {quote(one.listed.fragment.text, WIDTH)} ({one.listed.store.id})"
