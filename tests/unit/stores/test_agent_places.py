"""Where agents keep their memory, by default and where variables and settings have moved it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from memory_ls.formats.notes import Scope, Store
from memory_ls.stores.agent_places import claude_slug, leads_to_place, pi_slug, place_of, places_in_reach, records_slug
from memory_ls.stores.folders import store_files
from memory_ls.stores.places import Environment
from memory_ls.stores.sharing import sharing


def lay(folder: str | Path, inside: str, text: str = "") -> str:
    path = Path(folder, inside)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def store_at(path: str, env: Environment) -> Store | None:
    found = place_of(path, env)
    return found.store if found else None


@pytest.mark.parametrize(
    ("path", "format", "dialect", "folder"),
    [
        (".pi/agent/memory-auto/notes.md", "cards", "", ".pi/agent/memory-auto"),
        (".pi/memory-md/projects/app/records/state.x.md", "records", "", ".pi/memory-md/projects/app"),
        (".pi/memory-md/projects/app/events/2025/old.md", "records", "", ".pi/memory-md/projects/app"),
        (".pi/agent/memory/MEMORY.md", "sections", "plan", ".pi/agent/memory"),
        (".pi/agent/memory/--home-app--/MEMORY.md", "topics", "pi", ".pi/agent/memory/--home-app--"),
        (".pi/agent/memory/--home-app--/sub/topic.md", "topics", "pi", ".pi/agent/memory/--home-app--"),
        (".pi/agent/pi-hermes-memory/failures.md", "sections", "pi-hermes", ".pi/agent/pi-hermes-memory"),
        (".pi/agent/projects-memory/app/MEMORY.md", "sections", "pi-hermes", ".pi/agent/projects-memory/app"),
        (".hermes/memories/USER.md", "sections", "hermes", ".hermes/memories"),
        (".claude/projects/-home-app/memory/MEMORY.md", "topics", "claude", ".claude/projects/-home-app/memory"),
        (".claude/agent-memory/reviewer/x.md", "topics", "claude", ".claude/agent-memory/reviewer"),
        (".qwen/projects/-app/memory/user/x.md", "topics", "claude", ".qwen/projects/-app/memory"),
        (".gemini/GEMINI.md", "gemini", "gemini", ".gemini"),
        (".qwen/QWEN.md", "gemini", "qwen", ".qwen"),
        (".openclaw/workspace/MEMORY.md", "outline", "openclaw", ".openclaw/workspace"),
        (".openclaw/workspace/memory/2026-11-29.md", "daily", "openclaw", ".openclaw/workspace/memory"),
        (".serena/memories/a/b.md", "outline", "serena", ".serena/memories"),
    ],
)
def test_a_users_places(env: Environment, path: str, format: str, dialect: str, folder: str) -> None:
    assert store_at(f"{env.home}/{path}", env) == Store(format, Scope.GLOBAL, f"{env.home}/{folder}", dialect=dialect)


@pytest.mark.parametrize(
    "path",
    [
        ".claude/CLAUDE.md",
        ".claude/projects/-home-app/notes.md",
        ".claude/plugins/x/memory/y.md",
        ".claude/projects/-home-app/memory/.git/x.md",
        ".claude/projects/-home-app/memory/.hidden.md",
        ".claude/projects/-home-app/memory/dreams.jsonl",
        ".hermes/memories/other.md",
        ".hermes/memories/.archive/MEMORY.md",
        ".pi/agent/memory/notes.md",
        ".pi/agent/memory-auto/deep/notes.md",
        ".pi/memory-md/projects/readme.md",
        ".openclaw/workspace/SOUL.md",
        ".openclaw/workspace/memory/plans.md",
        "memory-auto/notes.md",
    ],
)
def test_what_lies_beside_is_no_memory(env: Environment, path: str) -> None:
    assert store_at(f"{env.home}/{path}", env) is None


@pytest.mark.parametrize(
    ("variable", "value", "path", "format"),
    [
        ("PI_MEMORY_AUTO_DIR", "~/cards", "cards/a.md", "cards"),
        ("PI_MEMORY_DIR", " ~/topics/ ", "topics/sub/a.md", "topics"),
        ("PI_CODING_AGENT_DIR", "~/pi", "pi/memory/--app--/a.md", "topics"),
        ("CLAUDE_CONFIG_DIR", "~/cc", "cc/projects/-app/memory/a.md", "topics"),
        ("HERMES_HOME", "~/hh", "hh/memories/MEMORY.md", "sections"),
    ],
)
def test_variables_move_a_place(env: Environment, variable: str, value: str, path: str, format: str) -> None:
    moved = replace(env, variables={variable: value})
    found = store_at(f"{env.home}/{path}", moved)
    assert found is not None
    assert found.format == format
    assert store_at(f"{env.home}/{path}", env) is None


@pytest.mark.parametrize(
    ("settings", "text", "path", "format"),
    [
        (".pi/agent/settings.json", '{"pi-workspace-memory": {"localPath": "~/r"}}', "r/projects/app/a.md", "records"),
        (".pi/agent/settings.json", '{"pi-memory-md": {"localPath": "~/r"}}', "r/projects/app/a.md", "records"),
        (".claude/settings.json", '{"autoMemoryDirectory": "~/auto"}', "auto/a.md", "topics"),
        (".pi/agent/hermes-memory-config.json", '{"memoryDir": "~/hm"}', "hm/failures.md", "sections"),
    ],
)
def test_settings_move_a_place_at_once(env: Environment, settings: str, text: str, path: str, format: str) -> None:
    assert store_at(f"{env.home}/{path}", env) is None
    lay(env.home, settings, text)
    found = store_at(f"{env.home}/{path}", env)
    assert found is not None
    assert found.format == format


@pytest.mark.parametrize("text", ["", "{", "[]", '{"autoMemoryDirectory": 1}', '{"autoMemoryDirectory": " "}', "\0"])
def test_damaged_settings_move_nothing(env: Environment, text: str) -> None:
    lay(env.home, ".claude/settings.json", text)
    assert store_at(f"{env.home}/.claude/projects/-app/memory/a.md", env) is not None


@pytest.mark.parametrize(
    ("path", "format", "folder"),
    [
        (".pi/agent/memory-auto/notes.md", "cards", ".pi/agent/memory-auto"),
        (".claude/agent-memory/reviewer/MEMORY.md", "topics", ".claude/agent-memory/reviewer"),
        (".claude/agent-memory-local/reviewer/a.md", "topics", ".claude/agent-memory-local/reviewer"),
        (".claude/memory/a.md", "topics", ".claude/memory"),
        (".agents/memory/a.md", "topics", ".agents/memory"),
        (".serena/memories/a.md", "outline", ".serena/memories"),
    ],
)
def test_a_projects_places_write_nothing_outside_it(
    env: Environment, repo: Path, path: str, format: str, folder: str
) -> None:
    found = store_at(f"{repo}/{path}", env)
    assert found is not None
    assert (found.format, found.scope, found.root, found.repository) == (format, Scope.PROJECT, str(repo), str(repo))
    assert found.folder == f"{repo}/{folder}"


def test_the_same_folders_in_the_home_folder_are_the_users_own(env: Environment) -> None:
    found = store_at(f"{env.home}/.claude/agent-memory-local/x/a.md", env)
    assert found == Store("topics", Scope.GLOBAL, f"{env.home}/.claude/agent-memory-local/x", dialect="claude")


def test_only_folders_on_the_way_to_a_place_are_entered(env: Environment, repo: Path) -> None:
    for folder in (".claude", ".claude/projects", ".claude/projects/-app/memory/sub", ".openclaw/workspace/memory"):
        assert leads_to_place(f"{env.home}/{folder}", env)
    for folder in (".claude/plugins", ".claude/projects/-app/other", ".cache", "work"):
        assert not leads_to_place(f"{env.home}/{folder}", env)
    assert leads_to_place(f"{repo}/.claude/agent-memory", env)
    assert not leads_to_place(f"{repo}/.claude/skills", env)


def test_in_reach_of_a_project_are_its_own_stores_and_the_users_but_no_other_projects(
    env: Environment, repo: Path
) -> None:
    own = f"{env.home}/.claude/projects/{claude_slug(str(repo))}/memory"
    lay(own, "MEMORY.md")
    lay(env.home, ".claude/projects/-other/memory/MEMORY.md")
    lay(env.home, ".pi/memory-md/projects/repo/records/state.a.md")
    lay(env.home, ".pi/memory-md/projects/other/records/state.a.md")
    lay(env.home, ".hermes/memories/MEMORY.md")
    lay(repo, ".agents/memory/MEMORY.md")
    inside = repo / "src"
    inside.mkdir()
    folders = [store.folder for store in places_in_reach(env, str(repo), str(inside))]
    assert sorted(folders) == sorted(
        [
            own,
            f"{env.home}/.pi/memory-md/projects/repo",
            f"{env.home}/.hermes/memories",
            f"{repo}/.agents/memory",
        ]
    )


def test_the_files_of_a_store_are_markdown_no_links_and_not_hidden(env: Environment) -> None:
    folder = f"{env.home}/.claude/projects/-app/memory"
    for inside in ("MEMORY.md", "a.md", "sub/b.md", ".hidden.md", ".git/c.md", "d.txt", "node_modules/e.md"):
        lay(folder, inside)
    os.symlink("a.md", f"{folder}/link.md")
    os.symlink("sub", f"{folder}/linked")
    os.mkfifo(f"{folder}/pipe.md")
    store = store_at(f"{folder}/a.md", env)
    assert store is not None
    assert [file.inside for file in store_files(store)] == ["MEMORY.md", "a.md", "sub/b.md"]


def test_a_sections_store_has_its_targets_only(env: Environment) -> None:
    for name in ("MEMORY.md", "USER.md", "failures.md", "notes.md"):
        lay(env.home, f".hermes/memories/{name}")
    store = store_at(f"{env.home}/.hermes/memories/USER.md", env)
    assert store is not None
    assert [file.inside for file in store_files(store)] == ["MEMORY.md", "USER.md"]


def test_a_folder_that_is_not_there_has_no_files(env: Environment) -> None:
    assert store_files(Store("topics", Scope.GLOBAL, f"{env.home}/nowhere", dialect="claude")) == []


@pytest.mark.parametrize(
    ("path", "claude", "pi", "records"),
    [
        ("/home/ann/my proj", "-home-ann-my-proj", "--home-ann-my proj--", "my-proj"),
        ("/", "-", "----", "project"),
        ("/srv/My.App_2", "-srv-My-App-2", "--srv-My.App_2--", "my-app-2"),
        ("/ä/🧪", "-----", "--ä-🧪--", "project"),
        ("C:\\Users\\ann", "C--Users-ann", "--C--Users-ann--", "c-users-ann"),
    ],
)
def test_slugs(path: str, claude: str, pi: str, records: str) -> None:
    assert (claude_slug(path), pi_slug(path), records_slug(path)) == (claude, pi, records)


def test_two_projects_that_come_to_one_store_are_named(env: Environment, tmp_path: Path) -> None:
    one, two, gone = tmp_path / "my-app", tmp_path / "my.app", tmp_path / "my_app"
    one.mkdir()
    two.mkdir()
    slug = claude_slug(str(one))
    lay(env.home, f".claude/projects/{slug}/memory/MEMORY.md")
    rows = [f'{{"cwd": "{folder}"}}' for folder in (two, gone, two / "src")]
    lay(env.home, f".claude/projects/{slug}/1.jsonl", "\n".join(rows))
    shared = sharing(env, [str(one)])
    assert shared == {f"{env.home}/.claude/projects/{slug}/memory": (str(one), str(two))}


def test_one_project_or_its_worktrees_share_nothing(env: Environment, repo: Path, tmp_path: Path) -> None:
    slug = claude_slug(str(repo))
    lay(env.home, f".claude/projects/{slug}/memory/MEMORY.md")
    lay(env.home, f".claude/projects/{slug}/1.jsonl", '{"cwd": 1}\n{"cwd": "relative"}\n{"cwd": "/\\u0000"}\n\xff')
    (repo / "src").mkdir()
    assert sharing(env, [str(repo), str(repo / "src")]) == {}
