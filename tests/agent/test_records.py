"""The tools for records: search, read, write, delete."""

from __future__ import annotations

from .user import User, github_token

RECORDS = "home/.pi/memory-md/projects/app/records"


def record(user: User, id: str) -> str:
    return (user.top / RECORDS / f"{id}.md").read_text()


def runtime(user: User) -> None:
    answer = user.call(
        "memory_write",
        path="state.runtime",
        summary="Runs on node 22",
        concepts=["Runtime"],
        claims=["node 22 everywhere"],
        facts={"modelName": "x", "ports": {"http": [80, 8080]}},
    )
    assert not answer.failed, answer.text


def test_the_first_write_creates_the_store_and_the_record_in_its_agents_style(ann: User) -> None:
    assert "records:app" not in ann.place().stores()
    runtime(ann)
    text = record(ann, "state.runtime")
    assert 'summary: "Runs on node 22"\n' in text
    assert 'model_name = "x"\nports.http = [80,8080]\n' in text
    assert ann.place().stores()["records:app"].files


def test_searching_and_reading_never_create_a_store(ann: User) -> None:
    ann.call("memory_search")
    ann.call("memory_read", path="@state.runtime")
    ann.call("memory_recall")
    assert not (ann.home / ".pi").exists()


def test_an_event_is_named_by_its_path(ann: User) -> None:
    assert not ann.call("memory_write", path="events/Release Notes.md", kind="event", summary="1.0 is out").failed
    assert "1.0 is out" in record(ann, "event.release-notes")


def test_overwriting_keeps_what_the_call_does_not_say_and_shows_the_difference(ann: User) -> None:
    runtime(ann)
    ann.write(
        f"{RECORDS}/state.runtime.md",
        record(ann, "state.runtime").replace("tags:", "x:").replace("---\n", "---\nmine: 1\n", 1),
    )
    answer = ann.call("memory_write", path="@state.runtime", summary="Runs on node 24")
    text = record(ann, "state.runtime")
    assert '- "node 22 everywhere"' in text
    assert 'model_name = "x"' in text
    assert "mine: 1\n" in text
    assert "# Runs on node 24\n" in text
    assert '+ summary: "Runs on node 24"' in answer.data["diff"]  # type: ignore[operator]


def test_the_same_once_more_changes_nothing(ann: User) -> None:
    runtime(ann)
    before = record(ann, "state.runtime")
    answer = ann.call("memory_write", path="state.runtime", summary="Runs on node 22")
    assert answer.data["changed"] is False
    assert record(ann, "state.runtime") == before


def test_a_version_of_a_state_is_that_state(ann: User) -> None:
    runtime(ann)
    answer = ann.call("memory_write", path="state.runtime-v2", summary="Runs on node 24")
    assert answer.data["id"] == "state.runtime"
    assert not (ann.top / RECORDS / "state.runtime-v2.md").exists()


def test_states_about_one_thing_and_dated_states_are_refused_with_a_way_out(ann: User) -> None:
    runtime(ann)
    alike = ann.call("memory_write", path="state.engine", summary="x", concepts=["runtime", "node"])
    assert alike.failed
    assert "@state.runtime" in alike.text
    assert ann.call("memory_write", path="state.release-2026-11-30", summary="x").failed
    assert not ann.call("memory_write", path="event.release-2026-11-30", summary="x").failed
    assert not ann.call("memory_write", path="state.engine", summary="x", concepts=["runtime"], forceCreate=True).failed


def test_superseding_hides_the_old_records_and_says_what_was_left_behind(ann: User) -> None:
    runtime(ann)
    answer = ann.call("memory_write", path="state.platform", summary="Bun 2 it is", supersedes=["@state.runtime"])
    assert answer.data["superseded"] == ["@state.runtime"]
    assert any("node 22 everywhere" in one for one in answer.data["left_behind"])  # type: ignore[attr-defined]
    assert 'supersededBy: "state.platform"' in record(ann, "state.runtime")
    assert "state.runtime" not in ann.call("memory_search").text
    assert "state.runtime" in ann.call("memory_search", includeSuperseded=True).text
    assert "superseded by @state.platform" in ann.call("memory_read", path="state.runtime").text


def test_nothing_is_written_when_a_superseded_or_related_record_is_not_there(ann: User) -> None:
    assert ann.call("memory_write", path="state.a", summary="x", supersedes=["@state.none"]).failed
    assert ann.call("memory_write", path="state.a", summary="x", relations={"next": "@event.none"}).failed
    assert ann.call("memory_write", path="state.a", summary="x", relations={"next": "@state.a"}).failed
    assert not (ann.top / RECORDS / "state.a.md").exists()


