"""Which store a file belongs to: by settings, by place, by what it holds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory_ls.formats.notes import Scope
from memory_ls.settings import Origin, StoreEntry
from memory_ls.stores.folders import store_files
from memory_ls.stores.places import Environment
from memory_ls.stores.tree import walk
from memory_ls.workspace.recognise import (
    company_of,
    is_known_folder,
    is_known_place,
    project_file,
    recognise,
    stores_in_reach,
)

TOPIC = "---\nname: a\ndescription: b\n---\nwords\n"


@pytest.fixture
def env(tmp_path: Path) -> Environment:
    home = tmp_path / "home"
    home.mkdir()
    return Environment(str(home), {}, str(home), str(home / "state"), str(home / "config"))


def lay(folder: str | Path, inside: str, text: str = "") -> str:
    path = Path(folder, inside)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def said(path: str, env: Environment) -> tuple[str, str, str] | None:
    """Format, dialect and place inside of the store that a file is recognised for."""
    file = recognise(path, env)
    return (file.store.format, file.store.dialect, file.inside) if file else None


@pytest.mark.parametrize(
    ("name", "text", "format"),
    [
        ("MEMORY.md", "one\n§\ntwo\n", ("sections", "plan")),
        ("MEMORY.md", "one <!-- created=2026-01-05, last=2026-01-05 -->\n", ("sections", "pi-hermes")),
        ("MEMORY.md", "one § two\n", ("outline", "")),
        ("MEMORY.md", "- a note\n- [gone](gone.md)\n", ("outline", "")),
        ("MEMORY.md", "", ("outline", "")),
        ("memory.md", "# T\n\n<!-- c -->\n- a\n* b\n", ("bullets", "")),
        ("memory.md", "", ("bullets", "")),
        ("memory.md", "Words.\n\n1. one\n", ("outline", "")),
        ("memory.md", "- a\n  - nested\n", ("outline", "")),
        ("GEMINI.md", "# x\n## Gemini Added Memories\n- a\n", ("gemini", "")),
    ],
)
def test_a_file_at_an_unknown_place_tells_by_its_content(
    env: Environment, tmp_path: Path, name: str, text: str, format: tuple[str, str]
) -> None:
    assert said(lay(tmp_path, f"x/{name}", text), env) == (*format, name)


@pytest.mark.parametrize(("name", "text"), [("GEMINI.md", "- a\n"), ("notes.md", "- a\n"), ("MEMORY.txt", "- a\n")])
def test_other_files_are_nobodys_memory(env: Environment, tmp_path: Path, name: str, text: str) -> None:
    assert said(lay(tmp_path, f"x/{name}", text), env) is None


def test_an_index_makes_its_folder_a_store_of_topics(env: Environment, tmp_path: Path) -> None:
    index = lay(tmp_path, "kept/MEMORY.md", "- [A](a.md) — hook\n- [B](sub/b.md) — hook\n")
    for inside in ("a.md", "sub/b.md", "unlisted.md"):
        lay(tmp_path / "kept", inside, TOPIC)
    lay(tmp_path, "kept/README.md", "words\n")
    assert said(index, env) == ("topics", "claude", "MEMORY.md")
    for inside in ("a.md", "sub/b.md", "unlisted.md"):
        assert said(f"{tmp_path}/kept/{inside}", env) == ("topics", "claude", inside)
    assert said(f"{tmp_path}/kept/README.md", env) is None
    file = recognise(index, env)
    assert file is not None
    assert file.store.scope is Scope.ALONE
    assert not file.store.enforced
    assert [one.inside for one in store_files(file.store)] == ["MEMORY.md", "a.md", "sub/b.md", "unlisted.md"]


def test_a_repositorys_documents_are_no_topics(env: Environment, tmp_path: Path) -> None:
    lay(tmp_path, "repo/docs/a.md", "words\n")
    lay(tmp_path, "repo/README.md", "words\n")
    index = lay(tmp_path, "repo/MEMORY.md", "- read [the plan](docs/a.md)\n- use pnpm\n")
    assert said(index, env) == ("outline", "", "MEMORY.md")
    assert said(f"{tmp_path}/repo/docs/a.md", env) is None


def test_the_targets_beside_sections_are_sections(env: Environment, tmp_path: Path) -> None:
    lay(tmp_path, "x/MEMORY.md", "one\n§\ntwo\n")
    assert said(lay(tmp_path, "x/USER.md", "one entry"), env) == ("sections", "plan", "USER.md")
    assert said(lay(tmp_path, "y/USER.md", "one entry"), env) is None


def test_logs_are_known_beside_a_memory_file(env: Environment, tmp_path: Path) -> None:
    log = lay(tmp_path, "x/memory/2026-11-29.md", "- a\n")
    assert said(log, env) is None
    lay(tmp_path, "x/MEMORY.md", "- a\n")
    assert said(log, env) == ("daily", "", "2026-11-29.md")


def test_place_goes_before_content_and_the_settings_before_place(env: Environment) -> None:
    path = lay(env.home, ".claude/memory/MEMORY.md", "one\n§\ntwo\n")
    assert said(path, env) == ("topics", "claude", "MEMORY.md")
    entry = StoreEntry(os.path.dirname(path), "sections", "project", Origin.USER)
    file = recognise(path, env, None, [entry])
    assert file is not None
    assert (file.store.format, file.store.folder) == ("sections", os.path.dirname(path))


def test_a_format_that_is_forced_counts_where_no_place_says_more(env: Environment, tmp_path: Path) -> None:
    forced = recognise(lay(tmp_path, "x/MEMORY.md", "one\n§\ntwo\n"), env, "bullets")
    placed = recognise(lay(env.home, ".hermes/memories/MEMORY.md"), env, "bullets")
    assert forced is not None
    assert placed is not None
    assert (forced.store.format, placed.store.format) == ("bullets", "sections")


def test_what_a_file_holds_is_looked_at_again_when_it_changed(env: Environment, tmp_path: Path) -> None:
    path = lay(tmp_path, "x/MEMORY.md", "- a\n")
    assert said(path, env) == ("outline", "", "MEMORY.md")
    lay(tmp_path, "x/MEMORY.md", "one\n§\ntwo\n")
    assert said(path, env) == ("sections", "plan", "MEMORY.md")


@pytest.mark.parametrize("make", [lambda path: os.mkfifo(path), lambda path: os.symlink("/dev/zero", path), os.mkdir])
def test_what_is_no_file_is_not_looked_into(env: Environment, tmp_path: Path, make: object) -> None:
    path = str(tmp_path / "MEMORY.md")
    assert callable(make)
    make(path)
    assert said(path, env) == ("outline", "", "MEMORY.md")


def test_bullets_and_cards_are_seen_in_both_scopes_others_alone(env: Environment, tmp_path: Path) -> None:
    root = str(tmp_path / "app")
    mine = recognise(lay(env.home, ".pi/agent/memory-auto/a.md"), env)
    ours = recognise(lay(root, ".pi/agent/memory-auto/a.md"), env)
    topic = recognise(lay(env.home, ".claude/projects/-app/memory/a.md"), env)
    assert mine is not None
    assert ours is not None
    assert topic is not None
    assert company_of(ours, env) == [ours.store, mine.store]
    assert company_of(mine, env) == [mine.store]
    assert company_of(mine, env, root) == [ours.store, mine.store]
    assert company_of(topic, env) == [topic.store]
    assert [store.scope for store in company_of(project_file(root), env)] == [Scope.PROJECT, Scope.GLOBAL]


def test_only_stores_that_are_there_are_in_reach(env: Environment, tmp_path: Path) -> None:
    root = tmp_path / "app"
    lay(root, ".git/HEAD")
    assert stores_in_reach(env, str(root)) == []
    lay(root, ".agents/memory/MEMORY.md")
    lay(root, ".pi/memory.md")
    os.makedirs(f"{env.home}/.hermes/memories")
    lay(env.home, ".gemini/GEMINI.md")
    assert [store.format for store in stores_in_reach(env, str(root))] == ["bullets", "topics", "gemini"]


def test_a_walk_over_a_home_folder_finds_every_store_and_nothing_else(env: Environment) -> None:
    kept = [
        ".claude/projects/-app/memory/MEMORY.md",
        ".claude/projects/-app/memory/a.md",
        ".gemini/GEMINI.md",
        ".hermes/memories/MEMORY.md",
        ".openclaw/workspace/MEMORY.md",
        ".pi/agent/memory.md",
        ".pi/agent/memory-auto/notes.md",
        ".pi/agent/memory/--app--/MEMORY.md",
        ".pi/memory-md/projects/app/records/state.a.md",
        "app/.claude/memory/MEMORY.md",
        "app/.pi/memory.md",
        "app/docs/memory.md",
    ]
    for inside in kept:
        lay(env.home, inside, "- a\n")
    others = (".claude/CLAUDE.md", ".claude/plugins/a.md", ".cache/memory.md", ".x/memory.md", "app/docs/a.md")
    for inside in (*others, "app/node_modules/memory.md"):
        lay(env.home, inside, "- a\n")
    lay(env.home, "app/.git/HEAD")
    lay(env.home, "app/.gitignore", ".claude/\n.pi/\n")
    found = walk(
        env.home,
        lambda path: recognise(path, env) is not None,
        lambda path: is_known_place(path, env),
        lambda path: False,
        lambda folder: is_known_folder(folder, env),
        os.path.realpath(env.home),
    )
    assert sorted(os.path.relpath(path, env.home) for path in found) == sorted(kept)
