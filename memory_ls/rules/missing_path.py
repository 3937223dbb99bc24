"""A path of this repository that is not there.

Only what surely is a path of this repository is looked up: it has a folder that exists at the repository's root, and
no pattern, placeholder or address in it. A note that names a file that was moved or deleted misleads its agent.

Source: ours.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect import find_paths, quote
from memory_ls.edits.redact import span_of
from memory_ls.formats.notes import Fragment, Role
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Around, Hit

code = "missing-path"
needs = frozenset({Fact.PATHS})


def check(fragment: Fragment, around: Around) -> Iterator[Hit]:
    if fragment.role is not Role.NOTE or around.store.repository is None:
        return
    for path in find_paths("\n".join(around.rows)):
        if around.world.is_there(around.store.repository, path.path) is False:
            span = span_of(around.rows, path.start, path.end)
            yield Hit(f"{quote(path.path)} is not in this repository", span)
