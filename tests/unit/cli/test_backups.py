"""`memory-ls backups`: what bulk changes took away is listed, put back and, after 30 days, gone."""

from __future__ import annotations

import os
import re
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from .person import Person


def cleared(person: Person) -> Path:
    """A store whose notes were cleared, so that there is a backup of it."""
    store = person.keeps("Use pnpm", "Rebase before merging", everywhere=True)
    assert person.run("clear", "global", "--yes").code == 0
    return store


def backups(person: Person) -> list[Path]:
    return sorted((person.home / "state" / "memory-ls" / "backups").iterdir())


def aged(person: Person, days: float) -> None:
    """Let all backups be older."""
    journal = person.home / "state" / "memory-ls" / "backups.jsonl"
    journal.unlink()
    then = datetime.now() - timedelta(days=days)
    for path in backups(person):
        path.rename(path.with_name(re.sub(r"-\d{8}-\d{6}-", f"-{then:%Y%m%d-%H%M%S}-", path.name)))


def test_there_are_none(person: Person) -> None:
    assert person.run("backups").out == "there are no backups\n"
    assert person.run("backups", "list", "--json").json == {"version": 1, "backups": []}


def test_a_backup_is_listed_with_where_it_came_from(person: Person) -> None:
    store = cleared(person)
    (one,) = person.run("backups", "--json").json["backups"]
    assert (one["from"], one["path"], one["id"]) == (str(store), str(backups(person)[0]), backups(person)[0].name)
    assert one["bytes"] == len("- Use pnpm\n- Rebase before merging\n")
    assert str(store) in person.run("backups").out


def test_what_is_kept_about_backups_is_for_the_user_alone(person: Person) -> None:
    cleared(person)
    files = [path for path in (person.home / "state").rglob("*") if path.is_file()]
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}


def test_a_backup_is_put_back_and_what_it_replaces_is_kept(person: Person) -> None:
    store = cleared(person)
    person.run("add", "Use yarn", "--scope", "global")
    before = store.read_text()
    ran = person.run("backups", "restore", backups(person)[0].name[:20])
    assert ran.code == 0
    assert store.read_text() == "- Use pnpm\n- Rebase before merging\n"
    assert before in [path.read_text() for path in backups(person)]
    again = next(path.name for path in backups(person) if "pnpm" in path.read_text())
    assert "nothing was changed" in person.run("backups", "restore", again).out


def test_a_file_that_was_changed_since_is_left_alone_unless_one_is_sure(person: Person) -> None:
    store = cleared(person)
    store.write_text("- Written later\n")
    later = time.time() + 60
    os.utime(store, (later, later))
    refused = person.run("backups", "restore", backups(person)[0].name)
    assert refused.code == 2
    assert "--yes" in refused.err
    assert store.read_text() == "- Written later\n"
    assert person.run("backups", "restore", backups(person)[0].name, "--yes").code == 0
    assert "- Use pnpm" in store.read_text()


def test_a_file_that_is_gone_comes_back(person: Person) -> None:
    store = cleared(person)
    store.unlink()
    assert person.run("backups", "restore", backups(person)[0].name).code == 0
    assert "- Use pnpm" in store.read_text()


def test_nothing_is_written_behind_a_link(person: Person) -> None:
    store = cleared(person)
    elsewhere = person.home / "elsewhere"
    store.parent.rename(elsewhere)
    store.parent.symlink_to(elsewhere)
    ran = person.run("backups", "restore", backups(person)[0].name)
    assert ran.code == 2
    assert "link" in ran.err
    assert "pnpm" not in (elsewhere / "memory.md").read_text()


@pytest.mark.parametrize("said", [(), ("memory-19",), ("",)], ids=str)
def test_a_backup_must_be_named(person: Person, said: tuple[str, ...]) -> None:
    cleared(person)
    assert person.run("backups", "restore", *said).code == 2


def test_a_backup_of_which_nothing_is_known_is_not_put_anywhere(person: Person) -> None:
    store = cleared(person)
    aged(person, 1)
    ran = person.run("backups", "restore", backups(person)[0].name)
    assert ran.code == 2
    assert str(backups(person)[0]) in ran.err
    assert "pnpm" not in store.read_text()


def test_old_backups_go_by_command_and_when_a_new_one_comes(person: Person) -> None:
    cleared(person)
    aged(person, 29)
    assert person.run("backups", "prune").out == "removed 0 backups older than 30 days\n"
    assert person.run("backups", "prune", "--days", "28").out == "removed 1 backup older than 28 days\n"
    cleared(person)
    old = backups(person)[0].name
    aged(person, 31)
    cleared(person)
    assert old not in [path.name for path in backups(person)]
    assert len(backups(person)) == 1


def test_days_are_a_number(person: Person) -> None:
    assert person.run("backups", "prune", "--days", "-1").code == 2
    assert person.run("backups", "prune", "--days", "many").code == 2


def test_a_backup_that_the_journal_does_not_know_has_the_date_in_its_name(person: Person) -> None:
    cleared(person)
    (person.home / "state" / "memory-ls" / "backups.jsonl").unlink()
    (one,) = backups(person)
    for name, at in (("memory-20200102-030405-0842bd90.md", "2020-01-02T03:04:05"), ("memory.md", "2001-09-09")):
        one = one.rename(one.with_name(name))
        os.utime(one, (1_000_000_000,) * 2)
        assert person.run("backups", "--json").json["backups"][0]["at"].startswith(at)
