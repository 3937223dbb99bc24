"""Paths that surely are of the repository, and strings that only look like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.detect import find_paths


def paths(text: str) -> list[str]:
    return [found.path for found in find_paths(text)]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("release steps are in docs/release.md.", "docs/release.md"),
        ("(see ./docs/release.md)", "docs/release.md"),
        ("config lives in `src/app/config.ts:12-20`", "src/app/config.ts"),
        ("fix `src/a.py#L12` first", "src/a.py"),
        ("run `tests/unit/test_a.py::test_b`", "tests/unit/test_a.py"),
        ("read `pyproject.toml`", "pyproject.toml"),
        ("rules are under `src/rules/`", "src/rules"),
        ("**docs/release.md**, then go", "docs/release.md"),
        ("`.github/workflows/ci.yml` builds it", ".github/workflows/ci.yml"),
        ("文档在 docs/发布.md 里", "docs/发布.md"),
    ],
)
def test_a_path_is_found_and_normalised(text: str, path: str) -> None:
    assert paths(text) == [path]


def test_the_span_is_the_path_without_its_line() -> None:
    text = "- see `src/a.py:12`"
    found = find_paths(text)[0]
    assert text[found.start : found.end] == "src/a.py"


@pytest.mark.parametrize(
    "text",
    [
        "https://acme.test/docs/a.md",
        "example.com/docs/a.html",
        "`/etc/app/config.yaml` and ~/notes/a.md",
        "C:\\work\\a.md",
        "../other/a.md",
        "`src/**/*.ts` and src/*.py",
        "`docs/<name>.md`, `docs/{id}.md`, `docs/$NAME.md`, `notes/YYYY-MM-DD.md`",
        "`@scope/pkg/index.js` and `@/components/a.tsx`",
        "`application/json` and text/html",
        "and/or, 24/7, 2026/03/01",
        "branch `feature/login` or docs/readme",
        "`owner/repo` and `vercel/next.js`",
        "`--config=a/b.toml`",
        "Node.js and `Next.js`",
        "`node_modules/a/b.js`, dist/app.js",
        "`docs/old.md` was deleted",
        "removed docs/old.md last week",
        "writes its report to out/report.json",
        "renamed `docs/a.md` to `docs/b.md`"[:18],
        "README.md/CONTRIBUTING.md differ",
        "git@github.com:acme/app.git",
        "`import react/jsx-runtime`",
        "[guide](docs/a.md)",
        "no path here",
    ],
)
def test_what_may_be_something_else_is_left_alone(text: str) -> None:
    assert paths(text) == []


@given(
    st.text()
    | st.lists(st.sampled_from(["`", "/", "a", ".md", "src", " ", "..", ":", "12", "\n", "@", "*", "docs/"])).map(
        "".join
    )
)
def test_any_text_gives_ordered_spans_inside_it(text: str) -> None:
    end = 0
    for found in find_paths(text):
        assert end <= found.start < found.end <= len(text)
        assert found.path
        assert not found.path.startswith(("/", "./"))
        end = found.end
