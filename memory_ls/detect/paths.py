# ruff: noqa: E501 - one pattern a line
"""Strings that surely are a path inside the repository.

Surely: with a slash and a known extension, or in backticks with one of the two. Host names, globs, placeholders,
absolute and home paths, options, package scopes, branches, build output, files that the text says are gone or not
there yet are left out. Whether a path exists is judged elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from memory_ls.data import dataclass
from memory_ls.lazily import lazy


@dataclass(frozen=True, slots=True)
class PathSpan:
    """A path as it stands in the text (code points), and normalised: relative, no ``./``, no trailing slash.

    A path without a slash may lie in any folder of the repository.
    """

    start: int
    end: int
    path: str


_EXTENSIONS = frozenset(
    "adoc astro bash bat bzl c cc cfg clj cmake cmd conf cpp cs css csv cts cxx dart dockerfile ejs el eslintrc ex exs fish fs "
    "gemspec go gradle graphql groovy h haml hcl hpp hs htm html hxx ini ipynb java jinja jinja2 jl js json json5 jsonc jsonl jsx "
    "kt kts less lhs lock lua m make md mdx mjs mk ml mli mm mts nix nim nims php pl pm prisma proto ps1 py pyi pyx qml r rb rs "
    "rst sass sbt scala scm scss sh sol sql svelte svg swift tcl tex tf tfvars thrift toml ts tsx txt v vb vim vue wgsl xml yaml "
    "yml zig zsh".split()
)
# First folders under which a path without an extension is taken for one.
_FOLDERS = frozenset(
    ".ci .circleci .claude .github .gitlab .husky .pi .vscode app apps assets cmd components config configs crates editors examples "
    "include internal lib libs migrations modules packages pkg public resources scripts server services spec src static templates "
    "tests tools web website".split()
)
# Folders that version control ignores as a rule: missing from a repository says nothing.
_GENERATED = frozenset(
    ".cache .git .mypy_cache .next .nuxt .output .pytest_cache .tox .turbo .venv __pycache__ bin build coverage data dist etc home "
    "htmlcov log logs node_modules obj opt out output proc site-packages target temp tmp usr var vendor venv".split()
)
# Names of products that look like files, and files that agents keep outside the repository.
_NOT_FILES = frozenset(
    "alpine.js backbone.js bun.js chart.js d3.js discord.js ember.js express.js htmx.js moment.js nest.js next.js node.js nuxt.js "
    "p5.js react.js require.js socket.js solid.js svelte.js three.js underscore.js vue.js claude.md agents.md gemini.md memory.md "
    "user.md skill.md settings.json settings.local.json mcp.json config.json config.toml config.yaml keybindings.json auth.json "
    "credentials.json todo.md package-lock.json local.settings.json".split()
)
_GONE_BEFORE = (
    r"(?:delet|remov|dropp|renam|mov(?:e|ed|ing)\b|gone|no longer|never|does ?n.t|missing|creat|generat|writes?\b|written|outputs?\b|saves?\b|saved|emit"
    r"|produc|export(?:s|ed)? to|dump|gitignor|ignored|instead of|replac|formerly|obsolete|legacy|e\.g\.|for example|such as|like\b|would|should be"
    r"|plan(?:ned)?\b|proposed?|upstream|in the \S+ repo|other repo|download|upload|copy|copied|branch|GET\b|POST\b|PUT\b|named\b|called\b|not\b)"
)
_GONE_AFTER = (
    r"[`'\")\]]*\s*(?:\([^)]{0,20})?\s*(?:\w+\s){0,2}?(?:delet|remov|gone|renam|moved|no longer|does ?n.t exist|missing|is generated|gitignor|ignored|not in|"
    r"never existed|in the \S+ repo|was |were |→|->|branch\b|will be|repo\b)"
)
_NEAR = 40  # code points around a path that are asked whether it is there


@lru_cache(maxsize=1)
def _words() -> re.Pattern[str]:
    """A stretch in backticks, or a word outside them that has a slash."""
    return re.compile(r"`(?P<code>[^`\n]{1,200})`|(?P<bare>[^\s`/]{1,120}/[^\s`]{1,200})")


@lru_cache(maxsize=1)
def _shape() -> re.Pattern[str]:
    return re.compile(
        r"(?P<path>(?:\./)?[\w.@+-]+(?:/[\w.@+-]+)*/?)(?:::[\w:\[\]-]+|#L?\d+(?:-L?\d+)?|:\d+(?:[-:,]\d+)*)?"
    )


@lru_cache(maxsize=1)
def _gone() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(_GONE_BEFORE, re.IGNORECASE), re.compile(_GONE_AFTER, re.IGNORECASE)


_TEMPLATE = lazy(
    r"YYYY|MM-DD|XX|NNN?N?(?![a-z])|\bfoo\b|\bbar\b|example|\.\.\.|…|placeholder|path/to|(?:^|/)(?:your|my)[-_]",
    re.IGNORECASE,
)
_DIGITS = lazy(r"[\d.-]+")


def _extension(name: str) -> str:
    stem, dot, extension = name.rpartition(".")
    return extension.lower() if dot and stem else ""


def _is_repository_path(path: str, code: bool) -> bool:
    parts = path.split("/")
    folder = not parts[-1]
    if folder:
        parts.pop()
    if parts and parts[0] == ".":
        parts = parts[1:]
    if not parts or any(not part or set(part) == {"."} for part in parts):
        return False
    first, last = parts[0], parts[-1]
    if (
        first.startswith(("@", "-", "+"))
        or any(part.lower() in _GENERATED for part in parts)
        or last.lower() in _NOT_FILES
    ):
        return False
    if last.startswith(".env") or _TEMPLATE.search(path) or any(_extension(part) in _EXTENSIONS for part in parts[:-1]):
        return False
    if (len(parts) > 1 and "." in first[1:]) or all(map(_DIGITS.fullmatch, parts)):
        return False  # a host name; a date
    known = _extension(last) in _EXTENSIONS and not _DIGITS.fullmatch(last)
    if len(parts) == 1:
        return code and known and not folder
    return known and not folder if not code else known or (first in _FOLDERS and (folder or len(parts) > 2))


def _is_there(text: str, start: int, end: int) -> bool:
    """Whether the words around do not say that the path is gone, yet to come or elsewhere."""
    before, after = _gone()
    row_start, row_end = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    row_end = len(text) if row_end < 0 else row_end
    return not before.search(text[max(row_start, start - _NEAR) : start]) and not after.match(
        text[end : min(row_end, end + _NEAR)]
    )


def _found(text: str) -> Iterator[PathSpan]:
    for word in _words().finditer(text):
        code = word.lastgroup == "code"
        start, end = word.span("code" if code else "bare")
        if not code:
            while start < end and text[start] in "\"'(*_,;“‘":
                start += 1
            while start < end and text[end - 1] in "\"'),.;:!?*_”’":
                end -= 1
        shape = _shape().fullmatch(text, start, end)
        if shape is None or not _is_repository_path(shape["path"], code) or not _is_there(text, start, end):
            continue
        path = shape["path"].removeprefix("./").rstrip("/")
        yield PathSpan(shape.start("path"), shape.end("path"), path)


def find_paths(text: str) -> tuple[PathSpan, ...]:
    """The paths of the repository that a text names as being there, in order."""
    if "/" not in text and "`" not in text:
        return ()
    return tuple(_found(text))
