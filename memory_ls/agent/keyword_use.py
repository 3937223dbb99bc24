"""Counting which keywords of cards led an agent somewhere: the next session's keyword list is ordered by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from memory_ls.agent.looking import Seen
from memory_ls.agent.place import Place
from memory_ls.agent.queries import terms
from memory_ls.formats.notes import Store
from memory_ls.recall.usefulness import Usefulness
from memory_ls.stores.usefulness import change
from memory_ls.workspace.reach import Reached


def count_keyword(place: Place, keyword: str, stores: Iterable[Reached], led: Mapping[Store, Iterable[str]]) -> None:
    """``#word`` was looked up in every store of cards, and useful in those that had a card with it; `led` has the
    keywords of what was found there."""
    word = keyword.lstrip("#")
    for one in stores:
        if one.store.format == "cards":
            spelt = next((label for label in led.get(one.store, ()) if label.casefold() == word.casefold()), word)
            _count(place, one.store, spelt, useful=one.store in led)


def count_use(place: Place, query: str, stores: Iterable[Reached], shown: Sequence[Seen]) -> None:
    """A search was made; words of it that are keywords of cards which it shows led to them."""
    if query.startswith("#") and len(query.split()) == 1:
        return count_keyword(place, query, stores, {seen.listed.store.store: seen.labels for seen in shown})
    words = set(terms(query))
    for one in stores:
        if one.store.format == "cards":
            hits = [seen for seen in shown if seen.listed.store.store == one.store and not seen.hidden]
            for word in {label for seen in hits for label in seen.labels if label.casefold() in words}:
                _count(place, one.store, word, useful=True)
    return None


def _count(place: Place, store: Store, word: str, *, useful: bool) -> None:
    def counted(uses: Usefulness) -> Usefulness:
        found = uses.record_search(word)
        return found.record_read(word) if useful else found

    change(place.env, store, counted)
