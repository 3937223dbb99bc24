"""The conversation with an editor: what of pygls 2.1 is replaced, and why.

Kept of pygls: features, commands and capabilities, types and converter, requests to the client, progress. Replaced:

- reading: pygls hops to a thread three or four times a message, matches headers to the byte and never finds the stream
  again after one that is spelt otherwise. Here one thread reads (`process`) and cuts (`framing`), the loop takes what
  has arrived in one go (`inbox`), so that cancellations are seen before the requests they cancel.
- dispatch (`received` instead of `structure_message`, `handle_message`): every request is answered, whatever is wrong
  with it; the life cycle (before `initialize`, after `shutdown`, `exit`) is kept; cancelling reaches the handler also
  through pygls's generators (`handlers`); edits of documents take no detour through attrs classes.
- errors: pygls sends exception texts, tracebacks and paths to the client, pops up messages, and logs whole messages.
  All of these can hold note text. Here a failure is a fixed message to the client and a type's name on stderr.
- publishing: ready-made JSON is joined, no attrs class is built; any thread may publish.
- the end: exit code 0 after `shutdown` and 1 without, also when stdin ends; the client's process is watched.
- documents: `BufferWorkspace` of `documents` takes the place of pygls's workspace.
- commands: one typed object each, whose missing fields take their defaults (`params`).

Every private name of pygls that is used or overridden here or in `documents` is in `PRIVATE`; a test holds that
against pygls, so that an upgrade fails loudly.
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import json
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import suppress
from typing import Any, BinaryIO, TypeVar

import cattrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from memory_ls.lsp.coalesce import Coalescer
from memory_ls.lsp.converting import converter, structured
from memory_ls.lsp.documents import BufferWorkspace, Change, Document, Followed, MalformedChange
from memory_ls.lsp.errors import Code, LspError, RawJson, sent_as
from memory_ls.lsp.handlers import Handlers
from memory_ls.lsp.inbox import Id, Inbox, Message, Request, is_id
from memory_ls.lsp.params import BadParams, parse_params
from memory_ls.lsp.positions import Encoding
from memory_ls.lsp.process import Reader, Writer, end_by, own_stdio, watch
from memory_ls.lsp.quiet import failed, log, loop_failed, quiet_strangers

__all__ = ["PRIVATE", "Code", "LspError", "MemoryProtocol", "MemoryServer", "RawJson"]

PRIVATE: Mapping[str, tuple[str, ...]] = {
    "protocol": (
        *("_server", "_converter", "_shutdown", "_ctx_msg_id", "_request_futures", "_result_types", "_workspace"),
        *("_send_data", "_send_response", "_serialize_message"),
    ),
    "server": ("_text_document_sync_kind", "_thread_pool"),
    "workspace": ("_create_text_document",),
}
LAST_RESORT_SECONDS = 5.0
"""How long handlers and threads may take to stop when the server ends."""

_T = TypeVar("_T")
_F = TypeVar("_F", bound=Callable[..., Any])


class MemoryProtocol(LanguageServerProtocol):
    """pygls's protocol with its dispatch, errors and documents replaced; see the module."""

    _server: MemoryServer

    def __init__(self, server: MemoryServer, converter: cattrs.Converter) -> None:
        self.buffers = BufferWorkspace(None)
        """The open documents; empty before `initialize`."""
        super().__init__(server, converter)
        self._running = False  # between initialize and shutdown
        self._handlers = Handlers(lambda: server.thread_pool)

    # ---- arriving messages (`inbox.Receiver`)

    def received(self, message: Message, request: Request | None) -> None:
        """Dispatch one message."""
        method = message.get("method")
        if method is None:
            self._answered(message)
        elif not isinstance(method, str) or (request is None and "id" in message):
            self.refused(request.id if request is not None else None, Code.INVALID_REQUEST)
        elif request is None:
            self._notified(method, message.get("params"))
        elif request.cancelled:
            self.refused(request.id, Code.CANCELLED)
        elif (wrong := self._wrong_now(method)) is not None:
            self.refused(request.id, wrong)
        else:
            self._requested(request.id, method, message.get("params"))

    def refused(self, id: Id | None, code: Code) -> None:
        """Answer with an error."""
        self._send_response(id, error=types.ResponseError(code.number, code.message))

    def cancelled(self, id: Id) -> None:
        self._handlers.cancel(id)

    def input_ended(self) -> None:
        self._server.stop()

    @property
    def shut_down(self) -> bool:
        """Whether the client has asked for the end in the way it should."""
        return bool(self._shutdown)

    def _wrong_now(self, method: str) -> Code | None:
        """What forbids a request in this part of the life cycle."""
        if self._running != (method == types.INITIALIZE) and not self._shutdown:
            return None
        return Code.INVALID_REQUEST if self._running or self._shutdown else Code.NOT_INITIALIZED

    def _requested(self, id: Id, method: str, params: Any) -> None:
        handler = self.fm.builtin_features.get(method) or self.fm.features.get(method)
        if handler is None:
            self.refused(id, Code.METHOD_NOT_FOUND)
            return
        try:
            typed = structured(self._converter, method, params)
        except Exception as error:
            failed("reading the parameters of a request", error)
            self.refused(id, Code.INVALID_PARAMS)
            return
        context = contextvars.copy_context()
        context.run(self._ctx_msg_id.set, id)
        self._handlers.run(handler, (typed,), context, functools.partial(self._answer, id), id)

    def _notified(self, method: str, params: Any) -> None:
        if method == types.EXIT:
            self._server.stop()
        if not self._running:
            return
        handler = self.fm.features.get(method)
        try:
            if (direct := _DOCUMENT_METHODS.get(method)) is not None:
                direct(self, params)
            else:
                handler = self.fm.builtin_features.get(method) or handler
            if handler is None:
                return
            typed = structured(self._converter, method, params)
        except Exception as error:
            failed("a notification", error)
            return
        self._handlers.run(handler, (typed,), contextvars.copy_context(), _noted, None)

    def _answer(self, id: Id, *, result: Any = None, error: BaseException | None = None) -> None:
        if error is None:
            try:
                self._send_response(id, result)
                return
            except Exception as unsent:  # a result that is no JSON must not leave the client waiting
                error = unsent
        if not isinstance(error, JsonRpcException):
            failed("a request", error)
        self._send_response(id, error=types.ResponseError(*sent_as(error)))

    def _answered(self, message: Message) -> None:
        """An answer to a request of ours."""
        id = message.get("id")
        future = self._request_futures.pop(id, None) if is_id(id) else None
        if future is None or not is_id(id):
            return
        kind = self._result_types.pop(id, None)
        result, error = None, None
        if (refusal := message.get("error")) is not None:
            code = refusal.get("code") if isinstance(refusal, dict) else None
            error = JsonRpcException(code=_number(code), message="the client refused the request")
        else:
            try:
                result = message.get("result") if kind is None else self._converter.structure(message, kind).result
            except Exception as unread:
                failed("reading an answer", unread)
                error = JsonRpcException(message="the client's answer is malformed")
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)

    # ---- documents

    def _did_open(self, params: Mapping[str, Any]) -> None:
        item = params["textDocument"]
        uri, text = item["uri"], item["text"]
        if not isinstance(uri, str) or not isinstance(text, str):
            raise MalformedChange("a document without text or URI")
        language = str(item.get("languageId", ""))
        self._server.document_opened(self.buffers.open(uri, text, _number(item.get("version")), language))

    def _did_change(self, params: Mapping[str, Any]) -> None:
        identifier = params["textDocument"]
        document = self.buffers.document(identifier["uri"])
        if document is None:
            log.warning("a change of a document that is not open was passed over")
            return
        changes = [Change.parse(change) for change in params["contentChanges"]]
        document.version = _number(identifier.get("version"))
        for done in document.edits(changes):
            self._server.document_edited(document, done)
        self._server.document_changed(document)

    def _did_close(self, params: Mapping[str, Any]) -> None:
        document = self.buffers.close(params["textDocument"]["uri"])
        if document is not None:
            self._server.document_closed(document)

    # ---- life cycle and commands

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """pygls's, with our workspace put in before the server's own handler runs."""
        steps = super().lsp_initialize(params)
        value = None
        while True:
            try:
                step = steps.send(value)
            except StopIteration as end:
                result: types.InitializeResult = end.value
                break
            self._own_workspace(params)
            value = yield step
        self._own_workspace(params)
        self._server.adjust_capabilities(result.capabilities)
        self._running = True
        watch(params.process_id, self._server.parent_gone)
        return result

    def _own_workspace(self, params: types.InitializeParams) -> None:
        if self._workspace is not self.buffers:
            theirs, kind = self.workspace, self._server._text_document_sync_kind
            folders = params.workspace_folders or []
            self.buffers = BufferWorkspace(theirs.root_uri, kind, folders, theirs.position_encoding)
            self._workspace = self.buffers

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> Generator[Any, Any, None]:
        """From now on only `exit` is heard; what is still running is cancelled."""
        if (handler := self.fm.features.get(types.SHUTDOWN)) is not None:
            yield handler, args, None
        self._running, self._shutdown = False, True
        self._handlers.cancel_others(self.msg_id)
        for future in list(self._request_futures.values()):
            future.cancel()
        self._request_futures.clear()

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    def lsp_workspace__execute_command(self, params: types.ExecuteCommandParams) -> Generator[Any, Any, Any]:
        """Run a command with its one typed object."""
        found = self._server.typed_commands.get(params.command)
        if found is None:
            raise LspError(Code.INVALID_PARAMS, "there is no such command")
        kind, handler = found
        try:
            first = next(iter(params.arguments or []), None)
            args = () if kind is None else (parse_params(kind, first),)
        except BadParams as error:
            raise LspError(Code.INVALID_PARAMS, str(error)) from None
        result = yield handler, args, None
        return result

    # ---- leaving messages

    def send_json(self, text: str) -> None:
        """Send a message that is JSON already, from any thread."""
        try:
            body = text.encode("utf-8")
        except UnicodeEncodeError:  # a lone surrogate can only stand in a string, where JSON can spell it
            body = text.encode("utf-8", "backslashreplace")
        if self.writer is not None:
            self.writer.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def _send_data(self, data: Any) -> None:
        self.send_json(json.dumps(data, default=self._serialize_message))

    def _send_response(self, msg_id: Id | None, result: Any = None, error: types.ResponseError | None = None) -> None:
        answer: dict[str, Any] = {"jsonrpc": self.VERSION, "id": msg_id}
        if error is not None:
            self._send_data({**answer, "error": {"code": error.code, "message": error.message}})
        elif isinstance(result, RawJson):
            self.send_json(f'{{"jsonrpc":"2.0","id":{json.dumps(msg_id)},"result":{result.text}}}')
        else:
            self._send_data({**answer, "result": result})


