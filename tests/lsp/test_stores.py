"""Stores of several files, under each editor's capabilities: what is shown of them, and changes that cross files."""

from __future__ import annotations

import shutil

import lsprotocol.types as t
import pytest
from pygls.exceptions import JsonRpcException
from session_world import HOME, World
from stores import CARDS, INDEX, RECORDS, SECTIONS, TOPICS, at, record, topic

BACKUPS = HOME / "state" / "memory-ls" / "backups"


@pytest.fixture(autouse=True)
def fresh_stores(fresh_home: None) -> None:
    """No stores of another test."""
    for name in (".claude", ".hermes"):
        shutil.rmtree(HOME / name, ignore_errors=True)


def topics(world: World, lines: str = "- [Role](user_role.md) — engineer\n") -> str:
    """Two topics, of which the index names one; the index is opened."""
    world.write(TOPICS / "user_role.md", topic("user-role", "Backend engineer"))
    world.write(TOPICS / "ci.md", topic("ci", "Builds every push"))
    return world.editor.open(world.write(INDEX, f"# Index\n\n{lines}"))


def kept() -> list[str]:
    return sorted(path.read_text() for path in BACKUPS.iterdir()) if BACKUPS.exists() else []


def codes(world: World, uri: str) -> set[str]:
    """The rules of what is published for a file now."""
    published = world.editor.published.get(uri)
    return {str(one.code) for one in published.diagnostics} if published else set()


# --- what is shown


async def test_lens_and_hover_of_an_index_say_how_much_of_it_is_loaded(world: World) -> None:
    rows = "".join(f"- [T{i}](t{i}.md) — hook\n" for i in range(210))
    uri = world.editor.open(world.write(INDEX, rows))
    await world.editor.found(uri)
    assert (await at(world, uri, "T0").lens()).startswith("210 topics · 200 of 200 lines, 4.7 of 24.4 KB · 10 left out")
    assert "the agent is given it" in await at(world, uri, "T199").hover()
    last = await at(world, uri, "T209").hover()
    assert "the agent is not given it: the 200 lines end before it" in last
    assert "its topic does not exist" in last
    assert "of about 200 characters" in last


async def test_hover_of_a_topic_says_where_the_index_has_it(world: World) -> None:
    topics(world)
    uri = world.editor.open(TOPICS / "user_role.md")
    assert "in line 3 of the index" in await at(world, uri, "Backend").hover()
    uri = world.editor.open(TOPICS / "ci.md")
    assert "in no line of the index" in await at(world, uri, "Builds").hover()
    assert (await at(world, uri, "Builds").lens()).startswith("ci · 3 of 200 lines")


async def test_hover_of_a_card_says_what_its_keyword_leads_to_and_how_often_it_was_confirmed(world: World) -> None:
    world.write(CARDS / "more.md", "Another port.\n#port\n")
    text = "The port is 3000.\n#port\n<!-- memory: created 2026-10-01; confirmed 3 times, last 2026-11-30 -->\n"
    uri = world.editor.open(world.write(CARDS / "notes.md", text))
    said = await at(world, uri, "The port").hover()
    assert "#port leads to 2 notes" in said
    assert "confirmed 3 times, last on 2026-11-30" in said
    assert "noted on 2026-10-01" in said


async def test_hover_and_symbols_of_a_record_say_its_kind_and_by_what_it_is_superseded(world: World) -> None:
    world.write(RECORDS / "state.new.md", record("Node 22"))
    old = world.write(RECORDS / "state.old.md", record("Node 18", more='supersededBy: "state.new"\n'))
    uri = world.editor.open(old)
    said = await at(world, uri, "Node 18").hover()
    assert "state.old: what holds now" in said
    assert "superseded by state.new" in said
    (symbol,) = await world.editor.client.text_document_document_symbol_async(
        t.DocumentSymbolParams(t.TextDocumentIdentifier(uri))
    ) or [None]
    assert isinstance(symbol, t.DocumentSymbol)
    assert (symbol.name, symbol.detail) == ("state.old", "Node 18")
    uri = world.editor.open(RECORDS / "state.new.md")
    assert "supersedes state.old" in await at(world, uri, "Node 22").hover()


