"""What commands say to programs: one object each, with the names that an agent's answer has too."""

from __future__ import annotations

import json

import pytest

from .person import Person, github_token


def test_added_and_there_already_are_told_apart_and_the_note_has_its_id(person: Person) -> None:
    first = person.run("add", "Use pnpm", "--scope", "global", "--json").json
    assert {name: first[name] for name in ("version", "command", "outcome", "changed", "store", "scope")} == {
        "version": 1, "command": "add", "outcome": "added", "changed": True, "store": "bullets:global", "scope": "global",
    }  # fmt: skip
    assert first["files"] == [str(person.everywhere)]
    assert first["counts"] == {"bullets:global": 1}
    (note,) = first["notes"]
    assert (note["text"], note["path"]) == ("Use pnpm", str(person.everywhere))
    again = person.run("add", "use pnpm.", "--scope", "global", "--json").json
    assert (again["outcome"], again["changed"], again["files"]) == ("already there", False, [])
    assert again["notes"][0]["id"] == note["id"]
    assert person.run("forget", note["id"], "--scope", "global", "--json").json["changed"] is True


def test_a_note_that_makes_its_file_is_found_in_it(person: Person) -> None:
    folder = person.home / "agent" / "memory" / person.project.name
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("")
    ran = person.run(
        "add", "Use pnpm", "--title", "Packages", "--description", "which packager", "--store", "topics", "--json"
    )
    assert (ran.code, ran.json["outcome"], len(ran.json["notes"])) == (0, "added", 1)
    assert set(ran.json["counts"].values()) == {1}


def test_rewording_and_forgetting_name_the_notes(person: Person) -> None:
    person.keeps("Use npm", "Other", everywhere=True)
    reworded = person.run("update", "Use npm", "Use pnpm", "--scope", "global", "--json").json
    assert (reworded["command"], reworded["changed"]) == ("update", True)
    assert [one["text"] for one in reworded["notes"]] == ["Use pnpm"]
    same = person.run("update", "Use pnpm", "Use pnpm", "--scope", "global", "--json").json
    assert same["changed"] is False
    gone = person.run("forget", "Use pnpm", "--scope", "global", "--json").json
    assert ([one["text"] for one in gone["notes"]], gone["counts"]) == (["Use pnpm"], {"bullets:global": 1})


def test_clearing_counts_and_names_its_backup(person: Person) -> None:
    person.keeps("Use pnpm", "Other", everywhere=True)
    ran = person.run("clear", "global", "--yes", "--json").json
    assert (ran["changed"], ran["removed"], ran["counts"]) == (True, 2, {"bullets:global": 0})
    assert len(ran["backups"]) == 1
    none = person.run("clear", "global", "--yes", "--json").json
    assert (none["changed"], none["removed"], none["backups"]) == (False, 0, [])
    restored = person.run("backups", "restore", "memory", "--yes", "--json").json
    assert (restored["changed"], restored["path"]) == (True, str(person.everywhere))
    assert person.run("backups", "prune", "--days", "0", "--json").json["removed"] == 2


def test_fixes_are_named_and_so_is_what_could_be_chosen(person: Person) -> None:
    person.keeps("Use pnpm", "use pnpm.")
    ran = person.run("fix", ".pi/memory.md", "--yes", "--json").json
    assert (ran["changed"], ran["files"], ran["choices"]) == (True, [".pi/memory.md"], [])
    (fixed,) = ran["fixed"]
    assert (fixed["rule"], fixed["line"], fixed["fix"]) == ("duplicate", 2, "Remove this copy")
    person.store.write_text("<<<<<<< ours\n- Port 80\n=======\n- Port 81\n>>>>>>> theirs\n")
    ran = person.run("fix", ".pi/memory.md", "--yes", "--json").json
    assert (ran["changed"], ran["fixed"]) == (False, [])
    assert "Keep ours" in [one["fix"] for one in ran["choices"]]
    person.keeps("to\u200bken")
    assert person.run("fix", "--all", "--yes", "--json").json["files"] == [".pi/memory.md"]


