"""Our own configuration files."""

from __future__ import annotations

import os
import random
import string
from pathlib import Path

import pytest

from memory_ls.settings import Origin, Settings, StoreEntry
from memory_ls.stores.configuration import PROJECT_FILE, read_settings
from memory_ls.stores.places import Environment


def user_says(env: Environment, text: str) -> None:
    Path(env.config_dir).mkdir(parents=True, exist_ok=True)
    Path(env.config_dir, "config.toml").write_text(text)


def project_says(root: Path, text: str) -> None:
    (root / PROJECT_FILE).write_text(text)


def said(env: Environment, root: Path | None, trusted: bool = False) -> list[str]:
    _, problems = read_settings(env, str(root) if root else None, trusted)
    return [f"{problem.layer}: {problem.message}" for problem in problems]


def test_without_files_the_defaults_hold_and_nothing_is_made(env: Environment, root: Path) -> None:
    assert read_settings(env, str(root), True) == (Settings(), ())
    assert os.listdir(env.home) == os.listdir(root) == []


def test_the_project_comes_after_the_user_and_the_editor_after_both(env: Environment, root: Path) -> None:
    user_says(env, 'stale-days = 10\nignore = ["stale"]\nexclude = ["a"]\n')
    project_says(root, 'stale-days = 20\r\nignore = ["similar"]\r\n')
    settings, problems = read_settings(env, str(root), False, {"staleDays": 30})
    assert (settings.stale_days, settings.ignore, settings.exclude) == (30, ("similar",), ("a",))
    assert problems == ()
    assert read_settings(env, None, False)[0].stale_days == 10


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("stale-days = \n", " at line 1, column 14"),
        ("a = 1\nnonsense\n", " at line 2, column 9"),
        ("a = [1,", " at end of document"),
        ("a = 1\na = 2\n", ""),
        ("a = " + "9" * 5000, ""),
        ("a = " + "[" * 5000, ""),
    ],
)
def test_malformed_toml_is_named_with_its_place_and_the_defaults_used(
    env: Environment, root: Path, text: str, place: str
) -> None:
    project_says(root, text)
    settings, problems = read_settings(env, str(root), True)
    assert settings == Settings()
    (problem,) = problems
    assert problem.layer == PROJECT_FILE
    assert problem.message.startswith("it is no valid TOML" + place)
    assert problem.message.endswith("; the defaults are used")


def test_the_users_file_is_named_by_its_path(env: Environment) -> None:
    user_says(env, "x = \n")
    assert said(env, None)[0].startswith("~/config/memory-ls/config.toml: it is no valid TOML at line 1")


def test_a_file_that_cannot_be_read_is_named(env: Environment, root: Path) -> None:
    (root / PROJECT_FILE).symlink_to("elsewhere")
    assert said(env, root) == [".memory-ls.toml: it is a symlink, and none is followed there; the defaults are used"]
    (root / PROJECT_FILE).unlink()
    (root / PROJECT_FILE).write_bytes(b'ignore = ["\xff"]')
    assert said(env, root) == [".memory-ls.toml: it is not UTF-8: line 1, byte 12; the defaults are used"]


def test_a_secret_in_a_wrong_value_does_not_reach_the_message(env: Environment, root: Path) -> None:
    value = "".join(random.Random(7).choices(string.ascii_letters + string.digits, k=36))
    token = "ghp_" + value
    project_says(root, f'stale-days = "{token}"\n"{token}" = 1\n')
    messages = " ".join(said(env, root))
    assert "stale-days" in messages
    assert value[:8] not in messages


def test_control_characters_in_a_wrong_value_are_shown_as_codes(env: Environment, root: Path) -> None:
    project_says(root, 'stale-days = "\\u001b[31m\\u202e"\n')
    (message,) = said(env, root)
    assert "\x1b" not in message
    assert "\u202e" not in message


def test_stores_of_a_project_need_trust(env: Environment, root: Path) -> None:
    project_says(root, '[[stores]]\npath = "notes/memory.md"\nformat = "bullets"\n')
    assert read_settings(env, str(root), False)[0].stores == ()
    assert said(env, root) == [".memory-ls.toml: stores counts only in a trusted project"]
    entry = StoreEntry(str(root / "notes/memory.md"), "bullets", origin=Origin.TRUSTED_PROJECT)
    assert read_settings(env, str(root), True)[0].stores == (entry,)


@pytest.mark.parametrize("path", ["../out", "/etc", "~/notes", "link/x", "a/../../out", "../store-twin"])
def test_stores_of_a_project_lie_inside_it(env: Environment, root: Path, path: str) -> None:
    (root / "link").symlink_to(root.parent)
    project_says(
        root, f'[[stores]]\npath = "{path}"\nformat = "bullets"\n[[stores]]\npath = "in"\nformat = "bullets"\n'
    )
    settings, problems = read_settings(env, str(root), True)
    assert [entry.path for entry in settings.stores] == [str(root / "in")]
    assert [problem.message for problem in problems] == [f"stores: {path} lies outside the project"]


def test_stores_of_the_user_lie_anywhere(env: Environment) -> None:
    user_says(
        env,
        '[[stores]]\npath = "~/a"\nformat = "bullets"\nscope = "global"\n[[stores]]\npath = "b"\nformat = "bullets"\n'
        '[[stores]]\npath = "a\\u0000b"\nformat = "bullets"\n',
    )
    settings, problems = read_settings(env, None, False)
    assert settings.stores == (
        StoreEntry(f"{env.home}/a", "bullets", "global"),
        StoreEntry(f"{env.config_dir}/b", "bullets"),
    )
    assert len(problems) == 1


def test_nothing_of_the_detectors_is_loaded_where_all_is_well(env: Environment, root: Path) -> None:
    import subprocess
    import sys

    project_says(root, "stale-days = 20\n")
    script = (
        "import sys; from memory_ls.stores.configuration import read_settings\n"
        "from memory_ls.stores.places import Environment\n"
        "read_settings(Environment(*['/x', {}, '/x', '/x', '/x']), sys.argv[1], False)\n"
        "heavy = {'memory_ls.detect', 'filelock', 'pathspec', 'asyncio', 'subprocess', 'platformdirs'}\n"
        "print(heavy & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script, str(root)], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
