"""Other names of concepts, as the records' agent keeps them beside its records: `.concepts.json`, alias to concept."""

from __future__ import annotations

import json
from collections.abc import Mapping

from memory_ls.formats.record_ids import slug_of
from memory_ls.stores.reading import Found, read
from memory_ls.workspace.reach import Reached

_CAP = 1 << 20


def aliases_of(one: Reached) -> Mapping[str, str]:
    """The aliases of a store; none where the file is not there or is no such file."""
    if one.store.format != "records":
        return {}
    found = read(f"{one.store.folder}/.concepts.json", one.store.root, _CAP)
    try:
        said = json.loads(found.text) if isinstance(found, Found) else None
    except (ValueError, RecursionError):
        return {}
    known = said.get("aliases") if isinstance(said, dict) else None
    if not isinstance(known, dict):
        return {}
    pairs = ((slug_of(alias), slug_of(name)) for alias, name in known.items() if isinstance(name, str))
    return {alias: name for alias, name in pairs if alias and name and alias != name}
