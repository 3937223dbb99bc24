"""The keyword list of a cards store, and `MEMORY.md`, the file that is generated from it.

`MEMORY.md` is one comment row and the list::

    <!-- memory: keyword list 0123456789ab, made from the notes beside it; ... -->
    #deploy (3)
    #port

The twelve hexadecimal digits are those of the rows below the comment, blank ones and blanks at row ends left out; a
view whose rows no longer give them was changed by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from memory_ls.digest import blake2b
from memory_ls.formats.notes import Fragment, Mark, Mend, Problem, Role
from memory_ls.lazily import lazy
from memory_ls.text import Span, utf16_length

VIEW = "MEMORY.md"
"""The generated file's path inside the store."""
BUDGET = 3000
"""UTF-16 units of the keyword list. Source: the document, "Settings"; the unit is our reading of "characters"."""
REBUILD = "rebuild"
"""The mend of a view that was changed by hand."""

_HEADER = lazy(r"<!-- memory: keyword list ([0-9a-f]{12})\b.*-->\s*\Z", re.S)
_WHY = "made from the notes beside it; what is written here is lost when it is made anew"


class ViewGrammar:
    """The generated file is one block that is no note."""

    start = 0
    one_block = True

    def step(self, state: int, row: str) -> tuple[int, Mark]:
        return 1, Mark.MORE if state else Mark.OPEN

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None:
        if not any(row.strip() for row in rows):
            return None
        whole = Span(0, 0, len(rows) - 1, len(rows[-1]))
        made = made_by_us(rows)
        if made is None or made[1] == _digest(rows[made[0] + 1 :]):
            return Fragment(Role.PROSE, "", whole)
        changed = Problem(
            "generated",
            "this view was changed by hand; what is written here is lost when it is made anew from the notes",
            Span(made[0], 0, made[0], len(rows[made[0]])),
            (Mend(REBUILD, "Make this view anew from the notes", preferred=True),),
        )
        return Fragment(Role.PROSE, "", whole, problems=(changed,))


def made_by_us(rows: Sequence[str]) -> tuple[int, str] | None:
    """The row of the comment that says how a view was made, and the digest in it; None for any other file."""
    for place, row in enumerate(rows):
        found = _HEADER.match(row.lstrip("\ufeff")) if "<!-- memory: keyword list" in row else None
        if found:
            return place, found[1]
    return None


def generated_view(counts: Mapping[str, int], useful: Mapping[str, int] | None = None, budget: int = BUDGET) -> str:
    """The text of `MEMORY.md` for keywords and how many living notes have them."""
    rows = listed(counts, useful, budget)
    return "\n".join([f"<!-- memory: keyword list {_digest(rows)}, {_WHY} -->", *rows, ""])


def listed(counts: Mapping[str, int], useful: Mapping[str, int] | None = None, budget: int = BUDGET) -> list[str]:
    """The rows of the keyword list."""
    return [entry(word, counts[word]) for word in listed_words(counts, useful, budget)]


def listed_words(counts: Mapping[str, int], useful: Mapping[str, int] | None = None, budget: int = BUDGET) -> list[str]:
    """The keywords whose rows fit into `budget` UTF-16 units, newlines counted: the most useful first (how often a
    search by them led to a note that was read), then those of most notes, then by name.
    """
    words, left, use = [], budget, useful or {}
    for word in sorted(counts, key=lambda word: (-use.get(word, 0), -counts[word], word)):
        cost = row_cost(word, counts[word])
        if cost <= left:
            words.append(word)
            left -= cost
    return words


def entry(word: str, count: int) -> str:
    """A row of the list."""
    return f"#{word}" if count == 1 else f"#{word} ({count})"


def row_cost(word: str, count: int) -> int:
    """UTF-16 units that a row of the list takes, with its newline."""
    return utf16_length(entry(word, count)) + 1


def counted(words: Iterable[str]) -> dict[str, int]:
    """How often each keyword occurs."""
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def _digest(rows: Sequence[str]) -> str:
    kept = "\n".join(row.rstrip() for row in rows if row.strip())
    return blake2b(kept.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