def test_cards_are_tidied_with_counts_before_and_after(person: Person) -> None:
    folder = person.home / "agent" / "memory-auto"
    folder.mkdir(parents=True)
    (folder / "notes.md").write_text("Use pnpm.\n#pnpm\n\nUse pnpm.\n#pnpm\n")
    ran = person.run("compact", "user", "--yes", "--json").json
    assert (ran["command"], ran["changed"], ran["before"], ran["counts"]) == ("compact", True, 2, {"cards:global": 1})
    assert person.run("compact", "user", "--yes", "--json").json["changed"] is False
    assert person.run("rebuild", "user", "--yes", "--json").json["command"] == "rebuild"


def test_converting_says_what_is_kept_and_what_was_written(person: Person) -> None:
    person.keeps("Use pnpm", "Other")
    shown = person.run("convert", ".pi/memory.md", "--to", "topics", "--json").json
    assert (shown["from"], shown["to"], shown["kept"], shown["total"], shown["files"]) == (
        "bullets",
        "topics",
        2,
        2,
        [],
    )
    written = person.run("convert", ".pi/memory.md", "--to", "topics", "--into", "new", "--yes", "--json").json
    assert "new/MEMORY.md" in written["files"]
    assert written["not_kept"] == written["left_out"] == written["joined"] == []


def test_preview_pause_explain_and_trust(person: Person) -> None:
    person.keeps("Use pnpm")
    person.keeps("Be brief", everywhere=True)
    (view,) = person.run("preview", "--json").json["views"]
    assert (view["format"], view["given"], view["total"], view["untrusted"]) == ("bullets", 1, 1, [".pi/memory.md"])
    paused = person.run("pause", "--json").json
    assert (paused["changed"], paused["paused"], paused["sessions"]) == (True, True, [""])
    assert person.run("pause", "--json").json["changed"] is False
    assert person.run("pause", "--end", "--json").json == {
        "version": 1, "command": "pause", "changed": True, "paused": False, "sessions": [],
    }  # fmt: skip
    (rule,) = person.run("explain", "stale", "--json").json["rules"]
    assert (rule["rule"], rule["severity"]) == ("stale", "hint")
    assert len(person.run("explain", "--json").json["rules"]) >= 16
    trusted = person.run("trust", ".", "--yes", "--json").json
    assert (trusted["changed"], trusted["trusted"], len(trusted["notes"])) == (True, True, 1)
    assert person.run("trust", "--list", "--json").json == {"version": 1, "trusted": [trusted["folder"]]}
    assert person.run("trust", ".", "--yes", "--json").json["changed"] is False
    assert person.run("trust", "--revoke", ".", "--json").json["trusted"] is False


@pytest.mark.parametrize(
    "arguments",
    [("clear", "global"), ("fix", ".pi/memory.md"), ("fix", "--all"), ("trust", "."), ("compact", "user")],
    ids=" ".join,
)
def test_a_program_is_asked_nothing(person: Person, arguments: tuple[str, ...]) -> None:
    person.keeps("Use pnpm", "Use pnpm")
    person.keeps("Be brief", everywhere=True)
    folder = person.home / "agent" / "memory-auto"
    folder.mkdir(parents=True)
    (folder / "notes.md").write_text("Use pnpm.\n#pnpm\n\nUse pnpm.\n#pnpm\n")
    ran = person.run(*arguments, "--json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "memory-ls: with --json nobody is asked; say --yes to do it without a question\n"


def test_no_object_shows_a_secret(person: Person) -> None:
    token = github_token()
    person.keeps("Use pnpm", f"the token {token}", "use pnpm.")
    person.keeps(f"the token {token}", everywhere=True)
    for arguments in (
        ("trust", ".", "--yes"),
        ("list",),
        ("preview",),
        ("doctor",),
        ("recall", "which token is used here"),
        ("convert", ".pi/memory.md", "--to", "topics"),
        ("update", "Use pnpm", "Use yarn"),
        ("fix", ".pi/memory.md", "--rule", "stale"),
        ("forget", f"the token {token}"),
        ("clear", "global", "--yes"),
    ):
        ran = person.run(*arguments, "--json")
        assert ran.code == 0, arguments
        assert json.loads(ran.out)["version"] == 1
        assert token not in ran.out + ran.err
