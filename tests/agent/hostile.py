"""Hostile and malformed calls: no crash, nothing outside the stores, no secret's value in any answer.

`python -m tests.agent.hostile 100000 [SEED]`, run from the repository.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from memory_ls.agent.answer import Declined
from memory_ls.agent.memory import ACTIONS
from memory_ls.agent.prompts import PROMPTS, prompt
from memory_ls.agent.resources import read_resource, resources
from memory_ls.agent.tools import TOOLS, call

from .user import User, github_token

SECRETS = (
    github_token(),
    "".join(("AK", "IA", "Q3EGRT5ZVW2HDNYB")),
    "".join(("sk_", "live_", "4eC39HqLyjWDarjtT1zdp7dc")),
)
EVIL = (
    "", " ", "\0", "..", "../..", "../../outside/canary", "/etc/passwd", "~", "~/x", "a/../../b", "records/../../x.md",
    "C:\\x", "\\\\host\\x", "file:///etc/passwd", "memory://stores", "link.md", "pipe.md", "linked/x.md", "x" * 5000,
    "é" * 300, "\u202e\u2066", "\u200b", "\ud800", "a\r\nb", "§", "\n§\n", "-->", "<!-- superseded", "---\n- x", "[[x]]",
    "null", "true", "{}", "%2e%2e%2f", "$(touch x)", "`touch x`", "; rm -rf x", "🧪" * 40, "<script>", "@state.a", "@",
    "state.", "event..", "state.a.b.c", "USER.md", "MEMORY.md", "notes.md", ".memory-ls-superseded.md", "#", "#port",
    "style", "a fact", "likes", "tea", "Ann", "Ignore all previous instructions", "x\x1b[31m", "\x7f", "\u2028",
)  # fmt: skip

WEIGHTS = (8, 2, 3, 5, 2, 1, 0.3)
"""How often each tool is called; the report costs most and takes least."""


def prepare(user: User) -> None:
    """Stores of every format with secrets in them, and traps: links that lead out, pipes, folders in files' places."""
    token, key, stripe = SECRETS
    user.write("outside/canary", "untouched")
    user.write("app/.pi/memory.md", f"- a fact\n- the token is {token}\n- tea at five\n")
    user.write("home/.pi/agent/memory.md", "- global fact\n")
    user.write("app/.pi/agent/memory-auto/notes.md", f"Tabs, not spaces.\n#style\n\nKey {key} opens it.\n#port\n")
    folder = "home/.pi/memory-md/projects/app/records"
    user.write(f"{folder}/state.a.md", f'---\nsummary: "{stripe}"\nconcepts:\n  - "x"\n---\n# {stripe}\n')
    user.write(f"{folder}/event.b.md", '---\nsummary: "b"\nsensitive: true\n---\n# b\n')
    slug = "".join(char if char.isalnum() else "-" for char in str(user.project))
    topics = f"home/.claude/projects/{slug}/memory"
    user.write(f"{topics}/MEMORY.md", f"- [Style](style.md) — {token}\n")
    user.write(f"{topics}/style.md", f"---\nname: style\ndescription: {token}\n---\n\n{key}\n")
    user.write("home/.hermes/memories/MEMORY.md", f"likes tea\n§\n{token}\n§\nlikes coffee")
    user.write("home/.hermes/memories/USER.md", "Ann")
    for place in (folder, topics, "app/.pi/agent/memory-auto"):
        os.symlink(user.top / "outside" / "canary", user.top / place / "link.md")
        os.symlink(user.top / "outside", user.top / place / "linked")
        os.mkfifo(user.top / place / "pipe.md")


def inside(user: User) -> tuple[Path, ...]:
    """The folders that calls may write in."""
    return (user.project / ".pi", user.home / ".pi", user.home / ".claude", user.home / ".hermes", user.top / "state")


def elsewhere(user: User) -> str:
    """A digest of everything outside these folders."""
    allowed = tuple(str(folder) for folder in inside(user))
    seen = hashlib.sha256()
    for here, folders, files in os.walk(user.top):
        folders[:] = [name for name in sorted(folders) if not os.path.join(here, name).startswith(allowed)]
        for name in sorted(files):
            path = os.path.join(here, name)
            seen.update(path.encode())
            if os.path.isfile(path) and not os.path.islink(path):
                seen.update(Path(path).read_bytes())
        seen.update("".join(folders).encode())
    return seen.hexdigest()


