"""Two notes: the same, one part of the other, or two facts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.index import Kind, Side, judge, words

SAME = [
    ("User prefers short commit messages", "The user prefers concise commit messages"),
    ("Calculates checksums to detect changes", "Calculates checksum for change detection"),
    ("Exports are written as CSV to the archive", "**Exports** are written as CSV to the archive"),
    ("Never commit the generated client", "Don't commit the generated client"),
    ("Retry failed uploads three times", "retry failed uploads 3 times"),
    ("Der Benutzer bevorzugt kurze Antworten auf Deutsch", "Benutzer bevorzugt kurze Antwort auf Deutsch"),
    ("Abhängigkeiten werden monatlich aktualisiert", "Die Abhängigkeit wird monatlich aktualisiert"),
    ("The docs live in the repo beside the code", "The documentation lives in the repository beside the code"),
]
PART = [
    (
        "Run the integration tests with docker compose",
        "Run the integration tests with docker compose before every push",
    ),
    (
        "Set up alerts by hand (40 min)",
        "Open until winter: collect the addresses of all projects; set up alerts by hand (40 min); decide on the price",
    ),
    ("Use pnpm for installs here", "Use pnpm for installs here, not npm"),
    ("Milestone 3 phases 1-3 complete: sum, max, dot", "Milestone 3 phases 1-4 complete: sum, max, dot, mean"),
]
TWO_FACTS = {
    "numbers": ("The API server listens on port 8080 in development", "The API server listens on port 3000 in development"),
    "versions": ("Node v18.2 is used in the build image", "Node v20.1 is used in the build image"),
    "dates": ("The audit of 2026-03-10 found nothing open", "The audit of 2025-03-10 found nothing open"),
    "digests": ("main is at 1a2b3c4, all gates pass", "main is at 9f8e7d6, all gates pass"),
    "number words": ("Seven lessons are approved and bind every session", "Nine lessons are approved and bind every session"),
    "identifiers": ("`parse_rows` keeps the newline of each row", "`parse_cells` keeps the newline of each row"),
    "paths": ("Worker settings live in src/worker/settings.yaml", "Worker settings live in src/mailer/settings.yaml"),
    "urls": ("Wiki of the team: https://wiki.example.org/a here now", "Wiki of the team: https://wiki.example.org/b here now"),
    "names": ("Changes to billing are reviewed by Alice first", "Changes to billing are reviewed by Bob first"),
    "negation": ("Commit the generated client to the repository", "Never commit the generated client to the repository"),
    "what is negated": ("Install packages with npm, not pnpm", "Install packages with pnpm, not npm"),
    "opposites": ("Always squash commits before merging a branch", "Always squash commits after merging a branch"),
    "order": ("Run the seed script before the migrations", "Run the migrations before the seed script"),
    "direction": ("Copy settings from staging into production", "Copy settings from production into staging"),
    "template": ("The mailer is described in the operations handbook", "The indexer is described in the operations handbook"),
    "subject": ("**Cache:** kept warm by the nightly job on the build host", "**Index:** kept warm by the nightly job on the build host"),
    "log rows": ("2026-11-28: deployed search to staging", "2026-11-28: deployed search to staging, checks green"),
    "times": ("16:34 edited the gallery component", "16:34 edited the gallery component again"),
    "tables": ("| host | port | owner |", "| host | port | owner | since |"),
    "fields": ("**Why:** the nightly job needs a warm cache", "**Why:** the nightly job needs a warm cache there"),
    "a link and the sentence that holds it": ("follows [[Step 4 Decisions]]", "Choices settled with the owners while closing the loop. Follows [[Step 4 Decisions]]"),
    "a field": ("**Count:** working days\n**Format of dates:** slashes, day first", "**Count:** working days\n**Format of dates:** timestamps"),
    "an address": ("**IPv6**: `2001:db8:aa1b:100:1e37:24ed:b929:7c19`", "**Hub**\n- Port: `6000`\n- IPs: 2001:db8:aa1b:100:1e37:24ed:b929:7c19"),
    "commands": ("`conda run -n ml python tools/data/validate_rows.py <rows>`", "`conda run -n ml python scripts/tools/inspect_template.py --rows <path> --index 0`"),
    "words that stand far apart": ("Billing at 8/10, pending manual execution", "Billing was rated 4/10 in spring, dropped in summer when the importer failed, and is at 8/10 again since the pending reports come by manual work of two people"),
    "few words that name nothing": ("Dropdowns for status and priority with the new kit", "Priority and status dropdowns take controlled props"),
    "works and fails": ("HTTP API available on port 31012 (localhost)", "❌ HTTP REST API on port 31012 returns 404 (endpoints not found)"),
    "a template's own words": ("_Learn about the person that you help. Update this as you go._", "The more you learn about the person, the better you can help, but update nothing told in confidence."),
    "links": ("[Design of the importer](docs/importer.md)", "[Design of the importer](docs/importer.md) [more](b.md)"),
    "tasks": ("[ ] Write the release notes", "[x] Write the release notes"),
    "an open task": ("[ ] Export to Excel and CSV", "Export to CSV"),
    "struck out": ("~~Nightly jobs warm the cache~~", "Nightly jobs warm the cache now"),
    "a lead-in": ("All of the login pages are migrated:", "All of the login pages are named in lower case"),
    "a question": ("Is the cache warm?", "The cache is warm"),
    "letters": ("Decision of the board: option A", "Decision of the board: option B"),
    "patterns": ("Dates are shown as DD/MM/YYYY in lists", "Dates are shown as MM/DD/YYYY in lists"),
    "too little": ("Use strict mode", "Mode"),
    "Chinese negation": ("提交前运行集成测试并更新文档", "提交前不运行集成测试并更新文档"),
    "one slot of several": ("Files are named as tools: `call_a` for `call_a`", "Files are named as tools: `call_a` for `call_b`"),
}  # fmt: skip


@pytest.mark.parametrize(("a", "b"), SAME)
def test_other_words_for_the_same_are_the_same(a: str, b: str) -> None:
    verdict = judge(a, b)
    assert verdict is not None
    assert verdict.kind is Kind.SAME


@pytest.mark.parametrize(("a", "b"), PART)
def test_a_note_that_says_more_holds_the_other(a: str, b: str) -> None:
    assert judge(a, b) is not None


@pytest.mark.parametrize("kind", TWO_FACTS)
def test_two_facts_stay_apart(kind: str) -> None:
    a, b = TWO_FACTS[kind]
    assert judge(a, b) is None
    assert judge(b, a) is None


def test_a_verdict_says_which_note_is_held_and_what_differs() -> None:
    a, b = PART[0]
    forth, back = judge(a, b), judge(b, a)
    assert forth is not None
    assert back is not None
    assert (forth.contained, back.contained) == (Side.A, Side.B)
    assert forth.differs == back.differs == ("before", "every", "push")[-len(forth.differs) :]
    assert forth.score > 0


def test_no_note_text_shows_in_a_repr() -> None:
    text = "the hidden harbour is closed in winter"
    assert "harbour" not in repr(words(text))
    assert "winter" not in repr(judge(text, text + " months"))


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_are_judged_and_the_sides_do_not_matter(a: str, b: str) -> None:
    forth, back = judge(a, b), judge(b, a)
    assert (forth is None) == (back is None)
    if forth is not None and back is not None:
        assert forth.kind is back.kind
        assert len(forth.differs) <= 3


PHRASES = st.lists(
    st.sampled_from(
        "cache warm not build 80 81 `a_b` `c_d` Dana before [ ] [x] job: night — ? port 1-3 1-4 don't 不".split()
    ),
    max_size=9,
).map(" ".join)


@given(PHRASES, PHRASES)
def test_sides_do_not_matter_for_look_alikes_either(a: str, b: str) -> None:
    forth, back = judge(a, b), judge(b, a)
    assert (forth is None) == (back is None)
    assert forth is None or back is None or forth.score == back.score