_DOCUMENT_METHODS: Mapping[str, Callable[[MemoryProtocol, Any], None]] = {
    types.TEXT_DOCUMENT_DID_OPEN: MemoryProtocol._did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: MemoryProtocol._did_change,
    types.TEXT_DOCUMENT_DID_CLOSE: MemoryProtocol._did_close,
}


def _noted(*, result: Any = None, error: BaseException | None = None) -> None:
    if error is not None:
        failed("a notification", error)


def _number(value: object) -> int | None:
    return value if type(value) is int else None


class MemoryServer(LanguageServer):
    """A language server on stdio: subclass it, register handlers with pygls's `feature` and with `typed_command`."""

    protocol: MemoryProtocol

    def __init__(self, name: str, version: str) -> None:
        super().__init__(
            name,
            version,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            protocol_cls=MemoryProtocol,
            converter_factory=converter,
        )
        self.typed_commands: dict[str, tuple[type[Any] | None, Callable[..., Any]]] = {}
        self.coalescer = Coalescer(self.pending)
        self._inbox: Inbox | None = None
        self._reader: Reader | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended: asyncio.Event | None = None
        self._code: int | None = None
        self._whole_process = False

    # ---- for the server on top to override; what they raise is logged by type

    def document_opened(self, document: Document) -> None:
        """A buffer was opened, or opened again."""

    def document_edited(self, document: Document, done: Followed) -> None:
        """One change was applied, later ones of the same message not yet: `done` says which rows it replaced."""

    def document_changed(self, document: Document) -> None:
        """All changes of a message were applied; `document.version` is the new version."""

    def document_closed(self, document: Document) -> None:
        """A buffer was closed."""

    def adjust_capabilities(self, capabilities: types.ServerCapabilities) -> None:
        """Change in place what pygls has worked out, before the client sees it."""

    # ---- for the server on top to call

    @property
    def documents(self) -> Mapping[str, Document]:
        """The open buffers; their `uri` is the client's spelling, the keys are not."""
        return self.protocol.buffers.documents

    def document(self, uri: str) -> Document | None:
        """The open buffer of a URI, however it is spelt."""
        return self.protocol.buffers.document(uri)

    @property
    def encoding(self) -> Encoding:
        """The position encoding agreed on; what the protocol assumes before `initialize`."""
        return self.protocol.buffers.encoding

    def pending(self) -> bool:
        """Whether more input waits: not yet handled, not yet read, or arriving."""
        return bool(self._inbox) or (self._reader is not None and self._reader.waiting())

    def publish(self, uri: str, version: int | None, parts: Iterable[str]) -> None:
        """Publish diagnostics that are JSON already, from any thread. `uri` as the client sent it."""
        number = "" if version is None else f'"version":{version},'
        self.protocol.send_json(
            '{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":'
            f'{json.dumps(uri)},{number}"diagnostics":[{",".join(parts)}]}}}}'
        )

    def structured(self, json: object, kind: type[_T]) -> _T:
        """JSON as one of the protocol's types; raises on what does not fit."""
        return self.protocol._converter.structure(json, kind)

    def typed_command(self, name: str, params: type[Any] | None = None) -> Callable[[_F], _F]:
        """Register `handler(params)` for a command; `params` is a dataclass, None for a handler without parameters."""

        def register(handler: _F) -> _F:
            self.command(name)(lambda: None)  # pygls tells the client which commands there are, we run them
            self.typed_commands[name] = params, handler
            return handler

        return register

    # ---- running

    def serve_stdio(self) -> int:
        """Serve the process's standard streams until the end and return the exit code. The process must then end:
        what keeps it alive is cut off after `LAST_RESORT_SECONDS`.
        """
        self._whole_process = True
        with own_stdio() as (stdin, stdout):
            return self.serve(stdin, stdout)

    def serve(self, stdin: BinaryIO, stdout: BinaryIO) -> int:
        """Serve two byte streams until the end and return the exit code: 0 after `shutdown`, otherwise 1."""
        quiet_strangers()
        try:
            asyncio.run(self._serve(stdin, stdout))
        except KeyboardInterrupt:
            self.stop()
        finally:
            if self._thread_pool is not None:
                self._thread_pool.shutdown(wait=False, cancel_futures=True)
        return 1 if self._code is None else self._code

    async def _serve(self, stdin: BinaryIO, stdout: BinaryIO) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(loop_failed)
        self._ended = asyncio.Event()
        self.protocol.set_writer(Writer(stdout, self._stop_soon))
        self._inbox = Inbox(self.protocol, self._loop)
        self._reader = Reader(stdin, self._inbox.deliver)
        self._reader.start()
        await self._ended.wait()

    def stop(self) -> None:
        """End the server; the exit code is what the client has deserved by now."""
        if self._code is None:
            self._code = 0 if self.protocol.shut_down else 1
            if self._whole_process:
                end_by(LAST_RESORT_SECONDS, self._code)
        if self._ended is not None:
            self._ended.set()

    def _stop_soon(self) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(self.stop)

    def parent_gone(self) -> None:
        """The client's process has ended; called from a thread."""
        self._stop_soon()
        if self._whole_process:
            end_by(LAST_RESORT_SECONDS, 1)

    def start_io(self, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> None:
        """pygls's way to start; exits with the exit code."""
        raise SystemExit(self.serve(stdin, stdout) if stdin is not None and stdout is not None else self.serve_stdio())

    def start_tcp(self, host: str, port: int) -> None:
        raise RuntimeError("this server speaks on its standard streams only")

    def start_ws(self, host: str, port: int) -> None:
        raise RuntimeError("this server speaks on its standard streams only")

    def report_server_error(self, error: Exception, source: Any) -> None:
        """pygls pops up the exception's text in the editor; here its type is logged."""
        failed("pygls", error)
