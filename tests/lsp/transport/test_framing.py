"""Headers in every spelling, and the way back after something that is none."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wire import Wire, framed

from memory_ls.lsp.framing import LARGEST_BODY, Broken, Frames


def body(id: int = 40) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": "toy/raw"}).encode()


@pytest.mark.parametrize(
    "header",
    [
        "content-length: {}\r\n\r\n",
        "CONTENT-LENGTH:{}\r\n\r\n",
        "Content-Length:   {}  \r\n\r\n",
        "Content-Length : {}\r\n\r\n",
        "Content-Length: {}\n\n",
        "Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: {}\r\n\r\n",
        "Content-Length: {}\r\nX-Other: 1\r\ncontent-type: x\r\n\r\n",
        "\r\n\r\nContent-Length: {}\r\n\r\n",
    ],
)
def test_a_header_counts_however_it_is_spelt(header: str) -> None:
    data = header.format(len(body())).encode() + body()
    assert Frames().feed(data + data) == [body(), body()]


def test_spellings_reach_the_server(wire: Wire) -> None:
    wire.write(b"Content-Type: x\r\ncontent-LENGTH:%d\n\n%b" % (len(body()), body()))
    assert wire.answer(40)["result"] == {"ready": True}
    assert wire.ask("toy/raw") == {"ready": True}


def test_a_malformed_length_is_reported_and_the_stream_found_again(wire: Wire) -> None:
    for id, length in enumerate(["", "abc", "-5", "1.5", "0x10", "9" * 30], 50):
        wire.write(f"Content-Length: {length}\r\n\r\n".encode() + body() + framed({"id": id, "method": "toy/raw"}))
        assert wire.answer(None)["error"]["code"] == -32700
        assert wire.answer(id)["result"] == {"ready": True}


def test_a_length_too_small_costs_one_message(wire: Wire) -> None:
    wire.write(b"Content-Length: %d\r\n\r\n%b" % (len(body()) - 9, body()) + framed({"id": 42, "method": "toy/raw"}))
    assert wire.answer(None)["error"]["code"] == -32700
    assert wire.answer(42)["result"] == {"ready": True}


def test_a_length_too_great_costs_none() -> None:
    for excess in range(1, 30):
        stream = b"Content-Length: %d\r\n\r\n%b" % (len(body()) + excess, body()) + framed({"id": 1})
        assert Frames().feed(stream) == [body(), b'{"jsonrpc": "2.0", "id": 1}']


def test_a_body_too_large_is_skipped_without_keeping_it() -> None:
    frames, length = Frames(), LARGEST_BODY + 1
    assert frames.feed(b"Content-Length: %d\r\n\r\n" % length) == [Broken.LARGE]
    chunk = b" " * (1 << 20)
    for _ in range(length // len(chunk)):
        assert frames.feed(chunk) == []
    assert len(frames._buffer) == 0
    assert frames.feed(b" " * (length % len(chunk)) + framed({"id": 1})) == [b'{"jsonrpc": "2.0", "id": 1}']


def test_a_length_beyond_belief_is_not_waited_for() -> None:
    found = Frames().feed(b"Content-Length: %d\r\n\r\n{}" % (1 << 50) + framed({"id": 1}))
    assert found == [Broken.LARGE, b'{"jsonrpc": "2.0", "id": 1}']


def test_an_endless_header_is_given_up() -> None:
    frames = Frames()
    found = frames.feed(b"x" * 200_000) + frames.feed(framed({"id": 1}))
    assert found[0] is Broken.HEADER
    assert found[-1] == b'{"jsonrpc": "2.0", "id": 1}'


@given(st.lists(st.text(max_size=40), max_size=6), st.lists(st.integers(1, 60), max_size=20))
def test_bodies_come_out_however_the_stream_is_cut(texts: list[str], cuts: list[int]) -> None:
    stream = b"".join(framed({"text": text}) for text in texts)
    frames, found, at = Frames(), [], 0
    for cut in [*cuts, len(stream)]:
        found += frames.feed(stream[at : at + cut])
        at += cut
    assert [json.loads(one)["text"] for one in found if isinstance(one, bytes)] == texts
    assert not frames.partial


@given(st.binary(max_size=300), st.integers(1, 50))
def test_no_bytes_break_the_cutter(junk: bytes, size: int) -> None:
    frames, found = Frames(), list[bytes | Broken]()
    for at in range(0, len(junk), size):
        found += frames.feed(junk[at : at + size])
    assert sum(len(one) for one in found if isinstance(one, bytes)) <= len(junk)
