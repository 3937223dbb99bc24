from __future__ import annotations

from collections.abc import Callable

import pytest

from .person import Person, github_token

Answers = Callable[..., list[str]]


def test_a_fix_shows_its_diff_and_is_applied_after_a_yes(person: Person, answers: Answers) -> None:
    store = person.keeps("Use pnpm", "Other", "use pnpm.")
    asked = answers("y")
    ran = person.run("fix", ".pi/memory.md")
    assert ran.code == 0
    assert "-- use pnpm." in ran.out.splitlines()
    assert asked == ["Remove this copy? [y/N] "]
    assert store.read_text() == "- Use pnpm\n- Other\n"


def test_a_no_leaves_the_file_alone_and_goes_on_to_the_next_fix(person: Person, answers: Answers) -> None:
    store = person.keeps("Use pnpm", "use pnpm.", "to\u200bken")
    asked = answers("n", "y")
    assert person.run("fix", ".pi/memory.md").code == 0
    assert len(asked) == 2
    assert store.read_text() == "- Use pnpm\n- use pnpm.\n- token\n"


def test_without_a_terminal_nothing_is_written(person: Person) -> None:
    store = person.keeps("Use pnpm", "use pnpm.")
    ran = person.shell("fix", ".pi/memory.md")
    assert ran.code == 2
    assert "--yes" in ran.err
    assert "-- use pnpm." in ran.out
    assert store.read_text() == "- Use pnpm\n- use pnpm.\n"


def test_yes_applies_every_preferred_fix(person: Person) -> None:
    store = person.keeps("Use pnpm", "use pnpm.", "USE PNPM", "to\u200bken", "Other")
    assert person.shell("fix", ".pi/memory.md", "--yes").code == 0
    assert store.read_text() == "- Use pnpm\n- token\n- Other\n"
    assert person.shell("fix", ".pi/memory.md", "--yes").out == "nothing to fix\n"


def test_a_row_and_a_rule_narrow_what_is_fixed(person: Person) -> None:
    store = person.keeps("Use pnpm", "use pnpm.", "to\u200bken", "use pnpm!")
    assert person.run("fix", ".pi/memory.md:2", "--yes").code == 0
    assert store.read_text() == "- Use pnpm\n- to\u200bken\n- use pnpm!\n"
    assert person.run("fix", ".pi/memory.md", "--rule", "invisible-character", "--yes").code == 0
    assert store.read_text() == "- Use pnpm\n- token\n- use pnpm!\n"


def test_a_copy_in_both_scopes_loses_only_the_named_files_one(person: Person) -> None:
    store, everywhere = person.keeps("Use pnpm", "Other"), person.keeps("Use pnpm", everywhere=True)
    assert person.run("fix", str(store), "--yes").code == 0
    assert (store.read_text(), everywhere.read_text()) == ("- Other\n", "- Use pnpm\n")


def test_another_fix_is_chosen_by_its_title(person: Person) -> None:
    store, everywhere = person.keeps("Use pnpm", "Other"), person.keeps("Use pnpm", everywhere=True)
    assert person.run("fix", str(store), "--title", "Move to global memory", "--yes").code == 0
    assert (store.read_text(), everywhere.read_text()) == ("- Other\n", "- Use pnpm\n")


def test_a_conflict_offers_its_sides_and_keeps_the_chosen_one(person: Person) -> None:
    store = person.keeps("Before")
    store.write_text("- Before\n<<<<<<< ours\n- Port 80\n=======\n- Port 81\n>>>>>>> theirs\n- After\n")
    offered = person.run("fix", ".pi/memory.md", "--yes").out
    assert "Keep ours" in offered
    assert "Keep theirs" in offered
    assert person.run("fix", ".pi/memory.md", "--title", "Keep theirs", "--yes").code == 0
    assert store.read_text() == "- Before\n- Port 81\n- After\n"


def test_redacting_shows_no_value_and_says_what_is_still_to_do(person: Person) -> None:
    token = github_token()
    store = person.keeps(f"Deploy with {token} please")
    ran = person.run("fix", ".pi/memory.md", "--yes")
    assert token not in ran.out
    assert "Rotate it" in ran.out
    assert store.read_text() == "- Deploy with [redacted GitHub token] please\n"


def test_all_changes_only_what_cannot_lose_meaning(person: Person) -> None:
    store = person.keeps("Use pnpm", "Use pnpm", "use pnpm.", "to\u200bken")
    everywhere = person.keeps("Use pnpm", everywhere=True)
    assert person.run("fix", "--all", "--yes").code == 0
    assert store.read_text() == "- Use pnpm\n- use pnpm.\n- token\n"
    assert everywhere.read_text() == "- Use pnpm\n"


def test_a_fix_keeps_every_byte_that_it_does_not_mean(person: Person) -> None:
    store = person.keeps("Use pnpm")
    store.write_bytes(b"\xef\xbb\xbf# Head  \r\n- Use pnpm\r\n\r\n- use pnpm.\r\n* last, no newline")
    assert person.run("fix", ".pi/memory.md", "--yes").code == 0
    assert store.read_bytes() == b"\xef\xbb\xbf# Head  \r\n- Use pnpm\r\n\r\n* last, no newline"


@pytest.mark.parametrize("name", [".pi/memory.md", ".pi/memory.md:1"])
def test_nothing_to_fix_is_said(person: Person, name: str) -> None:
    person.keeps("Use pnpm")
    ran = person.run("fix", name)
    assert (ran.code, ran.out) == (0, "nothing to fix\n")


def test_a_copy_that_was_left_alone_does_not_hide_the_next_one(person: Person, answers: Answers) -> None:
    store = person.keeps("Use pnpm", "use pnpm.", "USE PNPM")
    asked = answers("n", "y")
    assert person.run("fix", ".pi/memory.md").code == 0
    assert len(asked) == 2
    assert store.read_text() == "- Use pnpm\n- use pnpm.\n"


@pytest.mark.parametrize("place", [".pi/memory.md", ".pi/memory.md:2"])
def test_a_title_that_no_fix_has_is_wrong_use(person: Person, place: str) -> None:
    store = person.keeps("Use pnpm", "use pnpm.")
    for more in ((), ("--yes",)):
        ran = person.run("fix", place, "--title", "Nope", *more)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == "memory-ls: there is no fix called Nope here; there are: Remove this copy\n"
    assert store.read_text() == "- Use pnpm\n- use pnpm.\n"


@pytest.mark.parametrize("row", [3, 99])
def test_a_row_that_is_not_there_is_wrong_use(person: Person, row: int) -> None:
    person.keeps("Use pnpm", "use pnpm.")
    ran = person.run("fix", f".pi/memory.md:{row}", "--yes")
    assert (ran.code, ran.err) == (2, f"memory-ls: there is no row {row} in .pi/memory.md\n")
