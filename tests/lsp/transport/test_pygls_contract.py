"""What our two modules take from pygls's private parts is there and has the shape they rely on.

When this fails after an upgrade, read `memory_ls/lsp/transport.py` and `documents.py` against the new pygls.
"""

from __future__ import annotations

import ast
import inspect
import logging
from pathlib import Path
from typing import Any

import pygls.lsp.server
import pytest
from lsprotocol import types
from pygls import exceptions, feature_manager
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.workspace import Workspace

import memory_ls.lsp
from memory_ls.lsp.quiet import log, quiet_strangers
from memory_ls.lsp.transport import PRIVATE, MemoryServer


def plain_server() -> Any:
    return pygls.lsp.server.LanguageServer("contract", "0")


def parameters(call: Any) -> list[str]:
    return list(inspect.signature(call).parameters)


def test_every_private_name_exists() -> None:
    server = plain_server()
    for place, owner in (("protocol", server.protocol), ("server", server), ("workspace", Workspace(None))):
        missing = [name for name in PRIVATE[place] if not hasattr(owner, name)]
        assert not missing, (place, missing)


def test_no_other_private_name_of_pygls_is_used() -> None:
    known = {name for names in PRIVATE.values() for name in names}
    theirs = {
        name
        for kind in (LanguageServerProtocol, pygls.lsp.server.LanguageServer, Workspace)
        for name in [*dir(kind), *vars(plain_server().protocol), *vars(plain_server()), *vars(Workspace(None))]
        if name.startswith("_") and not name.startswith("__")
    }
    for path in Path(memory_ls.lsp.__file__).parent.glob("*.py"):
        used = {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}
        if path.name in ("transport.py", "documents.py"):
            assert used & theirs <= known, path.name


def test_overridden_methods_have_the_signatures_they_had() -> None:
    assert parameters(LanguageServerProtocol._send_data) == ["self", "data"]
    assert parameters(LanguageServerProtocol._send_response) == ["self", "msg_id", "result", "error"]
    assert parameters(LanguageServerProtocol._serialize_message) == ["self", "data"]
    assert parameters(LanguageServerProtocol.set_writer)[:2] == ["self", "writer"]
    assert parameters(Workspace._create_text_document) == ["self", "doc_uri", "source", "version", "language_id"]
    assert parameters(Workspace.__init__) == ["self", "root_uri", "sync_kind", "workspace_folders", "position_encoding"]
    assert parameters(Workspace.put_text_document) == ["self", "text_document", "notebook_uri"]
    assert parameters(Workspace.update_text_document) == ["self", "text_doc", "change"]
    assert parameters(pygls.lsp.server.LanguageServer.report_server_error) == ["self", "error", "source"]
    assert parameters(feature_manager.is_thread_function) == ["f"]
    assert parameters(exceptions.JsonRpcException.__init__) == ["self", "message", "code", "data"]


def test_builtin_requests_are_generators_that_hand_out_handlers() -> None:
    for name in ("lsp_initialize", "lsp_shutdown", "lsp_workspace__execute_command"):
        method = getattr(LanguageServerProtocol, name)
        assert inspect.isgeneratorfunction(method)
        assert method.method_name
    server = plain_server()
    assert server.protocol.fm.builtin_features[types.INITIALIZE] == server.protocol.lsp_initialize
    assert callable(lsp_method)


def test_outgoing_requests_are_kept_as_we_answer_them() -> None:
    protocol = plain_server().protocol
    protocol._send_data = lambda data: None
    future = protocol.send_request(types.WINDOW_SHOW_MESSAGE_REQUEST, msg_id="x")
    assert protocol._request_futures["x"] is future
    assert protocol._result_types["x"] is types.METHOD_TO_TYPES[types.WINDOW_SHOW_MESSAGE_REQUEST][1]


def test_only_standard_streams_are_offered() -> None:
    server = MemoryServer("contract", "0")
    with pytest.raises(RuntimeError):
        server.start_tcp("localhost", 0)
    with pytest.raises(RuntimeError):
        server.start_ws("localhost", 0)


def test_strangers_log_no_values_and_no_tracebacks(caplog: pytest.LogCaptureFixture) -> None:
    quiet_strangers()
    with caplog.at_level(logging.DEBUG, logger=log.name):
        logger = logging.getLogger("pygls.protocol.json_rpc")
        logger.info("Sending data: %s", "hidden-text")
        try:
            raise ValueError("hidden-text")
        except ValueError:
            logger.exception("Failed: %s", "hidden-text")
    assert [record.getMessage() for record in caplog.records] == ["pygls.protocol.json_rpc: Failed: %s"]
    assert "hidden" not in caplog.text
