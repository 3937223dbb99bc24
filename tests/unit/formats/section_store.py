"""A § store in memory, for tests: texts by file, verbs applied to them, and what the agents read of them."""

from __future__ import annotations

from collections.abc import Mapping

from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, Write
from memory_ls.formats.notes import File, Placed, Role, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.formats.section_grammar import DIALECTS
from memory_ls.formats.sections import SECTIONS
from memory_ls.text import Text, replaced

DELIMITER = "\n§\n"


def store_of(dialect: str = "hermes", folder: str = "/home/u/.hermes/memories") -> Store:
    return Store("sections", Scope.GLOBAL, folder, dialect=dialect)


def file_of(inside: str = "MEMORY.md", dialect: str = "hermes") -> File:
    store = store_of(dialect)
    return File(f"{store.folder}/{inside}", store, inside)


def seen_of(files: Mapping[str, str], dialect: str = "hermes") -> StoreSeen:
    seen = {}
    for inside, said in files.items():
        file, text = file_of(inside, dialect), Text(said)
        grammar = SECTIONS.grammar(file)
        assert grammar is not None
        seen[file.id] = FileSeen(file, text, blocks_of(grammar, file, text), said)
    return StoreSeen(store_of(dialect), seen)


def notes_of(store: StoreSeen, inside: str = "MEMORY.md", role: Role = Role.NOTE) -> list[Placed]:
    blocks = store.at(inside).blocks
    return [block for block in blocks if block.fragment is not None and block.fragment.role is role]


def texts_of(store: StoreSeen, inside: str = "MEMORY.md") -> list[str]:
    return [block.fragment.text for block in notes_of(store, inside) if block.fragment]


def applied(store: StoreSeen, change: Change | Refusal) -> dict[str, str]:
    """The files after a change; a file that was not there comes, one that is removed goes."""
    assert not isinstance(change, Refusal), change.reason
    files = {seen.file.inside: str(seen.text) for seen in store.files.values()}
    for step in change:
        inside = step.file.removeprefix(f"{store.store.folder}/")
        if isinstance(step, Write):
            files[inside] = replaced(Text(files.get(inside, "")), step.replace)
        else:
            del files[inside]
    return files


def read_by_agent(text: str, dialect: str = "hermes") -> list[str]:
    """The notes that the agent reads: its own cut, its own trimming."""
    if dialect == "hermes":
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    pieces = (DIALECTS[dialect].trim(piece) for piece in text.split(DELIMITER))
    return [piece for piece in pieces if piece]


def is_as_hermes_writes(text: str) -> bool:
    """Whether hermes-agent would go on replacing and removing notes of a file."""
    return text.strip() == DELIMITER.join(read_by_agent(text))
