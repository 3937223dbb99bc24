"""A check told to code scanning, and JSON where a script needs it."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

import pytest

from memory_ls.rules import MODULES

from .person import Person, github_token

LEVELS = {"error", "warning", "note"}


def log_of(person: Person, *more: str) -> Any:
    ran = person.run("check", "--output-format", "sarif", *more)
    assert ran.code in (0, 1)
    return ran.json


def assert_region(place: Any) -> None:
    region = place["region"]
    assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"}
    assert all(isinstance(number, int) and number >= 1 for number in region.values())
    assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
    assert re.fullmatch(r"[!-~]+", place["artifactLocation"]["uri"])


def assert_sarif(log: Any) -> None:
    """What SARIF 2.1.0 asks of a log, as far as we use it."""
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["invocations"] == [{"executionSuccessful": True}]
    driver = run["tool"]["driver"]
    assert driver["name"] == "memory-ls"
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(ids) == len(set(ids))
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"]
        assert rule["fullDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in LEVELS
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in LEVELS
        assert result["message"]["text"]
        for at in (*result["locations"], *result.get("relatedLocations", ())):
            assert_region(at["physicalLocation"])


def test_a_log_has_the_form_that_code_scanning_reads(person: Person) -> None:
    person.keeps("Use pnpm", "use pnpm.", f"The key is {github_token()}", "Fixed yesterday in docs/gone.md")
    log = log_of(person)
    assert_sarif(log)
    results = log["runs"][0]["results"]
    assert {"duplicate", "secret"} <= {result["ruleId"] for result in results}
    assert {result["level"] for result in results} >= {"error", "warning"}
    assert results[0]["locations"][0]["physicalLocation"]["artifactLocation"] == {
        "uri": ".pi/memory.md",
        "uriBaseId": "%SRCROOT%",
    }


def test_nothing_found_is_a_log_without_results(person: Person) -> None:
    person.keeps("Use pnpm")
    log = log_of(person)
    assert_sarif(log)
    assert log["runs"][0]["results"] == []


def test_every_rule_is_described(person: Person) -> None:
    rules = {rule["id"] for rule in log_of(person)["runs"][0]["tool"]["driver"]["rules"]}
    assert rules >= set(MODULES)


def test_no_secret_is_in_it(person: Person) -> None:
    token = github_token()
    person.keeps(f"The key is {token}", f"the key is {token}.")
    for how in ("sarif", "github", "json"):
        assert token not in person.run("check", "--output-format", how).out


def test_paths_are_uris(person: Person) -> None:
    folder = person.project / "a b%ä"
    folder.mkdir()
    (folder / "memory.md").write_text("- Use pnpm\n- use pnpm\n")
    result = log_of(person, str(folder / "memory.md"))["runs"][0]["results"][0]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "a%20b%25%C3%A4/memory.md"
    assert unquote(uri) == "a b%ä/memory.md"
    person.keeps("Use pnpm", "use pnpm", everywhere=True)
    outside = log_of(person, str(person.everywhere))["runs"][0]["results"][0]
    assert outside["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": f"file://{person.everywhere}"}


def test_a_finding_is_known_again_when_rows_move(person: Person) -> None:
    def prints() -> set[str]:
        results = log_of(person)["runs"][0]["results"]
        return {next(iter(result["partialFingerprints"].values())) for result in results}

    person.keeps("Use pnpm", "use pnpm.")
    before = prints()
    person.keeps("Something else", "Use pnpm", "use pnpm.")
    assert prints() == before


def test_too_many_findings_are_capped_in_a_log_too(person: Person) -> None:
    person.keeps(*["Use pnpm"] * 1100)
    log = log_of(person)
    assert_sarif(log)
    assert log["runs"][0]["results"][-1]["ruleId"] == "more"


def test_findings_become_workflow_commands(person: Person) -> None:
    person.keeps("Use pnpm", "use pnpm.")
    (row,) = person.run("check", "--output-format", "github").out.splitlines()
    assert row == (
        "::warning file=.pi/memory.md,line=2,endLine=2,col=3,endColumn=12,title=duplicate"
        "::says the same as .pi/memory.md:1"
    )


def test_what_the_runner_reads_as_syntax_is_escaped(person: Person) -> None:
    folder = person.project / "a,b:c%"
    folder.mkdir()
    (folder / "memory.md").write_text("- Use pnpm\n- use pnpm\n")
    row = person.run("check", "--output-format", "github", str(folder)).out
    assert "file=a%2Cb%3Ac%25/memory.md,line=2," in row
    assert row.endswith("::says the same as a,b:c%25/memory.md:1\n")


@pytest.mark.parametrize("command", ["list", "paths", "doctor", "backups"])
def test_scripts_get_json(person: Person, command: str) -> None:
    token = github_token()
    person.keeps("Use pnpm", f"The key is {token}")
    ran = person.run(command, "--json")
    assert ran.code == 0
    assert ran.json["version"] == 1
    assert token not in ran.out


def test_the_list_for_scripts_has_every_note_with_its_place(person: Person) -> None:
    person.keeps("Use pnpm", "Rebase first")
    stores = {store["id"]: store for store in person.run("list", "--json").json["stores"]}
    notes = stores["bullets:project"]["notes"]
    assert [(note["path"], note["line"], note["text"]) for note in notes] == [
        (".pi/memory.md", 1, "Use pnpm"),
        (".pi/memory.md", 2, "Rebase first"),
    ]
    assert all(re.fullmatch("[0-9a-f]{12}", note["id"]) for note in notes)
    assert not stores["bullets:global"]["there"]
