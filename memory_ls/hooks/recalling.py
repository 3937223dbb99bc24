"""At a prompt: the notes that it is about, of those that the session has not been given yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from memory_ls.recall.choosing import Chosen, choose
from memory_ls.recall.ledger import Ledger
from memory_ls.recall.ranking import Candidate, is_asking
from memory_ls.recall.telling import as_given, one_line

Known = Mapping[str, list[str]]
"""The notes that may be recalled, as plain data: by their keys what they are ranked by, and how they are given."""
_PARTS = 7
_NAME = 40
"""Code points of a note's name in a message."""


def recalled(
    prompt: str, known: Callable[[], Known], ledger: Ledger, today: date, holds: Callable[[str], bool]
) -> tuple[Chosen, list[str]]:
    """What a prompt recalls, and what its notes are called; nothing for a single word. A host `holds` a text or not."""
    if not is_asking(prompt):
        return Chosen("", (), ledger), []
    notes = known()
    candidates = [Candidate(key, *said[:4]) for key, said in notes.items()]
    chosen = choose(prompt, candidates, ledger, lambda key: _told(notes[key], today), holds)
    return chosen, [one_line(notes[key][0] or notes[key][3], _NAME) for key in chosen.keys]


def is_known(data: object) -> bool:
    """Whether data from a file is what `Eyes.notes` gave."""
    return isinstance(data, dict) and all(
        isinstance(said, list) and len(said) == _PARTS and all(isinstance(one, str) for one in said)
        for said in data.values()
    )


def _told(said: list[str], today: date) -> str:
    title, _, _, text, place, row, day = said
    return as_given(place, int(row) if row.isdecimal() else None, title, text, _age(day, today))


def _age(day: str, today: date) -> int:
    try:
        return (today - date.fromisoformat(day)).days
    except ValueError:  # none is known
        return 0
