"""Case pages: markdown from which a person learns a rule or an edit, and which the tests replay.

A heading of the second level is a case. Its fences give the world (`given`), the files, what is found (`findings`),
what is offered (`actions`), what a fix (`fix`) or an edit without a menu (`verb`) leaves, what is refused (`refused`). `README.md` beside the pages
describes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from made_up import filled_in

TODAY = date(2026, 11, 30)
_OPENING = re.compile(r"(`{3,})([^`]*)\Z")
_WORD = re.compile(r'"([^"]*)"|(\S+)')
_PLACE = re.compile(r"(.+):(\d+)(?:-(\d+))?\Z")
_ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([rnt\\]))")
_PLAIN = {"r": "\r", "n": "\n", "t": "\t", "\\": "\\"}


class PageError(Exception):
    """A page that cannot be understood; says where."""


@dataclass(frozen=True, slots=True)
class Fence:
    """A fence; `first` and `end` are the page's rows from its opening to behind its closing one."""

    words: tuple[str, ...]
    info: str
    body: tuple[str, ...]
    first: int
    end: int

    @property
    def kind(self) -> str:
        return self.words[0] if self.words else ""


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A file of a case. `disk` is what lies on the disk (bytes that are no UTF-8 as surrogates; None: nothing),
    `base` what an editor opens it with, `buffer` what then stands in the editor.
    """

    path: str
    disk: str | None = None
    base: str | None = None
    buffer: str | None = None
    bom: bool = False
    symlink: str | None = None
    mode: int | None = None
    thing: str = "file"
    opened: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """The world of a case; `heads` gives the day of the last commit of a file's rows."""

    today: date = TODAY
    trusted: bool = False
    tree: tuple[str, ...] = ()
    heads: tuple[tuple[str, int, date], ...] = ()


@dataclass(frozen=True, slots=True)
class Chosen:
    """A fix by its place and title, rows from 0; `fence` holds what is expected of it, `when` what happens before.

    With `text` it is no fix of a menu but an edit by its name, with a text of its own.
    """

    path: str
    first: int
    last: int
    title: str
    fence: Fence
    steps: bool = False
    when: str = ""
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a page."""

    page: Path
    title: str
    row: int
    given: Given = field(default_factory=Given)
    files: dict[str, CaseFile] = field(default_factory=dict)
    findings: Fence | None = None
    actions: tuple[tuple[str, int, Fence], ...] = ()
    fixes: tuple[Chosen, ...] = ()
    refused: tuple[Chosen, ...] = ()
    verbs: tuple[Chosen, ...] = ()
    world_ends: int = 0

    @property
    def name(self) -> str:
        return f"{self.page.stem}: {self.title}"


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the rule or edit that it is about, its first paragraph, its cases."""

    path: Path
    about: str
    introduction: str
    cases: tuple[Case, ...]


def read_page(path: Path) -> Page:
    """Parse a page; `PageError` names the row of what is wrong."""
    rows = path.read_text(encoding="utf-8").split("\n")
    fences = list(_fences(path, rows))
    inside = {row for fence in fences for row in range(fence.first, fence.end)}
    heads = [row for row, text in enumerate(rows) if text.startswith("## ") and row not in inside]
    if not rows[0].startswith("# ") or not heads:
        raise PageError(f"{path.name}: a page starts with its title and has a case")
    introduction = "\n".join(rows[1 : heads[0]]).strip()
    cases = []
    for row, end in zip(heads, [*heads[1:], len(rows)], strict=True):
        own = [fence for fence in fences if row < fence.first < end]
        cases.append(_case(path, rows[row].removeprefix("## "), row, own))
    return Page(path, rows[0].removeprefix("# "), introduction, tuple(cases))


def _fences(path: Path, rows: list[str]) -> Iterator[Fence]:
    row = 0
    while row < len(rows):
        opening = _OPENING.match(rows[row])
        if opening is None:
            row += 1
            continue
        closing = next((at for at in range(row + 1, len(rows)) if rows[at] == opening[1]), None)
        if closing is None:
            raise PageError(f"{path.name}:{row + 1}: a fence is not closed")
        words = tuple(found[1] if found[1] is not None else found[2] for found in _WORD.finditer(opening[2]))
        yield Fence(words, opening[2], tuple(rows[row + 1 : closing]), row, closing + 1)
        row = closing + 1


