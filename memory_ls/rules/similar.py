"""Two notes of which one says what the other says, or part of it.

Silent where numbers, versions, names, paths, negation or the order of steps differ on both sides: those are two facts,
and perhaps a `conflict`. Log rows, rows of links, fields of records, placeholders, and siblings made from one template
are left alone. Where neither the notes nor version control tell which is the older one, the later of two is taken for
the newer one when one is to supersede the other: new notes come last in a file.

Source: ours; measured on labelled pairs of real notes by `tests/quality/pairs.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect import find_elided, quote
from memory_ls.formats import FORMATS
from memory_ls.formats.notes import Fragment, Placed
from memory_ls.formats.world import Fact
from memory_ls.index import Verdict
from memory_ls.index import judge as compare
from memory_ls.rules.ages import older_of
from memory_ls.rules.duplicate import move_offers
from memory_ls.rules.finding import Changed, Finding, Message, Offer, Severity

code = "similar"
needs = frozenset({Fact.AGES, Fact.TODAY})


def judge(a: Fragment, b: Fragment) -> Verdict | None:
    if a.identity == b.identity or _stands_apart(a) or _stands_apart(b):
        return None
    return compare(a.text, b.text)


def _stands_apart(note: Fragment) -> bool:
    return note.leads or note.logged or note.sensitive or bool(find_elided(note.text))


def findings(a: Placed, b: Placed, verdict: Verdict, changed: Changed) -> Iterator[Finding]:
    """In one file the later is marked; across files both are."""
    older = older_of(a, b, changed)
    yield _finding(b, a, verdict, older)
    if a.file is not b.file:
        yield _finding(a, b, verdict, older)


def _finding(note: Placed, like: Placed, verdict: Verdict, older: Placed | None) -> Finding:
    differs = ", ".join(f'"{quote(word, 24)}"' for word in verdict.differs)
    message = Message("nearly says what {0} says" + (f"; differs in {differs}" if differs else ""), (like,))
    if note.file.store == like.file.store:
        first, second = (like, note) if like.row < note.row else (note, like)
        merge = Offer("merge", Message("Merge with {0}", (like,)), (first, second), preferred=True)
        old, new = (second, first) if older is second else (first, second)
        title = "Supersede {0} by this note" if like is old else "Supersede by {0}"
        supersede = Offer("supersede", Message(title, (like,)), (old, new))
        mergeable = note.n == like.n == 1 or FORMATS[note.file.store.format].merges_rows
        offers = [merge, supersede] if mergeable else [supersede]
    else:
        offers = move_offers(note)
    return Finding(code, note, message, Severity.INFORMATION, related=(like,), offers=tuple(offers))
