"""What several formats share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from memory_ls.digest import blake2b
from memory_ls.formats.changes import FileSeen, StoreSeen
from memory_ls.formats.format import Destination
from memory_ls.formats.notes import File, FileId, Mention, Placed, Ref, Role, Scope
from memory_ls.lazily import lazy
from memory_ls.text import BOM, Span

_CONFLICT = lazy(r"(<{7}|\|{7}|>{7})(?: |$)|(={7})$")
CONFLICT = "conflict-marker"


def rows_of(seen: FileSeen, block: Placed) -> Span:
    """A block's rows with their newlines; the last rows of a text go with the newline before them.

    A byte order mark stays.
    """
    last, rows = block.row + block.n - 1, seen.text.rows
    start = 0 if block.row else len(rows[0]) - len(rows[0].removeprefix(BOM))
    if seen.text.ends[last]:
        return Span(block.row, start, last + 1, 0)
    if not block.row:
        return Span(0, start, last, len(rows[last]))
    return Span(block.row - 1, len(rows[block.row - 1]), last, len(rows[last]))


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
    return Ref("same", blake2b(normalised.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest())


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


def pointing_first(seen: Iterable[FileSeen]) -> list[FileSeen]:
    """Files in an order in which none stands before one that points at it (but in circles)."""
    files = {one.file.id: one for one in seen}
    by_name = {
        ref: id for id, one in files.items() for block in one.blocks if block.fragment for ref in block.fragment.defines
    }
    order: dict[str, None] = {}
    begun: set[str] = set()
    for start in files:
        if start in begun:
            continue
        stack = [(start, iter(_targets(files[start], by_name)))]
        begun.add(start)
        while stack:  # depth first, each file after all that it points at; turned round below
            id, rest = stack[-1]
            following = next((one for one in rest if one not in begun), None)
            if following is not None:
                begun.add(following)
                stack.append((following, iter(_targets(files[following], by_name))))
                continue
            order[id] = None
            stack.pop()
    return [files[id] for id in reversed(order)]


def _targets(seen: FileSeen, by_name: Mapping[Ref, FileId]) -> list[FileId]:
    mentions = [mention for block in seen.blocks if block.fragment for mention in block.fragment.mentions]
    return [by_name[mention.ref] for mention in mentions if mention.ref in by_name]
