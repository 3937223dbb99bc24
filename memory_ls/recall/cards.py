"""What the cards agent is given: a list of keywords, never the notes. One counts as given when its keyword is listed.

Each folder has its own list of at most 3000 characters (UTF-16 units): the keywords that were most useful, then those
of most notes, then by name; one that no longer fits is left out. Superseded notes are not counted. How useful a keyword
was comes with the limits and changes only between sessions.

Source: the document, "What you see when a session starts" and "Settings"; one list a folder is our reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from memory_ls.formats.cards_edits import keyword
from memory_ls.formats.cards_view import BUDGET, generated_view, listed, listed_words, row_cost
from memory_ls.formats.notes import Scope
from memory_ls.recall.plan import NOT_A_NOTE, Over, Part, Plan

_HEADINGS = {Scope.PROJECT: "this project", Scope.GLOBAL: "you (global)", Scope.ALONE: "this folder"}


class CardsRecall:
    """A list of keywords for each folder."""

    fades = True
    live = True
    by_costs = True

    def plan(self, parts: Sequence[Part]) -> Plan:
        return keyword_plan(parts)

    def text(self, parts: Sequence[Part], plan: Plan) -> str:
        return keyword_list(parts)

    def over(self, part: Part, shown: Sequence[int], plan: Plan) -> Over | None:
        if len(shown) == part.notes:
            return None
        fit = len({keyword(part.blocks[place]) for place in shown} - {None})
        total = len(_counts([_words(part)]))
        budget = part.limits.budget
        return Over(f"{fit} of {total} keywords of this file fit into the {budget} characters of the keyword list")

    def cut(self, part: Part, it: str) -> str:
        return f"the {part.limits.budget} characters of the keyword list end before {it}"

    def summary(self, parts: Sequence[Part], plan: Plan) -> str:
        folders = len(_by_folder(parts))
        each = " in each folder" if folders > 1 else ""
        budget = parts[0].limits.budget if parts else BUDGET
        return f"{plan.used} characters of keywords; the list takes {budget}{each}"


def keyword_plan(parts: Sequence[Part]) -> Plan:
    """Which notes are led to by the lists; a note without a keyword is none that the budget keeps out."""
    shown: dict[int, tuple[int, ...]] = {}
    used = 0
    for places in _by_folder(parts):
        words = {place: _words(parts[place]) for place in places}
        counts = _counts(words.values())
        budget = parts[places[0]].limits.budget
        full = sum(row_cost(word, count) for word, count in counts.items())
        useful = dict(parts[places[0]].limits.useful)
        out = set() if full <= budget else set(counts) - set(listed_words(counts, useful, budget))
        used += full - sum(row_cost(word, counts[word]) for word in out)
        for place in places:
            costs = parts[place].costs
            if out:
                kept = [at for at, word in enumerate(words[place]) if costs[at] != NOT_A_NOTE and word not in out]
            else:
                kept = [at for at, cost in enumerate(costs) if cost != NOT_A_NOTE]
            shown[place] = tuple(kept)
    total = sum(part.notes for part in parts)
    return Plan(tuple(shown[place] for place in range(len(parts))), total, used)


def keyword_list(parts: Sequence[Part]) -> str:
    """The lists of all folders, each under a heading; empty without any keyword."""
    lists = []
    for places in _by_folder(parts):
        some = [parts[place] for place in places]
        limits = some[0].limits
        rows = listed(_counts(map(_words, some)), dict(limits.useful), limits.budget)
        if rows:
            lists.append("\n".join([f"{_HEADINGS[some[0].file.store.scope]}:", *rows]))
    return "\n\n".join(lists)


def _words(part: Part) -> list[str | None]:
    """The keyword that leads to each block; this runs at every key, so it is one comprehension."""
    return [
        note.fragment.mentions[0].ref.value if cost and cost != NOT_A_NOTE and note.fragment else None
        for note, cost in zip(part.blocks, part.costs, strict=True)
    ]


def _counts(words: Iterable[list[str | None]]) -> dict[str, int]:
    counts: Counter[str | None] = Counter()
    for some in words:
        counts.update(some)
    return {word: count for word, count in counts.items() if word is not None}


def _by_folder(parts: Sequence[Part]) -> list[list[int]]:
    """The places of the parts of each folder, in the order of the first of each."""
    folders: dict[str, list[int]] = {}
    for place, part in enumerate(parts):
        folders.setdefault(part.file.store.folder, []).append(place)
    return list(folders.values())


__all__ = ["CardsRecall", "generated_view", "keyword_list", "keyword_plan"]
