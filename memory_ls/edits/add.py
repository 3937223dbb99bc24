"""Add a note to a store, unless it already says so; what the format keeps beside the text comes along."""

from __future__ import annotations

from memory_ls.edits.intention import Intention, Snapshot, is_note
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Change, Refusal, StoreSeen
from memory_ls.formats.format import Draft
from memory_ls.formats.world import World

name = "add"


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    """`file` is one of the store that the note goes to, `text` what it says, `more` further fields of a `Draft`; a note
    that is there already makes an empty change, or a tick where the format keeps count."""
    store = seen.store_of(intention.file)
    if isinstance(store, Refusal):
        return store
    draft = draft_of(intention, seen, store)
    if not draft.text:
        return Refusal("a note needs some text")
    return FORMATS[store.store.format].put(store, draft, world.today)


def draft_of(intention: Intention, seen: Snapshot, store: StoreSeen) -> Draft:
    """What the intention says of the new note; the file that it names is where it goes."""
    file = seen.files.get(intention.file or "")
    more = dict(intention.more)
    return Draft(
        FORMATS[store.store.format].clean(intention.text or ""),
        more.get("inside") or (file.file.inside if file else None),
        more.get("title", ""),
        more.get("keyword", ""),
        more.get("description", ""),
        more.get("kind", ""),
    )


def holds(store: StoreSeen, text: str) -> bool:
    """Whether a store has a note with the same key."""
    key = FORMATS[store.store.format].key(text)
    blocks = (block for seen in store.files.values() for block in seen.blocks)
    return any(is_note(block) and block.fragment is not None and block.fragment.identity == key for block in blocks)
