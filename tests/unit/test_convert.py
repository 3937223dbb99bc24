"""Converting between formats: every way keeps what the table says, and says what it could not keep."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memory_ls
from memory_ls.edits.convert import Converted, convert
from memory_ls.edits.convert_traits import FORMS, KEEPS, Trait, losses, table, way
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import FileSeen, StoreSeen, Write
from memory_ls.formats.format import Draft
from memory_ls.formats.notes import File, Placed, Role, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.text import Text, replaced

TODAY = date(2026, 11, 30)
DIALECTS = {"sections": "pi-hermes", "topics": "claude"}
WAYS = [(source, target) for source in FORMS for target in FORMS if source != target]

of_ways = pytest.mark.parametrize(("source", "target"), WAYS, ids=[f"{a}-to-{b}" for a, b in WAYS])


def store_of(format: str, folder: str = "/new") -> Store:
    return Store(format, Scope.ALONE, folder, None, False, DIALECTS.get(format, ""), folder)


def seen_of(format: str, files: Mapping[str, str]) -> StoreSeen:
    store = store_of(format, "/old")
    seen = {}
    for inside, said in files.items():
        file, text = File(f"/old/{inside}", store, inside), Text(said)
        grammar = FORMATS[format].grammar(file)
        assert grammar is not None
        seen[file.id] = FileSeen(file, text, blocks_of(grammar, file, text), said)
    return StoreSeen(store, seen)


def one_superseded(seen: StoreSeen, old: str, new: str) -> dict[str, str]:
    """The files after one note was superseded by another, as the format does it; notes are told by their words."""
    format = FORMATS[seen.store.format]
    change = format.retire(seen, note_of(seen, old), note_of(seen, new), date(2026, 11, 5))
    assert isinstance(change, tuple)
    files = {one.file.inside: str(one.text) for one in seen.files.values()}
    for step in change:
        assert isinstance(step, Write)
        inside = step.file.removeprefix("/old/")
        files[inside] = replaced(Text(files.get(inside, "")), step.replace)
    return files


def notes(seen: StoreSeen) -> list[Placed]:
    blocks = (block for one in seen.files.values() for block in one.blocks if block.fragment)
    return [block for block in blocks if block.fragment and block.fragment.role in (Role.NOTE, Role.RETIRED)]


def drafts(seen: StoreSeen) -> list[Draft]:
    return [FORMATS[seen.store.format].draft(seen, note) for note in notes(seen)]


def note_of(seen: StoreSeen, words: str) -> Placed:
    return next(note for note in notes(seen) if words in FORMATS[seen.store.format].draft(seen, note).text)


def texts(seen: StoreSeen) -> list[list[str]]:
    return sorted(draft.text.split() for draft in drafts(seen))


def is_superseded(seen: StoreSeen, words: str) -> bool:
    fragment = note_of(seen, words).fragment
    return fragment is not None and fragment.role is Role.RETIRED


RUNTIME = """---
description: "Which Node runs the workers"
summary: "Node 22 runs the workers"
concepts:
  - "runtime"
  - "workers"
created: "2026-10-01T00:00:00.000Z"
updated: "2026-11-02T00:00:00.000Z"
---
# Node 22 runs the workers

<!-- memory:facts:v1 -->
node.version = "22"
relation.needs -> @event.outage
<!-- /memory:facts -->

## Notes
Start them so:

- make install
- make workers
"""
OLDER = """---
description: "Which Node ran the workers"
summary: "Node 18 runs the workers"
created: "2026-05-01T00:00:00.000Z"
---
# Node 18 runs the workers
"""
OUTAGE = """---
description: "What happened in May"
summary: "The queue was full for an hour"
---
# The queue was full for an hour
"""
STAGING = """---
name: staging
description: Where staging runs
metadata:
  type: user
  created: 2026-10-01
  modified: 2026-11-02
---

Staging runs on port 3000:

- start it with make up
- stop it with make down
"""
PORT = """---
name: staging-port
description: Where staging ran
metadata:
  type: feedback
  created: 2026-05-01
---

