"""The resources: what the agents are given, keyword cards, the stores, the doctor; as texts under addresses.

Whether one may have changed is told by the stamps of the files that it is made of, so that watching costs no reading;
whether it has, by its text.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote as escaped
from urllib.parse import unquote

from memory_ls.agent.answer import Declined
from memory_ls.agent.keyword_use import count_keyword
from memory_ls.agent.looking import Seen, look
from memory_ls.agent.notes import WIDTH, notes_of
from memory_ls.agent.place import UNTRUSTED, Place, scope_of
from memory_ls.agent.recalling import injection, is_there, report, show, views_of
from memory_ls.detect import quote
from memory_ls.digest import blake2b
from memory_ls.formats.notes import File
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
    keyword = _keyword(uri)
    if not keyword:
        return _text(place, uri)
    hits = _hits(place, keyword)
    count_keyword(place, keyword, _stores_of_cards(place), {one.listed.store.store: one.labels for one in hits})
    return _cards(keyword, hits)


def _text(place: Place, uri: str) -> str:
    if uri == STORES:
        return "\n".join(_stores(place)) + "\n"
    if uri == DOCTOR:
        return report(place)[0]
    one = _store(place, uri)
    if one is not None:
        return _injection(place, one) if uri.startswith(INJECTION) else _keywords(place, one)
    keyword = _keyword(uri)
    if keyword:
        return _cards(keyword, _hits(place, keyword))
    raise Declined("there is no such resource")


def _store(place: Place, uri: str) -> Reached | None:
    """The store whose injection or keywords are at an address."""
    start = next((start for start in (INJECTION, KEYWORDS) if uri.startswith(start)), None)
    return place.trusted_stores().get(unquote(uri[len(start) :])) if start is not None else None


def _keyword(uri: str) -> str:
    """The keyword whose cards are at an address, empty for every other address."""
    return unquote(uri[len(CARDS) :]).strip().lstrip("#").lower() if uri.startswith(CARDS) else ""


# --- what changed


@dataclass(frozen=True, slots=True)
class State:
    """What a resource was like at a look: the stamps of its files, and a digest of its text."""

    stamps: Hashable
    text: bytes


def states(place: Place, before: Mapping[str, State | None]) -> dict[str, State | None]:
    """How the resources at some addresses are now; None where there is none. Where no file moved since `before`, it is
    taken as it was."""
    return {uri: _state(place, uri, was) for uri, was in before.items()}


def _state(place: Place, uri: str, before: State | None) -> State | None:
    stamps = _stamps(place, uri)
    if before is not None and before.stamps == stamps:
        return before
    try:  # a report is what takes longest to make, and hardly ever stays the same
        text = repr(stamps) if uri == DOCTOR else _text(place, uri)
    except Declined:
        return None
    return State(stamps, blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest())


def _stamps(place: Place, uri: str) -> Hashable:
    """Changes when a file that a resource is made of comes, goes or changes, or the list of trusted projects does."""
    trusted = stamp_of(f"{place.env.state_dir}/trusted.json")
    return trusted, tuple((id, stamp_of(id)) for id in sorted({file.id for file in _behind(place, uri)}))


def _behind(place: Place, uri: str) -> Iterator[File]:
    one = _store(place, uri)
    if one is not None:
        yield from one.company if uri.startswith(INJECTION) else one.readable
        return
    for other in place.stores().values():
        if not uri.startswith(CARDS) or other.store.format == "cards":
            yield from other.readable


def _stores(place: Place) -> Iterator[str]:
    yield "# Stores"
    yield ""
    yield "| id | place | scope | notes | state |"
    yield "|---|---|---|---|---|"
    for id, one in place.stores().items():
        readable = place.readable(one.store)
        number = str(len(notes_of(place, one))) if readable else "?"
        state = ("there" if is_there(place, one) else "not there") if readable else "not trusted"
        cells = (quote(id, 200), show(place, one.target), scope_of(one, place.env), number, state)
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


def _hits(place: Place, keyword: str) -> list[Seen]:
    """The notes with a keyword, of every store of cards."""
    return [one for one in look(place, _stores_of_cards(place)) if keyword in (label.lower() for label in one.labels)]


def _stores_of_cards(place: Place) -> list[Reached]:
    return [one for one in place.trusted_stores().values() if one.store.format == "cards"]


def _cards(keyword: str, hits: Sequence[Seen]) -> str:
    if not hits:
        raise Declined(f"no card has the keyword {quote(keyword)}")
    rows = [f"- [{one.listed.id}] {quote(one.listed.fragment.text, WIDTH)} ({one.listed.store.id})" for one in hits]
    return "\n".join(rows) + "\n"
