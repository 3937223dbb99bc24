"""Names in notes, under each editor's capabilities: where they lead, who points at them, new names, completion."""

from __future__ import annotations

import shutil

import pytest
from pygls.exceptions import JsonRpcException
from session_world import HOME, World
from stores import CARDS, INDEX, RECORDS, TOPICS, at, record, topic


@pytest.fixture(autouse=True)
def fresh_stores(fresh_home: None) -> None:
    """No stores of another test."""
    for name in (".claude", ".hermes"):
        shutil.rmtree(HOME / name, ignore_errors=True)


def topics(world: World) -> str:
    """Two topics and their index, which is opened."""
    world.write(TOPICS / "user_role.md", topic("user-role", "Backend engineer", "See 🧪 [[feedback-testing]]."))
    world.write(TOPICS / "feedback_testing.md", topic("feedback-testing", "Real database"))
    return world.editor.open(
        world.write(
            INDEX,
            "# Index\n\n- 🧪 [Role](user_role.md) — 日本 engineer\n- 🧪 [Testing](feedback_testing.md#why) — real\n",
        )
    )


def records(world: World) -> str:
    """Three records, of which the one that points at the others is opened."""
    world.write(RECORDS / "state.runtime.md", record("Node 22 🧪 runs", more='id: "state.runtime"\n'))
    world.write(RECORDS / "event.tests.md", record("Tests were run"))
    return world.editor.open(
        world.write(
            RECORDS / "state.old.md",
            record("Node 18", 'note = "🧪"\nproof -> @event.tests', 'supersededBy: "state.runtime"\n'),
        )
    )


def moves(world: World) -> bool:
    """Whether the editor renames files."""
    capabilities = world.editor.client.capabilities
    workspace = capabilities.workspace if capabilities else None
    edit = workspace.workspace_edit if workspace else None
    return bool(edit and edit.resource_operations and "rename" in [str(one.value) for one in edit.resource_operations])


async def test_a_row_of_the_index_leads_to_its_topic(world: World) -> None:
    uri = topics(world)
    (found,) = await at(world, uri, "feedback_testing.md").definition()
    assert found[0] == "feedback_testing.md"
    (found,) = await at(world, uri, "日本").definition()
    assert found[0] == "user_role.md"


async def test_a_name_in_brackets_leads_to_where_it_is_given(world: World) -> None:
    topics(world)
    uri = world.editor.open(TOPICS / "user_role.md")
    assert await at(world, uri, "feedback-testing").definition() == [("feedback_testing.md", 2, "feedback-testing")]


async def test_who_points_at_a_topic_is_found_by_its_name_and_by_its_file(world: World) -> None:
    uri = topics(world)
    expected = [("MEMORY.md", 4, "feedback_testing.md#why"), ("user_role.md", 7, "feedback-testing")]
    assert sorted(await at(world, uri, "feedback_testing.md").references()) == expected
    other = world.editor.open(TOPICS / "feedback_testing.md")
    assert sorted(await at(world, other, "It is so").references()) == expected
    assert ("feedback_testing.md", 2, "feedback-testing") in await at(world, other, "It is so").references(True)


async def test_a_topic_renamed_in_its_frontmatter_is_renamed_wherever_it_is_named(world: World) -> None:
    topics(world)
    uri = world.editor.open(TOPICS / "feedback_testing.md")
    place = at(world, uri, "feedback-testing")
    assert await place.renamable() == "feedback-testing"
    if not moves(world):
        with pytest.raises(JsonRpcException, match="cannot rename files"):
            await place.rename("how we test")
        return
    await place.rename("how we test")
    moved = TOPICS / "how_we_test.md"
    assert world.editor.text(moved.as_uri()) == topic("how we test", "Real database")
    assert "[[how we test]]" in (TOPICS / "user_role.md").read_text()
    assert world.editor.text(INDEX.as_uri()).endswith("- 🧪 [Testing](how_we_test.md#why) — real\n")
    await world.editor.until_codes(moved.as_uri(), [])


async def test_a_file_renamed_from_the_index_takes_its_links_along(world: World) -> None:
    uri = topics(world)
    place = at(world, uri, "user_role.md")
    assert await place.renamable() == "user_role.md"
    if not moves(world):
        with pytest.raises(JsonRpcException, match="cannot rename files"):
            await place.rename("who.md")
        return
    await place.rename("people/who am i.md")
    assert "- 🧪 [Role](people/who%20am%20i.md) — 日本 engineer" in world.editor.text(uri)
    assert (TOPICS / "people" / "who am i.md").read_text().startswith("---\nname: user-role\n")
    await world.editor.until_codes(uri, [])


