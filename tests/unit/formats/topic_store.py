"""A topics folder in memory, for tests: texts by path, verbs applied to them."""

from __future__ import annotations

from collections.abc import Mapping

from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, Write
from memory_ls.formats.notes import File, Fragment, Placed, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.formats.topics import TOPICS
from memory_ls.text import Text, replaced

FOLDER = "/home/u/.claude/projects/-src-app/memory"


def file_of(inside: str, dialect: str = "claude") -> File:
    return File(f"{FOLDER}/{inside}", Store("topics", Scope.GLOBAL, FOLDER, dialect=dialect), inside)


def seen_of(files: Mapping[str, str], dialect: str = "claude") -> StoreSeen:
    seen = {}
    for inside, said in files.items():
        file, text = file_of(inside, dialect), Text(said)
        grammar = TOPICS.grammar(file)
        assert grammar is not None
        seen[file.id] = FileSeen(file, text, blocks_of(grammar, file, text), said)
    return StoreSeen(file_of("MEMORY.md", dialect).store, seen)


def applied(store: StoreSeen, change: Change | Refusal, steps: int | None = None) -> dict[str, str]:
    """The files after a change, or after its first steps."""
    assert not isinstance(change, Refusal), change.reason
    files = {seen.file.inside: str(seen.text) for seen in store.files.values()}
    for step in change[:steps]:
        inside = step.file.removeprefix(f"{FOLDER}/")
        if isinstance(step, Write):
            files[inside] = replaced(Text(files.get(inside, "")), step.replace)
        else:
            del files[inside]
    return files


def note_at(store: StoreSeen, inside: str, row: int = 0) -> Placed:
    """The block in which a row lies."""
    return next(block for block in store.at(inside).blocks if block.row <= row < block.row + block.n)


def fragment_of(text: str, inside: str = "project_x.md", dialect: str = "claude") -> Fragment:
    """What a topic file of that text is."""
    found = note_at(seen_of({inside: text}, dialect), inside).fragment
    assert found is not None
    return found


def index_of(text: str, dialect: str = "claude") -> list[Fragment]:
    """The fragments of an index that say something."""
    blocks = seen_of({"MEMORY.md": text}, dialect).at("MEMORY.md").blocks
    return [block.fragment for block in blocks if block.fragment is not None]


def topic(description: str = "Runs on port 3000", body: str = "The staging server.", name: str = "staging") -> str:
    return f"---\nname: {name}\ndescription: {description}\nmetadata:\n  type: project\n---\n\n{body}\n"
