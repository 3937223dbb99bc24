from __future__ import annotations

import os
import stat
from collections.abc import Callable

import pytest

from .person import Person, github_token

Answers = Callable[..., list[str]]


def everything(person: Person) -> list[str]:
    return sorted(
        os.path.join(at, name) for at, folders, files in os.walk(person.home.parent) for name in (*folders, *files)
    )


@pytest.mark.parametrize("command", ["list", "paths", "preview", "doctor", "check", "explain"])
def test_what_only_reads_creates_nothing(person: Person, command: str) -> None:
    before = everything(person)
    assert person.shell(command).code == 0
    assert everything(person) == before


def test_add_creates_the_users_store_for_the_user_alone(person: Person) -> None:
    assert person.run("add", "Use pnpm", "--scope", "global").code == 0
    assert person.everywhere.read_text().endswith("\n- Use pnpm\n")
    assert stat.S_IMODE(person.everywhere.stat().st_mode) == 0o600


def test_a_project_takes_notes_only_once_it_is_trusted(person: Person) -> None:
    refused = person.run("add", "Use pnpm")
    assert refused.code == 2
    assert "not trusted" in refused.err
    assert "ask the user to run `memory-ls trust .`" in refused.err
    assert not person.store.exists()
    assert person.run("trust", ".", "--yes").code == 0
    assert person.run("add", "Use pnpm").code == 0
    assert person.store.read_text().endswith("- Use pnpm\n")
    assert person.run("trust", "--list").out == f"{person.store.parent.parent.resolve()}\n"
    assert person.run("trust", "--revoke", ".").code == 0
    assert person.run("add", "Use yarn").code == 2


def test_adding_what_is_there_already_changes_nothing(person: Person) -> None:
    store = person.keeps("Use pnpm", everywhere=True)
    ran = person.run("add", "use pnpm.", "--scope", "global")
    assert (ran.code, ran.out) == (0, "global memory already says so; nothing was added\n")
    assert store.read_text() == "- Use pnpm\n"


@pytest.mark.parametrize("text", ["x" * 501, "", "   "], ids=["too long", "empty", "blank"])
def test_a_note_that_the_agent_could_not_keep_is_refused(person: Person, text: str) -> None:
    assert person.run("add", text, "--scope", "global").code == 2
    assert not person.everywhere.exists()


def test_a_note_with_a_secret_is_refused_without_showing_it(person: Person) -> None:
    token = github_token()
    ran = person.run("add", f"the token is {token}", "--scope", "global")
    assert ran.code == 2
    assert "GitHub token" in ran.err
    assert token not in ran.err


def test_update_rewords_every_note_of_that_text(person: Person) -> None:
    store = person.keeps("Use npm", "Other", "Use npm", everywhere=True)
    assert person.run("update", "Use npm", "Use pnpm", "--scope", "global").out.startswith("reworded 2 notes")
    assert store.read_text() == "- Use pnpm\n- Other\n- Use pnpm\n"


def test_forget_takes_a_text_or_an_id(person: Person) -> None:
    store = person.keeps("One thing", "Two things", "Three things", everywhere=True)
    id = person.run("list", "--ids", "--scope", "global").out.splitlines()[2].split()[1]
    assert person.run("forget", id, "--scope", "global").code == 0
    assert person.run("forget", "one thing.", "--scope", "global").code == 0
    assert store.read_text() == "- Three things\n"


def test_a_note_of_the_other_scope_is_pointed_at(person: Person) -> None:
    person.keeps("Use pnpm", everywhere=True)
    person.keeps("Other")
    assert "--scope global" in person.run("forget", "Use pnpm").err


def test_list_shows_rows_and_masks(person: Person) -> None:
    token = github_token()
    person.keeps("Use pnpm", f"token {token}")
    assert person.run("list", "--scope", "project").out.splitlines() == [
        "project memory .pi/memory.md: 2 notes",
        "1  Use pnpm",
        "2  token ‹GitHub token›",
    ]


