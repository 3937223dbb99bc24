"""`memory-ls recall` and `memory-ls pause`."""

from __future__ import annotations

import io
import json

import pytest

from .person import Person, Ran, github_token


def hook(person: Person, monkeypatch: pytest.MonkeyPatch, event: str, **said: str) -> Ran:
    """A host runs us, as Claude Code does."""
    payload = {"session_id": "s", "cwd": str(person.project), **said}
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(payload).encode())))
    return person.run("hook", event, "--host", "claude")


def test_the_notes_that_a_prompt_is_about_are_shown_under_their_path(person: Person) -> None:
    store = person.keeps("The staging port is 3000", "Use pnpm", everywhere=True)
    ran = person.run("recall", "which", "port", "does", "staging", "use")
    assert ran.out == f"{store}:1:\nThe staging port is 3000\n"
    (note,) = person.run("recall", "--json", "which port does staging use").json["notes"]
    assert (note["path"], note["line"], note["text"]) == (str(store), 1, "The staging port is 3000")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("port", "a single word recalls nothing"),
        ("new port", "it would share two of these words, or have one as its name or keyword: new, port"),
        ("make port", "only port says what it is about"),
        ("can you help me", "none of these words says what it is about"),
    ],
)
def test_why_nothing_is_recalled_is_said(person: Person, query: str, said: str) -> None:
    person.keeps("The staging port is 3000", everywhere=True)
    ran = person.run("recall", query)
    assert ran.code == 0
    assert said in ran.out
    assert person.run("recall", "--json", query).json["notes"] == []


def test_a_keyword_leads_to_its_notes(person: Person) -> None:
    folder = person.home / "agent" / "memory-auto"
    folder.mkdir(parents=True)
    (folder / "notes.md").write_text("The staging port is 3000.\n#port\n\nDeploy with rsync.\n#deploy\n")
    assert "Deploy with rsync." in person.run("recall", "#deploy").out
    assert "#elsewhere" in person.run("recall", "#elsewhere").out


def test_an_untrusted_project_and_flagged_notes_are_not_recalled(person: Person) -> None:
    token = github_token()
    person.keeps("The staging port is 3000")
    person.keeps(f"The staging token is {token}, port 1", everywhere=True)
    assert person.run("recall", "which port does staging use").out == (
        ".pi/memory.md is left out: the project is not trusted (ask the user to run `memory-ls trust .`)\n"
        "no note is about that; it would share two of these words, or have one as its name or keyword: port, staging\n"
    )
    assert person.run("recall", "--json", "which port does staging use").json["untrusted"] == [".pi/memory.md"]
    assert person.run("trust", ".", "--yes").code == 0
    said = person.run("recall", "which port does staging use").out
    assert "3000" in said
    assert token not in said


def test_what_was_given_last_can_be_shown(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "was given anything" in person.run("recall", "--last").out
    assert person.run("recall", "--last", "--json").json["last"] is None
    person.keeps("Use pnpm", everywhere=True)
    given = hook(person, monkeypatch, "session-start").json["hookSpecificOutput"]["additionalContext"]
    last = person.run("recall", "--last", "--json").json["last"]
    assert (last["event"], last["text"]) == ("session-start", given)
    assert person.run("recall", "--last").out.endswith(f"{given}\n")


def test_without_a_query_it_says_what_to_do(person: Person) -> None:
    ran = person.run("recall")
    assert ran.code == 2
    assert "--last" in ran.err


def test_a_pause_lasts_until_the_next_session_starts_and_doctor_tells_of_it(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.keeps("The staging port is 3000", everywhere=True)
    asking = {"prompt": "which port does staging use"}
    assert "3000" in hook(person, monkeypatch, "prompt", **asking).out
    assert person.run("pause").code == 0
    assert "Paused until the next session starts" in person.run("doctor").out
    assert hook(person, monkeypatch, "prompt", **asking, session_id="other").out == ""
    assert "3000" in hook(person, monkeypatch, "session-start", source="startup").out
    assert "Paused" not in person.run("doctor").out


def test_one_session_can_be_paused_and_the_pause_ended(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    person.keeps("The staging port is 3000", everywhere=True)
    asking = {"prompt": "which port does staging use"}
    person.run("pause", "--session", "s")
    assert "session `s`" in person.run("doctor").out
    assert hook(person, monkeypatch, "prompt", **asking).out == ""
    assert "3000" in hook(person, monkeypatch, "prompt", **{**asking, "session_id": "t"}).out
    assert person.run("pause", "--end").out == "notes are given again\n"
    assert person.run("pause", "--end").out == "it was not paused\n"
    assert "3000" in hook(person, monkeypatch, "prompt", **asking).out


def test_an_empty_session_pauses_nothing(person: Person) -> None:
    refused = person.run("pause", "--session", "")
    assert (refused.code, "the id of the session is empty" in refused.err) == (2, True)
    assert "Paused" not in person.run("doctor").out
