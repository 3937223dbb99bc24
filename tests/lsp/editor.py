"""A reference editor: buffers, applied edits, answers. It checks versions and order as a strict client would."""

from __future__ import annotations

import ast
import asyncio
import time
from functools import partial
from pathlib import Path
from typing import Any

import lsprotocol.types as t
from pytest_lsp import LanguageClient

from memory_ls.lsp.positions import Encoding, span_from_units
from memory_ls.text import Text

SECONDS = 20.0


class Editor:
    """Drives one `LanguageClient`; `answers` are given to message requests in turn, None cancels."""

    def __init__(self, client: LanguageClient, encoding: Encoding) -> None:
        self.client, self.encoding = client, encoding
        self.buffers: dict[str, Text] = {}
        self.versions: dict[str, int] = {}
        self.published: dict[str, t.PublishDiagnosticsParams] = {}
        self.answers: list[str | None] = []
        self.asked: list[str] = []
        self.said: list[str] = []
        self.refuse_edits = False
        handlers = {
            "textDocument/publishDiagnostics": self._published,
            "window/showMessageRequest": self._asked,
            "window/showMessage": self._shown,
            "workspace/applyEdit": self._applied,
        }
        for method, handler in handlers.items():
            client.protocol.fm.features.pop(method, None)  # pytest-lsp has handlers of its own for some
            client.feature(method)(partial(handler))  # pygls marks what it registers; a bound method takes no marks

    # --- what an editor does

    def open(self, path: Path, text: str | None = None) -> str:
        uri = path.as_uri()
        text = path.read_bytes().decode().removeprefix("\ufeff") if text is None else text
        self.buffers[uri], self.versions[uri] = Text(text), 1
        self.client.text_document_did_open(t.DidOpenTextDocumentParams(t.TextDocumentItem(uri, "markdown", 1, text)))
        return uri

    def close(self, uri: str) -> None:
        del self.buffers[uri]
        self.client.text_document_did_close(t.DidCloseTextDocumentParams(t.TextDocumentIdentifier(uri)))

    def save(self, uri: str, path: Path) -> None:
        path.write_bytes(str(self.buffers[uri]).encode())
        self.client.text_document_did_save(t.DidSaveTextDocumentParams(t.TextDocumentIdentifier(uri)))

    def change(self, uri: str, edits: list[t.TextEdit]) -> None:
        """Edits whose ranges all count in the present text, as one change of the buffer."""
        text = self.buffers[uri]
        changes: list[Any] = []
        for edit in sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True):
            start, end = edit.range.start, edit.range.end
            four = (start.line, start.character, end.line, end.character)
            text.splice(span_from_units(text.rows, four, self.encoding), edit.new_text)
            changes.append(t.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text))
        self.versions[uri] += 1
        identifier = t.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(t.DidChangeTextDocumentParams(identifier, changes))

    def type(self, uri: str, line: int, character: int, text: str) -> None:
        place = t.Position(line, character)
        self.change(uri, [t.TextEdit(t.Range(place, place), text)])

    def text(self, uri: str) -> str:
        return str(self.buffers[uri])

    async def found(self, uri: str) -> list[t.Diagnostic]:
        """The diagnostics of the present version, once they have come to rest."""
        await self.until(lambda: uri in self.published and self.published[uri].version == self.versions.get(uri))
        return list(self.published[uri].diagnostics)

    async def codes(self, uri: str) -> list[tuple[int, str]]:
        return sorted((one.range.start.line + 1, str(one.code)) for one in await self.found(uri))

    async def until_codes(self, uri: str, expected: list[tuple[int, str]]) -> None:
        """Wait for a set of findings: some come with the background's work."""
        last: list[tuple[int, str]] = []

        def reached() -> bool:
            nonlocal last
            at = self.published.get(uri)
            last = sorted((one.range.start.line + 1, str(one.code)) for one in at.diagnostics) if at else []
            return last == sorted(expected)

        try:
            await self.until(reached)
        except TimeoutError:
            raise AssertionError(f"expected {sorted(expected)}, last published {last}") from None

    async def actions(self, uri: str, line: int, last: int | None = None, only: str | None = None) -> list[Any]:
        where = t.Range(t.Position(line - 1, 0), t.Position((last or line) - 1, 0 if last is None else 1))
        context = t.CodeActionContext([], [only] if only else None)  # type: ignore[list-item]
        params = t.CodeActionParams(t.TextDocumentIdentifier(uri), where, context)
        listed = list(await self.client.text_document_code_action_async(params) or [])
        return [_with_command(one) if isinstance(one, t.Command) else one for one in listed]

    async def choose(self, uri: str, line: int, title: str, last: int | None = None, only: str | None = None) -> None:
        """Pick an action by its title: resolve it, apply its edit, run its command."""
        listed = await self.actions(uri, line, last, only)
        action = next((one for one in listed if one.title == title), None)
        assert action is not None, f"{title!r} is not among {[one.title for one in listed]}"
        await self.take(action)

    async def take(self, action: Any) -> None:
        if action.edit is None and action.command is None:
            action = await self.client.code_action_resolve_async(action)
        if action.edit is not None:
            assert self._apply(action.edit)
        if action.command is not None:
            await self.run(action.command.command, *(action.command.arguments or []))

    async def run(self, command: str, *arguments: Any) -> Any:
        return await self.client.workspace_execute_command_async(t.ExecuteCommandParams(command, list(arguments)))

    async def until(self, reached: Any) -> None:
        end = time.monotonic() + SECONDS
        while not reached():
            if time.monotonic() > end:
                raise TimeoutError
            await asyncio.sleep(0.01)

    # --- what the server asks for

    def _published(self, params: t.PublishDiagnosticsParams) -> None:
        known = self.versions.get(params.uri)
        assert params.version is None or known is None or params.version <= known
        self.published[params.uri] = params

    def _shown(self, params: t.ShowMessageParams) -> None:
        self.said.append(params.message)

    def _asked(self, params: t.ShowMessageRequestParams) -> t.MessageActionItem | None:
        self.asked.append(params.message)
        answer = self.answers.pop(0) if self.answers else None
        titles = [action.title for action in params.actions or []]
        assert answer is None or answer in titles, f"{answer!r} is not among {titles}"
        return t.MessageActionItem(answer) if answer is not None else None

    def _applied(self, params: t.ApplyWorkspaceEditParams) -> t.ApplyWorkspaceEditResult:
        if self.refuse_edits:
            return t.ApplyWorkspaceEditResult(applied=False)
        return t.ApplyWorkspaceEditResult(applied=self._apply(params.edit))

    def _apply(self, edit: t.WorkspaceEdit) -> bool:
        for change in edit.document_changes or []:
            assert isinstance(change, t.TextDocumentEdit)
            uri = change.text_document.uri
            if uri not in self.buffers or change.text_document.version != self.versions[uri]:
                return False
        for change in edit.document_changes or []:
            assert isinstance(change, t.TextDocumentEdit)
            self.change(change.text_document.uri, [one for one in change.edits if isinstance(one, t.TextEdit)])
        return True


def _with_command(command: t.Command) -> t.CodeAction:
    """lsprotocol reads an action that has a command as a bare command, which it then holds as the text of a dict."""
    if command.command.startswith("{"):
        said = ast.literal_eval(command.command)
        command = t.Command(said["title"], said["command"], arguments=said.get("arguments"))
    return t.CodeAction(command.title, command=command, is_preferred=True)
