"""How useful keywords were: counted between sessions, shown by the generated list and by a hint."""

from __future__ import annotations

from pathlib import Path

from .person import Person

NOTES = "Deploy with rsync.\n#deploy\n\nThe port is 3000.\n#port\n\nLogs lie in /var/log/app.\n#logs\n"


def cards(person: Person) -> Path:
    folder = person.everywhere.parent / "memory-auto"
    folder.mkdir(parents=True)
    (folder / "notes.md").write_text(NOTES, encoding="utf-8")
    return folder


def end_sessions(person: Person, count: int) -> None:
    for _ in range(count):
        assert person.shell("hook", "session-end", "--host", "claude").code == 0


def test_the_list_is_made_anew_with_useful_keywords_first(person: Person) -> None:
    folder = cards(person)
    assert "The port is 3000" in person.run("recall", "#port").out

    assert person.run("rebuild", "user", "--yes").code == 0

    rows = (folder / "MEMORY.md").read_text(encoding="utf-8").splitlines()
    assert rows[1:] == ["#port", "#deploy", "#logs"]


def test_what_led_to_a_note_comes_first_in_what_the_next_session_is_given(person: Person) -> None:
    cards(person)
    before = person.run("preview", "--store", "cards:global").out
    person.run("recall", "#port")
    after = person.run("preview", "--store", "cards:global").out
    given = person.shell("hook", "session-start", "--host", "codex").out
    assert before.index("#deploy") < before.index("#port")
    assert after.index("#port") < after.index("#deploy")
    assert given.index("#port") < given.index("#deploy")


def test_a_keyword_that_nobody_looks_up_is_hinted_at_after_ten_sessions(person: Person) -> None:
    folder = cards(person)
    person.run("recall", "#port")
    before = person.run("check", str(folder)).out

    end_sessions(person, 10)
    person.run("recall", "#port")
    after = person.run("check", str(folder)).out

    assert "looked" not in before
    assert "nobody looked #deploy up over ten sessions" in after
    assert "nobody looked #port" not in after


def test_nothing_is_counted_before_anybody_looked_a_keyword_up(person: Person) -> None:
    folder = cards(person)
    end_sessions(person, 11)
    assert "looked" not in person.run("check", str(folder)).out


def test_under_a_keyword_what_was_not_checked_for_long_comes_last(person: Person) -> None:
    folder = cards(person)
    (folder / "notes.md").write_text(
        "The port was 3000.\n#port\n<!-- memory: created 2020-01-01 -->\n\nThe port is 4000.\n#port\n", encoding="utf-8"
    )
    said = person.run("recall", "#port").out
    assert said.index("4000") < said.index("3000")
