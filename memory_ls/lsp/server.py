"""The server: the protocol's requests, each answered by a room of its own."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any, TypeVar

from lsprotocol import types

from memory_ls import __version__
from memory_ls.lsp import action_json, names, symbols
from memory_ls.lsp.actions import FIX_ALL, QUICK_FIX, REFACTOR
from memory_ls.lsp.applying import Applier
from memory_ls.lsp.commands import Commands, FileParams, IntentionParams, ScopeParams
from memory_ls.lsp.documents import Document, Followed
from memory_ls.lsp.hover import hover
from memory_ls.lsp.render import Json
from memory_ls.lsp.session import Client, Session, uri_to_path
from memory_ls.lsp.starting import Control, Options
from memory_ls.lsp.transport import Code, LspError, MemoryServer
from memory_ls.workspace.recognise import project_root
from memory_ls.workspace.workspace import Workspace

T = TypeVar("T")


class Server(MemoryServer):
    """memory-ls for one editor."""

    def __init__(self) -> None:
        super().__init__("memory-ls", __version__)
        self.session: Session | None = None
        self.applier: Applier | None = None
        self.commands: Commands | None = None
        self.options = Options()
        self._tasks: set[asyncio.Task[None]] = set()

    # --- documents, as the transport reports them

    def document_opened(self, document: Document) -> None:
        if self.session is not None:
            self.session.opened(document)
            self.warn()

    def document_edited(self, document: Document, done: Followed) -> None:
        if self.session is not None:
            self.session.edited(document, done)

    def document_changed(self, document: Document) -> None:
        if self.session is not None:
            self.session.changed(document)

    def document_closed(self, document: Document) -> None:
        if self.session is not None:
            self.session.closed(document)

    def adjust_capabilities(self, capabilities: types.ServerCapabilities) -> None:
        kinds: list[Any] = [QUICK_FIX, REFACTOR, FIX_ALL]
        capabilities.code_action_provider = types.CodeActionOptions(code_action_kinds=kinds, resolve_provider=True)

    # --- the session

    def begin(self, params: types.InitializeParams) -> None:
        """The client has introduced itself."""
        client = described(params)
        self.options = Options.parse(params.initialization_options)
        client.asks_text = self.options.asks_text
        client.shows_documents = self.options.shows_documents
        folders = roots(params)
        control = Control(self.options, folders)
        workspace = Workspace(control.env, control.is_trusted, control.settings, date.today())
        documents = self.protocol.buffers
        if documents is None:
            raise LspError(Code.NOT_INITIALIZED)
        self.session = Session(workspace, documents, self.publish, client, self.coalescer, control, self.pending)
        self.session.roots = folders
        workspace.roots = [project_root(folder) for folder in folders]
        self.applier = Applier(workspace, self.encoding, self.session.uri_of, self._apply_edit)
        self.commands = Commands(self, self.session, self.applier)

    def warn(self) -> None:
        """Say what of the configuration was passed over, once."""
        for problem in self.session.control.unsaid() if self.session is not None else ():
            message = f"memory-ls: {problem.layer}: {problem.message}"
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))

    def watch_disk(self) -> None:
        """From now on changes by others are seen."""
        if self.session is not None:
            task = asyncio.ensure_future(self.session.watch())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _apply_edit(self, label: str, edit: Json) -> bool:
        params = self.structured({"label": label, "edit": edit}, types.ApplyWorkspaceEditParams)
        return bool((await self.workspace_apply_edit_async(params)).applied)

    @property
    def live(self) -> Session:
        """The session; a request that comes before it is answered with an error."""
        if self.session is None:
            raise LspError(Code.NOT_INITIALIZED)
        self.session.flush()
        return self.session


def described(params: types.InitializeParams) -> Client:
    """What of the protocol a client knows."""
    text = params.capabilities.text_document
    window = params.capabilities.window
    workspace = params.capabilities.workspace
    diagnostics = text.publish_diagnostics if text else None
    action = text.code_action if text else None
    resolve = action.resolve_support if action else None
    edits = workspace.workspace_edit if workspace else None
    operations = edits.resource_operations if edits else None
    return Client(
        related=bool(diagnostics and diagnostics.related_information),
        tags=bool(diagnostics and diagnostics.tag_support),
        asks=bool(window and window.show_message),
        opens_documents=bool(window and window.show_document and window.show_document.support),
        applies_edits=bool(workspace and workspace.apply_edit),
        resolves_edits=bool(resolve and "edit" in resolve.properties),
        renames_files=bool(operations and any(getattr(one, "value", one) == "rename" for one in operations)),
    )


def roots(params: types.InitializeParams) -> list[str]:
    """The folders that are open, as paths."""
    uris = [folder.uri for folder in params.workspace_folders or []] or [uri for uri in [params.root_uri] if uri]
    return [path for path in map(uri_to_path, uris) if path]


def make_server() -> Server:
    """A server with all its handlers."""
    server = Server()

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.begin(params)

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        server.watch_disk()

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.live.saved(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_configuration(params: types.DidChangeConfigurationParams) -> None:
        if server.commands is not None:
            server.commands.configure(params.settings)

    @server.feature("memoryLs/didGrantTrust")
    def did_grant_trust(params: Any) -> None:  # Any: pygls would take an `object` for the server
        if server.commands is not None:
            server.commands.grant_trust()

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def on_hover(params: types.HoverParams) -> Json | None:
        session = server.live
        file = session.file_of(params.text_document.uri)
        document = server.document(params.text_document.uri)
        if file is None or document is None:
            return None
        row, _ = document.place(params.position)
        note = session.workspace.held[file].live.block_at(row)
        lines = hover(session.workspace, note)
        if not lines:
            return None
        text = session.workspace.held[file].live.text
        return {
            "contents": {"kind": "plaintext", "value": "\n".join(lines)},
            "range": session.renderer.range(text, note.body),
        }

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def on_symbols(params: types.DocumentSymbolParams) -> list[Json] | None:
        session = server.live
        file = session.file_of(params.text_document.uri)
        return symbols.document_symbols(session, file) if file else None

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def on_definition(params: types.DefinitionParams) -> list[Json] | None:
        return _at(server, params, names.definition)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def on_references(params: types.ReferenceParams) -> list[Json] | None:
        declared = params.context.include_declaration
        return _at(server, params, partial(names.references, declared=declared))

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def on_prepare_rename(params: types.PrepareRenameParams) -> Json | None:
        return _at(server, params, names.prepare)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def on_rename(params: types.RenameParams) -> Json | None:
        return _at(server, params, partial(names.rename, new=params.new_name))

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=list("[(@#")))
    def on_completion(params: types.CompletionParams) -> list[Json] | None:
        return _at(server, params, names.completion)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=False))
    def on_lens(params: types.CodeLensParams) -> list[Json] | None:
        session = server.live
        file = session.file_of(params.text_document.uri)
        return symbols.code_lenses(session, file, params.text_document.uri) if file else None

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    def on_code_action(params: types.CodeActionParams) -> list[Json] | None:
        session = server.live
        file = session.file_of(params.text_document.uri)
        document = server.document(params.text_document.uri)
        if file is None or document is None:
            return None
        span = document.span(params.range)
        last = span.end_row - 1 if span.end_row > span.row and not span.end_col else span.end_row
        only = [str(getattr(kind, "value", kind)) for kind in params.context.only or []]
        return action_json.listed(session, file, span.row, last, only)

    @server.feature(types.CODE_ACTION_RESOLVE)
    def on_resolve(params: types.CodeAction) -> Json:
        session = server.live
        if server.applier is None:
            raise LspError(Code.NOT_INITIALIZED)
        return action_json.resolved(session, server.applier, params)

    for name, handler, kind in (
        ("doctor", Commands.doctor, FileParams),
        ("list", Commands.list_notes, FileParams),
        ("paths", Commands.paths, FileParams),
        ("preview", Commands.preview, FileParams),
        ("reload", Commands.reload, FileParams),
        ("compare", Commands.compare, FileParams),
        ("advise", Commands.advise, FileParams),
        ("clear", Commands.clear, ScopeParams),
        ("apply", Commands.apply, IntentionParams),
    ):
        _command(server, f"memory-ls.{name}", handler, kind)
    return server


def _at(server: Server, params: Any, answer: Callable[[Session, str, int, int], T]) -> T | None:
    """What a question about a place in a memory file is answered with."""
    session = server.live
    file = session.file_of(params.text_document.uri)
    document = server.document(params.text_document.uri)
    if file is None or document is None:
        return None
    row, col = document.place(params.position)
    return answer(session, file, row, col)


def _command(server: Server, name: str, method: Any, kind: type[Any]) -> None:
    @server.typed_command(name, kind)
    async def run(params: Any) -> Any:
        if server.commands is None:
            raise LspError(Code.NOT_INITIALIZED)
        server.live  # noqa: B018 - brings the session up to date
        return await method(server.commands, params)


def run() -> int:
    """Serve stdio until the client leaves; gives the exit code."""
    server = make_server()
    # Notes live long and are many: a collector that walks them all every few keys is most of what a key costs.
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
    return server.serve_stdio()
