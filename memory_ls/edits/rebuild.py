"""Make the generated view of a store anew from its notes. Whoever applies it keeps a backup."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot
from memory_ls.formats.cards_edits import keyword_counts, rebuilt
from memory_ls.formats.cards_view import VIEW
from memory_ls.formats.changes import Change, Refusal
from memory_ls.formats.world import World

name = "rebuild"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`file` names a file of the store, or the view itself, there or not. `more` has how useful keywords were, as
    pairs of a keyword and a number, and under ``#budget`` the characters of the list where they are not 3000.
    """
    if intention.file is None:
        return Refusal("say which notes: those of the project or the user's own")
    store = seen.store(seen.at(intention.file).file.store) if _reaches(intention.file, seen) else None
    if store is None:
        return Refusal("there is no such memory here")
    if store.store.format != "cards":
        return Refusal("these notes have no generated view")
    if not store.whole:
        return Refusal("not all notes of this folder are known here")
    blocked = store.at(VIEW).blocked
    if blocked:
        return Refusal(blocked)
    said = {word: int(count) for word, count in intention.more if count.isascii() and count.isdigit()}
    budget = said.pop(BUDGET_KEY, 0)
    counts = keyword_counts(store)
    return rebuilt(store, counts, said, budget) if budget else rebuilt(store, counts, said)


BUDGET_KEY = "#budget"
"""The name in `more` that no keyword can have."""


def _reaches(file: str, seen: Snapshot) -> bool:
    """Whether a path is a file of one of the stores that are seen."""
    stores = {*seen.stores, *(one.file.store for one in seen)}
    return file in seen.files or any(file.startswith(f"{store.folder}/") for store in stores)
