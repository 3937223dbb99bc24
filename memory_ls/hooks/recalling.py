"""At a prompt: the notes that it is about, of those that the session has not been given yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from memory_ls.recall.choosing import Chosen, choose
from memory_ls.recall.ledger import Ledger
from memory_ls.recall.ranking import Candidate, is_asking

Known = Mapping[str, list[str]]
"""The notes that may be recalled, as plain data: by their keys what they are ranked by, and how they are given."""


def recalled(prompt: str, known: Callable[[], Known], ledger: Ledger) -> tuple[Chosen, list[str]]:
    """What a prompt recalls, and what its notes are called; nothing for a single word."""
    if not is_asking(prompt):
        return Chosen("", (), ledger), []
    notes = known()
    candidates = [Candidate(key, *said[:4]) for key, said in notes.items()]
    chosen = choose(prompt, candidates, ledger, lambda key: notes[key][4])
    return chosen, [notes[key][0] or notes[key][3] for key in chosen.keys]


def is_known(data: object) -> bool:
    """Whether data from a file is what `known_notes` gave."""
    return isinstance(data, dict) and all(
        isinstance(said, list) and len(said) == 5 and all(isinstance(one, str) for one in said)
        for said in data.values()
    )