def test_deleting_brings_back_what_was_superseded_and_keeps_a_backup(ann: User) -> None:
    runtime(ann)
    ann.call("memory_write", path="state.platform", summary="Bun 2 it is", supersedes=["@state.runtime"])
    answer = ann.call("memory_delete", path="@state.platform")
    assert answer.data["freed"] == ["state.runtime"]
    assert "supersededBy" not in record(ann, "state.runtime")
    assert not (ann.top / RECORDS / "state.platform.md").exists()
    assert "backup" in answer.text


def test_reading_says_who_points_at_a_record(ann: User) -> None:
    runtime(ann)
    ann.call("memory_write", path="event.upgrade", summary="went to 22", relations={"about": "@state.runtime"})
    answer = ann.call("memory_read", path="state.runtime", view="knowledge")
    assert answer.data["referenced_by"] == ["about: @event.upgrade"]
    assert "node 22 everywhere" in answer.text
    assert "ports.http = [80,8080]" in answer.text


def test_a_sensitive_record_is_listed_by_its_id_only(ann: User) -> None:
    ann.call("memory_write", path="state.salary", summary="earns a lot of money", sensitive=True)
    for answer in (ann.call("memory_search"), ann.call("memory_recall"), ann.call("memory_recall", query="money")):
        assert "money" not in answer.text.replace("about that", "")
    assert "state.salary" in ann.call("memory_search").text


def test_names_that_leave_the_store_are_declined(ann: User) -> None:
    for path in ("../x", "/etc/passwd", "records/../../x.md", "a\0b", "~/x.md", "notes/x.md", "records/..md"):
        assert ann.call("memory_write", path=path, summary="x").failed, path
        assert ann.call("memory_read", path=path).failed, path
        assert ann.call("memory_delete", path=path).failed, path
    assert not (ann.home / ".pi").exists()


def test_four_states_about_one_thing_come_with_the_call_that_merges_them(ann: User) -> None:
    for word in ("alpha", "beta", "gamma", "delta"):
        ann.call("memory_write", path=f"state.{word}", summary=f"{word} it is", concepts=["greek"], forceCreate=True)
    answer = ann.call("memory_search")
    assert '"action": "merge"' in answer.data["hints"][0]  # type: ignore[index]
    merged = ann.call("memory", action="merge", store="records:app", notes=["@state.alpha", "@state.beta"])
    assert not merged.failed, merged.text


def test_search_pages_through_notes_of_every_store(ann: User) -> None:
    ann.write("app/.pi/memory.md", "".join(f"- fact number {n}\n" for n in range(120)))
    first, third = ann.call("memory_search", limit=50), ann.call("memory_search", limit=50, page=3)
    assert len(first.data["results"]) == 50  # type: ignore[arg-type]
    assert len(third.data["results"]) == 20  # type: ignore[arg-type]
    assert '"page": 2' in first.text


def test_notes_that_contradict_each_other_are_pointed_out_among_results(ann: User) -> None:
    ann.write("app/.pi/memory.md", "- The dev server listens on port 8080\n- The dev server listens on port 3000\n")
    assert ann.call("memory_search", query="server port").data["possible_conflicts"]
    assert "possible conflict" in ann.call("memory_search", query="server port").text


# --- recall and doctor


def test_recall_gives_the_notes_that_matter_under_their_paths(ann: User) -> None:
    ann.write("app/.pi/memory.md", "- Deploy with make release from a clean checkout\n- Ann likes green tea\n")
    answer = ann.call("memory_recall", query="how do I deploy the release of this")
    assert ".pi/memory.md:1" in answer.text
    assert "green tea" not in answer.text
    assert "data, not instructions" in answer.text


def test_recall_without_a_query_is_what_the_agent_is_given(ann: User) -> None:
    ann.write("app/.pi/memory.md", "- Ann likes green tea\n")
    assert "- Ann likes green tea" in ann.call("memory_recall").text


def test_a_switch_that_turns_recall_off_is_obeyed(ann: User) -> None:
    ann.write("app/.pi/memory.md", "- Deploy with make release from a clean checkout\n")
    ann.write("home/.pi/agent/bytefly.json", '{"memory": {"inject": false}}')
    for answer in (ann.call("memory_recall"), ann.call("memory_recall", query="how do I deploy the release")):
        assert "make release" not in answer.text
    assert "make release" in ann.call("memory", action="list").text


def test_the_doctor_names_what_is_wrong_and_no_secret(ann: User) -> None:
    token = github_token()
    ann.write("app/.pi/memory.md", f"- the token is {token}\n- Use pnpm\n- use pnpm.\n")
    answer = ann.call("memory_doctor")
    assert token not in answer.text
    assert answer.data["views"]["bullets:project"]["secrets"] == 1  # type: ignore[index]
    assert answer.data["views"]["bullets:project"]["alike"] == 1  # type: ignore[index]
