"""The tool `memory_search`: words, patterns, parts, pages, and what is said beside the results."""

from __future__ import annotations

import sys
from datetime import date, timedelta

import pytest

from memory_ls.agent import queries
from memory_ls.stores.usefulness import usefulness

from .user import User, github_token


def found(user: User, **said: object) -> list[str]:
    """The texts or names of the results."""
    results = user.call("memory_search", **said).data["results"]
    assert isinstance(results, list)
    return [str(one.get("name") or one["text"]) for one in results]


def test_a_query_that_is_written_like_a_pattern_is_one(ann: User) -> None:
    ann.write(
        "app/.pi/memory.md", "- Deploys run at 10:30\n- The release train leaves at noon\n- Rollback with make undo\n"
    )
    assert found(ann, query=r"\d\d:\d\d") == ["Deploys run at 10:30"]
    assert found(ann, query="^the .* noon$") == ["The release train leaves at noon"]
    assert sorted(found(ann, query="ROLLBACK|train")) == ["Rollback with make undo", "The release train leaves at noon"]
    assert found(ann, query="(rel)ease tr[ai]+n") == ["The release train leaves at noon"]
    assert found(ann, query=r"\bploys\b") == []


@pytest.mark.parametrize("query", ["[draft", "a(b))", "x{2", "\\", "(?P<a", "**|(", "a{9999999999999}"])
def test_a_pattern_that_is_none_is_meant_literally(ann: User, query: str) -> None:
    ann.write("app/.pi/memory.md", f"- it says {query} here\n- nothing of the kind\n")
    assert found(ann, query=query) == [f"it says {query} here"]


def test_a_pattern_that_would_never_end_is_ended(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "SECONDS", 0.5)
    ann.write("app/.pi/memory.md", f"- {'a' * 60}b\n")
    answer = ann.call("memory_search", query="^- |(a+)+$")
    assert answer.failed
    assert "takes too long" in answer.text


