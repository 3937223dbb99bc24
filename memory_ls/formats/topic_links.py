"""Links of topic files and their index: which file of the store, or which name, a piece of text points at.

A link counts when its target is a markdown file inside the store: addresses, absolute paths and paths that leave the
store say nothing about it. Names are compared as people write them: case, blanks, ``-`` and ``_`` make no difference.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from memory_ls.data import dataclass, field
from memory_ls.formats.notes import Mention, Ref
from memory_ls.lazily import lazy
from memory_ls.text import Span

INDEX = "MEMORY.md"
"""The index; only the one at the store's root is one."""

_LINK = lazy(r"(?<!!)\[((?:[^\[\]\\]|\\.|\[[^\[\]]{0,200}\]){0,400})\]\(\s*(<[^<>]{0,400}>|[^()<>]{0,400})\)")
_WIKI = lazy(r"(?<!!)\[\[([^\[\]|#\n]{1,120})(?:[|#][^\[\]\n]{0,120})?\]\]")
_TITLE = lazy(r"\s+(?:\"[^\"]*\"|'[^']*')\s*\Z")
_NAME = lazy(r"[^\W_][\w .:/&+'’()-]*\Z")
_CODE = lazy(r"(?<!`)(`{1,20})(?!`)(.{1,1000}?)(?<!`)\1(?!`)")
_FENCE = lazy(r"\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}|~{3,})([^`]*)\Z")
_BARE = lazy(r"(?<![\w/])[\w.-]+(?:/[\w.-]+){0,8}\.md\b")
_SCHEME = lazy(r"[A-Za-z][A-Za-z0-9+.-]*:")
_APART = lazy(r"[\s_-]+")


@dataclass(frozen=True, slots=True)
class Link:
    """A link in one row: from `start` to `end`, its words, where its target stands, and what that is."""

    start: int
    end: int
    title: str = field(repr=False)
    title_start: int
    mention: Mention


def name_ref(name: str) -> Ref:
    """The name under which a topic is found."""
    return Ref("name", _APART.sub("-", name.strip()).casefold())


def stem(inside: str) -> str:
    """The name of a file without its folders and ``.md``."""
    return posixpath.basename(inside)[:-3] if inside.lower().endswith(".md") else posixpath.basename(inside)


def _unquoted(path: str) -> str:
    if "%" not in path:
        return path
    from urllib.parse import unquote  # only here: it takes long to load

    return unquote(path)


def target(inside: str, said: str) -> str | None:
    """The path inside the store that a link in the file `inside` points at; None when it is none of the store's."""
    path = said.strip()
    if path.startswith("<"):
        path = path[1:-1]
    path = _TITLE.sub("", path).partition("#")[0].partition("?")[0].strip()
    if not path.lower().endswith(".md") or path[0] in "/~\\" or _SCHEME.match(path) or "*" in path or "{" in path:
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(inside), _unquoted(path)))
    return None if path.startswith("..") else path


def without_code(row: str) -> str:
    """A row with what stands in code spans blanked out, its columns as they were."""
    if "`" not in row:
        return row
    return _CODE.sub(lambda found: found[1] + " " * len(found[2]) + found[1], row)


def links(inside: str, row: str, number: int = 0) -> Iterator[Link]:
    """The links of one row, in order; `number` is the row that their spans name."""
    if "](" not in row and "[[" not in row:
        return
    bare = without_code(row)
    found: list[Link] = []
    for match in _LINK.finditer(bare):
        path = target(inside, row[match.start(2) : match.end(2)])
        if path is not None and path != INDEX:
            at = Mention(Ref("file", path), _inner(row, number, *match.span(2)))
            found.append(Link(match.start(), match.end(), row[slice(*match.span(1))], match.start(1), at))
    for match in _WIKI.finditer(bare):
        name = match[1].strip()
        if _NAME.match(name) and any(map(str.isalpha, name)) and not bare.startswith("(", match.end()):
            name = stem(name)
            if name != stem(INDEX):
                at = Mention(name_ref(name), Span(number, match.start(1), number, match.end(1)))
                found.append(Link(match.start(), match.end(), match[1], match.start(1), at))
    yield from sorted(found, key=lambda link: link.start)


def bare_paths(inside: str, row: str) -> Iterator[str]:
    """Paths of markdown files that a row only writes down, as in code spans."""
    if ".md" in row:
        for match in _BARE.finditer(row):
            path = target(inside, match[0])
            if path is not None:
                yield path


def prose_rows(rows: Sequence[str], start: int) -> Iterator[tuple[int, str]]:
    """The rows from `start` on that are in no code fence, with their numbers."""
    fence = ""
    for number in range(start, len(rows)):
        row = rows[number]
        found = _FENCE.match(row) if "```" in row or "~~~" in row else None
        if fence:
            if found is not None and found[1].startswith(fence) and not found[2].strip():
                fence = ""
        elif found is not None:
            fence = found[1]
        else:
            yield number, row


def opens_fence(row: str) -> str:
    """The marks of a code fence that a row opens (or closes), empty for none."""
    found = _FENCE.match(row) if "```" in row or "~~~" in row else None
    return found[1] if found is not None else ""


def closes_fence(row: str, char: str, length: int) -> bool:
    """Whether a row ends a fence of that many marks."""
    bare = row.strip()
    return len(bare) >= length and not bare.strip(char)


def _inner(row: str, number: int, start: int, end: int) -> Span:
    """Where the path itself stands: without blanks, angle brackets and a title."""
    said = row[start:end]
    start += len(said) - len(said.lstrip())
    said = _TITLE.sub("", said.strip())
    if said.startswith("<"):
        return Span(number, start + 1, number, start + len(said) - 1)
    return Span(number, start, number, start + len(said))
