"""`memory-ls trust`: only a person says it, after seeing what a project brings along."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .person import Person

Answers = Callable[..., list[str]]
LEFT_OUT = ".pi/memory.md is left out: the project is not trusted (ask the user to run `memory-ls trust .`)"


def test_trusting_a_project_first_shows_its_notes_and_what_the_rules_say(person: Person) -> None:
    person.keeps("Use pnpm", "use pnpm.")
    rows = person.run("trust", ".", "--yes").out.splitlines()
    assert rows[0] == "2 notes of this project would be given to its agents:"
    assert "Use pnpm" in rows[1]
    assert any("duplicate: says the same as" in row for row in rows)
    assert rows[-1].startswith("trusted: ")


@pytest.mark.parametrize("notes", [("Use pnpm",), ()], ids=["with notes", "without"])
def test_where_nobody_can_be_asked_nothing_is_trusted(person: Person, notes: tuple[str, ...]) -> None:
    if notes:
        person.keeps(*notes)
    ran = person.shell("trust", ".")
    assert (ran.code, ran.err) == (2, "memory-ls: nobody can be asked here; say --yes to do it without a question\n")
    assert person.run("trust", "--list").out == "no folder is trusted\n"


@pytest.mark.parametrize(("answer", "trusted"), [("y", 1), ("n", 0)])
def test_a_person_is_asked(person: Person, answers: Answers, answer: str, trusted: int) -> None:
    person.keeps("Use pnpm")
    asked = answers(answer)
    assert person.run("trust", ".").code == 0
    assert asked == [f"Trust {person.project.resolve()}? [y/N] "]
    assert len(person.run("trust", "--list", "--json").json["trusted"]) == trusted


@pytest.mark.parametrize("command", [("add", "Use pnpm"), ("compact", "project")], ids=lambda words: words[0])
def test_who_is_refused_is_told_to_ask_the_user(person: Person, command: tuple[str, ...]) -> None:
    folder = person.project / ".pi" / "agent" / "memory-auto"
    folder.mkdir(parents=True)
    (folder / "notes.md").write_text("Use pnpm.\n#pnpm\n")
    assert "; ask the user to run `memory-ls trust .` in it\n" in person.run(*command).err


def test_a_note_that_no_agent_is_given_is_not_announced(person: Person) -> None:
    (person.project / "elsewhere").mkdir()
    (person.project / "elsewhere" / "memory.md").write_text("- Use pnpm\n")
    (person.project / ".pi").symlink_to("elsewhere")
    out = person.run("trust", ".", "--yes").out
    assert "would be given" not in out
    assert "Use pnpm" not in out
    assert "unreadable" in out


def test_doctor_preview_and_recall_agree_on_what_an_untrusted_project_adds(person: Person) -> None:
    person.keeps("Use pnpm", "Port 80")
    person.keeps("Be brief", "Answer in English", everywhere=True)
    doctor = person.run("doctor").out
    assert "\n2 of 2 notes, " in doctor
    assert LEFT_OUT in doctor
    preview = person.run("preview").out
    assert preview.startswith(f"{LEFT_OUT}\n2 of 2 notes, ")
    assert LEFT_OUT in person.run("recall", "which port is used here").out
    assert person.run("doctor", "--json").json["views"][0]["budget"]["untrusted"] == [".pi/memory.md"]
    person.run("trust", ".", "--yes")
    for command in (("doctor",), ("preview",), ("recall", "which port is used here")):
        assert "left out" not in person.run(*command).out
    assert "\n4 of 4 notes, " in person.run("doctor").out


def test_a_store_that_is_not_there_is_not_left_out(person: Person) -> None:
    person.keeps("Be brief", everywhere=True)
    for command in (("doctor",), ("preview",), ("recall", "which port is used here")):
        assert "left out" not in person.run(*command).out


def test_a_pause_is_told_once(person: Person) -> None:
    folder = person.home / "agent" / "memory-auto"
    folder.mkdir(parents=True)
    (folder / "notes.md").write_text("Use pnpm.\n#pnpm\n")
    person.run("pause")
    out = person.run("doctor").out
    assert out.count("## What the agent is given") > 1
    assert out.count("Paused until") == 1
    assert out.index("Paused until") < out.index("## Stores")
    said = person.run("doctor", "--json").json
    assert said["paused"] == [""]
    assert all("paused" not in view for view in said["views"])
