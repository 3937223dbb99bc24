"""A real Neovim in a home that holds a store of every format: what it shows, what a fix leaves, where names lead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from client_world import World, until
from neovim_session import NeovimSession

Start = Callable[[Path], NeovimSession]

INDEX = "# Index\n\n- [Role](user_role.md) — backend engineer\n"
ROLE = "---\nname: user-role\ndescription: Backend engineer\ntype: user\n---\n\nWrites Go. See [[ci]].\n"
CI = "---\nname: ci\ndescription: Runs on 🙂 push\ntype: project\n---\n\nEvery push is built.\n"
RUNTIME = '---\ndescription: "Runtime"\nsummary: "Node 22 runs it"\nconcepts:\n  - "runtime"\n---\n# Node 22 runs it\n'
FACTS = "\n<!-- memory:facts:v1 -->\nnode: 22\n<!-- /memory:facts -->\n"


class Stores:
    """The five stores of one user and where their files lie."""

    def __init__(self, world: World) -> None:
        self.bullets = world.project_memory
        self.topics = world.home / ".claude" / "projects" / "-work" / "memory"
        self.records = world.home / ".pi" / "memory-md" / "projects" / "work" / "records"
        self.cards = world.agent / "memory-auto"
        self.sections = world.home / ".hermes" / "memories"
        self._write(self.bullets, "- use pnpm\n- use pnpm\n")
        self._write(self.topics / "MEMORY.md", INDEX)
        self._write(self.topics / "user_role.md", ROLE)
        self._write(self.topics / "ci.md", CI)
        self._write(self.records / "state.runtime.md", RUNTIME + FACTS)
        self._write(self.cards / "notes.md", "🙂 The port is 3000.\n#port #http\n\nUse pnpm.\n#npm\n")
        self._write(self.cards / "more.md", "The port of the tests is free.\n#port\n")
        self._write(self.sections / "MEMORY.md", "Use pnpm 🙂.\n § \nDeploy on Friday.\n")

    def _write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


@pytest.fixture
def stores(world: World) -> Stores:
    return Stores(world)


def saved(session: NeovimSession, path: Path) -> str:
    """The bytes on the disk after the buffer was written."""
    session.command("write!")
    return path.read_bytes().decode()


def test_every_format_shows_its_own_findings_and_mends_them(neovim: Start, stores: Stores) -> None:
    session = neovim(stores.bullets)
    session.see((1, "duplicate"))
    session.fix(1, "Remove this copy")
    session.see_lines("- use pnpm")
    assert saved(session, stores.bullets) == "- use pnpm\n"

    path = stores.topics / "ci.md"
    session.edit(path)
    session.see((2, "unlisted"))
    session.fix(2, "Add its line to MEMORY.md")
    session.see()
    assert (stores.topics / "MEMORY.md").read_text() == f"{INDEX}- [Ci](ci.md) — Runs on 🙂 push\n"
    assert path.read_text() == CI

    path = stores.records / "state.runtime.md"
    session.edit(path)
    found = session.see_code("bad-facts")
    session.fix(found.row, "Write = instead of the colon")
    until(lambda: "node = 22" in session.lines(), "the mended fact")
    session.see()
    assert saved(session, path) == RUNTIME + FACTS.replace("node: 22", "node = 22")

    path = stores.cards / "notes.md"
    session.edit(path)
    session.see((1, "keyword"))
    session.fix(1, "Keep only #port")
    session.see_lines("🙂 The port is 3000.", "#port", "", "Use pnpm.", "#npm")
    assert saved(session, path) == "🙂 The port is 3000.\n#port\n\nUse pnpm.\n#npm\n"

    path = stores.sections / "MEMORY.md"
    session.edit(path)
    found = session.see_code("bad-separator")
    session.fix(found.row, next(title for title in session.actions(found.row) if "§" in title or "eparator" in title))
    until(lambda: "§" in session.lines(), "a mended separator")
    session.see()
    assert saved(session, path) == "Use pnpm 🙂.\n§\nDeploy on Friday.\n"


def test_a_row_of_the_index_leads_to_its_topic_and_a_name_to_its_place(neovim: Start, stores: Stores) -> None:
    session = neovim(stores.topics / "MEMORY.md")
    session.ready()

    session.go_to_definition(2, "user_role")
    until(lambda: session.file() == stores.topics / "user_role.md", "the topic")

    session.ready()
    session.go_to_definition(6, "ci]]")
    until(lambda: session.file() == stores.topics / "ci.md", "the topic that is named")
    assert session.cursor() == (1, 6)


def test_a_keyword_is_renamed_in_open_and_closed_files(neovim: Start, stores: Stores) -> None:
    session = neovim(stores.cards / "notes.md")
    session.see_code("keyword")

    session.rename(1, "port", "ports")

    session.see_lines("🙂 The port is 3000.", "#ports #http", "", "Use pnpm.", "#npm")
    session.command("wall!")
    assert (stores.cards / "more.md").read_text() == "The port of the tests is free.\n#ports\n"


def test_a_topic_is_renamed_with_its_file_and_all_that_points_at_it(neovim: Start, stores: Stores) -> None:
    session = neovim(stores.topics / "MEMORY.md")
    session.ready()

    session.rename(2, "user_role.md", "people/who.md")

    until(lambda: session.lines()[2] == "- [Role](people/who.md) — backend engineer", "the new link")
    until((stores.topics / "people" / "who.md").exists, "the moved file")
    assert not (stores.topics / "user_role.md").exists()
    assert (stores.topics / "people" / "who.md").read_text() == ROLE


def test_a_forgotten_topic_goes_with_its_line_and_is_kept_in_a_backup(
    neovim: Start, stores: Stores, world: World
) -> None:
    session = neovim(stores.topics / "MEMORY.md")
    session.ready()

    session.fix(2, "Forget this topic and its line")

    session.see_lines("# Index", "")
    until(lambda: not (stores.topics / "user_role.md").exists(), "a removed file")
    kept = [path for path in (world.home / "xdg").rglob("*") if path.is_file() and "Writes Go" in path.read_text()]
    assert len(kept) == 1


def test_the_doctor_without_a_memory_open_covers_all_stores_of_the_user(
    neovim: Start, stores: Stores, world: World
) -> None:
    session = neovim(world.repository / "main.c")

    session.command("MemoryDoctor")

    until(lambda: session.lua("return vim.bo.buftype") == "nofile", "the report")
    report = "\n".join(session.lines())
    for path in (stores.bullets, stores.cards, stores.sections):
        assert str(path) in report
