"""The life of a server: greeting, cancelling, coalescing, the end."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from wire import PATIENCE, URI, Wire, framed

PUBLISHED = "textDocument/publishDiagnostics"


def greeting(id: int = 1, pid: int | None = None, capabilities: object = None) -> bytes:
    params = {"processId": pid, "rootUri": None, "capabilities": capabilities or {}}
    return framed({"id": id, "method": "initialize", "params": params})


def test_nothing_is_answered_before_initialize(fresh: Wire) -> None:
    fresh.open("- a\n")
    assert fresh.code("toy/raw") == -32002
    assert fresh.code("shutdown") == -32002
    fresh.initialize()
    assert fresh.ask("toy/text", {"uri": URI}) is None


def test_a_malformed_initialize_can_be_tried_again(fresh: Wire) -> None:
    assert fresh.code("initialize", {"processId": None}) == -32602
    assert fresh.initialize()["serverInfo"]["name"] == "toy"
    assert fresh.code("initialize", {"processId": None, "rootUri": None, "capabilities": {}}) == -32600


def test_capabilities_newer_than_our_types_do_not_lock_a_client_out(fresh: Wire) -> None:
    capabilities = {
        "general": {"positionEncodings": ["utf-8"]},
        "textDocument": {"hover": {"contentFormat": 5}, "synchronization": {"didSave": True}},
        "window": "all of it",
    }
    fresh.write(greeting(capabilities=capabilities))
    assert fresh.answer(1)["result"]["capabilities"]["positionEncoding"] == "utf-8"


def test_a_whole_session_in_one_write_is_answered_in_order(fresh: Wire) -> None:
    opened = {"textDocument": {"uri": URI, "languageId": "markdown", "version": 1, "text": "- a"}}
    fresh.write(
        greeting()
        + framed({"method": "initialized", "params": {}})
        + framed({"method": "textDocument/didOpen", "params": opened})
        + framed({"id": 2, "method": "toy/text", "params": {"uri": URI}})
        + framed({"id": 3, "method": "shutdown"})
        + framed({"id": 4, "method": "toy/raw"})
        + framed({"method": "exit"})
    )
    answers = [fresh.read() for _ in range(4)]
    assert [answer["id"] for answer in answers] == [1, 2, 3, 4]
    assert answers[1]["result"]["text"] == "- a"
    assert answers[2]["result"] is None
    assert answers[3]["error"]["code"] == -32600
    assert fresh.process.wait(PATIENCE) == 0


def test_exit_after_shutdown_is_success_and_without_is_not(wire: Wire) -> None:
    wire.notify("exit")
    assert wire.process.wait(PATIENCE) == 1


def test_exit_before_initialize_ends_the_server(fresh: Wire) -> None:
    fresh.notify("exit")
    assert fresh.process.wait(PATIENCE) == 1


def test_the_end_of_input_ends_the_server_after_what_was_sent_before(wire: Wire) -> None:
    id = wire.request("toy/raw")
    assert wire.process.stdin is not None
    wire.process.stdin.close()
    assert wire.answer(id)["result"] == {"ready": True}
    assert wire.process.wait(PATIENCE) == 1


def test_the_end_of_input_after_shutdown_is_success(wire: Wire) -> None:
    wire.ask("shutdown")
    assert wire.process.stdin is not None
    wire.process.stdin.close()
    assert wire.process.wait(PATIENCE) == 0


def test_shutdown_cancels_what_runs(wire: Wire) -> None:
    id = wire.request("toy/wait")
    wire.notification(PUBLISHED, "toy:waiting")
    asked = wire.request("toy/ask")
    wire.request("shutdown")
    assert {wire.answer(id)["error"]["code"], wire.answer(asked)["error"]["code"]} == {-32800}


def test_a_client_that_stops_reading_ends_the_server(wire: Wire) -> None:
    wire.request("toy/wait")
    wire.notification(PUBLISHED, "toy:waiting")
    shut = threading.Thread(target=wire.stop_reading)
    shut.start()
    wire.request("toy/raw")  # wakes our reader, so that it can let go
    shut.join(PATIENCE)
    while wire.process.poll() is None:
        try:
            wire.request("toy/raw")
        except BrokenPipeError:
            break
    assert wire.process.wait(PATIENCE) == 1


@pytest.mark.parametrize("blocked", [False, True])
def test_the_server_ends_with_its_client_although_stdin_stays_open(fresh: Wire, blocked: bool) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as client:
        fresh.initialize(pid=client.pid)
        if blocked:
            fresh.request("toy/block", {"seconds": 600})
        assert fresh.process.poll() is None
        client.communicate(b"\n", timeout=PATIENCE)
    assert fresh.process.wait(PATIENCE) == 1


@pytest.mark.parametrize("pid", [0, 1 << 30])
def test_a_client_that_cannot_be_seen_is_not_watched(fresh: Wire, pid: int) -> None:
    fresh.initialize(pid=pid)
    assert fresh.ask("toy/raw") == {"ready": True}


def test_a_request_cancelled_while_it_waited_never_runs(wire: Wire) -> None:
    blocker = wire.request("toy/block", {"seconds": 0.3})
    waiting = wire.request("toy/wait")
    after = wire.request("toy/raw")
    wire.notify("$/cancelRequest", {"id": waiting})
    assert wire.answer(blocker)["result"] == "blocked"
    assert wire.answer(waiting)["error"]["code"] == -32800
    assert wire.answer(after)["result"] == {"ready": True}
    assert not [message for message in wire.seen if "method" in message]


@pytest.mark.parametrize("command", [False, True])
def test_a_running_request_is_cancelled_down_to_its_handler(wire: Wire, command: bool) -> None:
    id = wire.request("workspace/executeCommand", {"command": "toy.wait"}) if command else wire.request("toy/wait")
    wire.notification(PUBLISHED, "toy:waiting")
    wire.notify("$/cancelRequest", {"id": id})
    assert wire.answer(id)["error"]["code"] == -32800
    if not any(m.get("method") and m["params"]["uri"] == "toy:cancelled" for m in wire.seen):
        wire.notification(PUBLISHED, "toy:cancelled")


def test_cancelling_what_is_over_or_never_was_does_nothing(wire: Wire) -> None:
    wire.ask("toy/raw")
    for id in (1, 999, "x", None, [1]):
        wire.notify("$/cancelRequest", {"id": id})
    wire.notify("$/cancelRequest")
    assert wire.ask("toy/raw") == {"ready": True}


def test_long_work_in_slices_lets_others_through(wire: Wire) -> None:
    long = wire.request("toy/slices")
    short = wire.request("toy/raw")
    assert wire.answer(short)["result"] == {"ready": True}
    assert long not in [message.get("id") for message in wire.seen]
    assert wire.answer(long)["result"] == "sliced"


def test_a_burst_is_analysed_for_its_last_version(wire: Wire) -> None:
    wire.open("- a\n")
    wire.notification(PUBLISHED)
    for version in range(2, 52):
        wire.change(((0, 2, 0, 3), chr(97 + version % 26)), version=version)
    published = wire.notification(PUBLISHED)
    while published["version"] < 51:
        published = wire.notification(PUBLISHED)
    assert int(published["diagnostics"][0]["message"]) < 20
    assert wire.text() == "- " + chr(97 + 51 % 26) + "\n"
