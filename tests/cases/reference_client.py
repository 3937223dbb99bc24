"""A small editor: buffers as strings, edits as the protocol describes them, and a strict eye on what the server sends.

It counts positions by itself and shares no code with the server.
"""

from __future__ import annotations

import itertools
import json
import queue
import re
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SECONDS = 30
_ROW_END = re.compile(r"\r\n|\n|\r")
Json = dict[str, Any]


class ServerError(Exception):
    """The server answered a request with an error."""


def units(text: str, encoding: str) -> int:
    """How long a piece of a row is in an encoding's units."""
    if encoding == "utf-8":
        return len(text.encode())
    return len(text.encode("utf-16-le")) // 2 if encoding == "utf-16" else len(text)


def row_starts(text: str) -> list[int]:
    """Where rows begin, in code points; one more at the end than there are row ends."""
    return [0, *(found.end() for found in _ROW_END.finditer(text))]


def row_text(text: str, row: int) -> str:
    starts = row_starts(text)
    end = starts[row + 1] if row + 1 < len(starts) else len(text)
    return text[starts[row] : end].rstrip("\r\n")


def offset(text: str, position: Mapping[str, int], encoding: str) -> int:
    """A position as an offset in code points; one that is not in the text is an error here."""
    row, wanted = row_text(text, position["line"]), position["character"]
    if row.isascii() and wanted <= len(row):
        return row_starts(text)[position["line"]] + wanted
    for col in range(len(row) + 1):
        if units(row[:col], encoding) == wanted:
            return row_starts(text)[position["line"]] + col
    raise AssertionError(f"line {position['line']} has no character {wanted}")


def end_of(text: str, encoding: str) -> Json:
    last = len(row_starts(text)) - 1
    return {"line": last, "character": units(row_text(text, last), encoding)}


@dataclass(slots=True)
class Buffer:
    """An open document."""

    text: str = field(repr=False)
    version: int = 1


class Client:
    """One session. Answers are awaited one by one; what else arrives meanwhile is taken up in its order."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], encoding: str, folder: str) -> None:
        self.encoding = encoding
        self.buffers: dict[str, Buffer] = {}
        self.published: dict[str, tuple[int | None, list[Json]]] = {}
        self.said: list[str] = []
        self._process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._arrived: queue.Queue[Json | None] = queue.Queue()
        self._last = 0
        threading.Thread(target=self._read, daemon=True).start()
        answer = self.request("initialize", {"processId": None, "rootUri": folder, "capabilities": _able(encoding)})
        assert answer["capabilities"]["positionEncoding"] == encoding
        self.notify("initialized", {})

    # --- what an editor does

    def open(self, uri: str, text: str) -> None:
        self.buffers[uri] = Buffer(text)
        document = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def edit(self, uri: str, edits: Sequence[Json]) -> None:
        """Edits one after the other, each counted in the text that the one before it left; one message."""
        buffer = self.buffers[uri]
        for edit in edits:
            start = offset(buffer.text, edit["range"]["start"], self.encoding)
            end = offset(buffer.text, edit["range"]["end"], self.encoding)
            assert start <= end
            buffer.text = buffer.text[:start] + edit["newText"] + buffer.text[end:]
        buffer.version += 1
        changes = [{"range": edit["range"], "text": edit["newText"]} for edit in edits]
        identifier = {"uri": uri, "version": buffer.version}
        self.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": changes})

    def close_all(self) -> None:
        for uri in list(self.buffers):
            del self.buffers[uri]
            self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        self.settle()
        self.published.clear()
        self.said.clear()

    def settle(self) -> None:
        """Wait until the server has nothing more to say."""
        self.request("cases/settled", {})

    def actions(self, uri: str, first: int, last: int, only: str | None = None) -> list[Json]:
        """What is offered for whole rows."""
        row = row_text(self.buffers[uri].text, last)
        end = {"line": last, "character": units(row, self.encoding)}
        context: Json = {"diagnostics": [], **({"only": [only]} if only else {})}
        params = {"textDocument": {"uri": uri}, "range": {"start": {"line": first, "character": 0}, "end": end}}
        return self.request("textDocument/codeAction", {**params, "context": context}) or []

    def choose(self, action: Json) -> str:
        """Resolve an action and do what it says; gives why it was refused, or nothing."""
        self.said.clear()
        try:
            resolved = self.request("codeAction/resolve", action) if "data" in action else action
            if "edit" in resolved:
                self.apply(resolved["edit"])
            if "command" in resolved:
                command = {"command": resolved["command"]["command"], "arguments": resolved["command"]["arguments"]}
                self.request("workspace/executeCommand", command)
        except ServerError as error:
            return str(error)
        self.settle()
        return "; ".join(said for said in self.said if "Rotate" not in said)

    def apply(self, edit: Json) -> None:
        """A workspace edit: of open documents of the present version, ranges not overlapping, order kept."""
        assert "changes" not in edit
        for part in edit["documentChanges"]:
            uri, version = part["textDocument"]["uri"], part["textDocument"]["version"]
            assert version == self.buffers[uri].version, "an edit of another version"
            text = self.buffers[uri].text

            def place(one: Json, end: str = "start", text: str = text) -> int:
                return offset(text, one["range"][end], self.encoding)

            ordered = sorted(part["edits"], key=place)
            for one, after in itertools.pairwise(ordered):
                assert place(one, "end") <= place(after), "edits overlap"
            self.edit(uri, ordered[::-1])

    def stop(self) -> int:
        """Leave as an editor should; gives the server's exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        code = self._process.wait(SECONDS)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        return code

    # --- the wire

    def request(self, method: str, params: Any) -> Any:
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        while True:
            message = self._arrived.get(timeout=SECONDS)
            assert message is not None, "the server left"
            if "method" in message:
                self._asked(message)
            elif message.get("id") == self._last:
                if "error" in message:
                    raise ServerError(message["error"]["message"])
                return message.get("result")

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: Json) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self._process.stdin.flush()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while header := stream.readline():
            while (line := stream.readline()).strip():
                header += line
            found = re.search(rb"Content-Length: (\d+)", header)
            assert found is not None
            self._arrived.put(json.loads(stream.read(int(found[1]))))
        self._arrived.put(None)

    def _asked(self, message: Json) -> None:
        method, params = message["method"], message.get("params") or {}
        result: Any = None
        if method == "textDocument/publishDiagnostics":
            known = self.buffers.get(params["uri"])
            said = params.get("version")
            assert said is None or known is None or said <= known.version
            self.published[params["uri"]] = (said, params["diagnostics"])
        elif method == "window/showMessage":
            self.said.append(params["message"])
        elif method == "workspace/applyEdit":
            self.apply(params["edit"])
            result = {"applied": True}
        if "id" in message:
            self._send({"id": message["id"], "result": result})


def _able(encoding: str) -> Json:
    action = {"resolveSupport": {"properties": ["edit"]}, "dataSupport": True, "isPreferredSupport": True}
    kinds = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source.fixAll"]}}}
    return {
        "general": {"positionEncodings": [encoding]},
        "textDocument": {
            "codeAction": {**action, **kinds},
            "publishDiagnostics": {"relatedInformation": True, "tagSupport": {"valueSet": [1, 2]}},
            "synchronization": {"didSave": True},
        },
        "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}},
    }