Staging runs on port 8080.
"""
STORES: Mapping[str, tuple[Mapping[str, str], str, str]] = {
    "bullets": (
        {"memory.md": "# Notes\n\n- Staging runs on port 8080\n- Staging runs on port 3000\n- Prefer tabs\n"},
        "8080",
        "3000",
    ),
    "cards": (
        {
            "notes.md": "The old port is 8080.\n#port\n<!-- memory: created 2026-05-01 -->\n\n"
            "Staging runs on port 3000:\n- start it with make up\n- stop it with make down\n#port #staging\n"
            "<!-- memory: created 2026-10-01; confirmed 3 times, last 2026-11-02 -->\n\nPrefer tabs.\n#style\n"
        },
        "8080",
        "3000",
    ),
    "records": (
        {
            "records/state.runtime-old.md": OLDER,
            "records/state.runtime.md": RUNTIME,
            "records/event.outage.md": OUTAGE,
        },
        "Node 18",
        "Node 22",
    ),
    "topics": (
        {
            "MEMORY.md": "# Memory\n\n- [Port](port.md) — Where staging ran\n- [Staging](staging.md) — Where it runs\n",
            "port.md": PORT,
            "staging.md": STAGING,
        },
        "8080",
        "3000",
    ),
    "sections": (
        {
            "MEMORY.md": "Staging runs on port 8080 <!-- created=2026-05-01, last=2026-05-02 -->\n§\nStaging runs so:\n\n"
            "- port 3000\n- make up <!-- created=2026-10-01, last=2026-11-02 -->",
            "USER.md": "Ann prefers tabs <!-- created=2026-10-01, last=2026-10-01 -->",
        },
        "8080",
        "3000",
    ),
}
"""For each format a store with all that it keeps, and words of the note that is superseded and of the newer one."""


def rich(format: str) -> StoreSeen:
    files, old, new = STORES[format]
    return seen_of(format, one_superseded(seen_of(format, files), old, new))


def there_and_back(source: str, target: str) -> tuple[StoreSeen, Converted, Converted]:
    seen = rich(source)
    there = convert(seen, store_of(target), TODAY)
    return seen, there, convert(there.store, store_of(source), TODAY)


@of_ways
def test_every_note_comes_and_comes_back(source: str, target: str) -> None:
    seen, there, back = there_and_back(source, target)
    assert [one.left_out for one in (*there.outcomes, *back.outcomes)] == [""] * (2 * len(notes(seen)))
    assert texts(there.store) == texts(seen)
    assert texts(back.store) == texts(seen)


@of_ways
def test_what_the_table_claims_is_there_again(source: str, target: str) -> None:
    seen, there, back = there_and_back(source, target)
    claimed = way(source, target)
    again = {tuple(draft.text.split()): draft for draft in drafts(back.store)}
    for before in drafts(seen):
        lost = {loss.trait for loss in losses(before, again[tuple(before.text.split())])}
        assert not lost & claimed
    assert not claimed & {loss.trait for one in there.outcomes for loss in one.lost}


@of_ways
def test_what_is_lost_is_said(source: str, target: str) -> None:
    seen, there, _ = there_and_back(source, target)
    format = FORMATS[target]
    for one in there.outcomes:
        before = FORMATS[source].draft(seen, one.note)
        after = format.draft(there.store, note_of(there.store, before.text.split("\n")[0]))
        assert list(one.lost) == list(losses(before, after))


@of_ways
def test_a_superseded_note_stays_superseded_by_the_same_note_on_the_same_day(source: str, target: str) -> None:
    _, old, new = STORES[source]
    _, there, back = there_and_back(source, target)
    for seen in (there.store, back.store):
        assert is_superseded(seen, old)
        assert not is_superseded(seen, new)
        draft = FORMATS[seen.store.format].draft(seen, note_of(seen, old))
        assert draft.superseded_at == date(2026, 11, 5)
        fragment, newer = note_of(seen, old).fragment, note_of(seen, new).fragment
        assert fragment is not None
        assert newer is not None
        assert fragment.superseded_by in {newer.identity, *newer.defines}


@of_ways
def test_the_change_only_makes_new_files_and_an_index_comes_last(source: str, target: str) -> None:
    there = convert(rich(source), store_of(target), TODAY, "absent")
    assert all(isinstance(step, Write) and step.expect == "absent" for step in there.change)
    assert len({step.file for step in there.change}) == len(there.change)
    if target == "topics":
        assert there.change[-1].file == "/new/MEMORY.md"


def test_every_trait_of_the_table_occurs_in_the_stores_above() -> None:
    for format in FORMS:
        empty = Draft("")
        had = {loss.trait for draft in drafts(rich(format)) for loss in losses(draft, empty)}
        assert KEEPS[format] - had <= {Trait.ROWS, Trait.PARAGRAPHS, Trait.SUPERSEDED, Trait.SENSITIVE}


def test_the_architecture_prints_the_table_as_it_is() -> None:
    page = Path(memory_ls.__file__).with_name("ARCHITECTURE.md").read_text(encoding="utf-8")
    assert table() in page


def test_a_sensitive_record_goes_nowhere_where_that_cannot_be_said() -> None:
    seen = seen_of("records", {"records/event.access.md": "---\nsummary: Where the keys are\nsensitive: true\n---\n"})
    for target in ("bullets", "cards", "topics", "sections"):
        there = convert(seen, store_of(target), TODAY)
        assert there.change == ()
        assert [one.left_out for one in there.outcomes] == ["sensitive, which cannot be said there"]


def test_a_note_whose_newer_one_is_gone_does_not_come_alive() -> None:
    row = "<!-- superseded 2026-11-05 by 0123456789ab: - Staging runs on port 8080 -->\n"
    there = convert(seen_of("bullets", {"memory.md": f"{row}- Prefer tabs\n"}), store_of("cards"), TODAY)
    assert [one.left_out for one in there.outcomes] == ["superseded by a note that is not there", ""]
    assert texts(there.store) == [["Prefer", "tabs"]]


def test_a_record_whose_newer_one_is_gone_is_alive_as_its_agent_sees_it() -> None:
    files = {"records/state.a.md": '---\nsummary: "Prefer tabs"\nsupersededBy: "state.gone"\n---\n'}
    there = convert(seen_of("records", files), store_of("bullets"), TODAY)
    assert str(there.store.at("memory.md").text).endswith("\n\n- Prefer tabs\n")


@pytest.mark.parametrize("target", ["cards", "records", "topics", "sections"])
def test_a_chain_of_superseded_notes_keeps_its_order(target: str) -> None:
    files = one_superseded(seen_of("bullets", {"memory.md": "- Port 1000\n- Port 2000\n- Port 3000\n"}), "1000", "2000")
    files = one_superseded(seen_of("bullets", files), "2000", "3000")
    there = convert(seen_of("bullets", files), store_of(target), TODAY)
    back = convert(there.store, store_of("bullets"), TODAY)
    assert [one.left_out for one in (*there.outcomes, *back.outcomes)] == [""] * 6
    assert sorted(str(back.store.at("memory.md").text).split("\n")[2:-1]) == sorted(files["memory.md"].split("\n")[:-1])


def test_notes_that_supersede_each_other_are_left_out() -> None:
    files = {"records/state.a.md": '---\nsummary: "Port 1"\nsupersededBy: "state.b"\n---\n',
             "records/state.b.md": '---\nsummary: "Port 2"\nsupersededBy: "state.a"\n---\n'}  # fmt: skip
    there = convert(seen_of("records", files), store_of("bullets"), TODAY)
    assert [one.left_out for one in there.outcomes] == ["superseded in a circle"] * 2


def test_the_same_note_twice_becomes_one() -> None:
    seen = seen_of("bullets", {"memory.md": "- Prefer tabs\n- Use pnpm\n- prefer tabs.\n"})
    for target in ("cards", "records", "topics"):
        there = convert(seen, store_of(target), TODAY)
        assert [one.joined for one in there.outcomes] == [False, False, True]
        assert len(notes(there.store)) == 2
        assert all(draft.confirmed == 0 for draft in drafts(there.store))


def test_topics_of_one_name_become_two_records() -> None:
    index = "- [A](a.md) — a\n- [B](b.md) — b\n"
    files = {"MEMORY.md": index, "a.md": PORT, "b.md": PORT.replace("8080", "9090")}
    there = convert(seen_of("topics", files), store_of("records"), TODAY)
    assert len(there.store.files) == 2
    assert [[loss.trait for loss in one.lost] for one in there.outcomes if Trait.TITLE in {x.trait for x in one.lost}]


def test_undated_notes_are_given_no_date() -> None:
    for target in ("cards", "records", "topics", "sections"):
        there = convert(seen_of("bullets", {"memory.md": "- Prefer tabs\n"}), store_of(target), TODAY)
        assert "2026" not in "".join(str(seen.text) for seen in there.store.files.values())


def test_a_line_of_the_index_without_its_file_is_told_and_not_made_a_note() -> None:
    files = {"MEMORY.md": "- [Gone](gone.md) — Where staging ran\n- [Port](port.md) — x\n", "port.md": PORT}
    there = convert(seen_of("topics", files), store_of("bullets"), TODAY)
    assert [one.left_out for one in there.outcomes] == ["", "its file is not there"]


def test_one_file_of_a_store_can_be_converted_alone() -> None:
    there = convert(rich("sections"), store_of("bullets"), TODAY, only="/old/USER.md")
    assert texts(there.store) == [["Ann", "prefers", "tabs"]]


def test_a_list_in_a_record_stays_a_list() -> None:
    card = "Deploy like this:\n- build\n- copy\n#deploy\n"
    there = convert(seen_of("cards", {"notes.md": card}), store_of("records"), TODAY)
    (draft,) = drafts(there.store)
    assert draft.text == "Deploy like this:\n- build\n- copy"
    assert there.outcomes[0].lost == ()


words = st.text("abcdefgz ÄéЖ日🙂.,;:!?()-_#*`'\"§&<>", min_size=1, max_size=60).map(
    lambda text: " ".join(text.split())
)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(WAYS), st.lists(words.filter(lambda text: any(map(str.isalnum, text))), max_size=5))
def test_any_words_come_over_or_are_told(which: tuple[str, str], said: list[str]) -> None:
    source, target = which
    seen = seen_of("bullets", {"memory.md": "".join(f"- {one}\n" for one in said)})
    if source != "bullets":
        seen = convert(seen, store_of(source), TODAY).store
    there = convert(seen, store_of(target), TODAY)
    came = [FORMATS[source].draft(seen, one.note).text.split() for one in there.outcomes
            if not (one.left_out or one.joined or Trait.WORDS in {loss.trait for loss in one.lost})]  # fmt: skip
    assert len(there.outcomes) == len(notes(seen))
    assert all(text in texts(there.store) for text in came)
    assert len(notes(there.store)) == sum(1 for one in there.outcomes if not (one.left_out or one.joined))