async def test_what_is_sensitive_is_in_no_list_symbol_or_completion(world: World) -> None:
    world.write(RECORDS / "state.other.md", record("Other", "r -> @state.x"))
    uri = world.editor.open(world.write(RECORDS / "state.key.md", record("hush hush", more="sensitive: true\n")))
    await world.editor.found(uri)
    symbols = await world.editor.client.text_document_document_symbol_async(
        t.DocumentSymbolParams(t.TextDocumentIdentifier(uri))
    )
    assert "hush" not in str(symbols)
    for command in ("list", "preview"):
        assert "hush" not in str(await world.editor.run(f"memory-ls.{command}", {"uri": uri}))
    other = world.editor.open(RECORDS / "state.other.md")
    assert (await at(world, other, "state.x", 2).completed())["state.key"] == ""


async def test_reports_of_a_file_are_those_of_its_own_store(world: World) -> None:
    uri = topics(world)
    world.write(SECTIONS / "MEMORY.md", "Something else\n")
    for command in ("doctor", "list", "paths", "preview"):
        report = str(await world.editor.run(f"memory-ls.{command}", {"uri": uri}))
        assert ".hermes" not in report
    assert "Backend engineer" in str(await world.editor.run("memory-ls.list", {"uri": uri}))
    assert "1 of 24" not in str(await world.editor.run("memory-ls.preview", {"uri": uri}))


async def test_reports_without_a_file_cover_all_stores_in_reach(world: World) -> None:
    world.write(world.everywhere, "- a bullet\n")
    world.write(SECTIONS / "MEMORY.md", "a section\n")
    world.write(CARDS / "notes.md", "a card\n#card\n")
    for command in ("doctor", "paths", "list"):
        report = str(await world.editor.run(f"memory-ls.{command}", {}))
        assert str(world.everywhere) in report or "global memory" in report
        assert ".hermes/memories" in report
    assert "a card" in report
    assert report.count("a bullet") == 1


# --- changes that cross files


async def test_forgetting_a_topic_takes_its_line_from_the_buffer_and_its_file_from_the_disk(world: World) -> None:
    uri = topics(world)
    await world.editor.choose(uri, 3, "Forget this topic and its line")
    assert world.editor.text(uri) == "# Index\n\n"
    assert not (TOPICS / "user_role.md").exists()
    assert kept() == [topic("user-role", "Backend engineer")]


async def test_a_topic_that_is_open_with_unsaved_edits_is_not_removed_under_them(world: World) -> None:
    uri = topics(world)
    other = world.editor.open(TOPICS / "user_role.md")
    world.editor.type(other, 6, 0, "unsaved ")
    await world.editor.choose(uri, 3, "Forget this topic and its line")
    await world.editor.until(lambda: any("unsaved changes" in said for said in world.editor.said))
    assert (TOPICS / "user_role.md").read_text() == topic("user-role", "Backend engineer")


async def test_a_file_removed_under_a_clean_buffer_leaves_its_store_until_it_is_written_again(world: World) -> None:
    uri = topics(world)
    other = world.editor.open(TOPICS / "ci.md")
    await world.editor.until_codes(other, [(3, "unlisted")])
    await world.editor.choose(other, 3, "Forget this note")
    await world.editor.until_codes(other, [])
    world.editor.save(other, TOPICS / "ci.md")
    await world.editor.until_codes(other, [(3, "unlisted")])
    assert world.editor.text(uri) == "# Index\n\n- [Role](user_role.md) — engineer\n"


async def test_a_topic_gets_its_line_in_a_closed_and_in_an_open_index(world: World) -> None:
    uri = topics(world)
    world.editor.close(uri)
    other = world.editor.open(TOPICS / "ci.md")
    await world.editor.until_codes(other, [(3, "unlisted")])
    await world.editor.choose(other, 3, "Add its line to MEMORY.md")
    await world.editor.until_codes(other, [])
    assert INDEX.read_text().endswith("- [Role](user_role.md) — engineer\n- [Ci](ci.md) — Builds every push\n")

    uri = world.editor.open(INDEX)
    world.editor.change(uri, [t.TextEdit(t.Range(t.Position(3, 0), t.Position(4, 0)), "")])
    await world.editor.until_codes(other, [(3, "unlisted")])
    await world.editor.choose(other, 3, "Add its line to MEMORY.md")
    assert world.editor.text(uri).endswith("- [Ci](ci.md) — Builds every push\n")
    await world.editor.until_codes(other, [])