async def test_the_mark_of_a_superseded_topic_follows_the_newer_one(world: World) -> None:
    uri = topics(world)
    old = world.write(TOPICS / "old.md", topic("old", 'Was so\nsuperseded_by: "user_role.md"'))
    other = world.editor.open(old)
    assert [one[0] for one in await at(world, other, "user_role.md").definition()] == ["user_role.md"]
    if moves(world):
        await at(world, uri, "user_role.md").rename("role of.md")
        assert 'superseded_by: "role of.md"' in world.editor.text(other)
        await world.editor.until(lambda: not world.editor.published[uri].diagnostics)


@pytest.mark.parametrize("new", ["../out.md", "/etc/x.md", "MEMORY.md", "feedback_testing.md", "no-ending", "a\nb.md"])
async def test_a_topic_gets_no_path_outside_or_of_another_file(world: World, new: str) -> None:
    uri = topics(world)
    before = world.editor.text(uri)
    with pytest.raises(JsonRpcException):
        await at(world, uri, "user_role.md").rename(new)
    assert world.editor.text(uri) == before
    assert (TOPICS / "user_role.md").exists()


async def test_a_relation_and_a_mark_lead_to_their_records(world: World) -> None:
    uri = records(world)
    assert [one[0] for one in await at(world, uri, "event.tests").definition()] == ["event.tests.md"]
    assert [one[0] for one in await at(world, uri, "@event.tests", 0).definition()] == ["event.tests.md"]
    assert await at(world, uri, "state.runtime").definition() == [("state.runtime.md", 6, "state.runtime")]


async def test_a_renamed_record_takes_relations_marks_and_its_own_id_along(world: World) -> None:
    uri = records(world)
    place = at(world, uri, "state.runtime")
    if not moves(world):
        with pytest.raises(JsonRpcException, match="cannot rename files"):
            await place.rename("state.node")
        return
    await place.rename("state.node")
    assert 'supersededBy: "state.node"' in world.editor.text(uri)
    assert 'id: "state.node"' in (RECORDS / "state.node.md").read_text()
    assert not (RECORDS / "state.runtime.md").exists()
    await at(world, uri, "event.tests").rename("@event.checks")
    assert "proof -> @event.checks\n" in world.editor.text(uri)
    assert (RECORDS / "event.checks.md").exists()


async def test_a_keyword_is_renamed_in_every_note(world: World) -> None:
    other = world.write(CARDS / "more.md", "More 🧪 of it.\n#port #日本\n\nBy the way.\n#port #dev\n")
    uri = world.editor.open(world.write(CARDS / "notes.md", "The port is 3000.\n#port\n\nUse pnpm.\n#npm\n"))
    place = at(world, uri, "#port", 0)
    assert await place.renamable() == "port"
    assert sorted(await place.references()) == [("more.md", 2, "port"), ("more.md", 5, "port"), ("notes.md", 2, "port")]
    await place.rename("#ports")
    assert world.editor.text(uri) == "The port is 3000.\n#ports\n\nUse pnpm.\n#npm\n"
    assert other.read_text() == "More 🧪 of it.\n#ports #日本\n\nBy the way.\n#ports #dev\n"
    with pytest.raises(JsonRpcException, match="a keyword is letters"):
        await at(world, uri, "ports", 1, last=True).rename("two words")


async def test_what_is_typed_is_completed_by_known_names(world: World) -> None:
    uri = world.editor.open(world.write(CARDS / "notes.md", "Port 🧪 3000.\n#port\n\nUse pnpm 🧪.\n#p\n"))
    place = at(world, uri, "#p", 2, last=True)
    assert (await place.completed())["port"] == "1 note"
    await place.complete("port")
    assert world.editor.text(uri).endswith("Use pnpm 🧪.\n#port\n")

    uri = records(world)
    world.editor.type(uri, 0, 0, "")
    place = at(world, uri, "@event.tests", 3)
    assert await place.completed() == {"event.tests": "Tests were run", "state.runtime": "Node 22 🧪 runs"}
    place = at(world, uri, '"state.runtime"', 2)
    assert "event.tests" in await place.completed()

    uri = topics(world)
    place = at(world, uri, "user_role.md", 2)
    assert await place.completed() == {"user_role.md": "Backend engineer", "feedback_testing.md": "Real database"}
    uri = world.editor.open(TOPICS / "user_role.md")
    place = at(world, uri, "[[feedback", 4)
    assert "feedback-testing" in await place.completed()
    assert "user-role" not in await place.completed()


async def test_where_no_name_stands_nothing_is_answered(world: World) -> None:
    uri = world.open("- a #tag [[name]] and [x](y.md)\n")
    for text in ("#tag", "name", "y.md", "and"):
        place = at(world, uri, text)
        assert await place.definition() == []
        assert await place.references() == []
        assert await place.renamable() is None
        assert await place.completed() == {}
