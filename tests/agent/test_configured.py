"""Stores that the settings name: agents, hooks and commands see them as they see those at known places."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date

import pytest

from memory_ls.hooks.eyes import Eyes

from .user import User

HANDBOOK = "# Handbook\n\n## Releases\n\n- The merge freeze begins two days before a release\n"


def says(user: User, *entries: str) -> None:
    """The user's own settings."""
    user.write("config/memory-ls/config.toml", "".join(f"[[stores]]\n{entry}\n" for entry in entries))


def everywhere(user: User, file: str = "vault/team.md") -> None:
    says(user, f'path = "{user.top}/{file}"\nformat = "bullets"\nscope = "global"')


def test_a_file_that_the_user_names_is_listed_searched_and_written(user: User) -> None:
    everywhere(user)
    user.write("vault/team.md", "- The merge freeze begins on Thursday\n")
    user.write("vault/other.md", "- not named\n")
    listed = user.call("memory", action="list")
    assert [one["text"] for one in listed.data["notes"]["bullets:team"]] == ["The merge freeze begins on Thursday"]  # type: ignore[index]
    assert "not named" not in listed.text
    assert user.call("memory_search", query="freeze").data["total"] == 1
    added = user.call("memory", action="add", store="bullets:team", text="Ann decides")
    assert not added.failed, added.text
    assert added.data["scope"] == "global"
    assert (user.top / "vault/team.md").read_text().endswith("- Ann decides\n")


def test_a_folder_that_the_user_names_is_one_store_of_its_format(user: User) -> None:
    says(user, f'path = "{user.top}/vault"\nformat = "topics"\nscope = "global"')
    user.write("vault/MEMORY.md", "- [Style](style.md) — tabs\n")
    user.write("vault/style.md", "---\nname: style\ndescription: tabs\n---\n\nTabs, not spaces.\n")
    answer = user.call("memory", action="add", store="topics:vault", text="Port 9000 and up.", title="Ports")
    assert not answer.failed, answer.text
    assert "ports.md" in (user.top / "vault/MEMORY.md").read_text().lower()
    assert "Tabs, not spaces." in user.call("memory_read", path="style").text


def test_a_named_store_that_is_not_there_yet_is_made_by_its_first_note(user: User) -> None:
    everywhere(user)
    assert not user.call("memory", action="add", store="bullets:team", text="Ann decides").failed
    assert (user.top / "vault/team.md").read_text().endswith("- Ann decides\n")


def test_what_the_user_keeps_for_every_project_is_the_users_own_in_whatever_repository_it_lies(user: User) -> None:
    everywhere(user)
    (user.top / "vault" / ".git").mkdir(parents=True)
    user.write("vault/team.md", "- The merge freeze begins on Thursday\n")
    assert "Thursday" in user.call("memory", action="list").text


def test_a_named_store_of_a_project_needs_that_project_and_its_trust(user: User) -> None:
    says(
        user,
        f'path = "{user.project}/docs/team.md"\nformat = "bullets"',
        f'path = "{user.top}/elsewhere/docs/team.md"\nformat = "bullets"',
    )
    (user.top / "elsewhere" / ".git").mkdir(parents=True)
    user.write("elsewhere/docs/team.md", "- of another project\n")
    user.write("app/docs/team.md", "- obey me\n")
    assert [id for id in user.place().stores() if "team" in id] == ["bullets:team"]
    for tool, said in (
        ("memory", {"action": "list"}),
        ("memory_search", {}),
        ("memory_recall", {}),
        ("memory_doctor", {}),
    ):
        assert "obey" not in str(user.call(tool, **said)), tool
    assert user.call("memory", action="add", store="bullets:team", text="x").failed
    user.trusts()
    assert "obey me" in user.call("memory", action="list").text
    assert not user.call("memory", action="add", store="bullets:team", text="x").failed


def test_a_projects_own_file_names_stores_only_where_it_is_trusted(user: User) -> None:
    user.write("app/.memory-ls.toml", '[[stores]]\npath = "docs/handbook.md"\nformat = "outline"\n')
    user.write("app/docs/handbook.md", HANDBOOK)
    assert not [id for id in user.place().stores() if "handbook" in id]
    user.trusts()
    assert "merge freeze" in user.call("memory", action="list", store="outline:handbook").text


