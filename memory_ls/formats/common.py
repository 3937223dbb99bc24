"""What several formats share."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence

from memory_ls.formats.changes import FileSeen, StoreSeen
from memory_ls.formats.format import Destination
from memory_ls.formats.notes import File, Mention, Placed, Ref, Role, Scope
from memory_ls.text import BOM, Span

_CONFLICT = re.compile(r"(<{7}|\|{7}|>{7})(?: |$)|(={7})$")
CONFLICT = "conflict-marker"


def conflict_marker(row: str) -> Ref | None:
    """The part of a git conflict that a row marks: ``<``, ``|``, ``=`` or ``>``; seven of them, a blank, a label.

    A byte order mark before it, as a text's first row may have one, changes nothing.
    """
    if row[:1] == BOM:
        row = row[1:]
    if row[:1] not in ("<", "|", "=", ">"):
        return None
    found = _CONFLICT.match(row)
    return Ref(CONFLICT, (found[1] or found[2])[0]) if found else None


def conflict_mentions(rows: Sequence[str]) -> Iterator[Mention]:
    """Where the rows of a block mark a git conflict; a note that is a whole file has its markers inside."""
    for number, row in enumerate(rows):
        marker = conflict_marker(row)
        if marker is not None:
            yield Mention(marker, Span(number, 0, number, len(row)))


def same(normalised: str) -> Ref:
    """The key of "the same note" for a text that a format has normalised: 12 hexadecimal digits."""
    return Ref("same", hashlib.blake2b(normalised.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest())


def holds(block: Placed, key: Ref) -> bool:
    """Whether a block is a living note with a key."""
    return block.fragment is not None and block.fragment.role is Role.NOTE and block.fragment.identity == key


def only_file(store: StoreSeen) -> FileSeen:
    """The file of a store that is one file."""
    return next(iter(store.files.values()))


def other_scope(file: File) -> tuple[Destination, ...]:
    """Where a note can go in a format with a project's and a user's store."""
    scope = {Scope.PROJECT: Scope.GLOBAL, Scope.GLOBAL: Scope.PROJECT}.get(file.store.scope)
    return (Destination(f"{scope.value} memory", scope),) if scope else ()


def whole_row(seen: FileSeen, row: int) -> Span:
    """A row with its newline; the last row goes with the newline before it."""
    if seen.text.ends[row] or not row:
        return Span(row, 0, row + 1, 0) if seen.text.ends[row] else Span(row, 0, row, len(seen.text.rows[row]))
    return Span(row - 1, len(seen.text.rows[row - 1]), row, len(seen.text.rows[row]))


def merged_wording(notes: Sequence[Placed]) -> str:
    """The suggested text of several notes: every different text once, in order, joined by ``; ``.

    A text that another one holds word for word says nothing of its own and is left out.
    """
    texts = [note.fragment.text for note in notes if note.fragment is not None]
    said = [f" {' '.join(text.lower().split()).rstrip('.!?,;:')} " for text in texts]
    kept = [
        text
        for i, text in enumerate(texts)
        if not any(said[i] in other and (said[i] != other or j < i) for j, other in enumerate(said) if j != i)
    ]
    return "; ".join([*(text.removesuffix(".") for text in kept[:-1]), *kept[-1:]])
