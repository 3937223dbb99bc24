"""The budget under edits: what a view plans and says of it is what a fresh one does, however little it plans again."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_ls.formats import FORMATS
from memory_ls.formats.notes import File, Scope, Store
from memory_ls.formats.world import World
from memory_ls.recall import RECALLS, Plan
from memory_ls.recall.cards import CardsRecall
from memory_ls.text import Span, Text
from memory_ls.workspace.live import LiveFile
from memory_ls.workspace.view import LiveView

ROWS = {
    "cards": ("One", "Two words", "#a", "#a #b", "#bb", "#ccc", "", "", "# H", "<!-- c -->"),
    "bullets": ("- One", "- Two words", "- " + "x" * 30, "", "Prose", "- é"),
    "sections": ("One", "§", "Two words", "", "x" * 30, "§"),
}
BUDGETS = {"cards": 9, "bullets": 330, "sections": 40}
shares = st.floats(0, 1)


def _view(format: str, texts: list[str]) -> tuple[LiveView, list[LiveFile]]:
    view, files = LiveView(RECALLS[format]), []
    for name, text in zip(("notes.md", "more.md"), texts, strict=False):
        inside = {"bullets": "memory.md", "sections": "MEMORY.md"}.get(format, name)
        file = File(f"/{name}/{inside}", Store(format, Scope.GLOBAL, "/s"), inside)
        limits = replace(FORMATS[format].limits(file, []), budget=BUDGETS[format])
        live = LiveFile(file, Text(text), limits, World(date(2026, 11, 30)), lambda *_: False)
        view.add(live)
        files.append(live)
    view.settle()
    view.conclude()
    return view, files


def _said(view: LiveView, files: list[LiveFile]) -> tuple[Plan | None, list[list[tuple[object, ...]]]]:
    while view.waiting:
        view.advance(100)
    said = [
        sorted((one.rule, one.place, one.message.template) for one in view.findings[live.file.id]) for live in files
    ]
    return view.plan, [list(one) for one in said]


@pytest.mark.parametrize("format", sorted(ROWS))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_edits_leave_the_plan_and_the_findings_of_a_fresh_view(format: str, data: st.DataObject) -> None:
    rows = st.sampled_from(ROWS[format])
    texts = st.lists(st.lists(rows, max_size=8).map("\n".join), min_size=1, max_size=2)
    view, files = _view(format, data.draw(texts))
    for _ in range(data.draw(st.integers(1, 5))):
        live = data.draw(st.sampled_from(files))
        row = round(data.draw(shares) * (len(live.text.rows) - 1))
        col = round(data.draw(shares) * len(live.text.rows[row]))
        new = data.draw(st.one_of(rows, st.sampled_from(("x", "\n", " ", "#"))))
        gone, came = live.apply(live.text.splice(Span(row, col, row, col + data.draw(st.integers(0, 2))), new))
        view.follow(live.file.id, gone, came)
        view.settle()
        view.conclude()
        assert _said(view, files) == _said(*_view(format, [str(one.text) for one in files]))


def test_words_typed_into_a_card_plan_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    view, (live, *_) = _view("cards", ["One\n#a\n\nTwo\n#bb\n\nThree\n#ccc"])
    before = view.plan
    monkeypatch.setattr(CardsRecall, "plan", lambda *_: pytest.fail("planned again"))
    gone, came = live.apply(live.text.splice(Span(3, 3, 3, 3), " words"))
    view.follow(live.file.id, gone, came)
    view.settle()
    view.conclude()
    assert view.plan is before
    assert before is not None
    assert before.omitted
    faded = [one for one in view.findings[live.file.id] if one.rule == "not-injected"]
    assert faded
    assert all(one.at in live.blocks and (one.until or one.at) in live.blocks for one in faded)
