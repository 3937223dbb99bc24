"""Hostile calls and broken messages, by the thousand; `python -m tests.agent.hostile 100000` makes more of them."""

from __future__ import annotations

import json

import pytest

from . import hostile
from .hostile_calls import SECRETS
from .hostile_frames import attack_wire
from .user import User


def test_hostile_calls_crash_nothing_reach_nothing_and_learn_no_secret(ann: User) -> None:
    done, declined = hostile.run(ann, 5000, seed=1)
    assert done > 500
    assert declined > 500


def test_a_search_for_a_secret_does_not_say_it_again_for_the_next_page(ann: User) -> None:
    hostile.prepare(ann)
    for secret in SECRETS:
        answer = ann.call("memory_search", query=f"Key {secret} opens it", limit=1)
        assert answer.data["next"]
        assert secret not in f"{answer.text}{answer.data}"


def test_a_number_that_python_does_not_write_is_declined(ann: User) -> None:
    hostile.prepare(ann)
    answer = ann.call("memory_write", path="state.big", summary="big", facts={"count": 10**5000})
    assert answer.failed
    assert "too long" in answer.text


def test_after_broken_messages_the_server_answers_and_says_no_secret(ann: User) -> None:
    pytest.importorskip("mcp")
    hostile.prepare(ann)
    assert attack_wire(ann, 300, seed=1) > 30


def test_garbage_on_the_wire_does_not_end_the_session(ann: User) -> None:
    pytest.importorskip("mcp")
    with ann.start() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        first = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "0"},
            },
        }
        listing = {"jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": {}}
        rows = [
            b"garbage",
            b"\xff\xfe\x00",
            b"[" * 100_000,
            b'{"a":' * 20_000,
            b"[]",
            b"null",
            b'{"jsonrpc":"2.0","id":2,"method":"nope"}',
        ]
        server.stdin.write(b"".join(row + b"\n" for row in rows))
        server.stdin.write(json.dumps(first).encode() + b"\n")
        server.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        server.stdin.write(b'{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":5}}\n')
        server.stdin.write(json.dumps(listing).encode() + b"\n")
        server.stdin.flush()
        for row in server.stdout:
            answer = json.loads(row)
            if answer.get("id") == 3:
                assert answer["result"]["tools"]
                break
        server.stdin.close()
        assert server.wait(timeout=30) == 0
        assert b"Traceback" not in (server.stderr.read() if server.stderr else b"")
