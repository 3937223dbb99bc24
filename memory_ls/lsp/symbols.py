"""Document symbols and the lens at a file's top."""

from __future__ import annotations

from memory_ls.detect import quote
from memory_ls.formats.notes import FileId, Role
from memory_ls.lsp.render import Json
from memory_ls.lsp.session import Session
from memory_ls.text import Span

_STRING, _NULL, _KEY = 15, 21, 20
"""Symbol kinds of the protocol: a note, one that its agent no longer reads, and a row of an index."""


def document_symbols(session: Session, file: FileId) -> list[Json]:
    """Every note, superseded note and row of an index, quoted safely."""
    live = session.workspace.held[file].live
    out: list[Json] = []
    for block in live.blocks:
        fragment = block.fragment
        if fragment is None or fragment.role is Role.PROSE:
            continue
        last = block.row + block.n - 1
        whole = Span(block.row, 0, last, len(live.text.rows[last]))
        retired = fragment.role is Role.RETIRED
        said = "" if fragment.sensitive else quote(fragment.text)
        symbol: Json = {
            "name": (quote(fragment.title) or said).strip() or "(empty)",
            "kind": _NULL if retired else _KEY if fragment.role is Role.ENTRY else _STRING,
            "range": session.renderer.range(live.text, whole),
            "selectionRange": session.renderer.range(live.text, block.body),
        }
        if fragment.title and said != symbol["name"]:
            symbol["detail"] = said
        if retired:
            symbol["tags"] = [1]
        out.append(symbol)
    return out


def code_lenses(session: Session, file: FileId, uri: str) -> list[Json]:
    """How many notes, how much of the budget, and the doctor."""
    start = {"line": 0, "character": 0}
    where = {"start": start, "end": start}
    lens: Json = {"title": summary(session, file), "command": "memory-ls.doctor", "arguments": [{"uri": uri}]}
    return [{"range": where, "command": lens}]


def summary(session: Session, file: FileId) -> str:
    """Such as "12 notes · 1.2 KiB of the 8 KiB budget · doctor"."""
    parts = [_counted(session, file)]
    for view in session.workspace.views.values():
        if file in view.members and view.plan is not None and view.recall is not None:
            parts.append(view.recall.summary(view.parts(), view.plan))
            if view.plan.omitted:
                parts.append(f"{view.plan.omitted} left out")
            break
    return " · ".join([*(part for part in parts if part), "doctor"])


def _counted(session: Session, file: FileId) -> str:
    """What the file holds: notes, rows of an index, or the one note that it is."""
    live = session.workspace.held[file].live
    roles = [block.fragment.role for block in live.blocks if block.fragment is not None]
    entries, notes = roles.count(Role.ENTRY), roles.count(Role.NOTE)
    if entries:
        return _many(entries, "topic") + (f", {_many(notes, 'note')}" if notes else "")
    one = live.blocks[0].fragment if len(live.blocks) == 1 else None
    if one is not None and one.defines and one.title and live.file.store.format in ("records", "topics"):
        return ("superseded · " if one.role is Role.RETIRED else "") + quote(one.title)
    return _many(notes, "note")


def _many(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"
