"""The mirror of the editor's open buffers.

pygls's `TextDocument` cuts rows at characters that are no newline for the protocol, clamps columns past a row's end to
one short of it, rebuilds the whole text for each edit and reads closed files behind one's back. `BufferWorkspace`
takes its place in pygls and keeps `Document`s: rows spliced in place, at a cost that does not depend on their number.
A BOM is a character of the buffer like any other. pygls's private names used here: `Workspace._create_text_document`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Literal
from urllib.parse import unquote

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from memory_ls.lsp.positions import Encoding, Four, place_from_units, place_to_units, range_json, span_from_units
from memory_ls.lsp.positions import span_to_units as to_four
from memory_ls.text import Span, Splice, Text


class Whole(Enum):
    """What a change did when it did not splice rows: the text is another one."""

    FULL = "full"


FULL: Final = Whole.FULL
Followed = Splice | Literal[Whole.FULL]


class MalformedChange(ValueError):
    """A change that is not shaped as the protocol says; its text is not in the message."""


@dataclass(frozen=True, slots=True)
class Change:
    """One content change: new text for a range in the client's units, or for the whole document (`range` None)."""

    range: Four | None
    text: str = field(repr=False)

    @staticmethod
    def parse(json: object) -> Change:
        """From the protocol's JSON; raises `MalformedChange`."""
        try:
            text, where = json["text"], json.get("range")  # type: ignore[index,attr-defined]
            four = None if where is None else (*_pair(where["start"]), *_pair(where["end"]))
        except (KeyError, TypeError, AttributeError):
            raise MalformedChange("not a content change") from None
        if not isinstance(text, str):
            raise MalformedChange("the text of a change is no string")
        return Change(four, text)


def _pair(position: dict[str, object]) -> tuple[int, int]:
    line, character = position["line"], position["character"]
    if type(line) is not int or type(character) is not int:
        raise MalformedChange("a position is not made of integers")
    return line, character


class Document:
    """One open buffer. `uri` is as the client sent it; `version` is what the client said last, whatever it is.

    `text` stays the same object through edits and is replaced by a change of the whole document.
    """

    __slots__ = ("encoding", "language_id", "text", "uri", "version")

    def __init__(
        self,
        uri: str,
        text: str,
        version: int | None = None,
        language_id: str = "",
        encoding: Encoding = Encoding.UTF16,
    ) -> None:
        self.uri, self.version, self.language_id, self.encoding = uri, version, language_id, encoding
        self.text = Text(text)

    def __repr__(self) -> str:  # neither its text nor its place belongs into a log
        return f"<Document version {self.version}, {len(self.text)} rows>"

    def edits(self, changes: Iterable[Change]) -> Iterator[Followed]:
        """Apply changes one by one; after each, what it did to the rows (`text` has been through it, not the next)."""
        for change in changes:
            if change.range is None:
                self.text = Text(change.text)
                yield FULL
            else:
                yield self.text.splice(span_from_units(self.text.rows, change.range, self.encoding), change.text)

    def apply(self, changes: Sequence[Change]) -> list[Splice] | Literal[Whole.FULL]:
        """Apply all changes. Each splice counts rows in the text as the one before it left them."""
        splices: list[Splice] = []
        full = False
        for done in self.edits(changes):
            if isinstance(done, Whole):
                full = True
            else:
                splices.append(done)
        return FULL if full else splices

    def place(self, position: types.Position) -> tuple[int, int]:
        """Row and column (code points) of a client's position."""
        return place_from_units(self.text.rows, position.line, position.character, self.encoding)

    def span(self, where: types.Range) -> Span:
        """A client's range as a span."""
        four = (where.start.line, where.start.character, where.end.line, where.end.character)
        return span_from_units(self.text.rows, four, self.encoding)

    def position(self, row: int, col: int) -> types.Position:
        """A place in the client's units."""
        return types.Position(*place_to_units(self.text.rows, row, col, self.encoding))

    def range(self, span: Span) -> types.Range:
        """A span in the client's units."""
        line, character, end_line, end_character = to_four(self.text.rows, span, self.encoding)
        return types.Range(types.Position(line, character), types.Position(end_line, end_character))

    def range_json(self, span: Span) -> str:
        """The same, as JSON."""
        return range_json(to_four(self.text.rows, span, self.encoding))


def hull(splices: Sequence[Splice]) -> Splice | None:
    """Splices that followed each other as one, from the rows before the first to the rows after the last."""
    if not splices:
        return None
    first, old_end, new_end = splices[0].first, splices[0].old_end, splices[0].new_end
    for splice in splices[1:]:
        first, end = min(first, splice.first), max(new_end, splice.old_end)
        old_end += end - new_end
        new_end = end + splice.new_end - splice.old_end
    return Splice(first, old_end, new_end)


def key_of(uri: str) -> str:
    """What two spellings of one URI (`%20` or a blank) share."""
    return unquote(uri, errors="surrogateescape")


class BufferWorkspace(Workspace):
    """pygls's workspace with our documents in it; it never reads a file."""

    def __init__(
        self,
        root_uri: str | None,
        sync_kind: types.TextDocumentSyncKind = types.TextDocumentSyncKind.Incremental,
        workspace_folders: Sequence[types.WorkspaceFolder] | None = None,
        position_encoding: types.PositionEncodingKind | str | None = types.PositionEncodingKind.Utf16,
    ) -> None:
        super().__init__(root_uri, sync_kind, workspace_folders, position_encoding)
        self.encoding = Encoding(str(getattr(position_encoding, "value", position_encoding or "utf-16")))
        self.documents: dict[str, Document] = {}

    def document(self, uri: str) -> Document | None:
        """The open buffer of a URI, however it is spelt."""
        return self.documents.get(key_of(uri))

    def open(self, uri: str, text: str, version: int | None, language_id: str) -> Document:
        """A buffer was opened; opened twice, the second is the truth."""
        document = self.documents[key_of(uri)] = Document(uri, text, version, language_id, self.encoding)
        return document

    def close(self, uri: str) -> Document | None:
        """A buffer was closed; None where it was not open."""
        return self.documents.pop(key_of(uri), None)

    @property
    def text_documents(self) -> Mapping[str, Document]:
        return self.documents

    def put_text_document(self, text_document: types.TextDocumentItem, notebook_uri: str | None = None) -> None:
        item = text_document
        self.open(item.uri, item.text, item.version, str(item.language_id))

    def remove_text_document(self, doc_uri: str) -> None:
        self.close(doc_uri)

    def get_text_document(self, doc_uri: str) -> Any:
        """An open document; `KeyError` for a closed one, which is for `stores` to read."""
        return self.documents[key_of(doc_uri)]

    def update_text_document(
        self, text_doc: types.VersionedTextDocumentIdentifier, change: types.TextDocumentContentChangeEvent
    ) -> None:
        if (document := self.document(text_doc.uri)) is not None:
            where = getattr(change, "range", None)
            four = where and (where.start.line, where.start.character, where.end.line, where.end.character)
            document.apply([Change(four, change.text)])
            document.version = text_doc.version

    def _create_text_document(
        self, doc_uri: str, source: str | None = None, version: int | None = None, language_id: str | None = None
    ) -> TextDocument:
        raise KeyError("pygls keeps no documents here")
