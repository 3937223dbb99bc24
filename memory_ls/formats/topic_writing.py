"""New text of topics: file names, a file's text, rows of the index, and the marks of a topic that was replaced."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from datetime import date

from memory_ls.formats.frontmatter import new_frontmatter, quoted
from memory_ls.formats.topic_links import stem
from memory_ls.formats.topic_reader import TYPES
from memory_ls.lazily import lazy

MARKS = ("superseded_by", "superseded_at", "superseded_lines", "superseded_alone")
"""The fields of a topic that was replaced: the newer topic's file, the day, the rows it had in the index with their
numbers (from 0) as JSON, and whether it had no frontmatter before. Restoring takes just these out again."""

DEFAULT_TYPE = "project"
_NO_WORD = lazy(r"[^\w]+|_+")
_SLUG = 48  # code points of a file's name without its type
_HOOK = 120  # code points of a hook that we write: with its title it stays under both agents' limits
_NAMED = lazy(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*\Z")
_SIMPLE = lazy(r"[^\W\d_][\w-]*\Z")


def slug(text: str, apart: str = "_") -> str:
    """Words in lower case, joined; as many as a file's name bears."""
    words = [word for word in _NO_WORD.split(text.casefold()) if word]
    out = ""
    for word in words:
        longer = f"{out}{apart}{word}" if out else word[:_SLUG]
        if len(longer) > _SLUG:
            break
        out = longer
    return out


def file_name(kind: str, title: str, taken: Collection[str]) -> str:
    """``<type>_<slug>.md``, with a number where that is taken."""
    name = slug(title) or "note"
    base = name if name.split("_")[0] == kind else f"{kind}_{name}"
    number, path = 2, f"{base}.md"
    while path.casefold() in taken:
        path, number = f"{base}_{number}.md", number + 1
    return path


def kind_of(kind: str, inside: str = "") -> str:
    """A type that the agent knows: the one said, else the one that the file's name begins with, else ``project``."""
    if kind.casefold() in TYPES:
        return kind.casefold()
    prefix = stem(inside).split("_")[0].casefold()
    return prefix if prefix in TYPES else DEFAULT_TYPE


def is_name(title: str) -> bool:
    """Whether a title is a name already, in small letters and of one word, so that it stays as it is."""
    return _NAMED.match(title) is not None and len(title) <= _SLUG


def one_line(text: str) -> str:
    """A text on one line, runs of blanks as one."""
    return " ".join(text.split())


def hook_of(text: str) -> str:
    """The beginning of a text that makes a line of the index: whole words, so that it is found in the text again."""
    line = one_line(text)
    if len(line) <= _HOOK:
        return line
    cut = line[: _HOOK + 1].rpartition(" ")[0] or line[:_HOOK]
    return cut.rstrip(" ,;:–—-")


def spoken(name: str) -> str:
    """A name as a title: a slug becomes words, what is words already stays."""
    if " " in name or not name:
        return one_line(name)
    words = [word for word in re.split(r"[_-]+", name) if word]
    return " ".join(words)[:1].upper() + " ".join(words)[1:]


def entry_row(title: str, inside: str, hook: str) -> str:
    """A row of the index. A hook that only repeats the title is left out."""
    words = one_line(title).replace("[", "(").replace("]", ")") or stem(inside)
    path = inside.replace("(", "%28").replace(")", "%29")
    path = f"<{path}>" if " " in path else path
    row = f"- [{words}]({path})"
    return f"{row} — {hook}" if hook and hook != words else row


def topic_text(
    name: str, description: str, kind: str, days: Sequence[tuple[str, date]], text: str, more: str = ""
) -> str:
    """A whole topic file in the shape that the agent's prompt teaches; `more` are rows of frontmatter."""
    said = "".join(f"\n  {key}: {day.isoformat()}" for key, day in days)
    fields = {"name": scalar(name), "description": quoted(description), "metadata": f"\n  type: {kind}{said}"}
    head = new_frontmatter(fields)
    return f"{head[:-4]}{more}---\n\n{text.strip()}\n"


def scalar(text: str) -> str:
    """A name as YAML: plain where that is surely text."""
    plain = _SIMPLE.match(text) and text.casefold() not in ("true", "false", "null", "yes", "no", "on", "off", "y", "n")
    return text if plain else quoted(text)


def marks(by: str, today: date, lines: Sequence[tuple[int, str]], alone: bool) -> str:
    """The rows of frontmatter that say that a topic was replaced; see `MARKS`."""
    rows = [f"superseded_by: {quoted(by)}", f"superseded_at: {today.isoformat()}"]
    if lines:
        kept = ", ".join(f"[{number}, {quoted(row)}]" for number, row in lines)
        rows.append(f"superseded_lines: [{kept}]")
    if alone:
        rows.append("superseded_alone: true")
    return "".join(f"{row}\n" for row in rows)


def marked_lines(said: str) -> list[tuple[int, str]] | None:
    """The index rows that a mark holds; None when someone changed it beyond recognition."""
    if not said:
        return []
    try:
        read = json.loads(said)
        lines = [(int(number), str(row)) for number, row in read]
    except (ValueError, TypeError):
        return None
    return lines if all(number >= 0 for number, _ in lines) else None
