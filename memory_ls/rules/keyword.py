"""Keywords by which no note is found, or that stand in each other's way.

In a cards store a session starts with a list of keywords and nothing else. A note without a keyword is never looked up;
of several only the first counts; two spellings of one keyword (case, `-`, `_`, a plural's `s`) are two entries of the
list, each leading to a part of the notes. The spelling of most notes is taken for the right one, in each store for
itself. Superseded notes and other stores are left alone. A keyword that nobody looked up over ten sessions is a hint;
searches are counted in the user's state folder once somebody has looked one up.

Source: cards, "What a memory looks like" and "Tidying up"; what counts as a spelling is ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from memory_ls.data import dataclass
from memory_ls.detect import quote
from memory_ls.formats.notes import Fragment, Mention, Placed, Ref, Role, Store
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Around, Finding, Hit, Message, Offer, Severity, View
from memory_ls.rules.told import problems_of

code = "keyword"
needs: frozenset[Fact] = frozenset()
_problems = problems_of(code)


def check(fragment: Fragment, around: Around) -> Iterator[Hit]:
    yield from _problems(fragment, around)
    unsearched = around.world.unsearched.get(around.store, frozenset())
    mention = next((one for one in fragment.mentions if one.ref.kind == "keyword"), None)
    if fragment.role is Role.NOTE and mention is not None and mention.ref.value in unsearched:
        message = (
            f"nobody looked #{quote(mention.ref.value)} up over ten sessions; another keyword may lead here sooner"
        )
        yield Hit(message, mention.span, (), Severity.HINT)


@dataclass(frozen=True, slots=True)
class Spellings:
    """The group check: notes whose keywords are spellings of one."""

    code: str = code
    kinds: frozenset[str] = frozenset({"spelling"})

    def check(self, ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
        stores: dict[Store, list[tuple[Placed, Mention]]] = {}
        for note in group:
            mention = _keyword(note)
            if mention is not None:
                stores.setdefault(note.file.store, []).append((note, mention))
        for notes in stores.values():
            yield from _spellings(notes)


SPELLINGS = Spellings()


def _spellings(notes: Sequence[tuple[Placed, Mention]]) -> Iterator[Finding]:
    counts = Counter(mention.ref.value for _, mention in notes)
    if len(counts) < 2:
        return
    word = max(counts, key=lambda one: (counts[one], one.islower()))  # of two as common the first in the store
    count = counts[word]
    name = quote(word)
    others = tuple(note for note, mention in notes if mention.ref.value != word)
    like = next(note for note, mention in notes if mention.ref.value == word)
    for note, mention in notes:
        if mention.ref.value == word:
            continue
        if count > 1:
            message = Message("{0} notes spell this keyword #{1}; the list has both", (str(count), name))
        else:
            message = Message("{0} spells this keyword #{1}; the list has both", (like, name))
        title = Message("Spell it #{0} in {1} notes" if others[1:] else "Spell it #{0}", (name, str(len(others))))
        offers = (Offer("mend", title, others, preferred=True, choice=f"unify:{word}"),) if name == word else ()
        yield Finding(code, note, message, Severity.INFORMATION, mention.span, related=(like,), offers=offers)


def _keyword(note: Placed) -> Mention | None:
    if note.fragment is None or note.fragment.role is not Role.NOTE:
        return None
    return next((one for one in note.fragment.mentions if one.ref.kind == "keyword"), None)