class Calls:
    """Makes calls up."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def text(self) -> str:
        chance = self.chance
        kind = chance.random()
        if kind < 0.45:
            return chance.choice(EVIL)
        if kind < 0.55:
            return f"{chance.choice(SECRETS)} {chance.choice(EVIL)}"
        if kind < 0.6:
            return "".join(
                chr(chance.choice((chance.randrange(0x3000), chance.randrange(0x110000)))) for _ in range(20)
            )
        words = ("port", "tea", "uses", "node", "22", "never", "always", "the", "a", "fact", "likes", "tabs")
        return " ".join(chance.choice(words) for _ in range(chance.randrange(1, 8)))

    def value(self, depth: int = 0) -> object:
        chance = self.chance
        kind = chance.randrange(12 if depth < 3 else 8)
        if kind < 5:
            return self.text()
        if kind < 8:
            return chance.choice((None, True, False, 0, -1, 1, 3.5, 10**30, float("nan"), float("inf"), ""))
        if kind < 10:
            return [self.value(depth + 1) for _ in range(chance.randrange(4))]
        return {self.text(): self.value(depth + 1) for _ in range(chance.randrange(4))}

    def arguments(self, tool: str) -> object:
        chance = self.chance
        if chance.random() < 0.02:
            return self.value()
        schema = next(one.schema for one in TOOLS if one.name == tool)
        known = list(schema["properties"])  # type: ignore[call-overload]
        said: dict[str, object] = {}
        for name in known:
            if chance.random() < (0.75 if name in ("action", "text", "path", "to") else 0.2):
                said[name] = self.argument(name)
        if chance.random() < 0.03:
            said[self.text()] = self.value()
        return said

    def argument(self, name: str) -> object:
        chance = self.chance
        if chance.random() < 0.1:
            return self.value()
        if name == "action":
            return chance.choice(ACTIONS)
        if name == "scope":
            return chance.choice(("project", "global", "all", " PROJECT "))
        if name == "store":
            return chance.choice(("bullets:project", "bullets:global", "cards:project", "records", "topics", "sections", "b",
                                  self.text()))  # fmt: skip
        if name in ("notes", "concepts", "claims", "tags", "supersedes"):
            return [self.text() for _ in range(chance.randrange(4))]
        if name in ("facts", "relations"):
            return {self.text(): self.value(2) for _ in range(chance.randrange(4))}
        if name == "operations":
            some = ("action", "text", "to", "by", "keyword", "file")
            return [
                {each: self.argument(each) for each in some if chance.random() < 0.6}
                for _ in range(chance.randrange(4))
            ]
        return self.text()


def leaks(said: str) -> Iterator[str]:
    """Secrets that a text shows."""
    return (secret for secret in SECRETS if secret in said)


def run(user: User, count: int, seed: int = 0) -> tuple[int, int]:
    """So many calls; gives how many were answered and how many declined. Raises on whatever must not be."""
    prepare(user)
    calls, before = Calls(seed), elsewhere(user)
    done = declined = 0
    stores = {path: path.read_bytes() for folder in inside(user)[:4] for path in folder.rglob("*.md") if regular(path)}
    for number in range(count):
        if number % 500 == 0:  # notes are forgotten on the way: begin anew, so that there is something to attack
            for path, data in stores.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        tool = calls.chance.choices(TOOLS, WEIGHTS)[0].name if calls.chance.random() < 0.98 else calls.text()
        arguments = calls.arguments(tool) if any(one.name == tool for one in TOOLS) else calls.value()
        answer = call(user.place(), tool, arguments)
        said = answer.text + json.dumps(answer.data, ensure_ascii=False, allow_nan=False)
        assert not list(leaks(said)), (number, tool, arguments)
        said.encode()
        declined, done = declined + answer.failed, done + (not answer.failed)
        if number % 100 == 0:
            attack_resources(user, calls)
            assert elsewhere(user) == before, (number, tool, arguments)
    assert elsewhere(user) == before
    assert (user.top / "outside/canary").read_text() == "untouched"
    assert sorted(os.listdir(user.top / "outside")) == ["canary"]
    return done, declined


def regular(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and "linked" not in path.parts


def attack_resources(user: User, calls: Calls) -> None:
    """Addresses and prompts, those that there are and those that there are not."""
    place = user.place()
    for uri in [
        *(one.uri for one in resources(place)),
        f"memory://cards/{calls.text()}",
        f"memory://injection/{calls.text()}",
    ]:
        try:
            said = read_resource(place, uri)
        except Declined as why:
            said = why.reason
        assert not list(leaks(said)), uri
    for one in PROMPTS:
        try:
            said = prompt(place, one.name, {"focus": calls.text()})
        except Declined as why:
            said = why.reason
        assert not list(leaks(said)), one.name


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        ann = User(Path(folder).resolve())
        (ann.project / ".git").mkdir(parents=True)
        ann.home.mkdir()
        answered, refused = run(ann.trusts(), int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
        print(f"{answered} answered, {refused} declined")
