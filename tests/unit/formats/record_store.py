"""A store of records in memory, for tests: texts by path, verbs applied to them step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, Write
from memory_ls.formats.notes import File, Fragment, Placed, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.formats.records import RECORDS
from memory_ls.text import Text, replaced

STORE = Store("records", Scope.PROJECT, "/home/u/.pi/memory-md/projects/app")
Files = dict[str, str]


def file_of(inside: str) -> File:
    return File(f"{STORE.folder}/{inside}", STORE, inside)


def seen_of(files: Mapping[str, str]) -> StoreSeen:
    """Files by their path inside, those of `records/` by their id."""
    seen = {}
    for name, said in files.items():
        file, text = file_of(name if name.endswith(".md") else f"records/{name}.md"), Text(said)
        grammar = RECORDS.grammar(file)
        assert grammar is not None
        seen[file.id] = FileSeen(file, text, blocks_of(grammar, file, text), said)
    return StoreSeen(STORE, seen)


def note_of(store: StoreSeen, id: str) -> Placed:
    """The record of an id."""
    return next(block for seen in store.files.values() for block in seen.blocks if title(block) == id)


def title(block: Placed) -> str:
    return block.fragment.title if block.fragment else ""


def fragment_of(text: str, inside: str = "records/state.a.md") -> Fragment:
    (block,) = seen_of({inside: text}).at(inside).blocks
    assert block.fragment is not None
    return block.fragment


def steps(store: StoreSeen, change: Change | Refusal) -> Iterator[Files]:
    """All files as they are after each step."""
    assert not isinstance(change, Refusal), change.reason
    files = {seen.file.inside: str(seen.text) for seen in store.files.values()}
    for step in change:
        inside = step.file.removeprefix(f"{STORE.folder}/")
        if isinstance(step, Write):
            files[inside] = replaced(Text(files.get(inside, "")), step.replace)
        else:
            del files[inside]
        yield dict(files)


def applied(store: StoreSeen, change: Change | Refusal) -> Files:
    """The files after a change."""
    before = {seen.file.inside: str(seen.text) for seen in store.files.values()}
    return [before, *steps(store, change)][-1]


def record(summary: str, *rows: str, facts: tuple[str, ...] = (), notes: str = "") -> str:
    """A record in the style of its agent; `rows` are more of its frontmatter."""
    text = "\n".join(["---", f'description: "{summary}"', f'summary: "{summary}"', *rows, "---", f"# {summary}", ""])
    if facts:
        text += "\n".join(["", "<!-- memory:facts:v1 -->", *facts, "<!-- /memory:facts -->", ""])
    return f"{text}\n## Notes\n{notes}\n" if notes else text
