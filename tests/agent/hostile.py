"""Hostile and malformed calls: no crash, nothing outside the stores, no secret's value in any answer, no note lost that
no call named, no lock and no temporary file left.

`python -m tests.agent.hostile 100000 [SEED]`, run from the repository; a hundredth as many broken messages go over the
wire to a server that must go on answering.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from memory_ls.agent.answer import Answer, Declined
from memory_ls.agent.notes import listed
from memory_ls.agent.place import Place, files_of
from memory_ls.agent.prompts import PROMPTS, prompt
from memory_ls.agent.resources import read_resource, resources
from memory_ls.agent.tools import BY_NAME, call
from memory_ls.stores.locking import locked

from .hostile_calls import SECRETS, Calls
from .user import User

State = Mapping[str, tuple[int, int, int]]
_SPARING = frozenset({"add", "list", "confirm", "move", "supersede"})
"""Actions of `memory` after which every note is still somewhere."""
_TOLD = 10_000
"""Calls after which the named command says how far it is."""
_ANEW = 500
"""Calls after which the stores begin anew: notes are forgotten on the way, and then there is little to attack."""


def prepare(user: User) -> None:
    """Stores of every format with secrets in them, and traps: links that lead out, pipes, folders in files' places."""
    token, key, stripe = SECRETS
    user.write("outside/canary", "untouched")
    user.write("app/README.md", f"# App\n\n{token}\n")
    user.write("app/.pi/memory.md", f"- a fact\n- the token is {token}\n- tea at five\n")
    user.write("home/.pi/agent/memory.md", "- global fact\n")
    for place in ("app/.pi/agent/memory-auto", "home/.pi/agent/memory-auto"):
        user.write(f"{place}/notes.md", f"Tabs, not spaces.\n#style\n\nKey {key} opens it.\n#port\n")
    folder = "home/.pi/memory-md/projects/app/records"
    user.write(f"{folder}/state.a.md", f'---\nsummary: "{stripe}"\nconcepts:\n  - "x"\n---\n# {stripe}\n')
    user.write(f"{folder}/event.b.md", '---\nsummary: "b"\nsensitive: true\n---\n# b\n')
    user.write(f"{folder}/state.c.md", '---\nsummary: "c"\nsupersededBy: "state.a"\n---\n# c\n')
    slug = "".join(char if char.isalnum() else "-" for char in str(user.project))
    topics = f"home/.claude/projects/{slug}/memory"
    for place in (topics, "app/.claude/memory"):
        user.write(f"{place}/MEMORY.md", f"- [Style](style.md) — {token}\n- [Other](other.md) — other\n")
        user.write(f"{place}/style.md", f"---\nname: style\ndescription: {token}\n---\n\n{key}\n")
        user.write(f"{place}/other.md", "---\nname: other\ndescription: other\n---\n\nSee [[style]].\n")
    user.write("home/.hermes/memories/MEMORY.md", f"likes tea\n§\n{token}\n§\nlikes coffee")
    user.write("home/.hermes/memories/USER.md", "Ann")
    user.write("home/.gemini/GEMINI.md", f"# Me\n\n## Gemini Added Memories\n- likes tea\n- {key}\n")
    user.write("app/.serena/memories/style.md", f"# Style\n\n- {token}\n- tabs\n")
    for place in (folder, topics, "app/.pi/agent/memory-auto"):
        os.symlink(user.top / "outside" / "canary", user.top / place / "link.md")
        os.symlink(user.top / "outside", user.top / place / "linked")
        os.mkfifo(user.top / place / "pipe.md")
        (user.top / place / "folder.md").mkdir()


def folders(user: User) -> tuple[str, ...]:
    """Those that calls may write in: the stores', and our own."""
    own = [user.env.state_dir]
    makeable = user.place()._makeable()  # a first note makes them
    return tuple(sorted({one.store.folder for one in (*user.place().stores().values(), *makeable.values())} | {*own}))


def elsewhere(user: User, allowed: tuple[str, ...]) -> str:
    """A digest of everything outside some folders; of what those hold that are within no other, only that."""
    seen = hashlib.sha256()
    for here, below, files in os.walk(user.top):
        below[:] = [name for name in sorted(below) if os.path.join(here, name) not in allowed]
        for name in sorted(files):
            path = os.path.join(here, name)
            seen.update(path.encode())
            if os.path.isfile(path) and not os.path.islink(path):
                seen.update(Path(path).read_bytes())
    return seen.hexdigest()


def state(allowed: tuple[str, ...]) -> State:
    """Which files lie in the stores, by what a write changes: their inode, size and time. Without the lock files that
    hermes-agent leaves beside its notes, as we do there."""
    found: dict[str, tuple[int, int, int]] = {}
    for top in allowed:
        for here, below, files in os.walk(top):
            below[:] = [name for name in below if not os.path.islink(f"{here}/{name}")]
            for name in files:
                seen = os.lstat(f"{here}/{name}")
                if stat.S_ISREG(seen.st_mode) and not name.endswith(".md.lock"):
                    found[f"{here}/{name}"] = seen.st_ino, seen.st_size, seen.st_mtime_ns
    return found


def notes(place: Place) -> dict[str, str]:
    """All notes by what they say, superseded ones too, with the names that they go by."""
    found: dict[str, str] = {}
    for one in place.stores().values():
        for note in listed(one, files_of(place.workspace(), one), retired=True):
            found[note.fragment.text] = note.fragment.title or note.id
    return found


