"""A record whose name or concepts do not tell it from another one, or that its agent does not list.

States are what holds now, one record for each thing. So a date in a state's id, `-v2`, `-final`, `-new` or `-latest`
after the id of another state, an id that holds all words of another one's, and concepts that are all those of another
state point at one thing in two records; the agent's own tool refuses to write these. Four states or more on one concept
are better merged into one, which supersedes them. Events are left alone, and so is what is superseded.

In the folder of records a file's name must be an id, or the agent does not list it.

Source: records, "Write semantics"; which words of ids are alike is simpler here than there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import combinations, pairwise

from memory_ls.detect import quote
from memory_ls.formats.notes import Placed, Ref, Role, Store
from memory_ls.formats.record_fragment import CONCEPT, FAMILY, ID, WORD
from memory_ls.formats.record_ids import RECORDS_FOLDER, family_of, kind_of, tokens_of
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Finding, Message, Offer, Severity, View
from memory_ls.rules.told import problems_of

code = "bad-id"
needs: frozenset[Fact] = frozenset()
check = problems_of(code)

CLUSTER = 4
"""States on one concept that the agent itself warns of. Source: records, "memory_search"."""
CROWD = 6
"""States that share a word of their ids, beyond which the word tells none of them from another."""


class AmongRecords:
    """What two records of one store say of each other by their names; each store for itself."""

    code = code
    kinds = frozenset({FAMILY, CONCEPT, WORD, ID})

    def check(self, ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
        stores: dict[Store, list[Placed]] = {}
        for note in group:
            if note.fragment is not None and note.file.store.format == "records":
                stores.setdefault(note.file.store, []).append(note)
        for notes in stores.values():
            if ref.kind == ID:
                yield from _same_id(ref, notes)
                continue
            states = _live_states(notes)
            if ref.kind == FAMILY:
                yield from _family(states)
            elif ref.kind == CONCEPT:
                yield from _concept(ref.value, states)
            else:
                yield from _alike(ref.value, states)

    def is_crowd(self, ref: Ref, group: Iterable[Placed]) -> bool:
        """Whether a word is in more ids than it can tell apart; all are of one store, as a view of records is."""
        states: set[str] = set()
        for note in group if ref.kind == WORD else ():
            if _is_live_state(note):
                states.add(_title(note))
                if len(states) > CROWD:
                    return True
        return False


IN_GROUP = AmongRecords()


def _same_id(ref: Ref, notes: Sequence[Placed]) -> Iterator[Finding]:
    """Older versions left a record's file where it was and wrote a second one."""
    named = [note for note in notes if note.fragment is not None and ref in note.fragment.defines]
    kept = next((note for note in named if note.file.inside.startswith(f"{RECORDS_FOLDER}/")), None)
    for note in named:
        if kept is not None and note is not kept:
            message = Message("{0} has the same id, and the agent writes that one only", (quote(kept.file.inside),))
            yield Finding(code, note, message, Severity.INFORMATION, related=(kept,))


def _family(states: Sequence[Placed]) -> Iterator[Finding]:
    for older, newer in pairwise(states):
        yield _about(newer, older, "by its id a version of {0}, and both count as true now")


def _concept(label: str, states: Sequence[Placed]) -> Iterator[Finding]:
    if len(states) >= CLUSTER:
        shared = frozenset.intersection(*map(_concepts, states))
        if label == min(shared):
            newest = states[-1]
            message = Message(f"{len(states)} states are about {quote(label)}; one is easier to keep true")
            offer = Offer("merge", Message(f"Merge the {len(states)} states about {quote(label)}"), tuple(states))
            others = tuple(states[:-1])
            yield Finding(code, newest, message, Severity.INFORMATION, related=others, offers=(offer,))
        return
    for older, newer in combinations(states, 2):
        smaller = min(_concepts(older), _concepts(newer), key=lambda concepts: (len(concepts), sorted(concepts)))
        within = smaller <= _concepts(older) and smaller <= _concepts(newer)
        if within and label == min(smaller) and not _is_family(older, newer):
            yield _about(newer, older, "its concepts and those of {0} are the same, or all of one are the other's")


def _alike(word: str, states: Sequence[Placed]) -> Iterator[Finding]:
    if len(states) > CROWD:
        return
    for older, newer in combinations(states, 2):
        fewer, more = sorted((_words(older), _words(newer)), key=lambda words: (len(words), sorted(words)))
        alike = fewer <= more and word == min(fewer) and not _is_family(older, newer)
        if alike and not _has_overlap(older, newer):
            yield _about(newer, older, "its id and that of {0} have the same words", Severity.HINT)


def _about(newer: Placed, older: Placed, said: str, severity: Severity = Severity.INFORMATION) -> Finding:
    name = (quote(_title(older)),)  # its id says more than its line would, which is the first
    offers = (
        Offer("merge", Message("Merge with {0}", name), (older, newer)),
        Offer("supersede", Message("Supersede {0} by this record", name), (older, newer)),
    )
    return Finding(code, newer, Message(said, name), severity, related=(older,), offers=offers)


def _live_states(notes: Sequence[Placed]) -> list[Placed]:
    """The states that hold, the oldest first; of two files with one id that in the folder of records."""
    states: dict[str, Placed] = {}
    for note in notes:
        title = _title(note)
        if _is_live_state(note) and (title not in states or note.file.inside.startswith(f"{RECORDS_FOLDER}/")):
            states[title] = note
    return sorted(states.values(), key=_age)


def _is_live_state(note: Placed) -> bool:
    fragment = note.fragment
    return fragment is not None and fragment.role is Role.NOTE and kind_of(fragment.title) == "state"


def _age(note: Placed) -> tuple[date, str, str]:
    fragment = note.fragment
    return (fragment.dated or date.min if fragment else date.min), _title(note), note.file.inside


def _title(note: Placed) -> str:
    return note.fragment.title if note.fragment is not None else ""


def _concepts(note: Placed) -> frozenset[str]:
    refs = note.fragment.refs if note.fragment is not None else frozenset[Ref]()
    return frozenset(ref.value for ref in refs if ref.kind == CONCEPT)


def _words(note: Placed) -> frozenset[str]:
    """The words of an id that are not the project's name."""
    project = note.file.store.folder.rstrip("/").rpartition("/")[2]
    return tokens_of(_title(note)) - tokens_of(f"state.{project}") or tokens_of(_title(note))


def _is_family(a: Placed, b: Placed) -> bool:
    return family_of(_title(a)) == family_of(_title(b))


def _has_overlap(a: Placed, b: Placed) -> bool:
    """Whether the concepts of the two are told of already."""
    one, other = _concepts(a), _concepts(b)
    return bool(one and other) and (one <= other or other <= one)
