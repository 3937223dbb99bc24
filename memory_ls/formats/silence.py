"""A comment in a memory file that keeps rules quiet about one note.

``<!-- memory-ls: ignore stale, missing-path -->`` in the row above a note, or among the note's own rows where those are
not all text (a card's bookkeeping); ``# memory-ls: ignore stale`` in the frontmatter of a record or topic. Formats
whose agent reads every row as text (``sections``) have no room for one: there the configuration says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memory_ls.formats.notes import File
from memory_ls.lazily import lazy

_SAID = lazy(r"\s*(?:<!--\s*memory-ls:\s*ignore\s+([\w, -]+?)\s*-->|#\s*memory-ls:\s*ignore\s+([\w, -]+?))\s*\Z")
ABOVE, INSIDE, FRONTMATTER = "above", "inside", "frontmatter"
_ROOM = {
    "bullets": ABOVE,
    "outline": ABOVE,
    "gemini": ABOVE,
    "daily": ABOVE,
    "cards": INSIDE,
    "records": FRONTMATTER,
}


def room(file: File) -> str | None:
    """Where a format keeps such a comment; None where it has no room for one."""
    if file.store.format == "topics":
        return ABOVE if file.inside == "MEMORY.md" else FRONTMATTER
    return _ROOM.get(file.store.format)


def silenced(row: str) -> frozenset[str]:
    """The rules that a row keeps quiet."""
    found = _SAID.match(row) if "memory-ls:" in row else None
    said = (found[1] or found[2]) if found else ""
    return frozenset(code.strip() for code in said.split(",") if code.strip())


def is_silenced(code: str, rows: Sequence[str], row: int, n: int) -> bool:
    """Whether a comment speaks of a rule in the row above a block, or in its own rows."""
    if row and code in silenced(rows[row - 1]):
        return True
    return n > 1 and any(code in silenced(one) for one in rows[row : row + n])


def comment(codes: Iterable[str], *, yaml: bool) -> str:
    """The row that keeps rules quiet."""
    said = ", ".join(sorted(codes))
    return f"# memory-ls: ignore {said}" if yaml else f"<!-- memory-ls: ignore {said} -->"
