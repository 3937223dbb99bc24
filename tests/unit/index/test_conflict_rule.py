"""What the rule says of two notes that clash, and which one it would supersede."""

from __future__ import annotations

from datetime import date

from memory_ls.formats.notes import File, Fragment, Mark, Placed, Ref, Role, Scope, Store
from memory_ls.rules import conflict
from memory_ls.rules.finding import Severity
from memory_ls.text import Span

STORE = Store("bullets", Scope.PROJECT, "/repo", "/repo")
PORTS = "The API server listens on port 8080", "The API server listens on port 3000"


def note(text: str, *, dated: date | None = None, depends: bool = False, logged: bool = False) -> Fragment:
    body = Span(0, 2, 0, 2 + len(text))
    return Fragment(Role.NOTE, text, body, Ref("same", text), dated=dated, depends=depends, logged=logged)


def placed(fragment: Fragment, row: int, store: Store = STORE) -> Placed:
    block = Placed(File(f"{store.root}/memory.md", store), row, 1, Mark.OPEN, 0)
    block.fragment = fragment
    return block


def unknown(note: Placed) -> date | None:
    return None


def test_both_ends_are_marked_and_say_the_other_value_first() -> None:
    a, b = map(note, PORTS)
    clash = conflict.judge(a, b)
    assert clash is not None
    first, second = conflict.findings(placed(a, 0), placed(b, 1), clash, unknown)
    assert first.message.slots[1:] == ("port ", "3000", "8080")
    assert second.message.slots[1:] == ("port ", "8080", "3000")
    assert {first.severity, second.severity} == {Severity.WARNING}


def test_a_pair_that_changed_its_order_since_it_was_judged_is_told_rightly() -> None:
    a, b = map(note, PORTS)
    clash = conflict.judge(a, b)
    assert clash is not None
    first, _ = conflict.findings(placed(b, 0), placed(a, 1), clash, unknown)
    assert first.message.slots[1:] == ("port ", "8080", "3000")


def test_the_older_is_the_one_to_supersede_when_dates_are_known() -> None:
    a, b = note(PORTS[0], dated=date(2026, 3, 1)), note(PORTS[1], dated=date(2026, 1, 1))
    clash = conflict.judge(a, b)
    assert clash is not None
    one, other = placed(a, 0), placed(b, 1)
    for finding in conflict.findings(one, other, clash, unknown):
        assert [offer.notes for offer in finding.offers if offer.preferred] == [(other, one)]


def test_without_dates_in_both_the_one_that_was_changed_longer_ago_is_the_older() -> None:
    a, b = note(PORTS[0], dated=date(2026, 1, 1)), note(PORTS[1])
    clash = conflict.judge(a, b)
    assert clash is not None
    one, other = placed(a, 0), placed(b, 1)
    changed = {one: date(2026, 9, 1), other: date(2026, 8, 1)}
    for finding in conflict.findings(one, other, clash, changed.get):
        assert [offer.notes for offer in finding.offers if offer.preferred] == [(other, one)]


def test_nothing_is_preferred_where_only_one_age_is_known() -> None:
    a, b = map(note, PORTS)
    clash = conflict.judge(a, b)
    assert clash is not None
    one, other = placed(a, 0), placed(b, 1)
    found = conflict.findings(one, other, clash, {one: date(2026, 9, 1)}.get)
    assert not any(offer.preferred for finding in found for offer in finding.offers)


def test_nothing_is_preferred_without_dates() -> None:
    a, b = map(note, PORTS)
    clash = conflict.judge(a, b)
    assert clash is not None
    offers = [
        offer for finding in conflict.findings(placed(a, 0), placed(b, 1), clash, unknown) for offer in finding.offers
    ]
    assert len(offers) == 4
    assert not any(offer.preferred for offer in offers)


def test_across_stores_nothing_is_superseded() -> None:
    a, b = map(note, PORTS)
    clash = conflict.judge(a, b)
    assert clash is not None
    other = Store("bullets", Scope.GLOBAL, "/home/agent")
    assert not any(finding.offers for finding in conflict.findings(placed(a, 0), placed(b, 0, other), clash, unknown))


def test_what_does_not_stand_for_itself_is_not_compared() -> None:
    a, b = map(note, PORTS)
    assert conflict.judge(a, note(PORTS[1], depends=True)) is None
    assert conflict.judge(note(PORTS[0], logged=True), b) is None
    assert conflict.judge(a, a) is None


def test_a_name_alone_is_not_reported() -> None:
    a = note("`memories_create` makes entities and relations of the knowledge graph")
    b = note("`remember` makes entities and relations of the knowledge graph")
    assert conflict.judge(a, b) is None