def test_preview_leaves_an_untrusted_project_out(person: Person) -> None:
    person.keeps("Use pnpm")
    person.keeps("Be brief", everywhere=True)
    assert "Use pnpm" not in person.run("preview").out
    person.run("trust", ".", "--yes")
    out = person.run("preview").out
    assert out.index("Use pnpm") < out.index("Be brief")


def test_clear_asks_and_a_no_changes_nothing(person: Person, answers: Answers) -> None:
    store = person.keeps("Use pnpm", everywhere=True)
    asked = answers("n")
    assert person.run("clear", "global").code == 0
    assert len(asked) == 1
    assert "1 note would go" in asked[0]
    assert store.read_text() == "- Use pnpm\n"


def test_clear_keeps_a_private_backup(person: Person) -> None:
    store = person.keeps("Use pnpm", everywhere=True)
    ran = person.shell("clear", "global", "--yes")
    assert (ran.code, store.read_text()) == (0, "")
    backup = ran.out.splitlines()[-1].removeprefix("backup: ")
    assert stat.S_IMODE(os.stat(backup).st_mode) == 0o600
    with open(backup, encoding="utf-8") as kept:
        assert kept.read() == "- Use pnpm\n"


def test_clear_without_a_terminal_is_refused(person: Person) -> None:
    store = person.keeps("Use pnpm", everywhere=True)
    ran = person.shell("clear", "global")
    assert ran.code == 2
    assert "--yes" in ran.err
    assert store.read_text() == "- Use pnpm\n"


def test_edit_opens_the_store_in_the_persons_editor(person: Person) -> None:
    script = person.home / "editor"
    script.write_text('#!/bin/sh\necho "- $1" > "$2"\n')
    script.chmod(0o755)
    assert person.shell("edit", "--scope", "global", EDITOR=f"{script} typed").code == 0
    assert person.everywhere.read_text() == "- typed\n"


def test_an_editor_that_is_not_there_is_named(person: Person) -> None:
    ran = person.shell("edit", VISUAL="no-such-editor")
    assert (ran.code, ran.err) == (2, "memory-ls: no-such-editor: no such file or directory\n")


def test_doctor_names_places_and_counts_but_no_secret(person: Person) -> None:
    token = github_token()
    person.keeps("Use pnpm", "use pnpm.", f"token {token}", "As of 2020-01-01 the port is 80")
    person.run("trust", ".", "--yes")
    out = person.run("doctor").out
    assert "| project memory | `.pi/memory.md` | 4 | 0 |" in out
    assert "- .pi/memory.md:2 `use pnpm.` and .pi/memory.md:1 `Use pnpm`" in out
    assert "- .pi/memory.md:3: looks like a GitHub token; agents send this file to their model" in out
    assert "4 of 4 notes" in out
    assert token not in out


def test_doctor_names_the_notes_that_do_not_fit(person: Person) -> None:
    person.keeps(*(f"Note number {number} " + f"word{number} " * 50 for number in range(40)))
    person.run("trust", ".", "--yes")
    out = person.run("doctor").out
    assert "of 40 notes" in out
    assert ".pi/memory.md:40 `Note number 39 word39" in out


def test_explain_tells_every_rule_how_to_silence_it(person: Person) -> None:
    rows = person.run("explain").out.splitlines()
    for row in rows:
        code = row.split()[1]
        out = person.run("explain", code).out
        assert out.startswith(f"{code} (")
        assert f'ignore = ["{code}"]' in out
    assert len(rows) >= 16


def test_the_demo_plants_problems_and_says_how_to_look_at_them(person: Person) -> None:
    ran = person.shell("demo", TMPDIR=str(person.home))
    assert ran.code == 0
    for rule in (
        "duplicate",
        "similar",
        "secret",
        "stale",
        "missing-path",
        "invisible-character",
        "elided",
        "too-long",
        "superseded",
    ):
        assert f"[{rule}]" in ran.out
    (folder,) = person.home.glob("memory-ls-demo-*")
    assert f"The store is in {folder}" in ran.out
    assert "nvim " in ran.out
    assert "code " in ran.out
    assert person.shell("check", str(folder)).code == 1
