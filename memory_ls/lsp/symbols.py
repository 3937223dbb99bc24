"""Document symbols and the lens at a file's top."""

from __future__ import annotations

from memory_ls.detect import quote
from memory_ls.formats.notes import FileId, Role
from memory_ls.lsp.render import Json
from memory_ls.lsp.session import Session
from memory_ls.text import Span

_STRING, _NULL = 15, 21
"""Symbol kinds of the protocol: a note, and one that its agent no longer reads."""


def document_symbols(session: Session, file: FileId) -> list[Json]:
    """Every note and superseded note, quoted safely."""
    live = session.workspace.held[file].live
    out: list[Json] = []
    for block in live.blocks:
        fragment = block.fragment
        if fragment is None or fragment.role is Role.PROSE:
            continue
        last = block.row + block.n - 1
        whole = Span(block.row, 0, last, len(live.text.rows[last]))
        retired = fragment.role is Role.RETIRED
        symbol: Json = {
            "name": quote(fragment.title or fragment.text) or "(empty)",
            "kind": _NULL if retired else _STRING,
            "range": session.renderer.range(live.text, whole),
            "selectionRange": session.renderer.range(live.text, block.body),
        }
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
    notes = len(session.workspace.held[file].live.notes())
    parts = ["1 note" if notes == 1 else f"{notes} notes"]
    for view in session.workspace.views.values():
        if file in view.members and view.plan is not None and view.recall is not None:
            parts.append(view.recall.summary(view.parts(), view.plan))
            if view.plan.omitted:
                parts.append(f"{view.plan.omitted} left out")
            break
    return " · ".join([*parts, "doctor"])
