"""The keyword list of a cards store, how it is ordered, and when a note wants to be checked again."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from memory_ls.formats.card_topics import review_days
from memory_ls.formats.cards import CARDS
from memory_ls.formats.notes import File, Fragment, Role, Scope, Store
from memory_ls.formats.parse import blocks_of
from memory_ls.recall.cards import CardsRecall, keyword_list, keyword_plan
from memory_ls.recall.plan import NOT_A_NOTE, Part
from memory_ls.recall.usefulness import Usefulness
from memory_ls.text import Text

PROJECT = Store("cards", Scope.PROJECT, "/r/cards", "/r")
GLOBAL = Store("cards", Scope.GLOBAL, "/home/cards")


def part(
    source: str,
    store: Store = PROJECT,
    inside: str = "notes.md",
    budget: int = 3000,
    useful: Mapping[str, int] | None = None,
) -> Part:
    file, text = File(f"{store.root}/{inside}", store, inside), Text(source)
    grammar = CARDS.grammar(file)
    assert grammar is not None
    blocks = blocks_of(grammar, file, text)
    costs = [
        block.fragment.cost if block.fragment and block.fragment.role is Role.NOTE else NOT_A_NOTE for block in blocks
    ]
    return Part(file, CARDS.limits(file, [{"indexBudget": budget, "usefulness": useful}]), costs, blocks, text)


SOURCE = "One\n#port\n\nTwo\n#deploy\n\nThree\n#deploy\n\nNone\n"


def test_a_list_for_each_folder_most_notes_first() -> None:
    parts = [part(SOURCE), part("Four\n#release\n#more\n", inside="more.md"), part("Five\n#svg\n", GLOBAL)]
    assert keyword_list(parts) == "this project:\n#deploy (2)\n#port\n#release\n\nyou (global):\n#svg"


def test_usefulness_comes_first() -> None:
    assert keyword_list([part(SOURCE, useful={"port": 1})]) == "this project:\n#port\n#deploy (2)"


def test_superseded_notes_are_not_advertised() -> None:
    assert keyword_list([part("One\n#port\n<!-- memory: superseded 2026-11-30 by 0123456789ab -->\n")]) == ""


def test_all_notes_are_given_when_the_list_fits() -> None:
    one = part(SOURCE)
    plan = keyword_plan([one])
    assert (plan.fit, plan.total, plan.used) == (4, 4, len("#deploy (2)\n#port\n"))
    assert CardsRecall().over(one, plan.shown[0], plan) is None


def test_a_keyword_beyond_the_budget_takes_its_notes_along() -> None:
    one = part(SOURCE, budget=12)
    plan = keyword_plan([one])
    assert [one.blocks[place].row for place in plan.shown[0]] == [3, 6, 9]
    over = CardsRecall().over(one, plan.shown[0], plan)
    assert over is not None
    assert over.message == "1 of 2 keywords of this file fit into the 12 characters of the keyword list"


@pytest.mark.parametrize(
    ("said", "budget"),
    [(500, 500), ("500", 500), ("x", 3000), (0, 3000), (True, 3000), (None, 3000), (1e300, 3000), ("nan", 3000)],
)
def test_the_budget_is_a_positive_number_or_the_usual_one(said: object, budget: int) -> None:
    assert CARDS.limits(part("").file, [{"indexBudget": said}]).budget == budget


def test_usefulness_counts_what_led_somewhere() -> None:
    use = Usefulness().record_search("port").record_search("port").record_read("port").record_search("svg")
    assert use.order() == {"port": 1}
    assert Usefulness.from_data(json.loads(json.dumps(use.to_data()))) == use


def test_a_keyword_unsearched_over_ten_sessions_is_told() -> None:
    use = Usefulness()
    for _ in range(10):
        assert not use.unsearched("port")
        use = use.next_session(["port", "svg"]).record_search("svg")
    assert list(use.all_unsearched()) == ["port"]
    assert not use.record_search("port").unsearched("port")
    assert not use.unsearched("never seen")


def test_a_keyword_that_is_gone_is_forgotten() -> None:
    assert not Usefulness().record_read("port").next_session(["svg"]).order()


@pytest.mark.parametrize(
    "data", [None, [], {"a": 1}, {"a": {"searches": -1, "led": "x", "sessions_since": True}}, {1: {}}]
)
def test_counts_that_are_not_understood_are_none(data: object) -> None:
    assert not Usefulness.from_data(data).order()


def fragment(source: str) -> Fragment:
    found = part(source).blocks[0].fragment
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("source", "days"),
    [
        ("The library lacks streams\n#library", 91),
        ("We are on 3.2.1 of it\n#charts", 91),
        ("Answer in German\n#language", 365),
        ("I prefer short answers\n#answers", 365),
        ("Anna owns billing\n#billing", 183),
        ("Staging runs on port 8080\n#people", 91),
    ],
)
def test_how_soon_a_topic_is_checked_again(source: str, days: int) -> None:
    assert review_days(fragment(source)) == days
    assert review_days(fragment(source), 2) == 61