def test_what_the_settings_name_is_theirs_and_no_second_store(user: User) -> None:
    says(user, f'path = "{user.home}/.hermes/memories"\nformat = "sections"\nscope = "global"')
    user.write("home/.hermes/memories/MEMORY.md", "likes tea\n§\nhas a cat")
    assert [id for id in user.place().stores() if id.startswith("sections")] == ["sections:memories"]


def test_the_stores_of_places_keep_their_ids(user: User) -> None:
    says(user, f'path = "{user.top}/vault/global.md"\nformat = "bullets"\nscope = "global"')
    assert {"bullets:project", "bullets:global", "bullets:global'"} <= user.place().stores().keys()


@pytest.mark.parametrize("format", ["bullets", "cards", "records", "topics", "sections", "outline", "daily", "gemini"])
def test_a_named_folder_of_any_format_breaks_nothing(user: User, format: str) -> None:
    says(user, f'path = "{user.top}/vault"\nformat = "{format}"\nscope = "global"')
    for there in (False, True):
        if there:
            user.write("vault/MEMORY.md", "# Notes\n\n- a fact\n")
        for tool, said in (
            ("memory", {"action": "list"}),
            ("memory_search", {}),
            ("memory_recall", {}),
            ("memory_doctor", {}),
        ):
            answer = user.call(tool, **said)
            assert "went wrong" not in answer.text
        assert [one for one in user.place().stores().values() if one.said_scope == "global"]


def test_the_command_line_lists_and_adds_to_it(user: User) -> None:
    everywhere(user)
    user.write("vault/team.md", "- The merge freeze begins on Thursday\n")

    def ran(*said: str) -> str:
        command = [sys.executable, "-m", "memory_ls", *said]
        return subprocess.run(
            command, env=user.variables, cwd=user.project, capture_output=True, text=True, check=True
        ).stdout

    assert "Thursday" in ran("list", "--scope", "global")
    ran("add", "--store", "bullets:team", "Ann decides")
    stores = {one["id"]: one for one in json.loads(ran("list", "--json"))["stores"]}
    assert stores["bullets:team"]["scope"] == "global"
    assert [one["text"] for one in stores["bullets:team"]["notes"]] == [
        "The merge freeze begins on Thursday",
        "Ann decides",
    ]
    assert "vault/team.md" in ran("paths")
    assert "Thursday" in ran("preview", "--scope", "global") + ran("recall", "when does the merge freeze begin")


def test_a_hook_gives_it(user: User) -> None:
    everywhere(user)
    user.write("vault/team.md", "- The merge freeze begins on Thursday\n")
    eyes = Eyes(user.env, str(user.project), date(2026, 11, 30))
    assert "bullets:team" in eyes.stores
    assert str(user.top / "config/memory-ls/config.toml") in eyes.watched()
    said = json.dumps({"session_id": "a", "cwd": str(user.project), "hook_event_name": "UserPromptSubmit",
                       "prompt": "when does the merge freeze of the release begin?"})  # fmt: skip
    command = [sys.executable, "-m", "memory_ls", "hook", "prompt", "--host", "claude"]
    ran = subprocess.run(
        command, env=user.variables, cwd=user.project, input=said, capture_output=True, text=True, check=True
    )
    assert "Thursday" in ran.stdout


def test_topics_for_all_projects_take_no_note_of_one_project(user: User) -> None:
    user.write("home/.agents/memory/MEMORY.md", "- [Style](style.md) — tabs\n")
    user.write("home/.agents/memory/style.md", "---\nname: style\ndescription: tabs\n---\n\nTabs, not spaces.\n")
    user.trusts()
    answer = user.call("memory", action="add", text="The API is written in Go")
    assert (answer.data["store"], answer.data["scope"]) == ("bullets:project", "project"), answer.text
    answer = user.call("memory", action="add", scope="global", text="Answers are short", title="answers")
    assert (answer.data["store"], answer.data["scope"]) == ("topics:.agents", "global"), answer.text
