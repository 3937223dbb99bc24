"""Every case of every page, on the core alone: as `check` on disk, as buffers, as buffers typed by random edits."""

from __future__ import annotations

from pathlib import Path

import pytest
from hands import randomly, straight
from page import Case, Chosen, Page, read_page
from replay import checked, fixed_in_buffers, fixed_on_disk, in_editor, offers
from scenery import Scenery, laid_out

from memory_ls.edits import EDITS
from memory_ls.formats import FORMATS
from memory_ls.rules import MODULES

HERE = Path(__file__).parent
PAGES = [read_page(path) for path in sorted(HERE.glob("*.md")) if path.stem != "README"]
CASES = [case for page in PAGES for case in page.cases]
FIXES = [(case, chosen) for case in CASES for chosen in case.fixes]
EDITED = [(case, chosen) for case in CASES for chosen in case.verbs]
REFUSED = [(case, chosen) for case in CASES for chosen in case.refused]


def on_disk_too(chosen: list[tuple[Case, Chosen]]) -> list[tuple[Case, Chosen]]:
    """What does not depend on another writer who came under an open buffer."""
    return [(case, one) for case, one in chosen if not any(file.base for file in case.files.values())]


ON_DISK, REFUSED_ON_DISK = on_disk_too(FIXES), on_disk_too(REFUSED)
PAGES_OF_EDITS = (
    "merge remove-copy move supersede restore forget redact strip take-in keep-side fix-all silence".split()
)

VERBS = "put drop reword merge move supersede restore forget clear".split()
PAGES_OF_VERBS = [f"verbs-{format}" for format in ("bullets", "cards", "records", "topics", "sections")]

of_cases = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def named(chosen: list[tuple[Case, Chosen]]) -> list[str]:
    return [f"{case.name} / {one.title}" for case, one in chosen]


@pytest.fixture
def scene(case: Case, tmp_path: Path) -> Scenery:
    return laid_out(case, tmp_path / "home", tmp_path / "repository")


def expected(case: Case) -> list[str]:
    return list(case.findings.body) if case.findings is not None else []


@of_cases
def test_check_on_disk_finds_what_the_page_says(case: Case, tmp_path: Path) -> None:
    scene = laid_out(case, tmp_path / "home", tmp_path / "repository", buffers_saved=True)
    alone = [row for row in expected(case) if " changed-on-disk: " not in row]
    assert checked(scene) == alone


@of_cases
def test_buffers_find_what_the_page_says(case: Case, scene: Scenery) -> None:
    workspace, found = in_editor(scene, straight)
    assert found == expected(case)
    for path, row, fence in case.actions:
        assert offers(workspace, scene, path, row) == list(fence.body)


@of_cases
def test_buffers_typed_by_random_edits_find_what_the_page_says(case: Case, scene: Scenery) -> None:
    _, found = in_editor(scene, randomly(case.name))
    assert found == expected(case)


@pytest.mark.parametrize(("case", "chosen"), FIXES, ids=named(FIXES))
def test_a_fix_in_buffers_leaves_what_the_page_says(case: Case, chosen: Chosen, scene: Scenery) -> None:
    outcome = fixed_in_buffers(scene, chosen)
    assert not outcome.refused
    assert list(outcome.steps if chosen.steps else outcome.rows) == list(chosen.fence.body)


@pytest.mark.parametrize(("case", "chosen"), ON_DISK, ids=named(ON_DISK))
def test_a_fix_on_the_disk_leaves_the_same_bytes(case: Case, chosen: Chosen, tmp_path: Path) -> None:
    in_buffers = fixed_in_buffers(laid_out(case, tmp_path / "a" / "home", tmp_path / "a" / "repository"), chosen)
    scene = laid_out(case, tmp_path / "home", tmp_path / "repository", buffers_saved=True)
    outcome = fixed_on_disk(scene, chosen)
    assert not outcome.refused
    assert list(outcome.rows) == list(in_buffers.rows)


@pytest.mark.parametrize(("case", "chosen"), REFUSED, ids=named(REFUSED))
def test_a_fix_that_cannot_be_is_refused_with_the_reason(case: Case, chosen: Chosen, scene: Scenery) -> None:
    assert [fixed_in_buffers(scene, chosen).refused] == list(chosen.fence.body)


@pytest.mark.parametrize(("case", "chosen"), REFUSED_ON_DISK, ids=named(REFUSED_ON_DISK))
def test_a_refusal_is_the_same_on_the_disk(case: Case, chosen: Chosen, tmp_path: Path) -> None:
    scene = laid_out(case, tmp_path / "home", tmp_path / "repository", buffers_saved=True)
    assert [fixed_on_disk(scene, chosen).refused] == list(chosen.fence.body)


def test_every_rule_and_every_fix_has_a_page() -> None:
    about = {page.about for page in PAGES}
    assert about >= {*MODULES, *PAGES_OF_EDITS}
    assert about - {*MODULES, *PAGES_OF_EDITS} <= {*FORMATS, *PAGES_OF_VERBS, "places"}
    assert set(PAGES_OF_EDITS) <= set(EDITS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.about)
def test_a_page_says_what_it_is_about(page: Page) -> None:
    assert page.about == page.path.stem
    assert len(page.introduction) > 80


def test_every_verb_has_a_case_in_every_format() -> None:
    pages = {page.about: page for page in PAGES}
    for name in PAGES_OF_VERBS:
        cases = {case.title.partition(":")[0]: case for case in pages[name].cases}
        assert list(cases) == VERBS
        for verb, case in cases.items():
            assert case.fixes or case.verbs or case.refused or case.actions, f"{name}: {verb}"


@pytest.mark.parametrize(("case", "chosen"), EDITED, ids=named(EDITED))
def test_an_edit_leaves_the_same_in_buffers_and_on_the_disk(case: Case, chosen: Chosen, tmp_path: Path) -> None:
    for where, fixed in (("a", fixed_in_buffers), ("b", fixed_on_disk)):
        outcome = fixed(laid_out(case, tmp_path / where / "home", tmp_path / where / "repository"), chosen)
        assert list(outcome.said) == list(chosen.fence.body)


OF_RULES = [page for page in PAGES if page.about in MODULES]


@pytest.mark.parametrize("page", OF_RULES, ids=lambda page: page.about)
def test_half_of_a_rules_page_is_silence(page: Page) -> None:
    silent = [case for case in page.cases if not any(f" {page.about}: " in row for row in expected(case))]
    assert 2 * len(silent) >= len(page.cases)
