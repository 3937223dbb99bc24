"""Every request is answered, and no answer or pop-up shows what it should not."""

from __future__ import annotations

import json

from wire import URI, Wire, framed


def test_malformed_parameters_are_answered(wire: Wire) -> None:
    position = {"textDocument": {"uri": URI}, "position": {"line": "here", "character": 0}}
    assert wire.code("textDocument/hover", position) == -32602
    assert wire.code("textDocument/hover") == -32602
    assert wire.code("textDocument/hover", [1, 2]) == -32602


def test_a_failing_handler_shows_neither_text_nor_path_nor_traceback(wire: Wire) -> None:
    for method in ("toy/fail", "toy/failSlowly"):
        answer = wire.answer(wire.request(method))
        assert answer["error"] == {"code": -32603, "message": "the server failed at this request"}
    wire.quit()
    errors = wire.stderr()
    assert "ValueError" in errors
    assert "secret" not in errors
    assert "hidden" not in errors
    assert "Traceback" not in errors


def test_a_message_meant_for_a_person_reaches_the_person(wire: Wire) -> None:
    assert wire.answer(wire.request("toy/refuse"))["error"] == {"code": -32803, "message": "not today"}


def test_a_result_that_is_no_json_is_answered_with_an_error(wire: Wire) -> None:
    assert wire.code("toy/unsendable") == -32603


def test_failing_notifications_stay_silent(wire: Wire) -> None:
    wire.notify("toy/noticed")
    wire.open("- a\n", language="boom")
    wire.change((None, "- hidden-text\n"))
    wire.notify("textDocument/didChange", {"textDocument": {"uri": URI}, "contentChanges": [{"text": 5}]})
    wire.notify("textDocument/didChange", {"contentChanges": "hidden-text"})
    wire.notify("textDocument/didOpen", None)
    wire.notify("workspace/didChangeWorkspaceFolders", {"event": "hidden-text"})
    assert wire.text() == "- hidden-text\n"
    assert not [message for message in wire.seen if message.get("method") == "window/showMessage"]
    wire.quit()
    errors = wire.stderr()
    assert "hidden" not in errors
    assert "Traceback" not in errors


def test_a_change_of_a_closed_document_is_passed_over(wire: Wire) -> None:
    wire.change((None, "- hidden-text\n"))
    assert wire.ask("toy/text", {"uri": URI}) is None
    assert not [message for message in wire.seen if "method" in message]
    wire.quit()
    assert "not open" in wire.stderr()
    assert "hidden" not in wire.stderr()


def test_broken_json_is_answered_and_the_next_message_read(wire: Wire) -> None:
    wire.write(b'Content-Length: 9\r\n\r\n{"jsonrpc')
    answer = wire.answer(None)
    assert answer["error"]["code"] == -32700
    assert wire.ask("toy/raw") == {"ready": True}


def test_json_nested_beyond_reason_is_answered(wire: Wire) -> None:
    body = b"[" * 200_000 + b"]" * 200_000
    wire.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    assert wire.answer(None)["error"]["code"] in (-32700, -32600)
    assert wire.ask("toy/raw") == {"ready": True}


def test_what_is_no_object_is_no_request(wire: Wire) -> None:
    for message in ([], [{"jsonrpc": "2.0", "id": 7, "method": "shutdown"}], 5, "text", None):
        wire.write(framed(message))
        assert wire.answer(None)["error"]["code"] == -32600
    assert wire.ask("toy/raw") == {"ready": True}


def test_odd_ids_and_methods_are_no_requests(wire: Wire) -> None:
    for message in ({"id": None, "method": "toy/raw"}, {"id": [1], "method": "toy/raw"}):
        wire.write(framed(message))
        assert wire.answer(None)["error"]["code"] == -32600
    wire.write(framed({"id": 90, "method": 5}))
    assert wire.answer(90)["error"]["code"] == -32600
    wire.write(framed({"id": "ninety", "method": "toy/raw"}))
    assert wire.answer("ninety")["result"] == {"ready": True}
    body = json.dumps({"jsonrpc": "1.0", "id": 91, "method": "toy/raw"}).encode()
    wire.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    assert wire.answer(91)["error"]["code"] == -32600


def test_unknown_methods_are_answered_and_unknown_notifications_are_not(wire: Wire) -> None:
    wire.notify("$/unknown", {"value": 1})
    wire.notify("unknown/notification")
    assert wire.code("unknown/request") == -32601
    assert wire.code("$/unknown") == -32601
    assert [message.get("id") for message in wire.seen] == [1, 2, 3]


def test_lone_surrogates_come_back_as_they_went(wire: Wire) -> None:
    wire.open("- \ud83d alone\n")
    assert wire.text() == "- \ud83d alone\n"
    assert wire.ask("toy/surrogate") == "\udc80"
    assert wire.notification("textDocument/publishDiagnostics", URI)["diagnostics"]
    published = [m for m in wire.seen if m.get("method") and m["params"]["uri"] == "file:///s"]
    assert published[0]["params"]["diagnostics"] == [{"message": "\ud800"}]


def test_requests_to_the_client_survive_every_kind_of_answer(wire: Wire) -> None:
    for reply, expected in (
        ({"result": {"title": "Yes"}}, "Yes"),
        ({"result": None}, None),
        ({"result": 5}, -32603),
        ({"error": {"code": -32601, "message": "hidden-text"}}, -32601),
        ({"error": "hidden-text"}, -32603),
    ):
        id = wire.request("toy/ask")
        while (asked := wire.read()).get("method") != "window/showMessageRequest":
            pass
        wire.write(framed({"id": "nobody asked", **reply}))
        wire.write(framed({"id": asked["id"], **reply}))
        answer = wire.answer(id)
        assert answer.get("result", answer.get("error", {}).get("code")) == expected
        assert "hidden" not in json.dumps(answer)


def test_handlers_in_threads_answer_and_publish(wire: Wire) -> None:
    id = wire.request("toy/thread")
    assert wire.answer(id)["result"] == "threaded"
    assert [m["params"]["uri"] for m in wire.seen if m.get("method")] == ["toy:thread"]


def test_prints_and_child_processes_leave_the_conversation_alone(wire: Wire) -> None:
    assert wire.ask("toy/print") == "printed"
    assert wire.ask("toy/raw") == {"ready": True}


def test_a_command_takes_one_object_whose_fields_may_be_missing(wire: Wire) -> None:
    def run(command: str, *arguments: object) -> object:
        answer = wire.answer(wire.request("workspace/executeCommand", {"command": command, "arguments": arguments}))
        return answer["result"] if "result" in answer else answer["error"]["code"]

    assert run("toy.scope") == ["project", None]
    assert run("toy.scope", {}) == ["project", None]
    assert run("toy.scope", {"name": "global", "maxRows": 3, "unknown": 1}) == ["global", 3]
    assert run("toy.scope", {"max_rows": 3}, "more") == ["project", 3]
    assert run("toy.scope", {"maxRows": "3"}) == -32602
    assert run("toy.scope", "global") == -32602
    assert run("toy.strict") == -32602
    assert run("toy.strict", {"count": 2}) == 2
    assert run("toy.unknown") == -32602
    assert wire.ask("workspace/executeCommand", {"command": "toy.scope"}) == ["project", None]
