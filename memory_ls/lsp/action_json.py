"""Code actions as the protocol has them: listed as titles with data, resolved to an edit or a command when chosen."""

from __future__ import annotations

from lsprotocol import types

from memory_ls.edits import Intention
from memory_ls.formats.changes import Refusal
from memory_ls.formats.notes import FileId
from memory_ls.lsp.actions import FIX_ALL, Action, actions
from memory_ls.lsp.applying import Applier
from memory_ls.lsp.render import Json
from memory_ls.lsp.session import Session
from memory_ls.lsp.transport import Code, LspError


def listed(session: Session, file: FileId, first: int, last: int, only: list[str]) -> list[Json]:
    """What can be done about rows `first` to `last`, of the kinds that are asked for."""
    found = [_json(session, action) for action in actions(session.workspace, file, first, last)]
    found.append(_fix_all(file))
    return [action for action in found if _wanted(str(action["kind"]), only)]


def resolved(session: Session, applier: Applier, action: types.CodeAction) -> Json:
    """The chosen action with its edit, or with a command where it has to ask or to write a closed file."""
    intention = Intention.from_data(action.data)
    if intention is None:
        raise LspError(Code.INVALID_PARAMS)
    out: Json = {"title": action.title, "kind": str(getattr(action.kind, "value", action.kind)), "data": action.data}
    asks = intention.edit == "merge" and intention.text is None and session.client.asks_text
    edit = None if asks else applier.as_edit(intention)
    if isinstance(edit, Refusal):
        if edit.stale:
            raise LspError(Code.CONTENT_MODIFIED, edit.reason)
        edit = None  # the command says why, and offers what can be done about it
    if edit is None:
        out["command"] = _apply_command(action.title, action.data)
    else:
        out["edit"] = edit
        if intention.edit == "redact":
            out["command"] = {"title": action.title, "command": "memory-ls.advise", "arguments": []}
    return out


def _json(session: Session, action: Action) -> Json:
    out: Json = {"title": action.title, "kind": action.kind, "data": action.intention.to_data()}
    if action.preferred:
        out["isPreferred"] = True
    if action.finding is not None:
        out["diagnostics"] = [session.renderer.diagnostic(action.finding)]
    if not session.client.resolves_edits:
        out["command"] = _apply_command(action.title, out.pop("data"))
    return out


def _wanted(kind: str, only: list[str]) -> bool:
    if not only:
        return kind != FIX_ALL
    return any(kind == one or kind.startswith(one + ".") for one in only)


def _fix_all(file: FileId) -> Json:
    intention = Intention("fix-all", file=file)
    return {"title": "Fix what cannot lose meaning", "kind": FIX_ALL, "data": intention.to_data()}


def _apply_command(title: str, data: object) -> Json:
    return {"title": title, "command": "memory-ls.apply", "arguments": [{"intention": data, "title": title}]}