def _case(path: Path, title: str, row: int, fences: Iterable[Fence]) -> Case:
    case = Case(path, title, row, world_ends=row + 1)
    files: dict[str, CaseFile] = {}
    for fence in fences:
        try:
            case = _with(case, fence, files)
        except (ValueError, IndexError) as error:
            raise PageError(f"{path.name}:{fence.first + 1}: {error}") from error
    return replace(case, files=files)


def _with(case: Case, fence: Fence, files: dict[str, CaseFile]) -> Case:
    if fence.kind == "given":
        return replace(case, given=_given("\n".join(fence.body)), world_ends=fence.end)
    if fence.kind == "findings":
        return replace(case, findings=fence)
    if fence.kind == "actions":
        path, first, _ = place(fence.words[1])
        return replace(case, actions=(*case.actions, (path, first, fence)))
    if fence.kind in ("fix", "refused"):
        path, first, last = place(fence.words[1])
        said, when = fence.words[3:], fence.info.partition('" when ')[2]
        chosen = Chosen(path, first, last, fence.words[2], fence, "steps" in said and not when, when)
        if fence.kind == "fix":
            return replace(case, fixes=(*case.fixes, chosen))
        return replace(case, refused=(*case.refused, chosen))
    if fence.kind == "verb":
        where = fence.words[2]
        path, first, last = place(where) if _PLACE.match(where) else (where, 0, 0)
        text = fence.words[3] if len(fence.words) > 3 else ""
        return replace(case, verbs=(*case.verbs, Chosen(path, first, last, fence.words[1], fence, text=text)))
    path = fence.words[1]
    files[path] = _file(files.get(path, CaseFile(path)), fence)
    return replace(case, world_ends=fence.end)


def place(said: str) -> tuple[str, int, int]:
    """`PATH:ROW` or `PATH:ROW-ROW`, rows from 1, as a path and rows from 0."""
    found = _PLACE.match(said)
    if found is None:
        raise ValueError(f"{said} is no PATH:ROW")
    return found[1], int(found[2]) - 1, int(found[3] or found[2]) - 1


def _given(text: str) -> Given:
    given = Given()
    for said in re.split(r"\s·\s|\n", text):
        word, *rest = said.split()
        if word == "today":
            given = replace(given, today=date.fromisoformat(rest[0]))
        elif word == "trusted":
            given = replace(given, trusted=True)
        elif word == "tree":
            given = replace(given, tree=(*given.tree, *rest))
        elif word == "head":
            path, first, last = place(rest[0])
            day = date.fromisoformat(rest[1])
            given = replace(given, heads=(*given.heads, *((path, row, day) for row in range(first, last + 1))))
        else:
            raise ValueError(f"a world has no {word}")
    return given


def _file(file: CaseFile, fence: Fence) -> CaseFile:
    attributes = fence.words[2:]
    text = _text(fence.body, attributes)
    slot = "buffer" if "buffer" in attributes else "base" if "base" in attributes else "disk"
    if "missing" not in attributes:
        file = replace(file, **{slot: text})  # type: ignore[arg-type]
    for said in attributes:
        name, _, value = said.partition("=")
        if name == "bom":
            file = replace(file, bom=True)
        elif name == "symlink":
            file = replace(file, symlink=value)
        elif name == "mode":
            file = replace(file, mode=int(value, 8))
        elif name in ("folder", "pipe"):
            file = replace(file, thing=name)
        elif name == "open":
            file = replace(file, opened=True)
        elif name not in ("buffer", "base", "escaped", "crlf", "no-final-newline", "missing"):
            raise ValueError(f"a file has no attribute {said}")
    return file


def _text(body: tuple[str, ...], attributes: tuple[str, ...]) -> str:
    text = filled_in("".join(f"{row}\n" for row in body))
    if "no-final-newline" in attributes:
        text = text.removesuffix("\n")
    if "crlf" in attributes:
        text = text.replace("\n", "\r\n")
    return unescaped(text) if "escaped" in attributes else text


def unescaped(text: str) -> str:
    r"""``\u200b``, ``\t`` and their like as what they stand for; ``\xff`` as the byte that is no UTF-8."""

    def said(found: re.Match[str]) -> str:
        if found[4]:
            return _PLAIN[found[4]]
        code = int(found[1] or found[2] or found[3], 16)
        return chr(0xDC00 + code) if found[1] and code > 0x7F else chr(code)

    return _ESCAPE.sub(said, text)
