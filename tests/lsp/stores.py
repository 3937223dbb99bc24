"""Stores of every format in the home of the server under test, and what an editor does with names in them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lsprotocol.types as t
from session_world import HOME, World

from memory_ls.lsp.positions import span_from_units, span_to_units
from memory_ls.lsp.session import uri_to_path
from memory_ls.text import Span, Text

TOPICS = HOME / ".claude" / "projects" / "-w-app" / "memory"
RECORDS = HOME / ".pi" / "memory-md" / "projects" / "app" / "records"
CARDS = HOME / ".pi" / "agent" / "memory-auto"
SECTIONS = HOME / ".hermes" / "memories"
INDEX = TOPICS / "MEMORY.md"


def path_of(uri: str) -> Path:
    path = uri_to_path(uri)
    assert path is not None
    return Path(path)


def topic(name: str, description: str, body: str = "It is so.") -> str:
    return f"---\nname: {name}\ndescription: {description}\ntype: project\n---\n\n{body}\n"


def record(summary: str, facts: str = "", more: str = "") -> str:
    head = f'---\ndescription: "{summary}"\nsummary: "{summary}"\nconcepts:\n  - "app"\n{more}---\n# {summary}\n'
    return head + (f"\n<!-- memory:facts:v1 -->\n{facts}\n<!-- /memory:facts -->\n" if facts else "")


@dataclass(frozen=True)
class Pointing:
    """A place in an open file, in the units of its editor."""

    world: World
    uri: str
    position: t.Position

    @property
    def document(self) -> t.TextDocumentIdentifier:
        return t.TextDocumentIdentifier(self.uri)

    def shown(self, uri: str, where: t.Range) -> tuple[str, int, str]:
        """A range as the file's name, its row and the text that it covers."""
        path = path_of(uri)
        text = self.world.editor.buffers.get(uri) or Text(path.read_text())
        four = (where.start.line, where.start.character, where.end.line, where.end.character)
        span = span_from_units(text.rows, four, self.world.editor.encoding)
        return path.name, where.start.line + 1, text.slice(span)

    def locations(self, answer: Any) -> list[tuple[str, int, str]]:
        return [self.shown(one.uri, one.range) for one in answer or []]

    async def definition(self) -> list[tuple[str, int, str]]:
        params = t.DefinitionParams(self.document, self.position)
        return self.locations(await self.world.editor.client.text_document_definition_async(params))

    async def references(self, declared: bool = False) -> list[tuple[str, int, str]]:
        params = t.ReferenceParams(t.ReferenceContext(declared), self.document, self.position)
        return self.locations(await self.world.editor.client.text_document_references_async(params))

    async def renamable(self) -> str | None:
        params = t.PrepareRenameParams(self.document, self.position)
        answer: Any = await self.world.editor.client.text_document_prepare_rename_async(params)
        return None if answer is None else self.shown(self.uri, answer.range)[2]

    async def rename(self, new: str) -> None:
        """As an editor does it: buffers by version, closed files on the disk, then files get their new names."""
        params = t.RenameParams(new_name=new, text_document=self.document, position=self.position)
        edit = await self.world.editor.client.text_document_rename_async(params)
        assert edit is not None
        for change in edit.document_changes or []:
            if isinstance(change, t.RenameFile):
                self._move(change.old_uri, change.new_uri)
                continue
            assert isinstance(change, t.TextDocumentEdit)
            uri, edits = change.text_document.uri, [one for one in change.edits if isinstance(one, t.TextEdit)]
            if uri in self.world.editor.buffers:
                assert change.text_document.version == self.world.editor.versions[uri]
                self.world.editor.change(uri, edits)
            else:
                assert change.text_document.version is None
                self._edit_closed(path_of(uri), edits)

    async def completed(self) -> dict[str, str]:
        """What is offered, with what is said of each."""
        params = t.CompletionParams(self.document, self.position)
        answer: Any = await self.world.editor.client.text_document_completion_async(params)
        return {one.label: one.detail for one in answer or []}

    async def complete(self, label: str) -> None:
        """Take one of what is offered."""
        params = t.CompletionParams(self.document, self.position)
        answer: Any = await self.world.editor.client.text_document_completion_async(params)
        chosen = next(one for one in answer if one.label == label)
        self.world.editor.change(self.uri, [t.TextEdit(chosen.text_edit.range, chosen.text_edit.new_text)])

    async def hover(self) -> str:
        answer = await self.world.editor.client.text_document_hover_async(t.HoverParams(self.document, self.position))
        if answer is None:
            return ""
        assert isinstance(answer.contents, t.MarkupContent)
        return answer.contents.value

    async def lens(self) -> str:
        lenses = await self.world.editor.client.text_document_code_lens_async(t.CodeLensParams(self.document))
        assert lenses
        assert lenses[0].command
        return lenses[0].command.title

    def _edit_closed(self, path: Path, edits: list[t.TextEdit]) -> None:
        text = Text(path.read_bytes().decode())
        for edit in sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True):
            start, end = edit.range.start, edit.range.end
            four = (start.line, start.character, end.line, end.character)
            text.splice(span_from_units(text.rows, four, self.world.editor.encoding), edit.new_text)
        path.write_bytes(str(text).encode())

    def _move(self, old: str, new: str) -> None:
        editor = self.world.editor
        text = editor.text(old) if old in editor.buffers else None
        target = path_of(new)
        target.parent.mkdir(parents=True, exist_ok=True)
        path_of(old).rename(target)
        if text is not None:
            editor.close(old)
            editor.open(target, text)


def at(world: World, uri: str, text: str, inside: int = 1, last: bool = False) -> Pointing:
    """Where a text stands in an open file, `inside` code points after its start; the last such place if asked."""
    rows = world.editor.buffers[uri].rows
    numbers = [row for row, said in enumerate(rows) if text in said]
    row = numbers[-1 if last else 0]
    col = rows[row].index(text) + inside
    line, character, _, _ = span_to_units(rows, Span(row, col, row, col), world.editor.encoding)
    return Pointing(world, uri, t.Position(line, character))
