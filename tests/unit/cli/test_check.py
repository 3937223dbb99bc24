from __future__ import annotations

import itertools
import os
import subprocess
import sys

import pytest

from .person import Person, github_token


def rules(ran_json: dict[str, list[dict[str, str]]]) -> list[str]:
    return [finding["rule"] for finding in ran_json["findings"]]


def test_a_clean_store_exits_with_0_and_says_what_was_looked_at(person: Person) -> None:
    person.keeps("Use pnpm")
    ran = person.shell("check")
    assert (ran.code, ran.out, ran.err) == (0, "1 note in 1 store: nothing found\n", "")


def test_a_finding_names_its_place_quotes_and_underlines_the_note_and_names_the_fix(person: Person) -> None:
    person.keeps("Use pnpm", "日本語 too", "use pnpm.")
    ran = person.shell("check")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        ".pi/memory.md:3:3 warning[duplicate] says the same as .pi/memory.md:1",
        " 3 | - use pnpm.",
        "   |   ^^^^^^^^^",
        "  = fix: Remove this copy",
        "",
        "3 notes in 1 store: 1 warning",
    ]


def test_the_underline_counts_wide_characters_as_two_columns(person: Person) -> None:
    (person.project / "docs").mkdir()
    (person.project / "docs" / "other.md").touch()
    person.keeps("日本語 see docs/none.md")
    quoted, underline = person.run("check").out.splitlines()[1:3]
    assert quoted == " 1 | - 日本語 see docs/none.md"
    assert underline == "   |              " + "^" * len("docs/none.md")


def test_json_has_the_documented_shape(person: Person) -> None:
    person.keeps("Use pnpm", "use pnpm.")
    ran = person.shell("check", "--output-format", "json")
    first = {"start": {"line": 1, "column": 3}, "end": {"line": 1, "column": 11}}
    assert ran.json == {
        "version": 1,
        "findings": [
            {
                "rule": "duplicate",
                "severity": "warning",
                "path": ".pi/memory.md",
                "start": {"line": 2, "column": 3},
                "end": {"line": 2, "column": 12},
                "message": "says the same as .pi/memory.md:1",
                "related": [{"path": ".pi/memory.md", **first, "message": "Use pnpm"}],
                "fixes": ["Remove this copy"],
            }
        ],
        "summary": {"stores": 1, "notes": 2, "errors": 0, "warnings": 1, "information": 0, "hints": 0},
    }


def test_findings_are_ordered_by_path_and_place(person: Person) -> None:
    for name in ("b", "a"):
        folder = person.project / name
        folder.mkdir()
        (folder / "memory.md").write_text("- one two\n- [rest unchanged]\n- one two\n")
    found = person.run("check", "b", "a", "--output-format", "json").json["findings"]
    assert [(one["path"], one["start"]["line"]) for one in found] == [
        ("a/memory.md", 2),
        ("a/memory.md", 3),
        ("b/memory.md", 2),
        ("b/memory.md", 3),
    ]


def test_without_paths_the_stores_of_this_repository_and_user_are_checked_together(person: Person) -> None:
    person.keeps("Use pnpm")
    person.keeps("use pnpm.", everywhere=True)
    ran = person.run("check", "--output-format", "json", "--fail-on", "information")
    assert ran.code == 1
    found = {(one["path"], one["severity"]) for one in ran.json["findings"]}
    assert found == {(".pi/memory.md", "information"), (str(person.everywhere), "information")}


def test_a_named_project_store_is_judged_without_the_users_own(person: Person) -> None:
    store = person.keeps("Use pnpm")
    everywhere = person.keeps("use pnpm.", everywhere=True)
    assert rules(person.run("check", str(store), "--output-format", "json").json) == []
    both = person.run("check", str(store), str(everywhere), "--output-format", "json").json
    assert rules(both) == ["duplicate", "duplicate"]


def test_a_store_named_twice_counts_once(person: Person) -> None:
    store = person.keeps("Use pnpm")
    assert person.run("check", str(store), ".", ".pi", "--output-format", "json").json["summary"]["stores"] == 1


def test_no_value_of_a_secret_is_shown(person: Person) -> None:
    token = github_token()
    person.keeps(f"The token is {token}", f"the token is {token}.")
    for arguments in (
        ("check",),
        ("check", "--output-format", "json"),
        ("list",),
        ("doctor",),
        ("fix", ".pi/memory.md"),
    ):
        ran = person.shell(*arguments)
        assert token not in ran.out + ran.err
        assert token[4:20] not in ran.out + ran.err
    assert "error[secret] looks like a GitHub token" in person.run("check").out


