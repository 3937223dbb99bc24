"""Definition, references, rename and completion of names in notes, as the protocol has them."""

from __future__ import annotations

from memory_ls.detect import quote
from memory_ls.formats.changes import Refusal
from memory_ls.formats.notes import FileId
from memory_ls.lsp.render import Json
from memory_ls.lsp.session import Session
from memory_ls.lsp.transport import Code, LspError
from memory_ls.workspace import names
from memory_ls.workspace.names import Candidate, Place
from memory_ls.workspace.renaming import renamed

_REFERENCE, _FILE, _KEYWORD = 18, 17, 14
"""The protocol's completion item kinds."""
_KINDS = {"keyword": _KEYWORD, "file": _FILE}


def definition(session: Session, file: FileId, row: int, col: int) -> list[Json] | None:
    """Where the name under the cursor belongs; anywhere in a row of an index, its topic."""
    named = names.meant_at(session.workspace, file, row, col)
    return [_location(session, place) for place in names.definitions(named)] if named else None


def references(session: Session, file: FileId, row: int, col: int, *, declared: bool) -> list[Json] | None:
    """Who points at the name under the cursor, else at the note it stands in; `declared`: and where it is defined."""
    workspace = session.workspace
    named = names.meant_at(workspace, file, row, col) or names.own_name(workspace, file, row)
    if named is None:
        return None
    places = list(names.references(named, declared=declared))
    if declared:
        known = {place.note for place in places}
        places += [place for place in names.definitions(named) if place.note not in known]
    return [_location(session, place) for place in places]


def prepare(session: Session, file: FileId, row: int, col: int) -> Json | None:
    """The range of the name that would be renamed."""
    named = names.name_at(session.workspace, file, row, col)
    if named is None:
        return None
    text = session.workspace.held[file].live.text
    said = named.ref.value if named.ref.kind == "file" else text.slice(named.span)
    return {"range": session.renderer.range(text, named.span), "placeholder": said}


def rename(session: Session, file: FileId, row: int, col: int, *, new: str) -> Json | None:
    """The edits of all its mentions, then a new path for a file that is called by it."""
    named = names.name_at(session.workspace, file, row, col)
    if named is None:
        return None
    planned = renamed(session.workspace, named, new)
    if isinstance(planned, Refusal):
        raise LspError(Code.REQUEST_FAILED, planned.reason)
    if planned.moves and not session.client.renames_files:
        raise LspError(Code.REQUEST_FAILED, "this client cannot rename files, so the name stays as it is")
    changes: list[Json] = []
    for id, replaces in planned.edits.items():
        held = session.workspace.held[id]
        document = {"uri": session.uri_of(id), "version": held.version if held.open else None}
        edits = [{"range": session.renderer.range(held.live.text, one.span), "newText": one.new} for one in replaces]
        changes.append({"textDocument": document, "edits": edits})
    for old, moved in planned.moves:
        changes.append({"kind": "rename", "oldUri": session.uri_of(old), "newUri": session.uri_of(moved)})
    return {"documentChanges": changes}


def completion(session: Session, file: FileId, row: int, col: int) -> list[Json] | None:
    """The names that fit before the cursor."""
    found = names.completion(session.workspace, file, row, col)
    if found is None:
        return None
    text = session.workspace.held[file].live.text
    where = session.renderer.range(text, found.span)
    return [
        {
            "label": one.name,
            "kind": _KINDS.get(found.kind, _REFERENCE),
            "detail": _detail(found.kind, one),
            "filterText": one.name,
            "textEdit": {"range": where, "newText": one.name},
        }
        for one in found.names
    ]


def _detail(kind: str, one: Candidate) -> str:
    """How many notes a keyword leads to; of a note, what it says."""
    if kind == "keyword":
        return "1 note" if one.count == 1 else f"{one.count} notes"
    fragment = one.note.fragment
    return quote(fragment.text) if fragment is not None and not fragment.sensitive else ""


def _location(session: Session, place: Place) -> Json:
    held = session.workspace.held[place.file]
    return {"uri": session.uri_of(place.file), "range": session.renderer.range(held.live.text, place.span)}
