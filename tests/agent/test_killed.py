"""A writer of several files that is killed at any moment: no note is missing everywhere, nothing living points at
nothing, and the next writer does not wait."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

import pytest
from prefixes import complaints

from memory_ls import cli
from memory_ls.stores.locking import locked

from .killing import dies_at
from .stores_of_all import lay, stores, temporary, there
from .user import User

Does = Callable[[User], object]


def asked(tool: str, **arguments: object) -> Does:
    def does(user: User) -> None:
        answer = user.call(tool, **arguments)
        assert not answer.failed, answer.text

    return does


def typed(*command: str) -> Does:
    def does(user: User) -> None:
        variables = user.variables
        os.environ.clear()
        os.environ.update(variables)
        os.chdir(user.project)
        assert cli.main([one.replace("TOP", str(user.top)) for one in command]) == 0

    return does


OF_TOPICS, OF_RECORDS = {"store": "topics"}, {"store": "records"}
CHANGES: dict[str, Does] = {
    "topics add": asked("memory", action="add", text="Use pnpm here", **OF_TOPICS),
    "topics update": asked("memory", action="update", text="ports", to="about all ports", **OF_TOPICS),
    "topics merge": asked("memory", action="merge", notes=["deploy", "release"], **OF_TOPICS),
    "topics supersede": asked("memory", action="supersede", text="deploy", by="release", **OF_TOPICS),
    "topics supersede by a new one": asked("memory", action="supersede", text="ports", to="Ports begin at 8000", **OF_TOPICS),
    "topics forget": asked("memory", action="forget", text="ports", **OF_TOPICS),
    "topics delete": asked("memory_delete", path="release", **OF_TOPICS),
    "topics clear": typed("clear", "--store", "topics", "--yes"),
    "topics batch": asked("memory", **OF_TOPICS, operations=[
        {"action": "add", "text": "Use pnpm here"}, {"action": "forget", "text": "ports"},
        {"action": "update", "text": "release", "to": "about all releases"}]),
    "records write": asked("memory_write", path="state.new", summary="new", notes="more"),
    "records write over": asked("memory_write", path="state.b", summary="b is new"),
    "records supersede three": asked("memory_write", path="state.new", summary="new", relations={"from": "@state.d"},
                                     supersedes=["@state.a", "@state.b", "@state.c"]),
    "records merge": asked("memory", action="merge", notes=["state.a", "state.b", "state.d"], **OF_RECORDS),
    "records delete": asked("memory_delete", path="state.a"),
    "records clear": typed("clear", "--store", "records", "--yes"),
    "cards merge": asked("memory", action="merge", store="cards:project",
                         notes=["The port is 9000.", "Run the slow ones too."]),
    "cards move": asked("memory", action="move", store="cards:project", text="The port is 9000.", to="global"),
    "cards compact": typed("compact", "project", "--yes"),
    "cards rebuild": typed("rebuild", "project", "--yes"),
    "cards clear": typed("clear", "--store", "cards:project", "--yes"),
    "bullets add": asked("memory", action="add", store="bullets:project", text="new"),
    "bullets move": asked("memory", action="move", store="bullets:project", text="port 9000", to="global"),
    "bullets merge": asked("memory", action="merge", store="bullets:project", to="deploy with make from main only",
                           notes=["deploy with make", "deploy with make from main"]),
    "bullets clear": typed("clear", "project", "--yes"),
    "sections move": asked("memory", action="move", store="sections:hermes", text="has a cat", to="USER.md"),
    "sections supersede": asked("memory", action="supersede", store="sections:hermes", text="likes tea", by="has a cat"),
    "sections clear": typed("clear", "--store", "sections:hermes", "--yes"),
    "convert to topics": typed("convert", ".pi/memory.md", "--to", "topics", "--into", "TOP/app/.claude/memory", "--yes"),
    "convert to records": typed("convert", "topics", "--to", "records", "--into", "TOP/new", "--yes"),
    "convert to cards": typed("convert", "records", "--to", "cards", "--into", "TOP/new", "--yes"),
}  # fmt: skip


def begin(user: User, *, circles: bool = True) -> None:
    for name in ("app", "home", "new", "state/memory-ls/locks", "state/memory-ls/backups"):
        shutil.rmtree(user.top / name, ignore_errors=True)
    (user.project / ".git").mkdir(parents=True)
    user.home.mkdir()
    lay(user, circles=circles)


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_killed_at_any_moment_loses_nothing(ann: User, name: str) -> None:
    circles = not name.endswith("clear")  # of what goes anyway, one must be the first
    begin(ann, circles=circles)
    assert not dies_at(lambda: CHANGES[name](ann), 0)
    known = stores(ann)  # also those that the change makes
    roots = {store.root for store in known}
    then = there(known)
    begin(ann, circles=circles)
    before = there(known)
    moment, killed, wrong = 0, True, []
    while killed:
        moment += 1
        begin(ann, circles=circles)
        killed = dies_at(lambda: CHANGES[name](ann), moment)
        wrong += [f"killed at {moment}: {one}" for one in complaints(before, there(known), then)]
        assert len(list(temporary(ann))) <= killed
        with locked(ann.env, roots, 0.2):  # nobody waits for the dead
            pass
    assert wrong == []
    assert moment > 2
