"""Messages over standard input that are broken, torn, foreign or huge: the server answers whoever comes after them."""

from __future__ import annotations

import json
import random
import subprocess
import tempfile
from collections.abc import Iterator
from typing import IO

from .hostile_calls import EVIL, SECRETS
from .user import User

_BEGIN = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "0"},
}
METHODS = ("tools/call", "tools/list", "resources/read", "resources/subscribe", "prompts/get", "ping", "initialize",
           "notifications/cancelled", "notifications/initialized", "completion/complete", "logging/setLevel", "nope",
           "notifications/progress", "sampling/createMessage", "rpc.discover")  # fmt: skip
_EVERY = 50
"""Broken messages between two that are right."""


class Frames:
    """Makes messages up."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def frame(self) -> bytes:
        """One line, its newline not among it."""
        said = self._text()
        data = said.encode("utf-8", "surrogatepass").replace(b"\n", b" ")
        kind = self.chance.random()
        if kind < 0.1 or not data:
            return data[: self.chance.randrange(len(data) + 1)]
        if kind < 0.2:
            torn = bytearray(data)
            for _ in range(self.chance.randrange(1, 4)):
                torn[self.chance.randrange(len(torn))] = self.chance.choice((0, 9, 13, 34, 92, 127, 128, 192, 255))
            return bytes(torn)
        return data

    def _text(self) -> str:
        chance = self.chance
        kind = chance.randrange(12)
        if kind == 0:
            return chance.choice(
                ("", " ", "null", "[]", "{}", "0", '"x"', "tru", "[[]]", "\ufeff{}", "Content-Length: 5")
            )
        if kind == 1:
            return chance.choice(("[", '{"a":', '[{"a":')) * chance.choice((10, 3000))
        if kind == 2:
            return '{"jsonrpc":"2.0","id":1,"method":"ping","id":[1],"method":{}}'
        if kind == 3:
            return json.dumps([self._message() for _ in range(3)])
        if kind == 4:
            return json.dumps(self._message()) + chance.choice((" trailing", "\r", "\0", json.dumps(self._message())))
        if kind == 5:
            return json.dumps({"jsonrpc": "2.0", "id": chance.choice((1, 2, 10**6)), "result": self._value()})
        return json.dumps(self._message())

    def _message(self) -> object:
        """Its id and its method hold no secret: JSON-RPC gives the one back, the SDK the other if it is unknown."""
        chance = self.chance
        message: dict[str, object] = {
            "jsonrpc": chance.choice((*("2.0",) * 12, "1.0", 2, None)),
            "id": chance.choice((*range(1, 9), "a", -1, 1.5, None, [], {}, 10**30, True, "x" * 5000)),
            "method": chance.choice((*METHODS, *METHODS, *METHODS, None, 5, "", "\0", "x" * 5000)),
            "params": self._params(),
        }
        for name in list(message):
            if chance.random() < 0.05:
                del message[name]
        return message

    def _params(self) -> object:
        chance = self.chance
        if chance.random() < 0.2:
            return self._value()
        return {
            "name": chance.choice(("memory", "memory_read", "memory_write", self._word())),
            "arguments": chance.choice(({"action": "list"}, {"path": self._word(), "summary": self._word()}, self._value())),
            "uri": chance.choice(("memory://stores", self._word(), self._value())),
            "_meta": self._value(),
            "requestId": self._value(),
            "progressToken": self._value(),
        }  # fmt: skip

    def _word(self) -> str:
        return self.chance.choice((*EVIL, *SECRETS * 5))

    def _value(self) -> object:
        chance = self.chance
        return chance.choice(
            (
                None,
                True,
                1,
                10**400,
                1e308,
                float("nan"),
                self._word(),
                [self._word()] * 3,
                {self._word(): self._word()},
            )
        )


def attack_wire(user: User, count: int, seed: int = 0) -> int:
    """So many broken messages to a server; gives how many answers came. After every few of them it must still do what it
    is asked, and say no secret, neither in an answer nor on standard error."""
    frames = Frames(seed)
    with tempfile.TemporaryFile() as told:
        server = subprocess.Popen(
            user.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=told,
            env=user.variables,
            cwd=user.project,
        )
        assert server.stdin is not None
        assert server.stdout is not None
        heard = 0
        try:
            heard += _asked(server.stdin, server.stdout, "begin", "initialize", _BEGIN)
            server.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
            for number in range(count):
                server.stdin.write(frames.frame() + frames.chance.choice((b"\n", b"\n", b"\r\n", b"\n\n")))
                if number % _EVERY == _EVERY - 1:
                    said = {"name": "memory", "arguments": {"action": "list", "scope": "global"}}
                    heard += _asked(server.stdin, server.stdout, f"right {number}", "tools/call", said)
            server.stdin.close()
            heard += len(list(_answers(server.stdout)))
            assert server.wait(timeout=60) == 0
        finally:
            server.kill()
            server.stdout.close()
            server.wait()
        told.seek(0)
        errors = told.read().decode("utf-8", "replace")
    assert not [secret for secret in SECRETS if secret in errors], "a secret on standard error"
    assert "Traceback" not in errors, errors[-2000:]
    return heard


def _asked(into: IO[bytes], out: IO[bytes], id: str, method: str, params: object) -> int:
    """Ask what is right and wait for its answer; gives how many came until then."""
    into.write(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode() + b"\n")
    into.flush()
    for number, answer in enumerate(_answers(out), 1):
        if answer.get("id") == id:
            assert "result" in answer, answer
            return number
    raise AssertionError("the server has ended")


def _answers(out: IO[bytes]) -> Iterator[dict[str, object]]:
    for row in out:
        assert not [secret for secret in SECRETS if secret.encode() in row], "a secret in an answer"
        answer = json.loads(row)
        assert isinstance(answer, dict)
        yield answer
