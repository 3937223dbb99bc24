"""What is wrong with a topic's frontmatter: where its agent's simple reader and YAML differ, or a field is lost.

A value that comes out the same is silent, however it is written. A difference is a warning where the agent of the store
reads the poorer of the two, and information where only other programs do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.detect import quote
from memory_ls.formats.frontmatter import Frontmatter, quoted, read_frontmatter
from memory_ls.formats.notes import Mend, Problem
from memory_ls.formats.topic_reader import TYPES, Simple, Value, field_rows
from memory_ls.lazily import lazy
from memory_ls.text import Replace, Span, Text, replaced

CODE = "bad-frontmatter"
_TOLD = ("name", "description", "type")
_ODD_START = lazy(r"[\[\]{}&*!|>%@`,]|[-?:](?:\s|\Z)")
_ODD = lazy(r":(?:\s|\Z)|\s#")
_BLOCK = lazy(r"[|>][-+0-9]{0,3}\s*\Z")
_SPACES = lazy(r"\s+")


def value_of(simple: Simple, read: Frontmatter | None, key: str) -> str:
    """A field on one line: what YAML says where that can be read, else what the simple reader sees."""
    if read is not None and read.error is None and isinstance(read.values.get(key), str):
        return _SPACES.sub(" ", str(read.values[key])).strip()
    said = simple.get(key)
    return "" if _BLOCK.match(said) else said


def problems(rows: Sequence[str], simple: Simple | None, read: Frontmatter | None, pi: bool) -> Iterator[Problem]:
    """Everything that the two readers lose; spans count in the file."""
    top = Span(0, 0, 0, len(rows[0]) if rows else 0)
    if simple is None:
        if any(row.strip() for row in rows):
            message = "there is no frontmatter, so the agent finds this topic by the name of its file alone"
            yield Problem(CODE, message, top, (Mend("frontmatter", "Add a frontmatter"),), "hint")
        return
    if simple.end < 0:
        if field_rows(rows):
            message = "the frontmatter is opened and not closed, so the agent reads no field of it"
            yield Problem(CODE, message, top, (Mend("close", "Close the frontmatter", True),))
        return
    if read is not None and read.error is not None:
        yield _unreadable(rows, simple, read, pi)
    elif read is not None:
        for key in ("name", "description"):
            yield from _differing(rows, simple, read, key, pi)
    readable = read is not None and read.error is None
    if readable and not value_of(simple, read, "description") and "description" not in _block_keys(simple):
        said = simple.values.get("description")
        message = "the description is empty" if said is not None else "there is no description"
        mends = (Mend("describe", "Add a description"),)
        message = f"{message}: the agent looks for topics by it"
        ours = "name" in simple.values or said is not None
        yield Problem(CODE, message, said.raw if said else top, mends, "information" if ours else "hint")
    for value in simple.repeated:
        key = rows[value.row].partition(":")[0]
        if key in _TOLD:
            message = f"{key} is given twice: some agents take the first, others the last"
            yield Problem(CODE, message, Span(value.row, 0, value.row, len(key)), at_most="information")
    kind = simple.values.get("type")
    if kind is not None and kind.text and kind.text.casefold() not in TYPES:
        message = f"type {quote(kind.text)} is none that the agent knows: {', '.join(TYPES[:-1])} and {TYPES[-1]}"
        yield Problem(CODE, message, kind.span, at_most="hint")


def quotes(rows: Sequence[str], simple: Simple, read: Frontmatter) -> list[Replace]:
    """Quotes around the values that YAML takes for something else."""
    return [Replace(value.raw, quoted(value.text)) for key, value in _bare(simple, read) if _needs_quotes(key, value)]


def one_line(simple: Simple, read: Frontmatter, key: str) -> list[Replace]:
    """A value in several rows as one quoted line."""
    known, said = read.field(key), read.values.get(key)
    if known is None or not isinstance(said, str) or known.end_row - known.row < 2:
        return []
    span = Span(known.row, known.colon_end, known.value_end_row, known.value_end_col)
    return [Replace(span, f" {quoted(_SPACES.sub(' ', said).strip())}")]


def _unreadable(rows: Sequence[str], simple: Simple, read: Frontmatter, pi: bool) -> Problem:
    changes = quotes(rows, simple, read)
    mends: tuple[Mend, ...] = ()
    if changes:
        again = read_frontmatter(replaced(Text("\n".join(rows)), changes).split("\n"))
        if again is not None and again.error is None:
            title = "Put the value in quotes" if len(changes) == 1 else "Put the values in quotes"
            mends = (Mend("quote", title, True),)
    row = changes[0].span.row if mends else read.error_row
    span = changes[0].span if mends else Span(row, 0, row, len(rows[row]))
    message = f"YAML cannot read this frontmatter: {read.error}"
    return Problem(CODE, message, span, mends, "information" if pi else None)


def _differing(rows: Sequence[str], simple: Simple, read: Frontmatter, key: str, pi: bool) -> Iterator[Problem]:
    value, known, said = simple.values.get(key), read.field(key), read.values.get(key)
    if value is None or known is None or any(rows[one.row].startswith(f"{key}:") for one in simple.repeated):
        return
    quoting = Mend("quote", f"Put the {key} in quotes", True)
    is_block = not value.quoted and _BLOCK.match(value.text)
    if isinstance(said, str) and (known.value_end_row > known.row or is_block):
        if not said.strip():
            return
        only = quote(value.text) or "nothing"
        message = f"the {key} goes on below its line; a reader of single lines sees only {only}"
        if pi:
            message = f"the agent reads only {only} as the {key}: it looks at single lines"
        fold = Mend(f"line {key}", f"Put the {key} on one line", True)
        yield Problem(CODE, message, value.raw, (fold,), None if pi else "information")
    elif isinstance(said, str) and not value.quoted and _plain(said) != _plain(value.text):
        message = f"YAML reads the {key} only up to its #"
        yield Problem(CODE, message, value.raw, (quoting,), "information" if pi else None)
    elif isinstance(said, (list, dict)) or (said is None and value.text and not value.text.startswith(("~", "null"))):
        message = f"YAML does not read the {key} as text"
        mends = (quoting,) if _needs_quotes(key, value) else ()
        yield Problem(CODE, message, value.raw, mends, "information" if pi else None)


def _bare(simple: Simple, read: Frontmatter) -> Iterator[tuple[str, Value]]:
    """Values without quotes that stand in one row."""
    for key, value in simple.values.items():
        known = read.field(key)
        if value.text and not value.quoted and (known is None or read.error or known.value_end_row == value.row):
            yield key, value


def _needs_quotes(key: str, value: Value) -> bool:
    if key in ("name", "description"):
        return bool(_ODD.search(value.text) or _ODD_START.match(value.text) or value.text[0] in "#\"'")
    return ": " in value.text and value.text[0] not in "\"'[{"


def _block_keys(simple: Simple) -> set[str]:
    return {key for key, value in simple.values.items() if _BLOCK.match(value.text)}


def _plain(text: str) -> str:
    return _SPACES.sub(" ", text).strip()
