"""Take in what another writer changed on the disk while a buffer held unsaved edits: a three-way merge, note by note.

Both sides' changes since the base are kept. Where both changed the same rows, the buffer's stay and the notes of the
disk that the buffer does not hold yet follow them; a row that one side removed and the other changed stays, those
beside it that nobody touched here go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from memory_ls.edits.intention import Intention, Snapshot
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Change, FileSeen, Refusal, Write, written
from memory_ls.formats.notes import Mark, Ref
from memory_ls.formats.parse import blocks_of
from memory_ls.formats.section_grammar import SectionGrammar
from memory_ls.formats.section_merge import taken_in
from memory_ls.formats.sections import SECTIONS
from memory_ls.formats.world import World
from memory_ls.text import Replace, Span, Text, same_rows

name = "take-in"
Hunk = tuple[int, int, int, int]
"""Rows `a:b` of the base became rows `c:d`."""


def plan(intention: Intention, seen: Snapshot, world: World) -> Change | Refusal:
    file = seen.files.get(intention.file or "")
    if file is None or file.disk is None or file.base is None:
        return Refusal("nothing changed on disk")
    if file.blocked:
        return Refusal(file.blocked)
    if file.file.store.format == SECTIONS.name and isinstance(SECTIONS.grammar(file.file), SectionGrammar):
        return written(file, taken_in(file, file.base, file.disk))  # row by row two notes could become one
    replace = tuple(merged(file, file.base.rows, file.text.rows, file.disk.rows))
    return (Write(file.file.id, file.stamp, replace),) if replace else ()


def merged(seen: FileSeen, base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> Iterator[Replace]:
    """What the buffer takes over of the disk's changes; nothing, once it has taken them in."""
    mine = hunks(base, ours)
    for start, end, first, last in hunks(base, theirs):
        new = list(theirs[first:last])
        clash = [hunk for hunk in mine if (hunk[0] < end and start < hunk[1]) or hunk[0] == hunk[1] == start == end]
        clash += [hunk for hunk in mine if hunk not in clash and start < hunk[0] == hunk[1] < end]
        if not clash:
            yield _replaced(ours, _shift(mine, start), _shift(mine, end), new)
            continue
        at = max(hunk[3] for hunk in clash)
        parts = [(at, at, _unheld(seen, base[start:end], new))]
        parts += [
            (_shift(mine, a), _shift(mine, a) + b - a, []) for a, b in _let_go(seen, base, (start, end), mine, new)
        ]
        for a, b, rows in _joined(parts):
            if a < b or rows:
                yield _replaced(ours, a, b, rows)


def _let_go(
    seen: FileSeen, base: Sequence[str], within: tuple[int, int], mine: Sequence[Hunk], new: Sequence[str]
) -> Iterator[tuple[int, int]]:
    """The rows of whole blocks of the base that the disk's writer took away, and that nobody touched here."""
    grammar = FORMATS[seen.file.store.format].grammar(seen.file)
    blocks = blocks_of(grammar, seen.file, Text("\n".join(base))) if grammar is not None else []
    for block in blocks:
        start, end = block.row, block.row + block.n
        inside = within[0] <= start and end <= within[1] and block.mark is Mark.OPEN
        touched = any((a < end and start < b) or (a == b and start < a < end) for a, b, _, _ in mine)
        if inside and not touched and not all(row in new for row in base[start:end]):
            yield start, end


def _joined(parts: Sequence[tuple[int, int, list[str]]]) -> Iterator[tuple[int, int, list[str]]]:
    """Replacements of rows in order, those that meet as one."""
    whole: tuple[int, int, list[str]] | None = None
    for start, end, rows in sorted(parts, key=lambda part: part[:2]):
        if whole is not None and whole[1] == start:
            whole = whole[0], end, [*whole[2], *rows]
            continue
        if whole is not None:
            yield whole
        whole = start, end, rows
    if whole is not None:
        yield whole


def hunks(old: Sequence[str], new: Sequence[str]) -> list[Hunk]:
    """What changed between two row lists, in order."""
    head, tail = same_rows(old, new)
    middle = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=False)
    return [(a + head, b + head, c + head, d + head) for tag, a, b, c, d in middle.get_opcodes() if tag != "equal"]


def _shift(mine: Sequence[Hunk], row: int) -> int:
    """Where a row of the base that we did not touch is now."""
    return row + sum((d - c) - (b - a) for a, b, c, d in mine if b <= row)


def _unheld(seen: FileSeen, was: Sequence[str], rows: Sequence[str]) -> list[str]:
    """The rows that the disk's writer added and whose notes the buffer does not hold under another wording."""
    grammar = FORMATS[seen.file.store.format].grammar(seen.file)
    held = {block.fragment.identity for block in seen.blocks if block.fragment} - {None}
    out = []
    for row in rows:
        if row in was or not row.strip():
            continue
        key: Ref | None = None
        if grammar is not None and grammar.step(grammar.start, row)[1] is not Mark.GAP:
            fragment = grammar.fragment(grammar.start, (row,))
            key = fragment.identity if fragment else None
        if key is None or key not in held:
            out.append(row)
    return out


def _replaced(ours: Sequence[str], start: int, end: int, rows: list[str]) -> Replace:
    """Rows `start:end` of the buffer become `rows`; at the text's end, the newline before goes or comes with them.

    The empty row after the last newline counts as the end: editors disagree on edits that touch it.
    """
    if start and end == len(ours) - 1 and not ours[-1]:
        span = Span(start - 1, len(ours[start - 1]), end - 1, len(ours[end - 1]))
        return Replace(span, "".join(f"\n{row}" for row in rows))
    if end < len(ours):
        return Replace(Span(start, 0, end, 0), "".join(f"{row}\n" for row in rows))
    last = len(ours) - 1
    if not start:
        return Replace(Span(0, 0, last, len(ours[last])), "\n".join(rows))
    return Replace(Span(start - 1, len(ours[start - 1]), last, len(ours[last])), "".join(f"\n{row}" for row in rows))
