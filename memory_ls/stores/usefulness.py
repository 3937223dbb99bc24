"""How useful the keywords of cards stores were, kept in the user's state folder: one file a store, mode 0600.

Only keywords and counts are kept, no note. What cannot be read counts as never written, and what cannot be written is
left: a search must not fail for it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection
from contextlib import suppress

from memory_ls.digest import blake2b
from memory_ls.formats import FORMATS
from memory_ls.formats.notes import Role, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.recall.usefulness import Usefulness
from memory_ls.stores.agent_places import place_of
from memory_ls.stores.failure import StoreFailure
from memory_ls.stores.folders import store_files
from memory_ls.stores.locking import flocked
from memory_ls.stores.own_folders import KEYWORDS, private_folder
from memory_ls.stores.places import Environment
from memory_ls.stores.reading import Found, read
from memory_ls.text import Text

_CAP = 1 << 20
_WAIT = 2.0


def usefulness(env: Environment, store: Store) -> Usefulness:
    """What is known of a store's keywords."""
    return Usefulness.from_data(_said(_path(env, store.folder)).get("uses"))


def change(env: Environment, store: Store, edit: Callable[[Usefulness], Usefulness]) -> None:
    """Record something, under a lock."""
    with suppress(OSError, StoreFailure):
        private_folder(env, KEYWORDS)
        path = _path(env, store.folder)
        with flocked(f"{path}.lock", _WAIT):
            new = edit(usefulness(env, store))
            root = store.repository if store.scope is Scope.PROJECT else None
            _write(path, {"folder": store.folder, "root": root or "", "uses": new.to_data()})


def end_session(env: Environment, root: str) -> None:
    """A session in a project ended: one more for every keyword of its stores and of the user's, whose use is known."""
    folder = os.path.join(env.state_dir, KEYWORDS)
    names = os.listdir(folder) if os.path.isdir(folder) else []
    for name in names:
        said = _said(os.path.join(folder, name)) if name.endswith(".json") else {}
        place = place_of(f"{said.get('folder')}/notes.md", env) if said.get("root") in ("", root) else None
        if place is not None and place.store.format == "cards":
            words = keywords(place.store)
            change(env, place.store, lambda uses, words=words: uses.next_session(words))  # type: ignore[misc]


def keywords(store: Store) -> Collection[str]:
    """The keywords by which living notes of a store are found."""
    words: set[str] = set()
    for file in store_files(store):
        found, grammar = read(file.id, store.root), FORMATS[store.format].grammar(file)
        if isinstance(found, Found) and grammar is not None:
            for block in blocks_of(grammar, file, Text(found.text)):
                if block.fragment is not None and block.fragment.role is Role.NOTE:
                    words |= {ref.value for ref in block.fragment.defines if ref.kind == "keyword"}
    return words


def _path(env: Environment, folder: str) -> str:
    key = blake2b(os.fsencode(os.path.realpath(folder)), digest_size=16).hexdigest()
    return os.path.join(env.state_dir, KEYWORDS, f"{key}.json")


def _said(path: str) -> dict[str, object]:
    found = read(path, os.path.dirname(path), _CAP)
    try:
        said = json.loads(found.text) if isinstance(found, Found) else {}
    except (ValueError, RecursionError):
        said = {}
    return said if isinstance(said, dict) else {}


def _write(path: str, data: object) -> None:
    temporary = f"{path}.new"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    with open(descriptor, "w", encoding="utf-8") as stream:
        stream.write(json.dumps(data))  # `dump` has no quick way
    os.replace(temporary, path)
