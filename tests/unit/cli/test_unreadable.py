"""What may not be looked into, and links under names of memory files: told, and never passed over in silence."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from .person import Person


@contextmanager
def shut(folder: Path) -> Iterator[None]:
    """A folder that nobody may look into."""
    folder.chmod(0)
    try:
        yield
    finally:
        folder.chmod(0o755)


def found(person: Person, *paths: str) -> list[tuple[str, str, str]]:
    ran = person.run("check", *paths, "--output-format", "json")
    return [(one["path"], one["rule"], one["message"]) for one in ran.json["findings"]]


DENIED = "this file cannot be read: permission denied"


@pytest.mark.usefixtures("everyday")
@pytest.mark.parametrize("paths", [(), (".",), (".pi",)], ids=["in reach", "walked", "named"])
def test_a_shut_folder_of_an_agent_does_not_pass(person: Person, paths: tuple[str, ...]) -> None:
    store = person.keeps("Use pnpm")
    with shut(store.parent):
        assert found(person, *paths) == [(".pi/memory.md", "unreadable", DENIED)]
        assert person.run("check", *paths).code == 1
    assert found(person, *paths) == []


@pytest.mark.usefixtures("everyday")
@pytest.mark.parametrize("paths", [(), (".",)], ids=["in reach", "walked"])
@pytest.mark.parametrize("name", [".claude", ".claude/memory"])
def test_so_does_none_of_an_agent_that_keeps_topics(person: Person, paths: tuple[str, ...], name: str) -> None:
    folder = person.project / ".claude" / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [A](a.md): one\n")
    with shut(person.project / name):
        assert found(person, *paths) == [(".claude/memory/MEMORY.md", "unreadable", DENIED)]
        assert "cannot be read: permission denied" in person.run("list").out


@pytest.mark.usefixtures("everyday")
def test_a_file_that_is_named_in_a_shut_folder_is_not_called_missing(person: Person) -> None:
    store = person.keeps("Use pnpm")
    with shut(store.parent):
        for command in ("check", "fix"):
            ran = person.run(command, ".pi/memory.md")
            assert (ran.code, ran.err) == (2, "memory-ls: .pi/memory.md cannot be read: permission denied\n")


@pytest.mark.usefixtures("everyday")
def test_another_shut_folder_is_named_and_fails_only_where_it_was_asked_for(person: Person) -> None:
    person.keeps("Use pnpm")
    (person.project / "private").mkdir()
    with shut(person.project / "private"):
        ran = person.run("check", ".")
        assert (ran.code, ran.out) == (0, "1 note in 1 store: nothing found\n")
        assert ran.err == "memory-ls: private cannot be read: permission denied; nothing in it is checked\n"
        assert person.run("check", "private").code == 2


@pytest.mark.usefixtures("everyday")
def test_of_a_home_folder_that_is_somebody_elses_nothing_is_said(person: Person) -> None:
    person.keeps("Use pnpm")
    with shut(person.home):
        ran = person.run("check")
        assert (ran.code, ran.out) == (0, "1 note in 1 store: nothing found\n")


@pytest.mark.parametrize("name", ["memory.md", "MEMORY.md"])
@pytest.mark.parametrize("target", ["../memory.md", "/etc/passwd", "nowhere"])
def test_a_link_under_a_name_of_memory_is_told_alike_walked_and_named(person: Person, name: str, target: str) -> None:
    (person.project / "memory.md").write_text("- Use pnpm\n")
    (person.project / "e").mkdir()
    (person.project / "e" / name).symlink_to(target)
    walked, named = found(person, "e"), found(person, f"e/{name}")
    assert walked == named
    assert [(path, rule) for path, rule, _ in walked] == [(f"e/{name}", "unreadable")]
    assert person.run("check", ".").code == 1


def test_a_link_under_another_name_or_that_is_ignored_is_passed_over(person: Person) -> None:
    (person.project / ".gitignore").write_text("ignored/\n")
    person.keeps("Use pnpm")
    for folder, name in (("e", "notes.md"), ("e", "GEMINI.md"), ("ignored", "memory.md")):
        (person.project / folder).mkdir(exist_ok=True)
        os.symlink("/etc/passwd", person.project / folder / name)
    ran = person.run("check", ".")
    assert (ran.code, ran.out) == (0, "1 note in 1 store: nothing found\n")


def test_every_topic_of_a_large_store_is_listed_counted_and_checked(person: Person) -> None:
    folder = person.project / ".claude" / "memory"
    folder.mkdir(parents=True)
    many = 1201
    (folder / "MEMORY.md").write_text("".join(f"- [T{one}](t{one:04}.md): about {one}\n" for one in range(many - 1)))
    for one in range(many - 1):
        (folder / f"t{one:04}.md").write_text(f"---\nname: t{one:04}\ndescription: about {one}\n---\n\nNote {one}.\n")
    (store,) = person.run("list", "--store", "topics", "--json").json["stores"]
    assert (len(store["notes"]), store["cut"]) == (many - 1, "")
    assert f"{many} files" in person.run("paths").out


def test_a_store_with_more_files_than_are_read_says_so(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = person.project / ".claude" / "memory"
    folder.mkdir(parents=True)
    for one in range(5):
        (folder / f"t{one}.md").write_text(f"---\nname: t{one}\ndescription: about {one}\n---\n\nNote {one}.\n")
    monkeypatch.setattr("memory_ls.stores.folders.FILES_AT_MOST", 3)
    said = "there are 3 files or more, the first 3 are read"
    assert said in person.run("list", "--store", "topics").out
    assert said in person.run("paths").out
    assert said in person.run("doctor").out
    assert said in person.run("check").err


@pytest.mark.usefixtures("everyday")
@pytest.mark.parametrize("paths", [(), (".",)], ids=["in reach", "walked"])
def test_nor_does_a_shut_folder_inside_a_store(person: Person, paths: tuple[str, ...]) -> None:
    folder = person.project / ".claude" / "memory"
    (folder / "sub").mkdir(parents=True)
    (folder / "MEMORY.md").write_text("")
    with shut(folder / "sub"):
        assert found(person, *paths) == [(".claude/memory/sub/MEMORY.md", "unreadable", DENIED)]


@pytest.mark.usefixtures("everyday")
def test_a_folder_that_can_be_entered_but_not_listed_is_shut_too(person: Person) -> None:
    store = person.keeps("Use pnpm")
    store.parent.chmod(0o311)
    try:
        for paths in ((), (".",)):
            assert found(person, *paths) == [(".pi/memory.md", "unreadable", DENIED)]
    finally:
        store.parent.chmod(0o755)