async def test_topics_alike_are_superseded_across_files(world: World) -> None:
    said = "Deploy with rsync and back up the previous release first"
    world.write(TOPICS / "a.md", topic("a", said, "Old host is w1."))
    world.write(TOPICS / "b.md", topic("b", f"{said} of all", "New host is w2."))
    world.editor.open(world.write(INDEX, f"- [A](a.md) — {said}\n- [B](b.md) — {said} of all\n"))
    uri = world.editor.open(TOPICS / "a.md")
    await world.editor.until(lambda: "similar" in codes(world, uri))
    listed = [one.title for one in await world.editor.actions(uri, 3)]
    title = next(title for title in listed if title.startswith("Supersede by"))
    await world.editor.choose(uri, 3, title)
    assert 'superseded_by: "b.md"' in world.editor.text(uri)
    assert world.editor.text(INDEX.as_uri()) == f"- [B](b.md) — {said} of all\n"
    await world.editor.choose(uri, 3, "Restore this note")
    assert world.editor.text(uri) == topic("a", said, "Old host is w1.")


async def test_clearing_topics_takes_index_rows_and_files_and_keeps_all_of_them(world: World) -> None:
    uri = topics(world)
    if not world.asks:
        with pytest.raises(JsonRpcException, match="cannot ask"):
            await world.editor.run("memory-ls.clear", {"uri": uri})
        return
    world.editor.answers = ["Clear 2 notes"]
    report = str(await world.editor.run("memory-ls.clear", {"uri": uri}))
    assert world.editor.text(uri) == "# Index\n\n"
    assert sorted(path.name for path in TOPICS.iterdir()) == ["MEMORY.md"]
    assert len(kept()) == 3
    assert report.count("Backup: ") == 3


async def test_clearing_cards_of_the_user_leaves_those_of_the_project(world: World) -> None:
    if not world.asks:
        return
    own = world.write(world.root / ".pi" / "agent" / "memory-auto" / "notes.md", "Stays.\n#stays\n")
    uri = world.editor.open(world.write(CARDS / "notes.md", "Goes.\n#goes\n"))
    world.editor.answers = ["global memory", "Clear 1 note"]
    await world.editor.run("memory-ls.clear", {"uri": uri})
    assert "Goes" not in world.editor.text(uri)
    assert own.read_text() == "Stays.\n#stays\n"


# --- large stores, and others that write


async def test_a_large_store_opens_at_once_and_knows_all_of_its_files_in_the_end(world: World) -> None:
    for i in range(500):
        world.write(RECORDS / f"event.n{i}.md", record(f"Run {i} took {i * 7} seconds on host w{i}"))
    uri = world.editor.open(world.write(RECORDS / "state.a.md", record("A", "r -> @event.n499\ns -> @event.gone")))
    assert await at(world, uri, "event.n499").renamable() == "event.n499"  # answered while the others are read
    row = world.editor.text(uri).split("\n").index("s -> @event.gone") + 1
    await world.editor.until_codes(uri, [(row, "broken-link")])
    (found,) = await at(world, uri, "event.n499").definition()
    assert found[0] == "event.n499.md"
    (RECORDS / "event.n499.md").unlink()
    await world.editor.until_codes(uri, [(row - 1, "broken-link"), (row, "broken-link")])
    world.write(RECORDS / "event.gone.md", record("It came"))
    await world.editor.until_codes(uri, [(row - 1, "broken-link")])


async def test_a_closed_file_that_another_process_writes_is_taken_up(world: World) -> None:
    uri = topics(world, "- [Role](user_role.md) — engineer\n- [Ci](ci.md) — builds\n")
    assert await world.editor.codes(uri) == []
    (TOPICS / "ci.md").unlink()
    await world.editor.until_codes(uri, [(4, "broken-link")])
    world.write(TOPICS / "ci.md", topic("ci", "Builds every push"))
    await world.editor.until_codes(uri, [])
    new = world.write(TOPICS / "sub" / "new.md", topic("new", "Came later"))
    await world.editor.until_codes(new.as_uri(), [(3, "unlisted")])
    world.write(new, topic("new", "Came later\ntags: x: y"))
    await world.editor.until(lambda: "bad-frontmatter" in codes(world, new.as_uri()))
