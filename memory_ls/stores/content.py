"""What a markdown file looks like where no place says what it is: an index, § entries, bullets, or free text.

Looks at the first 64 KiB, and remembers its answer until the file's stamp changes.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache

from memory_ls.data import dataclass
from memory_ls.lazily import lazy
from memory_ls.stores.reading import Refusing, parent_folder, refuse_unless_file

INDEX = "MEMORY.md"
_HEAD = 64 * 1024
_DEPTH = 3
"""So many folders up, the page's own included, an index is looked for."""

_PAGES = 8
"""So many of an index's pages are looked at."""
_LINK = lazy(r"\]\(<?([^()<>\s|#?][^()<>|#?]*?\.md)>?(?:#[^()\s]*)?\)")
_BULLET = lazy(r"\s*(?:[-*+]|\d{1,9}[.)])\s+\S")
_FLAT = lazy(r"[-*]\s+\S")
_METADATA = lazy(r"<!-- created=\d{4}-\d\d-\d\d, last=")
_ADDED = lazy(r"## (?:Gemini|Qwen) Added Memories\s*\Z")


@dataclass(frozen=True, slots=True)
class Look:
    """What a file holds: rows that are exactly ``§``, entries with pi-hermes' dates, links to pages beside it (paths
    inside its folder), list rows with and without such a link, whether it opens with frontmatter, has the
    added-memories heading, and consists of flat bullets under headings and nothing else.
    """

    separators: int = 0
    metadata: bool = False
    links: frozenset[str] = frozenset()
    linked: int = 0
    bullets: int = 0
    frontmatter: bool = False
    added: bool = False
    flat: bool = True


NOTHING = Look()


def look(path: str) -> Look:
    """What the regular file at a path (its folder resolved) holds; `NOTHING` where there is none. Never raises."""
    try:
        seen = os.lstat(path)
    except (OSError, ValueError):
        return NOTHING
    return _look(path, seen.st_ino, seen.st_size, seen.st_mtime_ns)


@lru_cache(maxsize=4096)
def _look(path: str, *_: int) -> Look:
    return look_at(_head(path))


def _head(path: str) -> str:
    """The beginning of a file, as much of it as is UTF-8."""
    folder, name = os.path.split(path)
    try:
        with parent_folder(path, folder) as descriptor:
            refuse_unless_file(os.stat(name, dir_fd=descriptor, follow_symlinks=False).st_mode)
            opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=descriptor)
            with open(opened, "rb") as stream:
                return stream.read(_HEAD).decode("utf-8-sig", "ignore")
    except (OSError, Refusing):
        return ""


def look_at(text: str) -> Look:
    """The same for a text."""
    rows = re.split(r"\r\n|\n|\r", text)
    links: set[str] = set()
    separators = linked = bullets = 0
    added, flat, fence = False, True, ""
    for row in rows:
        if row == "§":
            separators += 1
        inside = row.lstrip()
        if inside.startswith(("```", "~~~")) and (not fence or inside.startswith(fence)):
            fence, flat = "" if fence else inside[:3], False
            continue
        if fence:
            continue
        is_bullet = _BULLET.match(row) is not None
        bullets += is_bullet
        found = [target for target in _LINK.findall(row) if _is_beside(target)] if "](" in row else []
        linked += is_bullet and bool(found)
        links.update(os.path.normpath(target) for target in found)
        added = added or (row.startswith("## ") and _ADDED.match(row) is not None)
        flat = flat and (not inside or row[0] in "#<" or _FLAT.match(row) is not None)
    return Look(
        separators,
        _METADATA.search(text) is not None,
        frozenset(links),
        linked,
        bullets,
        rows[0].rstrip() == "---",
        added,
        flat,
    )


def _is_beside(target: str) -> bool:
    """Whether a link's target is a path inside the folder."""
    return not target.startswith(("/", "~", "..", "http:", "https:", "file:", "mailto:")) and ".." not in target.split(
        "/"
    )


def index_above(id: str, folder: str) -> str | None:
    """The folder of the index that a page belongs to: listed there, or with frontmatter beside those that are."""
    here = folder
    for depth in range(_DEPTH):
        seen = look(os.path.join(here, INDEX))
        if seen.links and is_index_of_topics(here, seen):
            listed = id[len(here.rstrip(os.sep)) + 1 :] in seen.links
            with_others = depth == 0 or is_named_memory(here)
            return here if listed or (with_others and look(id).frontmatter) else None
        here = os.path.dirname(here)
    return None


def is_index_of_topics(folder: str, seen: Look) -> bool:
    """Whether a list of links is the index of a folder of topics, and not of a repository's documents.

    Most of its pages are there. Topics have frontmatter; without it, the list holds hardly anything but links to pages
    of this very folder.
    """
    if seen.linked < 3 and seen.linked * 2 < max(seen.bullets, 1):
        return False
    pages = [look(os.path.join(folder, inside)) for inside in sorted(seen.links)[:_PAGES]]
    there = [page for page in pages if page is not NOTHING]
    if len(there) * 2 < len(pages):
        return False
    if sum(page.frontmatter for page in there) * 2 >= len(there):
        return bool(there)
    only_links = seen.linked >= 2 and seen.linked * 5 >= seen.bullets * 4
    return only_links and not any(os.sep in inside for inside in seen.links)


def is_named_memory(folder: str) -> bool:
    """Whether a folder's name says that it holds memory, so that unlisted pages deep in it are part of it."""
    return "memor" in os.path.basename(folder).lower()
