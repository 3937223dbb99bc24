"""`memory-ls convert` as a person uses it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from .person import Person, github_token

RECORD = '---\nsummary: "Node 22 runs the workers"\nconcepts:\n  - "runtime"\n---\n# Node 22 runs the workers\n'


def files_in(folder: Path) -> dict[str, str]:
    pages = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_text() for path in pages}


def test_nothing_is_written_until_someone_says_yes(person: Person) -> None:
    person.keeps("Prefer tabs", "Use pnpm")
    ran = person.run("convert", str(person.store), "--to", "cards", "--into", str(person.project / "new"))
    assert ran.code == 0
    assert ran.out.startswith("bullets to cards: 2 of 2 notes\nkept on this way: words, superseded\n")
    assert ran.out.endswith("+ Prefer tabs\n+ \n+ Use pnpm\nnothing was written; say --yes to write them\n")
    assert not (person.project / "new").exists()


def test_new_files_are_written_and_the_old_ones_stay(person: Person) -> None:
    before = person.keeps("Prefer tabs", "Use pnpm").read_text()
    new = person.project / "new" / "notes"
    ran = person.run("convert", str(person.store), "--to", "cards", "--into", str(new), "--yes")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "wrote new/notes/notes.md")
    assert files_in(new) == {"notes.md": "Prefer tabs\n\nUse pnpm\n"}
    assert person.store.read_text() == before


def test_records_are_made_in_their_folder(person: Person) -> None:
    person.keeps("Prefer tabs")
    assert person.run("convert", ".pi", "--to", "records", "--into", "new", "--yes").code == 0
    assert list(files_in(person.project / "new")) == ["records/event.prefer-tabs.md"]


def test_a_store_is_named_by_its_id(person: Person) -> None:
    person.keeps("Prefer tabs", everywhere=True)
    assert person.run("convert", "bullets:global", "--to", "sections", "--into", "new", "--yes").code == 0
    assert files_in(person.project / "new") == {"MEMORY.md": "Prefer tabs"}


def test_a_folder_is_read_in_the_format_that_a_person_names(person: Person) -> None:
    records = person.project / "old" / "records"
    records.mkdir(parents=True)
    (records / "state.runtime.md").write_text(RECORD)
    ran = person.run("convert", "old", "--store-format", "records", "--to", "bullets")
    assert ran.code == 0
    assert "  old/records/state.runtime.md:1 Node 22 runs the workers: title state.runtime, keyword runtime" in ran.out
    assert "+ - Node 22 runs the workers" in ran.out


def test_nothing_is_written_over_a_file_that_is_there(person: Person) -> None:
    person.keeps("Prefer tabs")
    new = person.project / "new"
    new.mkdir()
    (new / "MEMORY.md").write_text("mine")
    ran = person.run("convert", str(person.store), "--to", "topics", "--into", str(new), "--yes")
    assert (ran.code, ran.err) == (
        2,
        "memory-ls: there is a MEMORY.md already, and nothing is written over it\n",
    )
    assert files_in(new) == {"MEMORY.md": "mine"}


def test_an_untrusted_project_takes_no_notes(person: Person) -> None:
    person.keeps("Prefer tabs", everywhere=True)
    ran = person.run("convert", "bullets:global", "--to", "cards", "--into", ".pi/agent/memory-auto", "--yes")
    assert ran.code == 2
    assert "is not trusted" in ran.err
    assert not (person.project / ".pi" / "agent").exists()
    assert person.run("trust", ".", "--yes").code == 0
    assert (
        person.run("convert", "bullets:global", "--to", "cards", "--into", ".pi/agent/memory-auto", "--yes").code == 0
    )


def test_a_place_of_another_format_is_refused(person: Person) -> None:
    person.keeps("Prefer tabs")
    ran = person.run("convert", str(person.store), "--to", "topics", "--into", ".pi/agent/memory-auto")
    assert (ran.code, ran.err) == (2, "memory-ls: cards belong at that place, not topics\n")


def test_a_secret_is_told_and_never_shown(person: Person) -> None:
    secret = github_token()
    person.keeps(f"The token is {secret}")
    ran = person.run("convert", str(person.store), "--to", "cards")
    assert "1 note of them with what looks like a secret; it is copied as it is" in ran.out
    assert secret not in ran.out


def test_a_sensitive_record_is_named_but_not_shown(person: Person) -> None:
    records = person.project / "old" / "records"
    records.mkdir(parents=True)
    (records / "event.access.md").write_text('---\nsummary: "Ask Dana for the keys"\nsensitive: true\n---\n')
    ran = person.run("convert", "old", "--store-format", "records", "--to", "bullets")
    assert "old/records/event.access.md:1 (sensitive): sensitive, which cannot be said there" in ran.out
    assert "Dana" not in ran.out


def test_what_cannot_be_is_refused_in_one_line(person: Person) -> None:
    person.keeps("Prefer tabs")
    store = str(person.store)
    said = {
        ("convert", store, "--to", "bullets"): "is in that format already",
        ("convert", store, "--to", "sqlite"): "notes are not converted to sqlite; possible are: bullets, cards",
        ("convert", store, "--to", "sections:other"): "known are: sections:hermes, sections:pi-hermes, sections:plan",
        ("convert", store, "--to", "cards", "--yes"): "say with --into DIR where the new files go",
        ("convert", "nowhere", "--to", "cards"): "there is no nowhere, and no store has that id",
    }
    for arguments, reason in said.items():
        ran = person.run(*arguments)
        assert ran.code == 2
        assert reason in ran.err
        assert ran.err.count("\n") == 1


def test_what_was_written_is_read_by_check(person: Person) -> None:
    person.keeps("Prefer tabs", "Use pnpm for the workspace")
    subprocess.run(["git", "init", "-q"], cwd=person.project, check=True)
    person.run("convert", str(person.store), "--to", "topics", "--into", "new", "--yes")
    ran = person.run("check", "new", "--output-format", "json")
    assert ran.json["summary"]["notes"] == 2
