"""At a prompt: the notes that it is about, of those that the session has not been given yet."""

from __future__ import annotations

from memory_ls.hooks.eyes import Eyes
from memory_ls.recall.ledger import Ledger
from memory_ls.recall.ranking import is_asking
from memory_ls.recall.search import Note, Recalled, key_of, notes_of, recall

_WHOLE = frozenset({"bullets", "sections"})
"""Formats whose notes stand whole in what is given at a session's start."""


def candidates(eyes: Eyes) -> list[Note]:
    """The notes of all stores in reach that may be given."""
    files = [file for one in eyes.stores.values() if eyes.wanted(one) for file in one.files]
    return notes_of([eyes.see(file) for file in files])


def recalled(eyes: Eyes, prompt: str, ledger: Ledger) -> Recalled:
    """What a prompt recalls; nothing for a single word."""
    if not is_asking(prompt):
        return Recalled("", (), ledger)
    return recall(prompt, candidates(eyes), ledger, eyes.today, eyes.show)


def already_given(eyes: Eyes, text: str) -> dict[str, int]:
    """The ledger's data at a session's start: notes that stand whole in its injection need not be recalled."""
    stores = [one for one in eyes.stores.values() if one.store.format in _WHOLE and eyes.wanted(one)]
    blocks = [block for one in stores for file in one.files for block in eyes.see(file).blocks]
    told = [(block, block.fragment) for block in blocks if block.fragment is not None and block.fragment.text in text]
    return {key_of(block, fragment): 0 for block, fragment in told if fragment.text}
