"""A person edits memory.md: what they see, what their quick fixes do, what they are told."""

from __future__ import annotations

import json
from pathlib import Path

import lsprotocol.types as t
import pytest
from pygls.exceptions import JsonRpcException
from session_world import HOME, World

EMOJI = "- 🧪 Use pnpm in 日本 — always\n"


def token() -> str:
    """Shaped like a provider's token, made here so that none lies in the repository."""
    return "AKIA" + "QX7ZT2M4KDLW9RPB"


async def test_diagnostics_stand_where_the_editor_counts(world: World) -> None:
    uri = world.open(f"# T\n\n{EMOJI}- other\n- 🧪 use pnpm in 日本 — always!\n")
    await world.editor.until_codes(uri, [(5, "duplicate")])
    (found,) = await world.editor.found(uri)
    assert found.message == "says the same as line 3"
    assert found.severity is t.DiagnosticSeverity.Warning
    row = world.editor.buffers[uri].rows[4]
    units = {"utf-8": len(row.encode()), "utf-16": len(row.encode("utf-16-le")) // 2, "utf-32": len(row)}
    assert found.range.end.character == units[world.editor.encoding.value]


async def test_typing_brings_and_takes_findings(world: World) -> None:
    uri = world.open("- Use pnpm\n- Use tabs\n")
    assert await world.editor.codes(uri) == []
    world.editor.type(uri, 1, 0, "- use PNPM.\n")
    await world.editor.until_codes(uri, [(2, "duplicate")])
    world.editor.type(uri, 1, 5, "x")
    await world.editor.until_codes(uri, [])


async def test_a_closed_global_store_is_in_view_and_marked(world: World) -> None:
    world.write(world.everywhere, "- use pnpm.\n")
    uri = world.open("- Use pnpm\n")
    await world.editor.until_codes(uri, [(1, "duplicate")])
    await world.editor.until_codes(world.everywhere.as_uri(), [(1, "duplicate")])
    (found,) = await world.editor.found(uri)
    assert (found.message, found.severity) == (
        "says the same as line 1 of global memory",
        t.DiagnosticSeverity.Information,
    )


async def test_removing_a_copy_is_one_edit_of_the_buffer(world: World) -> None:
    uri = world.open("- a fact\r\n- other\r\n- A fact.\r\n")
    await world.editor.until_codes(uri, [(3, "duplicate")])
    preferred = [one.title for one in await world.editor.actions(uri, 3) if one.is_preferred]
    assert preferred[0] == "Remove this copy"
    await world.editor.choose(uri, 3, "Remove this copy")
    assert world.editor.text(uri) == "- a fact\r\n- other\r\n"
    await world.editor.until_codes(uri, [])


async def test_merging_a_selection_keeps_every_text_once(world: World) -> None:
    uri = world.open("- First fact\n- second\n- first fact\n- stays\n")
    await world.editor.choose(uri, 1, "Merge these 3 notes", last=3)
    assert world.editor.text(uri) == "- First fact; second\n- stays\n"


async def test_moving_writes_the_closed_target_first(world: World) -> None:
    world.write(world.everywhere, "- kept\n")
    uri = world.open("- one\n- goes 🧪\n")
    await world.editor.choose(uri, 2, "Move to global memory")
    assert world.everywhere.read_text() == "- kept\n- goes 🧪\n"
    assert world.editor.text(uri) == "- one\n"


async def test_moving_makes_a_missing_target(world: World) -> None:
    uri = world.open("- goes\n")
    await world.editor.choose(uri, 1, "Move to global memory")
    assert world.everywhere.read_text().endswith("\n\n- goes\n")
    assert world.editor.text(uri) == ""


async def test_moving_into_an_open_dirty_target_edits_its_buffer(world: World) -> None:
    world.write(world.everywhere, "- kept\n")
    uri = world.open("- one\n- goes\n")
    other = world.editor.open(world.everywhere)
    world.editor.type(other, 0, 0, "- unsaved\n")
    await world.editor.choose(uri, 2, "Move to global memory")
    assert world.editor.text(other) == "- unsaved\n- kept\n- goes\n"
    assert world.editor.text(uri) == "- one\n"
    assert world.everywhere.read_text() == "- kept\n"


async def test_a_move_that_the_editor_refuses_loses_nothing(world: World) -> None:
    uri = world.open("- goes\n- stays\n")
    world.editor.refuse_edits = True
    await world.editor.choose(uri, 1, "Move to global memory")
    assert "- goes" in world.everywhere.read_text()
    assert world.editor.text(uri) == "- goes\n- stays\n"


async def test_a_symlink_takes_no_note(world: World) -> None:
    real = world.write(world.root / "elsewhere.md", "- secretly shared\n")
    world.everywhere.symlink_to(real)
    uri = world.open("- goes\n")
    await world.editor.choose(uri, 1, "Move to global memory")
    await world.editor.until(lambda: world.editor.said)
    assert "symlink" in world.editor.said[-1]
    assert (world.editor.text(uri), real.read_text()) == ("- goes\n", "- secretly shared\n")


async def test_superseding_and_restoring_is_byte_exact(world: World) -> None:
    text = "- Port is 80, not 90 --> ask & see\n- Port is 8080\n"
    uri = world.open(text)
    await world.editor.choose(uri, 1, "Supersede the first by the second", last=2)
    await world.editor.until_codes(uri, [(1, "superseded")])
    (found,) = await world.editor.found(uri)
    assert found.message == "superseded by line 2"
    await world.editor.choose(uri, 1, "Restore this note")
    assert world.editor.text(uri) == text


async def test_redacting_takes_the_value_out_and_says_to_rotate_it(world: World) -> None:
    uri = world.open(f"- deploy key is {token()}, keep it\n")
    await world.editor.until_codes(uri, [(1, "secret")])
    (found,) = await world.editor.found(uri)
    assert token() not in json.dumps(found, default=str)
    listed = await world.editor.actions(uri, 1)
    action = next(one for one in listed if one.title.startswith("Redact"))
    assert token() not in str(action)
    await world.editor.take(action)
    assert token() not in world.editor.text(uri)
    assert "keep it" in world.editor.text(uri)
    await world.editor.until(lambda: any("Rotate" in said for said in world.editor.said))


async def test_a_text_that_moved_on_is_content_modified(world: World) -> None:
    uri = world.open("- a\n- A.\n")
    await world.editor.until_codes(uri, [(2, "duplicate")])
    action = next(one for one in await world.editor.actions(uri, 2) if one.title == "Remove this copy")
    world.editor.type(uri, 1, 3, "nother")
    if action.command is not None:  # a client that resolves nothing is told by a message
        await world.editor.take(action)
        await world.editor.until(lambda: "the note changed meanwhile" in world.editor.said)
    else:
        with pytest.raises(JsonRpcException) as refused:
            await world.editor.take(action)
        assert refused.value.code == -32801
    assert world.editor.text(uri) == "- a\n- Another.\n"


async def test_an_action_finds_its_note_again_after_rows_moved(world: World) -> None:
    uri = world.open("- a\n- A.\n- z\n")
    await world.editor.until_codes(uri, [(2, "duplicate")])
    action = next(one for one in await world.editor.actions(uri, 2) if one.title == "Remove this copy")
    world.editor.type(uri, 0, 0, "# new heading\n\n")
    await world.editor.take(action)
    assert world.editor.text(uri) == "# new heading\n\n- a\n- z\n"


async def test_fix_all_takes_only_what_cannot_lose_meaning(world: World) -> None:
    uri = world.open("- a fact\n- a fact\n- A fact!\n- hid\u200bden\n- Notes:\n- Notes:\n")
    await world.editor.choose(uri, 1, "Fix what cannot lose meaning", only="source.fixAll.memory-ls")
    assert world.editor.text(uri) == "- a fact\n- A fact!\n- hidden\n- Notes:\n- Notes:\n"


async def test_an_agents_write_under_unsaved_edits_is_said_and_taken_in(world: World) -> None:
    uri = world.open("- one\n- two\n")
    await world.editor.found(uri)  # the server has seen what buffer and disk agree on
    world.editor.type(uri, 0, 0, "- mine\n")
    world.write(world.project, "- one\n- two changed\n- theirs\n")
    await world.editor.until_codes(uri, [(1, "changed-on-disk")])
    report = await world.editor.run("memory-ls.compare", {"uri": uri})
    assert "+- theirs" in str(report)
    await world.editor.choose(uri, 1, "Take in what changed on disk")
    assert world.editor.text(uri) == "- mine\n- one\n- two changed\n- theirs\n"
    world.editor.save(uri, world.project)
    await world.editor.until_codes(uri, [])


async def test_a_closed_store_that_changes_is_seen_without_the_client(world: World) -> None:
    uri = world.open("- Use pnpm\n")
    assert await world.editor.codes(uri) == []
    world.write(world.everywhere, "- use pnpm\n")
    await world.editor.until_codes(uri, [(1, "duplicate")])
    world.everywhere.unlink()
    await world.editor.until_codes(uri, [])


async def test_keeping_a_side_of_a_conflict(world: World) -> None:
    uri = world.open("- a\n<<<<<<< HEAD\n- ours\n=======\n- theirs\n>>>>>>> branch\n- z\n")
    await world.editor.until_codes(uri, [(2, "merge-conflict")])
    await world.editor.choose(uri, 2, "Keep theirs")
    assert world.editor.text(uri) == "- a\n- theirs\n- z\n"


async def test_what_does_not_fit_is_faded_in_runs(world: World) -> None:
    uri = world.open("".join(f"- note {i} {'word ' * 30}\n" for i in range(80)))
    found = await world.editor.found(uri)
    faded = [one for one in found if one.code == "not-injected"]
    assert len(faded) == 1
    assert "notes fit into the 8 KiB" in next(one.message for one in found if one.code == "over-budget")
    assert faded[0].range.end.line == 79


async def test_hover_lens_and_symbols_name_what_the_agent_gets(world: World) -> None:
    uri = world.open(f"# T\n- as of 2020-01-01 a fact\n- {token()}\n")
    await world.editor.found(uri)
    document = t.TextDocumentIdentifier(uri)
    hover = await world.editor.client.text_document_hover_async(t.HoverParams(document, t.Position(1, 3)))
    assert hover is not None
    assert isinstance(hover.contents, t.MarkupContent)
    assert hover.contents.kind is t.MarkupKind.PlainText
    assert "note of project memory" in hover.contents.value
    assert "dated 2020-01-01 by its text" in hover.contents.value
    assert "the agent is given it" in hover.contents.value
    symbols = await world.editor.client.text_document_document_symbol_async(t.DocumentSymbolParams(document))
    assert symbols is not None
    assert [one.name for one in symbols][0] == "as of 2020-01-01 a fact"
    assert token() not in str(symbols)
    lenses = await world.editor.client.text_document_code_lens_async(t.CodeLensParams(document))
    assert lenses is not None
    assert lenses[0].command is not None
    assert lenses[0].command.title.startswith("2 notes · ")


async def test_clear_asks_and_keeps_a_backup(world: World) -> None:
    uri = world.open("# T\n- one\n- two\n")
    if not world.asks:
        with pytest.raises(JsonRpcException) as refused:
            await world.editor.run("memory-ls.clear", {"uri": uri, "scope": "project"})
        assert "cannot ask" in str(refused.value)
        assert world.editor.text(uri) == "# T\n- one\n- two\n"
        return
    world.editor.answers = ["Cancel"]
    assert await world.editor.run("memory-ls.clear", {"uri": uri, "scope": "project"}) is None
    assert world.editor.text(uri) == "# T\n- one\n- two\n"
    world.editor.answers = ["project memory", "Clear 2 notes"]
    world.write(world.everywhere, "- other\n")
    await world.editor.run("memory-ls.clear", {"uri": uri})
    assert world.editor.text(uri) == "# T\n"
    assert world.everywhere.read_text() == "- other\n"
    (backup,) = (HOME / "state" / "memory-ls" / "backups").iterdir()
    assert backup.read_text() == "# T\n- one\n- two\n"
    assert backup.stat().st_mode & 0o777 == 0o600


async def test_doctor_names_omitted_notes_and_hides_secrets(world: World) -> None:
    uri = world.open(f"- {token()}\n- a fact\n- A fact\n")
    report = await world.editor.run("memory-ls.doctor", {"uri": uri})
    text = str(report)
    assert "project memory" in text
    assert token() not in text
    for command in ("list", "paths", "preview"):
        report = await world.editor.run(f"memory-ls.{command}", {"uri": uri})
        assert token() not in str(report)


async def test_reload_says_what_changed(world: World) -> None:
    world.write(world.everywhere, "- one\n")
    uri = world.open("- mine\n")
    await world.editor.found(uri)
    world.write(world.everywhere, "- one\n- two\n")
    said = await world.editor.run("memory-ls.reload", {"uri": uri})
    assert "global memory" in str(said)
    assert "2 now" in str(said)


async def test_settings_of_the_editor_count_at_once(world: World) -> None:
    uri = world.open("- as of 2026-10-15 a fact\n")
    assert await world.editor.codes(uri) == []
    world.editor.client.workspace_did_change_configuration(
        t.DidChangeConfigurationParams({"memoryLs": {"staleDays": 30}})
    )
    await world.editor.until_codes(uri, [(1, "stale")])


async def test_a_lone_carriage_return_is_said_and_nothing_edited(world: World) -> None:
    uri = world.open("- a\r- A\n")
    await world.editor.until_codes(uri, [(1, "line-ends"), (2, "duplicate")])
    await world.editor.choose(uri, 2, "Remove this copy")
    await world.editor.until(lambda: any("carriage return" in said for said in world.editor.said))
    assert world.editor.text(uri) == "- a\r- A\n"


async def test_recall_switched_off_is_said_once(world: World) -> None:
    world.write(HOME / ".pi" / "agent" / "memory.json", json.dumps({"inject": False}))
    uri = world.open("".join(f"- note {i} {'word ' * 30}\n" for i in range(80)))
    await world.editor.until_codes(uri, [(1, "recall-off")])


async def test_closing_a_file_clears_its_findings(world: World) -> None:
    uri = world.open("- a\n- A\n")
    await world.editor.until_codes(uri, [(2, "duplicate")])
    world.editor.close(uri)
    await world.editor.until_codes(uri, [])


async def test_markdown_that_is_no_memory_is_left_alone(world: World) -> None:
    path = world.write(world.root / "README.md", "- a\n- a\n")
    uri = world.editor.open(path)
    assert await world.editor.actions(uri, 2) == []
    assert uri not in world.editor.published


async def test_an_untrusted_project_takes_no_note_until_it_is_trusted(untrusted: World) -> None:
    untrusted.write(untrusted.everywhere, "- goes\n")
    untrusted.write(untrusted.project, "- here\n")
    project = untrusted.editor.open(untrusted.project)
    await untrusted.editor.found(project)
    uri = untrusted.editor.open(untrusted.everywhere)
    await untrusted.editor.found(uri)
    untrusted.editor.answers = [None]
    await untrusted.editor.choose(uri, 1, "Move to project memory")
    assert "not trusted" in untrusted.editor.asked[-1]
    assert untrusted.editor.text(uri) == "- goes\n"
    assert untrusted.editor.text(project) == "- here\n"
    untrusted.editor.answers = ["Trust this project"]
    await untrusted.editor.choose(uri, 1, "Move to project memory")
    assert untrusted.editor.text(project) == "- here\n- goes\n"
    assert untrusted.editor.text(uri) == ""


def test_home_is_not_the_real_one() -> None:
    assert Path.home() != HOME
