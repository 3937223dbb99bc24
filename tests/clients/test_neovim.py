"""The set-up of `editors/neovim` in a real Neovim with the real server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from client_world import World, made_token, until
from neovim_session import NeovimSession

Start = Callable[[Path], NeovimSession]

UNNECESSARY = "DiagnosticUnnecessary"
ALIKE = (
    "- Run the database migrations before the tests start",
    "- Run the database migrations before running the tests",
)


def test_findings_are_shown_where_they_are(neovim: Start, world: World) -> None:
    token = made_token()
    world.remember(f"# Memory\n\n- 🙂 use pnpm here\n- the key is {token}\n- 🙂 Use pnpm here.\n")

    findings = neovim(world.project_memory).see((3, "secret"), (4, "duplicate"))

    secret, copy = findings
    row = f"- the key is {token}"
    assert row[secret.column : secret.end_column] == token
    assert "- 🙂 Use pnpm here.".encode()[copy.column : copy.end_column].decode() == "🙂 Use pnpm here."
    assert copy.message == "says the same as line 3"
    assert copy.source == "memory-ls"
    assert token not in secret.message


def test_findings_follow_what_is_typed(neovim: Start, world: World) -> None:
    world.remember("- use pnpm\n- deploy on Friday\n")
    session = neovim(world.project_memory)
    session.set_line(1, "- use pnpm")
    session.see((1, "duplicate"))

    session.set_line(1, "- deploy on Monday")

    session.see()


def test_a_markdown_file_that_is_no_memory_stays_clean(neovim: Start, world: World) -> None:
    world.remember("- use pnpm\n- use pnpm\n")
    other = world.repository / "README.md"
    other.write_text("- use pnpm\n- use pnpm\n")
    session = neovim(other)
    session.edit(world.project_memory)
    session.see((1, "duplicate"))

    session.edit(other)

    assert session.findings() == []


def test_a_copy_is_removed_and_one_undo_brings_it_back(neovim: Start, world: World) -> None:
    world.remember("# Memory\n\n- use pnpm\n- keep this\n- Use pnpm.\n")
    session = neovim(world.project_memory)
    session.see((4, "duplicate"))

    session.fix(4, "Remove this copy")
    session.see_lines("# Memory", "", "- use pnpm", "- keep this")
    session.see()
    session.command("undo")

    session.see_lines("# Memory", "", "- use pnpm", "- keep this", "- Use pnpm.")
    session.see((4, "duplicate"))
    assert world.project_memory.read_text() == "# Memory\n\n- use pnpm\n- keep this\n- Use pnpm.\n"


def test_notes_alike_are_merged_and_one_undo_parts_them(neovim: Start, world: World) -> None:
    world.remember("\n".join([*ALIKE, "- unrelated", ""]))
    session = neovim(world.project_memory)
    session.see((1, "similar"))
    merged = f"{ALIKE[0]}; {ALIKE[1].removeprefix('- ')}"

    session.answer("=")
    session.fix(1, "Merge with line 1")
    session.see_lines(merged, "- unrelated")
    session.command("undo")

    session.see_lines(*ALIKE, "- unrelated")


def test_a_merge_takes_the_wording_that_was_typed(neovim: Start, world: World) -> None:
    world.remember("\n".join([*ALIKE, ""]))
    session = neovim(world.project_memory)
    session.see((1, "similar"))

    session.answer("migrate before testing")
    session.fix(1, "Merge with line 1")

    session.see_lines("- migrate before testing")


def test_a_cancelled_merge_leaves_both_notes(neovim: Start, world: World) -> None:
    world.remember("\n".join([*ALIKE, ""]))
    session = neovim(world.project_memory)
    session.see((1, "similar"))

    session.fix(1, "Merge with line 1")
    until(session.asked, "the question for the wording")

    assert session.actions(1), "the server has answered since"
    assert session.lines() == list(ALIKE)


def test_move_to_a_closed_global_memory_writes_it_before_the_source(neovim: Start, world: World) -> None:
    world.remember("- use pnpm\n- stays\n", "- known\n")
    session = neovim(world.project_memory)
    session.see()

    session.fix(0, "Move to global memory")

    session.see_lines("- stays")
    assert world.global_memory.read_text() == "- known\n- use pnpm\n"
    assert world.project_memory.read_text() == "- use pnpm\n- stays\n", "the buffer is changed, saving it is the user's"


def test_move_to_an_open_dirty_global_memory_edits_its_buffer(neovim: Start, world: World) -> None:
    world.remember("- use pnpm\n- stays\n", "- known\n")
    session = neovim(world.global_memory)
    session.see()
    session.set_line(0, "- known, and changed")
    session.command("set hidden")
    session.edit(world.project_memory)
    session.ready()
    assert session.lua("return #vim.lsp.get_clients()") == 1, "one server holds both buffers"

    session.fix(0, "Move to global memory")

    session.see_lines("- stays")
    session.edit(world.global_memory)
    session.see_lines("- known, and changed", "- use pnpm")
    assert world.global_memory.read_text() == "- known\n"


def test_move_makes_a_missing_global_memory(neovim: Start, world: World) -> None:
    world.remember("- use pnpm\n- stays\n")
    session = neovim(world.project_memory)
    session.see()
    assert not world.global_memory.exists()

    session.fix(0, "Move to global memory")

    session.see_lines("- stays")
    assert "- use pnpm\n" in world.global_memory.read_text()


def test_a_secret_is_redacted_in_one_undo_step(neovim: Start, world: World) -> None:
    token = made_token()
    world.remember(f"- deploy with {token}, then rest\n")
    session = neovim(world.project_memory)
    session.see((0, "secret"))

    session.fix(0, "Redact the GitHub token")
    session.see_lines("- deploy with [redacted GitHub token], then rest")
    session.see()
    session.command("undo")

    session.see_lines(f"- deploy with {token}, then rest")
    assert not any(token in message for message in session.said())


def test_notes_that_the_agent_is_not_given_are_faded(neovim: Start, world: World) -> None:
    world.remember("".join(f"- fact {n}: {f'word{n} ' * 50}\n" for n in range(40)))
    world.trust()
    session = neovim(world.project_memory)

    cut = session.see_code("not-injected")

    until(lambda: session.lua("return T.highlighted(...)", cut.row, UNNECESSARY), "a faded note")
    assert not session.lua("return T.highlighted(...)", 0, UNNECESSARY)


def test_doctor_opens_a_report_beside_the_memory(neovim: Start, world: World) -> None:
    token = made_token()
    world.remember(f"- use pnpm\n- use pnpm\n- the key is {token}\n", "- known\n")
    world.trust()
    session = neovim(world.project_memory)
    session.see((1, "duplicate"), (2, "secret"))

    session.command("MemoryDoctor")

    until(lambda: session.lua("return vim.bo.buftype") == "nofile", "the report")
    report = "\n".join(session.lines())
    assert report.startswith("#")
    assert "4 notes" in report or "3 notes" in report
    assert token not in report
    assert session.lua("return #vim.api.nvim_list_wins()") == 2
    assert session.lua("return vim.bo.filetype") == "markdown"
    session.lua("vim.api.nvim_feedkeys('q', 'mx', false)")
    session.see_lines("- use pnpm", "- use pnpm", f"- the key is {token}")


def test_reports_are_shown_without_a_memory_being_open(neovim: Start, world: World) -> None:
    world.remember("- use pnpm\n", "- known everywhere\n")
    session = neovim(world.repository / "main.c")

    session.command("MemoryList")

    until(lambda: session.lua("return vim.bo.buftype") == "nofile", "the list")
    assert "known everywhere" in "\n".join(session.lines())


def test_every_report_has_a_window_and_keeps_it(neovim: Start, world: World) -> None:
    world.remember("- use pnpm\n", "- known\n")
    session = neovim(world.project_memory)
    session.see()

    for name in ("Preview", "Paths", "List", "List"):
        session.command("wincmd t")
        session.command(f"Memory{name}")
        until(lambda: session.lua("return vim.bo.buftype") == "nofile", name)

    assert session.lua("return #vim.api.nvim_list_wins()") == 4


def test_reload_says_what_changed(neovim: Start, world: World) -> None:
    world.remember("- use pnpm\n")
    session = neovim(world.project_memory)
    session.see()

    session.command("MemoryReload")

    until(session.said, "a message")
    assert session.said() == ["Nothing changed on disk."]


def test_clear_answered_no_leaves_everything(neovim: Start, world: World) -> None:
    world.remember("# Memory\n\n- use pnpm\n")
    session = neovim(world.project_memory)
    session.see()

    session.command("MemoryClear project")
    until(session.asked, "the question")

    assert session.actions(2), "the server has answered since"
    assert session.lines() == ["# Memory", "", "- use pnpm"]
    assert world.project_memory.read_text() == "# Memory\n\n- use pnpm\n"


def test_clear_answered_yes_removes_the_notes_and_tells_of_its_backup(neovim: Start, world: World) -> None:
    world.remember("# Memory\n\n- use pnpm\n- deploy on Friday\n")
    session = neovim(world.project_memory)
    session.see()

    session.answer("clear")
    session.command("MemoryClear project")

    until(lambda: session.lua("return vim.bo.buftype") == "nofile", "the report")
    assert "backup" in "\n".join(session.lines()).lower()
    session.command("close")
    until(lambda: not any(line.startswith("- ") for line in session.lines()), "no notes")
    backups = [path for path in (world.home / "xdg").rglob("*") if path.is_file() and "use pnpm" in path.read_text()]
    assert len(backups) == 1
    assert backups[0].stat().st_mode & 0o777 == 0o600


def test_clear_asks_for_the_scope_that_was_not_named(neovim: Start, world: World) -> None:
    world.remember("- use pnpm\n", "- known\n")
    session = neovim(world.project_memory)
    session.see()

    session.answer("global", "clear")
    session.command("MemoryClear")

    until(lambda: world.global_memory.read_text().strip() == "", "a cleared global memory")
    assert len(session.asked()) == 2
    assert world.project_memory.read_text() == "- use pnpm\n"


def test_what_an_agent_writes_under_unsaved_edits_is_taken_in(neovim: Start, world: World) -> None:
    world.remember("- use pnpm\n- deploy on Friday\n")
    session = neovim(world.project_memory)
    session.see()
    session.set_line(0, "- use pnpm, never npm")

    world.remember("- use pnpm\n- deploy on Friday\n- noted by the agent\n")
    behind = session.see_code("changed-on-disk")
    session.fix(behind.row, "Take in what changed on disk")

    session.see_lines("- use pnpm, never npm", "- deploy on Friday", "- noted by the agent")
    session.see()