def leaks(said: str) -> Iterator[str]:
    """Secrets that a text shows."""
    return (secret for secret in SECRETS if secret in said)


class Attack:
    """A user's stores under made-up calls; raises AssertionError on whatever must not be."""

    def __init__(self, user: User, seed: int) -> None:
        prepare(user)
        self.user, self.done, self.declined = user, 0, 0
        self.allowed = folders(user)
        self.before = elsewhere(user, self.allowed)
        self.stores = tuple(one for one in self.allowed if one != user.env.state_dir)
        self.state = state(self.stores)
        self.first = {path: Path(path).read_bytes() for path in self.state}
        self.notes = notes(user.place())
        self.calls = Calls(seed, lambda: [*self.notes, *self.notes.values()], list(user.place().stores()))

    def begin_anew(self) -> None:
        for path in set(self.state) - set(self.first):
            os.unlink(path)
        for path, data in self.first.items():
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_bytes(data)
        self.state, self.notes = state(self.stores), notes(self.user.place())

    def call(self) -> None:
        tool = self.calls.tool()
        arguments = self.calls.arguments(tool)
        answer = call(self.user.place(), tool, arguments)
        said = answer.text + json.dumps(answer.data, ensure_ascii=False, allow_nan=False)
        assert not list(leaks(said)), "a secret is shown"
        said.encode()
        self.done, self.declined = self.done + (not answer.failed), self.declined + answer.failed
        now = state(self.stores)
        if now != self.state:
            self.changed(tool, arguments, answer, now)

    def changed(self, tool: str, arguments: object, answer: Answer, now: State) -> None:
        """Whether that change of the stores is one that the call may make."""
        assert not answer.failed, "a declined call changed something"
        assert not BY_NAME[tool].reads, "a reading tool wrote"
        assert answer.data.get("changed") is True, "changed, but not said so"
        assert not [path for path in now if not path.endswith(".md")], "a file that is no note is left"
        there = notes(self.user.place())
        lost = set(self.notes) - set(there)
        if tool == "memory" and isinstance(arguments, dict) and not arguments.get("operations"):
            action = str(arguments.get("action")).strip().lower()
            assert not lost or action not in _SPARING, f"{action} lost {lost}"
            named = arguments.get("notes")
            most = len(named) if isinstance(named, list) else 0
            assert len(lost) <= max(2, most), f"{action} lost {lost}"
        assert tool != "memory_delete" or len(lost) <= 1, f"a deletion lost {lost}"
        self.state, self.notes = now, there

    def look_around(self) -> None:
        """What is checked now and then, since it takes long."""
        self.attack_resources()
        assert elsewhere(self.user, self.allowed) == self.before, "something outside the stores changed"
        roots = {one.store.root for one in self.user.place().stores().values()}
        with locked(self.user.env, roots, 0.5):
            pass
        for name in ("backups", "locks"):
            for path in Path(self.user.env.state_dir, name).glob("*"):
                assert path.stat().st_mode & 0o077 == 0, f"{path} may be read by others"

    def attack_resources(self) -> None:
        """Addresses and prompts, those that there are and those that there are not."""
        place, calls = self.user.place(), self.calls
        made_up = (f"memory://{name}/{calls.text()}" for name in ("cards", "injection", calls.text()))
        asked = [
            lambda uri=uri: read_resource(place, uri) for uri in (*(one.uri for one in resources(place)), *made_up)
        ]
        asked += [lambda one=one: prompt(place, one.name, {"focus": calls.text()}) for one in PROMPTS]
        for ask in asked:
            try:
                said = ask()
            except Declined as why:
                said = why.reason
            assert not list(leaks(said)), "a secret is shown"
            said.encode()


def shown(value: object) -> str:
    """A call, to be read by whoever looks into what it did."""
    try:
        return repr(value)
    except (ValueError, RecursionError) as error:  # numbers that Python does not write
        return f"({error})"


def run(user: User, count: int, seed: int = 0) -> tuple[int, int]:
    """So many calls; gives how many were answered and how many declined. Raises on whatever must not be."""
    attack = Attack(user, seed)
    for number in range(count):
        if number % _ANEW == 0:
            attack.begin_anew()
        if number and number % _TOLD == 0:
            print(f"{number} calls", file=sys.stderr, flush=True)
        before = attack.calls.chance.getstate()
        try:
            attack.call()
            if number % 100 == 0:
                attack.look_around()
        except Exception as error:
            attack.calls.chance.setstate(before)
            tool = attack.calls.tool()
            made_up = f"{tool} {shown(attack.calls.arguments(tool)):.2000}"
            raise AssertionError(f"{error} at call {number} of seed {seed}: {made_up}") from error
    attack.look_around()
    return attack.done, attack.declined


if __name__ == "__main__":
    import tempfile

    from .hostile_frames import attack_wire

    number, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    with tempfile.TemporaryDirectory() as folder:
        ann = User(Path(folder).resolve())
        (ann.project / ".git").mkdir(parents=True)
        ann.home.mkdir()
        answered, refused = run(ann.trusts(), number, first)
        print(f"{answered} answered, {refused} declined", flush=True)
        print(f"{attack_wire(ann, number // 100, first)} answers to {number // 100} broken messages")
