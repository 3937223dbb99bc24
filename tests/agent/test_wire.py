"""What hosts send over the wire and never should, and what they must be able to do while a call waits."""

from __future__ import annotations

import json
import signal

import pytest

pytest.importorskip("mcp")

from memory_ls.stores.locking import locked

from .user import User
from .wire import talking

NEWER = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "0"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def _add(id: object, text: str, era: str = "older") -> dict[str, object]:
    arguments = {"action": "add", "text": text}
    params = {"name": "memory", "arguments": arguments, **({"_meta": NEWER} if era == "newer" else {})}
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}


# --- lines that are no messages


BROKEN: tuple[tuple[str | bytes, object, int], ...] = (
    ('{"jsonrpc":"2.0","id":3,"method":', None, -32700),
    ('{"jsonrpc":"2.0","id":3,"method":"ping"} and more', None, -32700),
    (b'\xff\xfe{"id":3}', None, -32700),
    ("[" * 100_000, None, -32700),
    ("[]", None, -32600),
    ('[{"jsonrpc":"2.0","id":3,"method":"ping"}]', None, -32600),
    ("5", None, -32600),
    ("{}", None, -32600),
    ('{"jsonrpc":"2.0","id":3,"method":5}', 3, -32600),
    ('{"jsonrpc":"2.0","id":"three"}', "three", -32600),
    ('{"jsonrpc":"1.0","id":3,"method":"ping"}', 3, -32600),
    ('{"id":3,"method":"ping"}', 3, -32600),
    ('{"jsonrpc":"2.0","id":3,"method":"tools/call","params":[]}', 3, -32600),
    ('{"jsonrpc":"2.0","id":3,"method":"tools/call","params":"x"}', 3, -32600),
    ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None, -32600),
    ('{"jsonrpc":"2.0","id":null,"method":"ping"}', None, -32600),
    ('{"jsonrpc":"2.0","id":true,"method":"ping"}', None, -32600),
    ('{"jsonrpc":"2.0","id":[3],"method":"ping"}', None, -32600),
    ('{"jsonrpc":"2.0","id":"\\ud83d","method":"ping"}', None, -32600),
    ('{"jsonrpc":"2.0","id":3,"method":"ping","params":{"a":' + "[" * 300 + "]" * 300 + "}}", 3, -32700),
    ('{"jsonrpc":"2.0","method":5}', None, -32600),
)
"""Lines, the id of the answer, and its code."""


def test_every_line_that_is_no_message_is_answered_with_an_error(ann: User) -> None:
    with talking(ann) as wire:
        for line, id, code in BROKEN:
            wire.says(line)
            said = wire.hears(id)
            assert said["error"]["code"] == code, line[:100]
            assert said["error"]["message"], line[:100]
        wire.asks("next", "ping")
        assert wire.hears("next")["result"] == {}


def test_blank_lines_and_answers_that_nobody_asked_for_are_passed_over(ann: User) -> None:
    with talking(ann) as wire:
        for line in ("", "  ", "\r", '{"jsonrpc":"2.0","id":9,"result":5}', '{"jsonrpc":"2.0","id":9,"error":{}}',
                     '{"jsonrpc":"2.0","id":9,"result":{}}', '{"jsonrpc":"2.0","method":"notifications/none"}',
                     '{"jsonrpc":"2.0","method":"notifications/none","params":{"id":null}}'):  # fmt: skip
            wire.says(line)
        wire.asks("next", "ping")
        assert wire.hears("next")["result"] == {}


def test_the_newer_era_hears_of_broken_lines_too(ann: User) -> None:
    with talking(ann, begun=False) as wire:
        wire.asks(1, "tools/list", _meta=NEWER)
        assert wire.hears(1)["result"]["tools"]
        wire.says("{")
        assert wire.hears(None)["error"]["code"] == -32700
        wire.asks(2, "tools/call", name="memory", arguments={"action": "list"}, _meta=NEWER)
        assert wire.hears(2)["result"]["isError"] is False


@pytest.mark.parametrize("era", ["older", "newer"])
def test_half_a_character_in_an_argument_is_declined_by_the_tool(ann: User, era: str) -> None:
    with talking(ann, begun=era == "older") as wire:
        for half in ("\\ud800 alone", "cut at \\uD83D", "\\udc00", "\\ud83d\\ud83d\\ude00"):
            wire.says(json.dumps(_add(half, "HERE", era)).replace("HERE", half))
            result = wire.hears(half)["result"]
            assert result["isError"] is True
            assert "`text` holds half a character" in result["structuredContent"]["error"]
    assert not ann.notes.exists()


def test_whole_characters_are_kept_however_they_are_written(ann: User) -> None:
    escaped = ("\\ud83d\\ude00 whole", "as in \\\\ud800 of JSON", "both \\\\\\ud83d\\ude00", "the sign \ufffd")
    with talking(ann) as wire:
        for number, text in enumerate(escaped):
            wire.says(json.dumps(_add(number, "HERE")).replace("HERE", text))
            assert wire.hears(number)["result"]["isError"] is False
    rows = ann.notes.read_text(encoding="utf-8").splitlines()[-4:]
    assert rows == ["- \U0001f600 whole", "- as in \\ud800 of JSON", "- both \\\U0001f600", "- the sign \ufffd"]


