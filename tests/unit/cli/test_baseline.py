from __future__ import annotations

import json

from .person import Person, github_token


def test_an_old_store_adopts_a_baseline_and_only_new_findings_are_told(person: Person) -> None:
    person.keeps("Use pnpm", "use pnpm.")
    assert person.run("check", "--baseline", "known.json", "--write-baseline").code == 0
    assert person.run("check", "--baseline", "known.json").code == 0
    person.keeps("A row above", "Use pnpm", "use pnpm.", "[rest unchanged]")
    ran = person.run("check", "--baseline", "known.json", "--output-format", "json")
    assert ran.code == 1
    assert [one["rule"] for one in ran.json["findings"]] == ["elided"]


def test_one_more_copy_of_a_known_duplicate_is_new(person: Person) -> None:
    person.keeps("Use pnpm", "use pnpm.")
    person.run("check", "--baseline", "known.json", "--write-baseline")
    person.keeps("Use pnpm", "use pnpm.", "use pnpm!")
    ran = person.run("check", "--baseline", "known.json", "--output-format", "json")
    assert [one["start"]["line"] for one in ran.json["findings"]] == [3]


def test_a_baseline_holds_no_text_of_a_note(person: Person) -> None:
    token = github_token()
    person.keeps("Use pnpm", "use pnpm.", f"the token {token}", "[rest unchanged]")
    person.run("check", "--baseline", "known.json", "--write-baseline")
    kept = (person.project / "known.json").read_text()
    assert "pnpm" not in kept
    assert token not in kept
    assert {one["rule"] for one in json.loads(kept)["findings"]} == {"duplicate", "secret", "elided"}


def test_a_baseline_is_good_from_any_working_folder(person: Person) -> None:
    store = person.keeps("Use pnpm", "use pnpm.")
    baseline = person.project / "known.json"
    person.run("check", str(store), "--baseline", str(baseline), "--write-baseline")
    ran = person.run("check", ".pi/memory.md", "--baseline", "./known.json")
    assert ran.code == 0


def test_something_else_in_the_baselines_place_is_named(person: Person) -> None:
    person.keeps("Use pnpm")
    (person.project / "known.json").write_text("[]")
    ran = person.run("check", "--baseline", "known.json")
    assert (ran.code, ran.err) == (2, "memory-ls: known.json is not a baseline of memory-ls\n")


def test_a_baseline_that_is_a_link_is_not_an_agents_matter(person: Person) -> None:
    person.keeps("Use pnpm")
    (person.project / "known.json").symlink_to("elsewhere.json")
    for more, done in (((), "read"), (("--write-baseline",), "written")):
        ran = person.run("check", "--baseline", "known.json", *more)
        said = f"memory-ls: the baseline known.json cannot be {done}: it is a symlink, and none is followed there\n"
        assert (ran.code, ran.err) == (2, said)
