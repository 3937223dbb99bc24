"""The index of look-alikes answers what comparing with every note would, whatever came and went before."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_ls.index import Likeness, words
from memory_ls.index import likeness as module
from memory_ls.index.limits import LEAST, LONG, SHORT, least_rare, least_shared

CROWD = 4
VOCABULARY = (
    "cache warm job night badge table build image port 80 81 `alpha` `beta` Dana Erik not 先 キャッシュ".split()
)
NOTES = st.lists(st.sampled_from(VOCABULARY), max_size=16).map(" ".join)
NESTED = st.tuples(st.integers(3, 9), st.sampled_from(["", "80", "81", "`alpha`", "`beta`"])).map(
    lambda cut: " ".join([*VOCABULARY[: cut[0]], cut[1]])
)
"""Notes that hold each other, so that crowds come and go."""


@pytest.fixture(autouse=True)
def small_crowds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CROWD", CROWD)


def alike(a: str, b: str) -> bool:
    """What the index promises of two notes, said plainly."""
    x, y = words(a), words(b)
    small, large = sorted((len(x.bag), len(y.bag)))
    shared = len(x.bag & y.bag)
    if small < LEAST or (small == LEAST and large > SHORT) or shared < max(LEAST, least_shared(small)):
        return False
    if small == large < LONG and shared < small:
        return False
    if x.numbers and y.numbers and not x.numbers & y.numbers:
        return False
    return not (x.names and y.names and not x.names & y.names)


def rare_pairs(notes: dict[int, str]) -> set[frozenset[int]]:
    """The pairs that share some words which nobody else has."""
    holders: dict[str, list[int]] = {}
    for key, text in notes.items():
        for word in words(text).bag:
            holders.setdefault(word, []).append(key)
    counts = Counter(frozenset(keys) for keys in holders.values() if len(keys) == 2)
    sizes = {key: len(words(text).bag) for key, text in notes.items()}
    return {pair for pair, count in counts.items() if count >= least_rare(*[sizes[key] for key in pair])}


def brute_force(notes: dict[int, str]) -> dict[int, set[int]]:
    """Every note's look-alikes; none for those that have a crowd of them."""
    found = {a: {b for b in notes if a != b and alike(notes[a], notes[b])} for a in notes}
    crowded = {a for a, near in found.items() if len(near) > CROWD}
    for a, b in map(tuple, rare_pairs(notes)):
        found[a].add(b)
        found[b].add(a)
    return {a: set() if a in crowded else near - crowded for a, near in found.items()}


def answers(index: Likeness[int], notes: dict[int, str]) -> dict[int, set[int]]:
    return {key: set(index.near(text, skip=key)) for key, text in notes.items()}


def fresh(notes: dict[int, str]) -> Likeness[int]:
    index: Likeness[int] = Likeness()
    for key, text in notes.items():
        index.add(key, text)
    return index


def edits(notes: dict[int, str], index: Likeness[int], steps: list[tuple[int, str]]) -> Iterator[None]:
    """Each step rewrites a note, or removes it if there is no text."""
    for key, text in steps:
        if key in notes:
            index.drop(key)
            del notes[key]
        if text:
            notes[key] = text
            index.add(key, text)
        yield


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 12), NOTES | NESTED), max_size=40))
def test_after_any_edits_answers_are_those_of_brute_force(steps: list[tuple[int, str]]) -> None:
    notes: dict[int, str] = {}
    index: Likeness[int] = Likeness()
    for _ in edits(notes, index, steps):
        pass
    assert answers(index, notes) == brute_force(notes)
    index.rebuild()
    assert answers(index, notes) == brute_force(notes)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), NESTED | st.just("")), max_size=30))
def test_a_view_that_asks_again_for_the_touched_and_the_unsettled_stays_right(steps: list[tuple[int, str]]) -> None:
    notes: dict[int, str] = {}
    index: Likeness[int] = Likeness()
    known: dict[int, set[int]] = {}
    for (key, _), _ in zip(steps, edits(notes, index, steps), strict=True):
        for other in known.pop(key, ()):
            known[other].discard(key)
        for again in {key, *index.unsettled()} & notes.keys():
            for other in known.pop(again, ()):
                known[other].discard(again)
            known[again] = set(index.near(notes[again], skip=again))
            for other in known[again]:
                known.setdefault(other, set()).add(again)
        assert {key: near for key, near in known.items() if near} == {k: v for k, v in brute_force(notes).items() if v}


@settings(max_examples=80, deadline=None)
@given(st.lists(NOTES | NESTED, max_size=20), st.randoms(use_true_random=False))
def test_pairs_are_those_of_near_in_any_order_of_joining(texts: list[str], rng: random.Random) -> None:
    notes = dict(enumerate(texts))
    order = list(notes)
    rng.shuffle(order)
    index = fresh({key: notes[key] for key in order})
    found = [frozenset(pair) for pair in index.pairs()]
    assert len(found) == len(set(found))
    assert set(found) == {frozenset((a, b)) for a, near in brute_force(notes).items() for b in near}


@settings(max_examples=60, deadline=None)
@given(st.lists(NOTES, max_size=14))
def test_asking_everybody_for_larger_ones_finds_each_pair(texts: list[str]) -> None:
    notes = dict(enumerate(texts))
    index = fresh(notes)
    found = {frozenset((a, b)) for a in notes for b in index.near(notes[a], skip=a, larger=True)}
    assert found == {frozenset(pair) for pair in index.pairs()}


def test_a_short_note_is_found_inside_a_long_one_from_both_sides() -> None:
    short = "run integration tests with docker compose"
    long = short + " before every push because " + " ".join(f"reason{word}" for word in "abcdefghijklmnop")
    index = fresh({1: short, 2: long})
    assert index.near(short, skip=1) == [2]
    assert index.near(long, skip=2) == [1]


def test_an_empty_index_and_an_empty_note_have_no_neighbours() -> None:
    index: Likeness[int] = Likeness()
    assert index.near("anything at all here") == []
    index.add(1, "")
    assert index.near("", skip=1) == []
    assert list(index.pairs()) == []


def test_rows_of_a_template_have_no_look_alikes() -> None:
    rows = {i: f"the {chr(97 + i)}{chr(98 + i)}cd service is described in the operations handbook" for i in range(20)}
    assert list(fresh(rows).pairs()) == []


def test_a_crowd_that_shrinks_is_compared_again() -> None:
    notes = {
        i: "cache warm build image table" + " extra" * (i > 0) + f" word{chr(97 + i)}" * (i > 0)
        for i in range(CROWD + 2)
    }
    index = fresh(notes)
    assert index.near(notes[0], skip=0) == []
    index.drop(CROWD + 1)
    assert 0 in index.unsettled()
    assert len(index.near(notes[0], skip=0)) == CROWD


def test_many_departures_make_an_index_stale_until_it_is_rebuilt() -> None:
    index = fresh({i: f"note number{i} about subject{i}" for i in range(200)})
    for key in range(190):
        index.drop(key)
    assert index.stale()
    index.rebuild()
    assert not index.stale()
    assert len(index) == 10
