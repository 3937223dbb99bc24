"""Two notes that say different things of the same.

One subject, one attribute, two values: port 8080 and 3000, npm and pnpm, always and never, two owners. An agent is
given both and believes either. Silent on rows of a list or a log, which are alike but for their values; on names alone,
which may be two of a kind; where one note only adds to the other; and between the sides of a git conflict. When both
notes have a date, or version control knows when each was changed, the older is the one to supersede. What `CLAUDE.md`
or `AGENTS.md` says counts as a note here, too.

Source: ours; measured on labelled pairs and whole real files by `tests/quality/conflicts.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.data import dataclass
from memory_ls.detect import find_elided, quote
from memory_ls.formats.notes import Fragment, Placed, Role
from memory_ls.formats.world import Fact
from memory_ls.index import Clash, conflicting
from memory_ls.rules.ages import older_of
from memory_ls.rules.finding import Around, Changed, Finding, Hit, Message, Offer, Severity

code = "conflict"
needs = frozenset({Fact.AGES, Fact.TODAY})

_LONGEST = 24
"""Code points of a value that a message shows."""


def judge(a: Fragment, b: Fragment) -> Clash | None:
    if a.identity == b.identity or not _says_something(a) or not _says_something(b):
        return None
    clash = conflicting(a.text, b.text)
    return clash if clash is not None and clash.sure else None


def _says_something(note: Fragment) -> bool:
    """Whether it stands for itself: what depends on the note above it may be about something else."""
    if note.role is not Role.NOTE or note.logged or note.leads or note.depends or note.sensitive:
        return False
    return not find_elided(note.text)


def findings(a: Placed, b: Placed, clash: Clash, changed: Changed) -> Iterator[Finding]:
    """Both are marked: either may be the one that holds. A pair may have changed its order since it was judged."""
    clash = conflicting(a.fragment.text, b.fragment.text) or clash if a.fragment and b.fragment else clash
    older = older_of(a, b, changed)
    yield _finding(a, b, clash.turned, older)
    yield _finding(b, a, clash, older)


def _finding(note: Placed, other: Placed, clash: Clash, older: Placed | None) -> Finding:
    """`clash` has the other note's value first."""
    theirs, ours = _value(other, clash.a), _value(note, clash.b)
    subject = f"{quote(clash.subject, _LONGEST)} " if clash.subject else ""
    message = Message("{0} says {1}{2}, this says {3}", (other, subject, theirs, ours))
    return Finding(code, note, message, Severity.WARNING, related=(other,), offers=tuple(_offers(note, other, older)))


@dataclass(frozen=True, slots=True)
class AgainstInstructions:
    """The own check: a note and a row of the agent's instruction files."""

    code: str = code
    needs: frozenset[Fact] = frozenset({Fact.INSTRUCTIONS})

    def check(self, fragment: Fragment, around: Around) -> Iterator[Hit]:
        instructions = around.world.instructions.get(around.store)
        if instructions is None or not _says_something(fragment):
            return
        found = instructions.contradicts(fragment.text)
        if found is not None:
            place, row, clash = found
            theirs, ours = quote(row[slice(*clash.a)], _LONGEST), quote(fragment.text[slice(*clash.b)], _LONGEST)
            subject = f"{quote(clash.subject, _LONGEST)} " if clash.subject else ""
            yield Hit(f"{quote(place)} says {subject}{theirs}, this says {ours}")


AGAINST_INSTRUCTIONS = AgainstInstructions()


def _value(note: Placed, place: tuple[int, int]) -> str:
    text = note.fragment.text if note.fragment else ""
    return quote(text[slice(*place)], _LONGEST)


def _offers(note: Placed, other: Placed, older: Placed | None) -> Iterator[Offer]:
    if note.file.store != other.file.store:
        return
    yield Offer("supersede", Message("Supersede {0} by this note", (other,)), (other, note), preferred=older is other)
    yield Offer("supersede", Message("Supersede by {0}", (other,)), (note, other), preferred=older is note)
