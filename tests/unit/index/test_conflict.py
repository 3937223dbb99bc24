"""Two notes that say different things of the same, and those that only look like it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.index import ValueIndex, conflicting, judge

CLASHES = {
    "a port": ("The API server listens on port 8080", "The API server listens on port 3000", "8080", "3000"),
    "a count": ("215 tests passing total", "268 tests passing total", "215 tests", "268 tests"),
    "a version": ("Node v18.2.0 builds the image", "Node v20.1.0 builds the image", "v18.2.0", "v20.1.0"),
    "a digest": ("main is at `1a2b3c4`, all gates pass", "main is at `9f8e7d6`, all gates pass", "1a2b3c4", "9f8e7d6"),
    "a duration": ("Requests time out after 30s", "Requests time out after 60s", "30s", "60s"),
    "a number word": ("The board has seven members", "The board has nine members", "seven members", "nine members"),
    "a date": ("The freeze starts on 2026-03-10", "The freeze starts on 2026-04-10", "2026-03-10", "2026-04-10"),
    "a package manager": ("Use npm for installs", "Use pnpm for installs, not npm", "npm", "pnpm"),
    "tabs": ("Indent with tabs in this repository", "Indent with spaces in this repository", "tabs", "spaces"),
    "rebase": ("Merge feature branches into main", "Rebase feature branches into main", "Merge", "Rebase"),
    "always": ("Always run the linter before a commit", "Never run the linter before a commit", "Always", "Never"),
    "do not": ("Use barrel files for exports", "Do not use barrel files for exports", "Use", "not"),
    "enabled": ("Telemetry is enabled in production", "Telemetry is disabled in production", "enabled", "disabled"),
    "before": ("Always squash commits before merging", "Always squash commits after merging", "before", "after"),
    "an owner": ("Billing is owned by Dana", "Billing is owned by Erik", "Dana", "Erik"),
    "a default": ("The default branch is `main`", "The default branch is `trunk`", "main", "trunk"),
    "a state": ("Search migration is still pending", "Search migration is finished", "pending", "finished"),
    "a theme": ("User prefers dark theme", "User prefers light theme", "dark", "light"),
    "another order of words": ("Port 8080 is where the dev server listens", "The dev server listens on port 3000", "8080", "3000"),
    "Spanish": ("El servidor usa el puerto 3000", "El servidor usa el puerto 8080", "3000", "8080"),
    "days of the week": ("Das Team trifft sich montags", "Das Team trifft sich freitags", "montags", "freitags"),
    "Chinese": ("开发服务器使用端口 3000", "开发服务器使用端口 8080", "3000", "8080"),
}  # fmt: skip

NO_CLASH = {
    "two subjects": ("The API listens on port 3000", "The mailer listens on port 8080"),
    "two modules": ("Alice reviews changes to billing", "Bob reviews changes to billing"),
    "steps": ("Step 1 of the release: tag it", "Step 2 of the release: tag it"),
    "phases one after another": ("Milestone 3 phases 1-3 complete", "Milestone 3 phases 1-4 complete"),
    "a detail": ("The API server listens on port 8080", "The API server listens on port 8080 in development"),
    "a rejected alternative": ("Use pnpm for installs", "Use pnpm for installs, not npm"),
    "both are used": ("Deploy the site to Vercel", "Deploy the worker to Railway"),
    "labels": ("npm: version 10 in the image", "pnpm: version 9 in the image"),
    "two measures": ("The build takes 30 seconds", "The build uses 4 cores"),
    "other units": ("Uploads are cut at 20mb", "Uploads are cut after 30s"),
    "days of a list": ("**Monday:** stand-up at the office", "**Tuesday:** stand-up at the office"),
    "log rows": ("2026-11-28: 215 tests pass", "2026-11-29: 268 tests pass"),
    "table rows": ("| api | 3000 |", "| api | 8080 |"),
    "questions": ("Is the port 3000?", "Is the port 8080?"),
    "Portuguese no": ("Schema da tabela onde os dados ficam", "Schema no banco da tabela onde os dados ficam"),
    "two tasks": ("[ ] Write the release notes", "[ ] Write the upgrade guide"),
    "nothing shared": ("Prices are in cents", "The logo is blue"),
    "heads of lists": ("**Pending tasks:** see the board", "**Tasks:** see the board"),
}


@pytest.mark.parametrize("kind", CLASHES)
def test_two_values_of_one_thing_clash_and_are_shown(kind: str) -> None:
    a, b, one, other = CLASHES[kind]
    clash = conflicting(a, b)
    assert clash is not None
    assert clash.sure
    assert (a[slice(*clash.a)], b[slice(*clash.b)]) == (one, other)


@pytest.mark.parametrize("kind", CLASHES)
def test_what_clashes_is_found_by_the_index_and_never_merged(kind: str) -> None:
    a, b, *_ = CLASHES[kind]
    index: ValueIndex[int] = ValueIndex()
    index.add(1, a)
    index.add(2, b)
    assert index.near(a, skip=1) == [2]
    assert list(index.pairs()) == [(1, 2)]
    assert judge(a, b) is None


@pytest.mark.parametrize("kind", NO_CLASH)
def test_what_only_looks_like_it_does_not_clash(kind: str) -> None:
    a, b = NO_CLASH[kind]
    assert conflicting(a, b) is None
    assert conflicting(b, a) is None


def test_a_port_is_named_by_the_word_before_it() -> None:
    clash = conflicting("The server listens on port 8080", "The server listens on port 3000")
    assert clash is not None
    assert clash.subject == "port"


def test_another_name_in_the_same_words_is_not_sure() -> None:
    a = "`memories_create` makes entities and relations of the knowledge graph"
    b = "`remember` makes entities and relations of the knowledge graph"
    clash = conflicting(a, b)
    assert clash is not None
    assert not clash.sure


def test_rows_that_are_alike_but_for_their_values_have_no_candidates() -> None:
    index: ValueIndex[int] = ValueIndex()
    for place, text in enumerate(
        ("Latency of the API: 115ms", "Latency of the API: 350ms", "Latency of the API: 90ms")
    ):
        index.add(place, text)
    assert list(index.pairs()) == []
    index.drop(2)
    assert set(index.unsettled()) >= {0, 1}
    assert list(index.pairs()) == [(0, 1)]


WORDS = st.lists(
    st.sampled_from(
        "port 80 81 npm pnpm never always not `a_b` Dana owner is 不 done pending step : , **x** job".split()
    ),
    max_size=9,
).map(" ".join)


@given(WORDS, WORDS)
def test_which_note_comes_first_does_not_matter(a: str, b: str) -> None:
    forth, back = conflicting(a, b), conflicting(b, a)
    assert (forth is None) == (back is None)
    if forth is not None:
        assert 0 <= forth.a[0] < forth.a[1] <= len(a)
        assert 0 <= forth.b[0] < forth.b[1] <= len(b)


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_are_judged(a: str, b: str) -> None:
    clash = conflicting(a, b)
    assert clash is None or clash.b[1] <= len(b)