def test_half_a_character_in_an_address_or_a_prompt_is_answered(ann: User) -> None:
    with talking(ann) as wire:
        wire.says('{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"memory://\\ud800"}}')
        assert wire.hears(1)["error"]["code"] == -32002
        wire.says(
            '{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"flush","arguments":{"focus":"\\ud800"}}}'
        )
        assert "messages" in wire.hears(2)["result"]


# --- calls that wait


@pytest.mark.parametrize("era", ["older", "newer"])
def test_a_call_that_is_cancelled_while_it_waits_for_a_lock_writes_nothing(ann: User, era: str) -> None:
    before = ann.write("app/.pi/memory.md", "- Use pnpm\n").read_bytes()
    with talking(ann, begun=era == "older") as wire:
        with locked(ann.env, [str(ann.project / ".pi")]), locked(ann.env, [str(ann.project)]):
            wire.says(json.dumps(_add(1, "cancelled before the lock was free", era)))
            wire.says(json.dumps(_add(2, "", era)))  # declined after the first has begun to wait
            assert wire.hears(2)["result"]["isError"] is True
            wire.tells("notifications/cancelled", requestId=1)
            wire.says(json.dumps(_add(3, "", era)))
            wire.hears(3)
        wire.says(json.dumps(_add(4, "after it", era)))
        assert wire.hears(4)["result"]["isError"] is False
    assert ann.notes.read_bytes() == before + b"- after it\n"


def test_a_call_that_is_cancelled_before_its_turn_writes_nothing(ann: User) -> None:
    with talking(ann) as wire:
        adds = [json.dumps(_add(number, f"note {number}")) for number in range(20)]
        cancels = [
            json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})
            for number in range(1, 20)
        ]
        wire.says("\n".join([*adds, *cancels]))
        wire.hears(0)
        wire.says(json.dumps(_add(20, "the last")))
        heard = wire.hears_any()
        while heard["id"] != 20:
            heard = wire.hears_any()
    rows = ann.notes.read_text().splitlines()
    assert rows[-1] == "- the last"
    assert len(rows) < 22


def test_what_reads_and_what_writes_elsewhere_does_not_wait_for_a_locked_store(ann: User) -> None:
    ann.write("app/.pi/memory.md", "- Use pnpm\n")
    ann.write("home/.hermes/memories/MEMORY.md", "likes tea")
    with talking(ann) as wire:
        with locked(ann.env, [str(ann.project / ".pi")]), locked(ann.env, [str(ann.project)]):
            wire.says(json.dumps(_add(1, "waits")))
            wire.calls(2, "memory", action="list")
            assert "Use pnpm" in wire.hears(2)["result"]["content"][0]["text"]
            wire.asks(3, "resources/read", uri="memory://stores")
            assert "bullets:project" in wire.hears(3)["result"]["contents"][0]["text"]
            wire.calls(4, "memory", action="add", text="somewhere else", store="sections:hermes")
            assert wire.hears(4)["result"]["isError"] is False
        assert wire.hears(1)["result"]["isError"] is False
    assert ann.notes.read_text() == "- Use pnpm\n- waits\n"
    assert ann.home.joinpath(".hermes/memories/MEMORY.md").read_text() == "likes tea\n§\nsomewhere else"


def test_calls_that_come_together_are_done_in_their_order(ann: User) -> None:
    with talking(ann) as wire:
        wire.says("\n".join(json.dumps(_add(number, f"note {number:02}")) for number in range(30)))
        for number in range(30):
            assert wire.hears(number)["result"]["isError"] is False
    notes = [row for row in ann.notes.read_text().splitlines() if row.startswith("- ")]
    assert notes == [f"- note {number:02}" for number in range(30)]


def test_a_host_that_goes_away_takes_nothing_back_that_has_begun(ann: User) -> None:
    ann.write("app/.pi/memory.md", "- Use pnpm\n")
    with talking(ann) as wire:
        with locked(ann.env, [str(ann.project / ".pi")]), locked(ann.env, [str(ann.project)]):
            wire.says(json.dumps(_add(1, "said last")))
            wire.calls(2, "memory", action="list")
            wire.hears(2)
            assert wire.server.stdin is not None
            wire.server.stdin.close()
        assert wire.ends() == (0, "")
    assert ann.notes.read_text() == "- Use pnpm\n- said last\n"


# --- signals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("waiting", [False, True])
def test_a_signal_ends_the_server_at_once_and_silently(ann: User, number: signal.Signals, waiting: bool) -> None:
    ann.write("app/.pi/memory.md", "- Use pnpm\n")
    with talking(ann) as wire, locked(ann.env, [str(ann.project / ".pi")]), locked(ann.env, [str(ann.project)]):
        if waiting:
            wire.says(json.dumps(_add(1, "never written")))
        wire.calls(2, "memory", action="list")
        wire.hears(2)
        wire.server.send_signal(number)
        assert wire.ends() == (128 + number, "")
    assert ann.notes.read_text() == "- Use pnpm\n"