def test_control_characters_reach_the_terminal_as_codes(person: Person) -> None:
    person.keeps("Colour \x1b[31mred", "turn \u202eback")
    out = person.run("check").out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "⟨U+001B" in out


def test_a_long_note_is_shortened_around_what_is_meant(person: Person) -> None:
    token = github_token()
    person.keeps("before " * 30 + token + " after" * 30)
    rows = person.run("check").out.splitlines()
    quoted, underline = next(both for both in itertools.pairwise(rows) if "GitHub token›" in both[0])
    assert len(quoted) <= 104
    start = underline.index("^")
    assert quoted[start : start + underline.count("^")] == "‹GitHub token›"


@pytest.mark.parametrize(
    ("severity", "code"), [("error", 0), ("warning", 1), ("information", 1), ("hint", 1)], ids=lambda value: str(value)
)
def test_fail_on_decides_from_which_severity_on_the_exit_code_is_1(person: Person, severity: str, code: int) -> None:
    person.keeps("Use pnpm", "use pnpm.")
    assert person.run("check", "--fail-on", severity).code == code


def test_a_hint_alone_is_no_failure_by_default(person: Person) -> None:
    person.keeps("As of 2020-01-01 the port is 80")
    ran = person.run("check")
    assert ran.code == 0
    assert "hint[stale]" in ran.out


def test_select_and_ignore_take_rules_by_name_and_by_list(person: Person) -> None:
    person.keeps("Use pnpm", "use pnpm.", "[rest unchanged]")
    assert rules(person.run("check", "--select", "elided", "--output-format", "json").json) == ["elided"]
    assert rules(person.run("check", "--ignore", "elided", "--output-format", "json").json) == ["duplicate"]
    assert rules(person.run("check", "--ignore", "elided,duplicate", "--output-format", "json").json) == []


def test_an_unknown_rule_is_named_with_the_nearest_one(person: Person) -> None:
    ran = person.run("check", "--select", "dublicate")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "memory-ls: there is no rule dublicate; did you mean duplicate?\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "nowhere.md"),
        ("check", "README.md"),
        ("check", "--store-format", "nonsense", "README.md"),
        ("check", "--fail-on", "nonsense"),
        ("check", "--baseline", "nowhere.json"),
        ("check", "--write-baseline"),
        ("nonsense",),
        (),
        ("explain", "nonsense"),
        ("fix",),
        ("fix", "."),
        ("fix", ".pi/memory.md:0"),
        ("trust",),
        ("trust", "nowhere"),
        ("clear", "nonsense"),
        ("forget", "what nobody said"),
        ("edit",),
    ],
    ids=" ".join,
)
def test_wrong_use_is_one_clear_line_and_exit_code_2(person: Person, arguments: tuple[str, ...]) -> None:
    person.keeps("Use pnpm")
    (person.project / "README.md").write_text("# Read me\n")
    ran = person.run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("memory-ls: ")
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [("check", ""), ("fix", ""), ("convert", "", "--to", "cards"), ("trust", "")])
def test_an_empty_path_is_called_one(person: Person, arguments: tuple[str, ...]) -> None:
    ran = person.run(*arguments)
    assert (ran.code, ran.err) == (2, "memory-ls: an empty path names nothing\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("add", "Use", "pnpm"), 'pnpm is more than it takes; put a text of several words in quotes: memory-ls add "TEXT"'),
        (("update", "Use", "npm", "Use", "pnpm"), 'Use pnpm is more than it takes; put a text of several words in quotes:'),
        (("forget", "Use", "pnpm"), 'put a text of several words in quotes: memory-ls forget "NOTE"'),
        (("list", "what"), "what is more than it takes"),
        (("add", "Use", "--what"), "--what is more than it takes"),
    ],
)  # fmt: skip
def test_words_too_many_are_named_with_what_to_do(person: Person, arguments: tuple[str, ...], said: str) -> None:
    ran = person.run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.endswith(f"(see memory-ls {arguments[0]} --help)\n")
    assert ("in quotes" in ran.err) == ("in quotes" in said)


def test_no_secret_of_wrong_use_is_shown(person: Person) -> None:
    token = github_token()
    for arguments in (("add", "the", "token", token), ("check", "--fail-on", token)):
        assert token not in person.run(*arguments).err


def test_a_file_that_is_no_store_hints_at_its_format(person: Person) -> None:
    (person.project / "README.md").write_text("- Use pnpm\n- use pnpm.\n")
    assert "--store-format" in person.run("check", "README.md").err
    ran = person.run("check", "README.md", "--store-format", "bullets", "--output-format", "json")
    assert rules(ran.json) == ["duplicate"]


