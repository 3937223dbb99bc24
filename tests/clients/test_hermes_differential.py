"""The same calls to hermes-agent's own memory tool and to ours leave the same files, but for what is listed here."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from test_hermes import Hermes

from memory_ls.agent.answer import Answer
from memory_ls.agent.place import Place
from memory_ls.agent.tools import call
from memory_ls.stores.places import Environment

FILES = {"memory": "MEMORY.md", "user": "USER.md"}
STEPS = 120
WORDS = {
    "memory": (
        "rsync",
        "staging",
        "порт",
        "東京",
        "tests",
        "Tests",
        "§sign",
        "🧪flask",
        "- dash",
        "café",
        "lint;",
        '"quoted"',
    ),
    "user": ("tea", "Tea", "Anna", "Имя", "short", "дом", "night", "🐈cat", "# hash", "naïve", "cycles", "(once)"),
}
"""No word of one file is part of a word of the other: ours looks in both for a note that it is to change."""


class Ours:
    """Our tool with a home of its own, in which hermes-agent's folder lies."""

    def __init__(self, top: Path) -> None:
        self.folder = top / "home" / ".hermes" / "memories"
        self.folder.mkdir(parents=True)
        project = top / "app"
        (project / ".git").mkdir(parents=True)
        home = str(top / "home")
        self.place = Place.at(Environment(home, {}, str(project), f"{top}/state", f"{top}/config"), str(project))

    def call(self, said: Mapping[str, str]) -> Answer:
        """A call of hermes-agent's tool, in the words of ours."""
        arguments = {"store": "sections:hermes"}
        if said["action"] == "add":
            arguments |= {"action": "add", "text": said["content"], "file": FILES[said["target"]]}
        elif said["action"] == "replace":
            arguments |= {"action": "update", "text": said["old_text"], "to": said["content"]}
        else:
            arguments |= {"action": "forget", "text": said["old_text"]}
        return call(self.place, "memory", arguments)

    def entries(self, target: str) -> list[str]:
        text = contents(self.folder)[FILES[target]].decode()
        return text.split("\n§\n") if text else []


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES.values()}


@pytest.fixture
def hermes(hermes_python: Path, tmp_path: Path) -> Hermes:
    return Hermes(hermes_python, tmp_path / "hermes")


@pytest.fixture
def ours(tmp_path: Path) -> Ours:
    return Ours(tmp_path / "ours")


def start(hermes: Hermes, ours: Ours, memory: str = "", user: str = "") -> None:
    for folder in (hermes.folder, ours.folder):
        (folder / "MEMORY.md").write_bytes(memory.encode())
        (folder / "USER.md").write_bytes(user.encode())


def made_up(chance: random.Random, target: str) -> str:
    """A note of two words or more, so that one word is never a whole note; some are long, some have several rows."""
    count = chance.choice((2, 3, 5, 8, 60))
    words = [chance.choice(WORDS[target]) for _ in range(count)]
    joints = [chance.choice((" ", " ", " ", "\n", "\n\n")) for _ in words]
    text = "".join(f"{word}{joint}" for word, joint in zip(words, joints, strict=True)).strip()
    return f"{chance.choice(('', '', '  '))}{text} {chance.randrange(10_000)}{chance.choice(('', '', chr(10)))}"


def next_call(chance: random.Random, target: str, entries: Sequence[str]) -> dict[str, str]:
    """A call on the notes as they are: mostly one that can be done, else for a note that is there already, for none,
    for several, for a blank text or one that is too long."""
    action = chance.choice(("add", "add", "replace", "remove"))
    call = {"action": action, "target": target}
    if action != "remove":
        call["content"] = made_up(chance, target)
        if chance.random() < 0.05:
            call["content"] = chance.choice((" \n ", "x" * 3000))
    if action == "add":
        if entries and chance.random() < 0.15:
            call["content"] = chance.choice(entries)
        return call
    kind = chance.random()
    old = chance.choice(WORDS[target])
    if entries and kind < 0.6:
        entry = chance.choice(entries)
        old = entry if kind < 0.3 else entry.rsplit(" ", 1)[1]
        if sum(old in one for one in entries) > 1:  # listed below: ours takes the note that is exactly so
            old = chance.choice(WORDS[target])
    elif kind > 0.9:
        old = "nowhere"
    return {**call, "old_text": old}


