"""At a prompt: the notes that it is about, of those that the session has not been given yet."""

from __future__ import annotations

from memory_ls.hooks.eyes import Eyes
from memory_ls.recall.ledger import Ledger
from memory_ls.recall.ranking import is_asking
from memory_ls.recall.search import Note, Recalled, notes_of, recall


def candidates(eyes: Eyes) -> list[Note]:
    """The notes of all stores in reach that may be given."""
    files = [file for one in eyes.stores.values() if eyes.wanted(one) for file in one.files]
    return notes_of([eyes.see(file) for file in files])


def recalled(eyes: Eyes, prompt: str, ledger: Ledger) -> Recalled:
    """What a prompt recalls; nothing for a single word."""
    if not is_asking(prompt):
        return Recalled("", (), ledger)
    return recall(prompt, candidates(eyes), ledger, eyes.today, eyes.show)