def test_where_no_process_can_be_started_a_pattern_is_meant_literally(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    ann.write("app/.pi/memory.md", "- a|b\n- b\n")
    assert found(ann, query="a|b") == ["a|b"]


def test_no_pattern_finds_a_secret_or_what_a_sensitive_record_says(ann: User) -> None:
    token = github_token()
    ann.write("app/.pi/memory.md", f"- The token is {token}\n")
    ann.call("memory_write", path="state.salary", summary="earns a lot", sensitive=True)
    assert found(ann, query=f"{token[:12]}.*") == []
    assert found(ann, query="earns|lots of") == []
    assert found(ann, query="sal[a]ry") == ["state.salary"]


def test_words_are_ranked_by_how_many_match_and_then_by_age(ann: User) -> None:
    for day, word in (("2026-01-01", "alpha beta"), ("2026-03-01", "alpha"), ("2026-02-01", "alpha")):
        id = f"event.{word.replace(' ', '-')}-{day}"
        ann.call("memory_write", path=id, summary=f"{word} happened", notes="x")
        text = (ann.home / f".pi/memory-md/projects/app/records/{id}.md").read_text()
        today = date.today().isoformat()
        ann.write(f"home/.pi/memory-md/projects/app/records/{id}.md", text.replace(today, day))
    assert found(ann, query="the alpha of beta") == [
        "event.alpha-beta-2026-01-01",
        "event.alpha-2026-03-01",
        "event.alpha-2026-02-01",
    ]


def test_parts_of_records_are_searched_by_themselves(ann: User) -> None:
    ann.call(
        "memory_write",
        path="state.a",
        summary="zebra",
        concepts=["build tool"],
        claims=["lions"],
        tags=["wild"],
        notes="eagle",
    )
    ann.call("memory_write", path="event.zebra", summary="b", concepts=["build"])
    for part, query, names in (
        ("summary", "zebra", ["state.a"]),
        ("id", "zebra", ["event.zebra"]),
        ("claims", "lions", ["state.a"]),
        ("tags", "wild", ["state.a"]),
        ("content", "eagle", ["state.a"]),
        ("concepts", "build tool", ["state.a"]),
        ("concepts", "Build", ["event.zebra"]),
        ("concepts", "build tool, build", []),
        ("summary", "eagle", []),
    ):
        assert found(ann, query=query, searchIn=part) == names, (part, query)
    assert ann.call("memory_search", query="x", searchIn="colour").failed


def test_the_next_page_is_a_call_that_says_all_that_this_one_said(ann: User) -> None:
    ann.write("app/.pi/memory.md", "".join(f"- fact number {n}\n" for n in range(30)))
    said = {"query": "fact", "store": "bullets:project", "limit": 12, "includeSuperseded": True}
    pages, seen = [said], []
    while pages:
        answer = ann.call("memory_search", **pages.pop())
        seen += [one["text"] for one in answer.data["results"]]  # type: ignore[attr-defined]
        if "next" in answer.data:
            following = answer.data["next"]
            assert isinstance(following, dict)
            assert {**following, "page": 0} == {**said, "page": 0}
            assert '"store": "bullets:project"' in answer.text
            pages.append(following)
    assert len(seen) == len(set(seen)) == 30


def test_one_note_is_one_note_and_one_page_none_worth_a_word(ann: User) -> None:
    ann.write("app/.pi/memory.md", "- Use pnpm\n")
    assert ann.call("memory_search").text.startswith("1 note, newest first\n")
    assert ann.call("memory_search", query="pnpm").text.startswith("1 note with pnpm\n")
    ann.write("app/.pi/memory.md", "- Use pnpm\n- Use make\n")
    assert ann.call("memory_search", limit=1).text.startswith("2 notes, newest first, page 1\n")


def test_a_row_that_matches_is_shown_with_those_around_it(ann: User) -> None:
    ann.call("memory_write", path="event.x", summary="short", notes="before\nthe quagga\nafter\nfar away")
    answer = ann.call("memory_search", query="quagga")
    assert answer.data["results"][0]["snippet"] == "before / the quagga / after"  # type: ignore[index]
    assert "before / the quagga / after" in answer.text


# --- cards


def cards(user: User, text: str) -> None:
    user.write("home/.pi/agent/memory-auto/notes.md", text)


def test_superseded_cards_come_last_and_point_at_the_newer_one(ann: User) -> None:
    cards(ann, "Use Postgres for the app.\n#db\n")
    ann.call("memory", action="add", store="cards:global", text="MySQL MySQL Postgres is what we use", keyword="db")
    ann.call("memory", action="supersede", store="cards:global", text="MySQL MySQL Postgres is what we use",
             by="Use Postgres for the app.")  # fmt: skip
    assert found(ann, query="mysql postgres") == ["Use Postgres for the app."]
    answer = ann.call("memory_search", query="mysql postgres use", includeSuperseded=True)
    first, last = answer.data["results"]  # type: ignore[misc]
    assert first["text"] == "Use Postgres for the app."
    assert last["superseded_by"] == first["id"]
    assert f"superseded by {first['id']}" in answer.text


def test_cards_that_want_to_be_checked_say_so_and_rank_below_fresh_ones(ann: User) -> None:
    ann.call("memory", action="add", store="cards:global", text="Library foo 1.2 has no retry", keyword="foo")
    ann.call("memory", action="add", store="cards:global", text="Library foo 1.2 has a cache", keyword="foo")
    path = ann.home / ".pi/agent/memory-auto/notes.md"
    old = (date.today() - timedelta(days=700)).isoformat()
    path.write_text(path.read_text().replace(date.today().isoformat(), old, 1))
    results = ann.call("memory_search", query="library foo")
    first, last = results.data["results"]  # type: ignore[misc]
    assert "cache" in first["text"]
    assert last["days_old"] == 700
    assert "700 days old: check it before you rely on it" in results.text


def test_a_keyword_is_looked_up_by_its_name_and_counted_where_it_led_somewhere(ann: User) -> None:
    cards(ann, "Deploy with rsync.\n#deploy\n\nThe deploy window is Friday.\n#release\n")
    store = next(one.store for id, one in ann.place().stores().items() if id == "cards:global")
    assert found(ann, query="#Deploy") == ["Deploy with rsync."]
    assert usefulness(ann.env, store).order() == {"deploy": 1}
    ann.call("memory_search", query="when is the release")
    ann.call("memory_search", query="#nothing")
    uses = usefulness(ann.env, store)
    assert uses.order() == {"deploy": 1, "release": 1}
    assert uses.uses["nothing"].searches == 1
