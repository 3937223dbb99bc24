"""The tool `memory_search`: notes of every store by words, or all of them, the newest first, page by page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from memory_ls.agent.answer import Answer, Declined
from memory_ls.agent.asking import Ask
from memory_ls.agent.concepts import aliases_of
from memory_ls.agent.keyword_use import count_use
from memory_ls.agent.looking import PARTS, Seen, chosen_stores, look
from memory_ls.agent.place import UNTRUSTED, Place
from memory_ls.agent.queries import by_pattern, by_words, is_pattern
from memory_ls.detect import mask, quote
from memory_ls.formats.record_ids import kind_of, slug_of
from memory_ls.rules import conflict

FIELDS = ("query", "searchIn", "store", "limit", "page", "includeSuperseded")
FOUND, LISTED, MOST = 10, 50, 200
"""Results of a search, of a page, and of either at most. Source: records, "memory_search"."""
CLUSTER, CLUSTERS = 4, 5
"""States on one concept from which on a merge is suggested, and suggestions at most. Source: the same."""
_SNIPPET = 500
"""Code points of a matching row with those around it. Source: the same."""
_COMPARED = 40
"""Results that are compared with each other. Source: ours."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A note that was found, how many words of the query it has, and the row that has one."""

    seen: Seen
    score: int = 0
    row: str = ""


def memory_search(place: Place, said: object) -> Answer:
    """One call. Raises `Declined`."""
    ask = Ask(said, FIELDS)
    query, part = ask.name("query"), _part(ask.name("searchIn"))
    limit = ask.number("limit", FOUND if query else LISTED, MOST)
    page = ask.number("page", 1, 1_000_000)
    stores = chosen_stores(place, ask.name("store"))
    notes = list(look(place, stores, retired=ask.flag("includeSuperseded") is True))
    hits = sorted(_found(notes, query, part) if query else map(Hit, notes), key=_order)
    shown = hits[(page - 1) * limit : page * limit]
    if query:
        count_use(place, query, stores, [hit.seen for hit in shown])
    clashes = [list(pair) for pair in _conflicts([hit.seen for hit in shown[:_COMPARED]])]
    hints = list(_clusters(notes)) if not query and page == 1 else []
    data: dict[str, object] = {
        "total": len(hits), "page": page, "results": [_data(hit) for hit in shown],
        "possible_conflicts": clashes, "hints": hints,
    }  # fmt: skip
    if page * limit < len(hits):
        again = ask.fields("query", "searchIn", "store", "limit", "includeSuperseded")
        said_again = {name: mask(value) if isinstance(value, str) else value for name, value in again.items()}
        data["next"] = {name: value for name, value in said_again.items() if value is not None} | {"page": page + 1}
    left_out = [id for id, one in place.stores().items() if not place.readable(one.store)]
    if left_out:
        data["untrusted"] = left_out
    return Answer("\n".join(_rows(data, shown, query, clashes, hints)), data)


def _part(wanted: str) -> str:
    """The part of notes that is searched, by its name in whatever letters."""
    part = next((one for one in PARTS if one.lower() == wanted.lower()), "") if wanted else "all"
    if not part:
        raise Declined(f"`searchIn` must be one of: {', '.join(PARTS)}")
    return part


def _order(hit: Hit) -> tuple[bool, int, bool, int, str]:
    """Superseded ones last; those with most words first, of these what was looked at lately, then the newest."""
    one = hit.seen
    return one.hidden, -hit.score, one.overdue > 0, -one.day.toordinal(), one.listed.note.file.id


def _rows(
    data: Mapping[str, object],
    shown: Sequence[Hit],
    query: str,
    clashes: Sequence[Sequence[str]],
    hints: Sequence[str],
) -> Iterator[str]:
    total = "1 note" if data["total"] == 1 else f"{data['total']} notes"
    place = f", page {data['page']}" if "next" in data or data["page"] != 1 else ""
    yield f"{total} with {quote(query)}{place}" if query else f"{total}, newest first{place}"
    store = ""
    for hit in shown:
        if hit.seen.listed.store.id != store:
            store = hit.seen.listed.store.id
            yield f"{store}:"
        yield hit.seen.listed.row() + _state(hit.seen)
        snippet = _snippet(hit)
        if snippet:
            yield f"    {snippet}"
    for a, b in clashes:
        yield f"possible conflict: [{a}] and [{b}] say different things of one subject; check which holds"
    yield from hints
    if "next" in data:
        yield f"next page: memory_search {json.dumps(data['next'], ensure_ascii=False)}"
    if "untrusted" in data:
        yield UNTRUSTED


def _state(one: Seen) -> str:
    """What stands behind a note that is not simply true."""
    if one.hidden:
        return f" (superseded{f' by {one.newer}' if one.newer else ''})"
    return f" ({one.overdue} days old: check it before you rely on it)" if one.overdue else ""


def _data(hit: Hit) -> dict[str, object]:
    one = hit.seen
    said = {**one.listed.data(), "store": one.listed.store.id}
    if one.record is not None:
        said["kind"] = one.record.kind
    if one.listed.fragment.dated is not None:
        said["dated"] = one.listed.fragment.dated.isoformat()
    if one.hidden and one.newer:
        said["superseded_by"] = one.newer
    if one.overdue:
        said["days_old"] = one.overdue
    snippet = _snippet(hit)
    if snippet:
        said["snippet"] = snippet
    return said


def _snippet(hit: Hit) -> str:
    """The row that matches with those around it, where the note's own line does not; nothing of a sensitive note."""
    one = hit.seen
    if one.listed.fragment.sensitive or not hit.row or hit.row in mask(one.listed.fragment.text):
        return ""
    rows = mask(one.whole).split("\n")  # whole, so that no secret is cut before it is known
    at = rows.index(hit.row) if hit.row in rows else -1
    around = [row for row in rows[max(at - 1, 0) : at + 2] if row.strip()] if at >= 0 else []
    return quote(" / ".join(around), _SNIPPET) if around else ""


def _found(notes: Sequence[Seen], query: str, part: str) -> Iterator[Hit]:
    """The notes that have a keyword, all concepts, any of the words, or the pattern."""
    if query.startswith("#") and len(query.split()) == 1 and len(query) > 1:
        wanted = query[1:].casefold()
        yield from (Hit(one, 1) for one in notes if wanted in (label.casefold() for label in one.labels))
        return
    if part == "concepts":
        stores = {one.listed.store.id: one.listed.store for one in notes}
        aliases = {id: aliases_of(store) for id, store in stores.items()}
        yield from (Hit(one, 1) for one in notes if _has_concepts(one, query, aliases[one.listed.store.id]))
        return
    texts = [
        [one.listed.fragment.title] if one.listed.fragment.sensitive else mask(one.part(part)).split("\n")
        for one in notes
    ]
    ranked = by_pattern(query, texts) if is_pattern(query) else by_words(query, texts)
    for one, rows, (score, row) in zip(notes, texts, ranked, strict=True):
        if score:
            yield Hit(one, score, rows[row] if row >= 0 else "")


def _has_concepts(one: Seen, query: str, aliases: Mapping[str, str]) -> bool:
    """Whether a note is about all the concepts of a query: parted by commas, or one of several words, or words."""

    def known(names: Sequence[str]) -> set[str]:
        slugs = [slug_of(name) or name.strip().casefold() for name in names if name.strip()]
        return {aliases.get(slug, slug) for slug in slugs}

    labels = known(one.labels)

    def among(names: Sequence[str]) -> bool:
        return bool(wanted := known(names)) and wanted <= labels

    return among(query.split(",")) or ("," not in query and among(query.split()))


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
