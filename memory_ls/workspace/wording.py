"""How a door names other notes and fills messages: by line in an editor, by path on a terminal."""

from __future__ import annotations

from collections.abc import Callable

from memory_ls.detect import quote
from memory_ls.formats.notes import File, Placed, Scope
from memory_ls.rules import Message

Namer = Callable[[Placed], str]


def by_line(seen_from: File) -> Namer:
    """The editor's way: "line 12"; "line 1 of global memory" for a note of another store, "line 3 of USER.md" for one
    of another file of this store, and the file's own name where the whole file is the note.
    """

    def name(note: Placed) -> str:
        line = f"line {note.row + 1}"
        if note.file.id == seen_from.id:
            return line
        store, title = note.file.store, note.fragment.title if note.fragment else ""
        if title and not note.row and store == seen_from.store:
            return quote(title if note.file.inside.endswith(f"/{title}.md") else note.file.inside, 200)
        named = store == seen_from.store or store.scope is Scope.ALONE
        where = note.file.inside if named else store.label
        return f"{line} of {where}"

    return name


def by_path(show: Callable[[str], str]) -> Namer:
    """The terminal's way: `path:12`."""
    return lambda note: f"{show(note.file.id)}:{note.row + 1}"


def filled(message: Message, name: Namer) -> str:
    """A message with its slots filled. Its strings were quoted when they were put in."""
    if not message.slots:
        return message.template
    return message.template.format(*(slot if isinstance(slot, str) else name(slot) for slot in message.slots))