def test_folders_are_walked_without_dependencies_and_ignored_ones_but_with_known_places(person: Person) -> None:
    (person.project / ".gitignore").write_text("ignored/\n.pi/\n")
    person.keeps("Use pnpm")
    for name in ("docs", "ignored", "node_modules/x"):
        folder = person.project / name
        folder.mkdir(parents=True)
        (folder / "memory.md").write_text("- [rest unchanged]\n")
    (person.project / "link").symlink_to(person.project / "docs")
    ran = person.run("check", ".", "--output-format", "json").json
    assert [one["path"] for one in ran["findings"]] == ["docs/memory.md"]
    assert ran["summary"]["stores"] == 2


def test_a_folder_without_stores_is_said(person: Person) -> None:
    (person.project / "empty").mkdir()
    ran = person.run("check", "empty")
    assert (ran.code, ran.out) == (0, "no store found\n")


@pytest.mark.parametrize("kind", ["symlink", "folder", "fifo", "latin-1"])
def test_what_the_agent_refuses_is_said_once_at_the_top(person: Person, kind: str) -> None:
    person.store.parent.mkdir()
    if kind == "symlink":
        (person.project / "elsewhere.md").write_text("- Use pnpm\n")
        person.store.symlink_to(person.project / "elsewhere.md")
    elif kind == "folder":
        person.store.mkdir()
    elif kind == "fifo":
        os.mkfifo(person.store)
    else:
        person.store.write_bytes(b"- caf\xe9\n")
    ran = person.run("check", "--output-format", "json")
    assert ran.code == 1
    (finding,) = ran.json["findings"]
    assert (finding["rule"], finding["severity"], finding["start"]) == ("unreadable", "error", {"line": 1, "column": 1})


def test_at_most_1000_findings_a_file_are_told_the_worst_and_how_many_more(person: Person) -> None:
    token = github_token()
    person.keeps(*["Use pnpm"] * 1500, f"the token {token}")
    ran = person.run("check", "--output-format", "json").json
    assert len(ran["findings"]) == 1000
    assert "secret" in rules(ran)
    assert ran["findings"][-1]["rule"] == "more"
    told = ran["summary"]
    total = told["errors"] + told["warnings"] + told["information"] + told["hints"]
    assert ran["findings"][-1]["message"] == f"{total - 999} more findings are not shown"


def test_colours_come_only_to_a_terminal_or_when_forced(person: Person) -> None:
    person.keeps("Use pnpm", "use pnpm.")
    assert "\x1b[" not in person.shell("check").out
    assert "\x1b[" in person.shell("check", FORCE_COLOR="1").out
    assert "\x1b[" not in person.shell("check", FORCE_COLOR="1", NO_COLOR="1").out


def test_a_reader_that_goes_away_changes_neither_the_exit_code_nor_standard_error(person: Person) -> None:
    person.keeps(*["Use pnpm"] * 900)
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run(
        [sys.executable, "-m", "memory_ls", "check"],
        cwd=person.project,
        env=person.environment,
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(write)
    assert (ran.returncode, ran.stderr) == (1, "")


def test_a_wrong_value_in_the_configuration_is_named_and_the_default_used(person: Person) -> None:
    person.keeps("Use pnpm")
    (person.project / ".memory-ls.toml").write_text('stale-days = "soon"\n')
    ran = person.run("check")
    assert ran.code == 0
    assert ran.err.startswith("memory-ls: .memory-ls.toml: stale-days ")


def test_only_a_name_that_is_nearly_right_is_taken_for_a_misspelt_one(person: Person) -> None:
    (person.project / ".memory-ls.toml").write_text("nope = 3\nstaledays = 3\nignore = ['nope', 'dublicate']\n")
    said = person.run("check").err
    assert "there is no option nope\n" in said
    assert "there is no rule nope\n" in said
    assert "there is no option staledays; do you mean stale-days?\n" in said
    assert "there is no rule dublicate; do you mean duplicate?\n" in said


def test_a_configuration_that_is_a_link_is_not_an_agents_matter(person: Person) -> None:
    (person.project / ".memory-ls.toml").symlink_to("elsewhere.toml")
    said = person.run("check").err
    assert said == "memory-ls: .memory-ls.toml: it is a symlink, and none is followed there; the defaults are used\n"


def test_a_note_is_silenced_by_its_id(person: Person) -> None:
    person.keeps("Use pnpm", "use pnpm.")
    id = person.run("list", "--ids").out.splitlines()[1].split()[1]
    (person.project / ".memory-ls.toml").write_text(f'[[silence]]\nrule = "duplicate"\nnote = "{id}"\n')
    ran = person.run("check")
    assert (ran.code, ran.err) == (0, "")


def test_windows_is_declined_in_one_line(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    ran = person.run("check")
    assert (ran.code, ran.out) == (2, "")
    assert "Windows" in ran.err
