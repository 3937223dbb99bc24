"""The tool `memory_search`: notes of every store by words, or all of them, the newest first, page by page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import combinations

from memory_ls.agent.answer import Answer, Declined
from memory_ls.agent.asking import Ask
from memory_ls.agent.looking import PARTS, Seen, chosen_stores, look
from memory_ls.agent.place import UNTRUSTED, Place
from memory_ls.detect import mask, quote
from memory_ls.formats.record_ids import kind_of, slug_of
from memory_ls.index.word_lists import STOP
from memory_ls.rules import conflict

FIELDS = ("query", "searchIn", "store", "limit", "page", "includeSuperseded")
FOUND, LISTED, MOST = 10, 50, 200
"""Results of a search, of a page, and of either at most. Source: records, "memory_search"."""
CLUSTER, CLUSTERS = 4, 5
"""States on one concept from which on a merge is suggested, and suggestions at most. Source: the same."""
_SNIPPET = 300
_COMPARED = 40
"""Results that are compared with each other. Source: ours."""


def memory_search(place: Place, said: object) -> Answer:
    """One call. Raises `Declined`."""
    ask = Ask(said, FIELDS)
    query, part = ask.name("query"), "all"
    wanted = ask.name("searchIn")
    if wanted:
        part = next((one for one in PARTS if one.lower() == wanted.lower()), "")
        if not part:
            raise Declined(f"`searchIn` must be one of: {', '.join(PARTS)}")
    limit = ask.number("limit", FOUND if query else LISTED, MOST)
    page = ask.number("page", 1, 1_000_000)
    stores = chosen_stores(place, ask.name("store"))
    notes = list(look(place, stores, retired=ask.flag("includeSuperseded") is True))
    newest = sorted(notes, key=lambda one: (-one.day.toordinal(), one.listed.note.file.id))
    hits = _ranked(newest, query, part) if query else newest
    shown = hits[(page - 1) * limit : page * limit]
    clashes = list(_conflicts(shown[:_COMPARED]))
    hints = list(_clusters(notes)) if not query and page == 1 else []
    data: dict[str, object] = {
        "total": len(hits), "page": page, "results": [_data(one, query) for one in shown],
        "possible_conflicts": [list(pair) for pair in clashes], "hints": hints,
    }  # fmt: skip
    left_out = [id for id, one in place.stores().items() if not place.readable(one.store)]
    if left_out:
        data["untrusted"] = left_out
    return Answer("\n".join(_rows(data, shown, query, page * limit < len(hits), (limit, page))), data)


def _rows(data: dict[str, object], shown: Sequence[Seen], query: str, more: bool, at: tuple[int, int]) -> Iterator[str]:
    total, page = data["total"], data["page"]
    yield f"{total} notes match {quote(query)}" if query else f"{total} notes, newest first, page {page}"
    store = ""
    for one in shown:
        if one.listed.store.id != store:
            store = one.listed.store.id
            yield f"{store}:"
        yield one.listed.row() + (" (superseded)" if one.hidden else "")
        snippet = _snippet(one, query)
        if snippet:
            yield f"    {snippet}"
    for pair in data["possible_conflicts"] if isinstance(data["possible_conflicts"], list) else ():
        yield f"possible conflict: [{pair[0]}] and [{pair[1]}] say different things of one subject; check which holds"
    for hint in data["hints"] if isinstance(data["hints"], list) else ():
        yield str(hint)
    if more:
        again = {**({"query": query} if query else {}), "limit": at[0], "page": at[1] + 1}
        yield (
            f"next page: memory_search {json.dumps(again, ensure_ascii=False)}"
            if not query
            else (f"more: say page {at[1] + 1}")
        )
    if "untrusted" in data:
        yield UNTRUSTED


def _data(one: Seen, query: str) -> dict[str, object]:
    said = one.listed.data()
    said["store"] = one.listed.store.id
    if one.listed.fragment.dated:
        said["dated"] = one.listed.fragment.dated.isoformat()
    snippet = _snippet(one, query)
    if snippet:
        said["snippet"] = snippet
    return said


def _snippet(one: Seen, query: str) -> str:
    """The first row that matches, where the note's own line does not; nothing of a sensitive note."""
    if one.listed.fragment.sensitive or not query:
        return ""
    terms = _terms(query)
    if any(term in one.listed.fragment.text.lower() for term in terms):
        return ""
    rows = mask(one.whole).split("\n")  # whole, so that no secret is cut before it is known
    row = next((row for row in rows if any(term in row.lower() for term in terms)), "")
    return quote(row, _SNIPPET)


# --- by words


def _terms(query: str) -> list[str]:
    """The words of a query; ``a|b`` are two of them. Words that mean nothing are dropped if there are others."""
    words = list(dict.fromkeys(query.lower().replace("|", " ").split()))[:20]
    return [word for word in words if len(word) > 1 and word not in STOP] or words


def _ranked(notes: Sequence[Seen], query: str, part: str) -> list[Seen]:
    """Notes with any of the words, those with most different ones first, then the newest."""
    if part == "concepts":
        wanted = {slug_of(word) or word for word in query.lower().replace(",", " ").split()}
        return [one for one in notes if wanted and wanted <= set(one.labels)]
    terms = _terms(query)
    scored = []
    for place, one in enumerate(notes):
        text = (one.listed.fragment.title if one.listed.fragment.sensitive else mask(one.part(part))).lower()
        score = sum(term in text for term in terms)
        if score:
            scored.append((-score, place, one))
    return [one for _, _, one in sorted(scored, key=lambda each: each[:2])]


# --- what stands out


def _conflicts(notes: Sequence[Seen]) -> Iterator[tuple[str, str]]:
    """Pairs that say different things of one subject."""
    living = [one for one in notes if not one.hidden and not one.listed.fragment.sensitive]
    for a, b in combinations(living, 2):
        if conflict.judge(a.listed.fragment, b.listed.fragment) is not None:
            yield a.listed.id, b.listed.id


def _clusters(notes: Sequence[Seen]) -> Iterator[str]:
    """States that share a concept, as calls that would merge them."""
    groups: dict[tuple[str, str], list[str]] = {}
    for one in notes:
        title = one.listed.fragment.title
        if one.record is not None and not one.hidden and kind_of(title) == "state":
            for label in dict.fromkeys(one.labels):
                groups.setdefault((one.listed.store.id, label), []).append(title)
    large = sorted((item for item in groups.items() if len(item[1]) >= CLUSTER), key=lambda item: -len(item[1]))
    for (store, label), titles in large[:CLUSTERS]:
        names = [f"@{title}" for title in titles[:20]]
        merge = {"action": "merge", "store": store, "notes": names}
        yield f"{len(titles)} states are about {quote(label)}; one is easier to keep true: memory {json.dumps(merge)}"