@pytest.mark.parametrize("seed", range(3))
def test_the_same_random_calls_leave_the_same_files(hermes: Hermes, ours: Ours, seed: int) -> None:
    chance = random.Random(seed)
    start(hermes, ours)
    calls, said, held = [], [], []
    for _ in range(STEPS):
        target = chance.choice(tuple(FILES))
        calls.append(next_call(chance, target, ours.entries(target)))
        said.append(ours.call(calls[-1]))
        held.append({one: ours.entries(one) for one in FILES})
    answers = hermes.call(*(one for call in calls for one in (call, {"action": "entries"})))
    for number, (done, theirs, text) in enumerate(zip(calls, answers[::2], said, strict=True)):
        assert bool(theirs["success"]) is not text.failed, (number, done, theirs, text.text)
        assert answers[number * 2 + 1] == held[number], (number, done)
    assert contents(hermes.folder) == contents(ours.folder)
    assert {text.failed for text in said} == {True, False}
    assert not list(hermes.folder.glob("*.bak.*"))


@dataclass(frozen=True)
class Difference:
    """What ours does otherwise on purpose: a call on MEMORY.md, whether each takes it, and what each leaves there."""

    why: str
    before: str
    call: Mapping[str, str]
    theirs: tuple[bool, str]
    ours: tuple[bool, str]
    user: str = ""


DIFFERENCES = (
    Difference(
        "a note named by its whole text is meant, also where another one holds that text",
        "tea\n§\ngreen tea",
        {"action": "remove", "old_text": "tea"},
        (False, "tea\n§\ngreen tea"),
        (True, "green tea"),
    ),
    Difference(
        "a note that differs in blanks alone is there already",
        "green tea",
        {"action": "add", "content": "green  tea"},
        (True, "green tea\n§\ngreen  tea"),
        (True, "green tea"),
    ),
    Difference(
        "a row that is a separator would cut the note in two, so it is left out",
        "one",
        {"action": "add", "content": "two\n§\nthree"},
        (True, "one\n§\ntwo\n§\nthree"),
        (True, "one\n§\ntwo\nthree"),
    ),
    Difference(
        "a note's rows end as those of its file do",
        "one",
        {"action": "add", "content": "two\r\nrows"},
        (True, "one\n§\ntwo\r\nrows"),
        (True, "one\n§\ntwo\nrows"),
    ),
    Difference(
        "a newline that a person left at the end stays",
        "one\n§\ntwo\n",
        {"action": "remove", "old_text": "two"},
        (True, "one"),
        (True, "one\n"),
    ),
    Difference(
        "a note is looked for in both files, and one that is only in the other one is found",
        "one",
        {"action": "remove", "old_text": "Ann"},
        (False, "one"),
        (True, "one"),
        user="Ann",
    ),
    Difference(
        "a file that was edited by hand can be changed, and its other notes stay as they are",
        "one \n§\ntwo",
        {"action": "replace", "old_text": "two", "content": "three"},
        (False, "one \n§\ntwo"),
        (True, "one \n§\nthree"),
    ),
    Difference(
        "a copy made by hand stays until somebody removes it",
        "one\n§\none\n§\ntwo",
        {"action": "add", "content": "three"},
        (True, "one\n§\ntwo\n§\nthree"),
        (True, "one\n§\none\n§\ntwo\n§\nthree"),
    ),
    Difference(
        "a file that is over its limit may be made shorter step by step",
        "x" * 1500 + "\n§\n" + "y" * 1500,
        {"action": "replace", "old_text": "x", "content": "z" * 1000},
        (False, "x" * 1500 + "\n§\n" + "y" * 1500),
        (True, "z" * 1000 + "\n§\n" + "y" * 1500),
    ),
)


@pytest.mark.parametrize("one", DIFFERENCES, ids=lambda one: str(one.why))
def test_a_known_difference_is_still_one(hermes: Hermes, ours: Ours, one: Difference) -> None:
    start(hermes, ours, one.before, one.user)
    said = {**one.call, "target": "memory"}
    (answer,) = hermes.call(said)
    assert (bool(answer["success"]), contents(hermes.folder)["MEMORY.md"].decode()) == one.theirs
    told = ours.call(said)
    assert (not told.failed, contents(ours.folder)["MEMORY.md"].decode()) == one.ours, told.text


def test_what_looks_like_a_token_is_declined_by_ours_alone(hermes: Hermes, ours: Ours) -> None:
    start(hermes, ours)
    token = "".join(("gh", "p_", "R7tK2mQ9xW4bN8vC1zL5", "jH3gF6dS0aPqYeUi"))
    said = {"action": "add", "target": "memory", "content": f"The deploy job uses {token}"}
    assert hermes.call(said)[0]["success"]
    answer = ours.call(said)
    assert answer.failed
    assert token not in f"{answer.text}{answer.data}"
    assert ours.entries("memory") == []
