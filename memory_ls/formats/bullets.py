"""`bullets`: a markdown file with one note a bullet row, as the memory extension for Pi writes it.

A note is a row of optional blanks, ``-`` or ``*``, at least one blank, and text; fences and indentation change nothing,
since its agent looks at single rows. Everything else in the file is kept and means nothing to the agent.

A superseded note stays as a comment row, which the agent skips::

    <!-- superseded 2026-11-30 by 0123456789ab: - the old row, byte for byte -->

where the twelve hexadecimal digits are the newer note's key (`BulletsFormat.key`). In the old row a ``-->`` or ``--!>``
is written ``--&gt;`` or ``--!&gt;``, and an ``&`` that would then be mistaken, ``&amp;``; restoring undoes just that.

Source: the extension's document (grammar, limits, guard, injection) and its code as far as known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from memory_ls.detect import find_asserted_date
from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, combined, whole, written
from memory_ls.formats.common import conflict_marker, holds, merged_wording, only_file, other_scope, same, whole_row
from memory_ls.formats.defaults import FormatDefaults
from memory_ls.formats.format import Destination, Draft, Limits
from memory_ls.formats.notes import File, Fragment, Mark, Placed, Ref, Role, Store
from memory_ls.lazily import lazy
from memory_ls.text import Replace, Span, utf8_length, utf16_length

# JavaScript's \s within a row: unlike Python's it has U+FEFF, and it lacks U+0085 and U+001C to U+001F.
_BLANK = r"[\t\v\f \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"
_BULLET = lazy(rf"({_BLANK}*[-*]{_BLANK}+)(?=[^\s\ufeff]|[\x1c-\x1f\x85])(.*?){_BLANK}*\Z", re.S)
_EMPTY_BULLET = lazy(rf"{_BLANK}*[-*]{_BLANK}+\Z")
_CONTROLS = lazy(r"[\x00-\x1f\x7f-\x9f]")
_BLANKS = lazy(r" {2,}")
_CLOSING = ".!?,;:"
_RETIRED = lazy(r"<!-- superseded (\d{4}-\d\d-\d\d) by ([0-9a-f]{12}): (.*) -->\Z", re.S)
_ESCAPE = lazy(r"&(?=amp;|gt;)|(--!?)>")
_UNESCAPE = lazy(r"&(amp|gt);")

NOTE_LIMIT = 500
"""UTF-16 units of a normalised note that the agent's tool accepts. Source: the document, "Tool"."""
BUDGET, BUDGET_MIN, BUDGET_MAX = 8192, 512, 32768
"""Bytes of UTF-8 that are injected, and the clamp of `maxInjectBytes`. Source: the document, "Configuration"."""
READ_LIMIT = 262_144
"""Bytes of a file that the agent still reads. Source: the document, "Security"."""
MARKER = "[MEMORY]"
INTRODUCTION = "Notes kept from earlier sessions; check one against the code before you rely on it strictly."
_HELD_BACK = 64
_HEADER = "<!-- Notes that coding agents keep here: one bullet a note. -->"


def one_line(text: str) -> str:
    """A note's text as its agent stores and compares it: controls and line ends to blanks, runs of blanks to one."""
    if text.isprintable() and "  " not in text:
        return text.strip(" ")
    return _BLANKS.sub(" ", _CONTROLS.sub(" ", text)).strip(" ")


def note_key(text: str) -> str:
    """The near-duplicate guard's key: one line, lower case, closing punctuation dropped."""
    return one_line(text).lower().rstrip(_CLOSING).rstrip(" ")


class BulletsGrammar:
    """One row, one block: the agent reads each row for itself, so there is no state."""

    start = 0

    def step(self, state: int, row: str) -> tuple[int, Mark]:
        is_block = _BULLET.match(row) or (row.startswith("<!--") and _RETIRED.match(row))
        return 0, Mark.OPEN if is_block else Mark.GAP

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None:
        (row,) = rows
        bullet = _BULLET.match(row)
        if bullet is not None:
            text = one_line(bullet[2])
            if not text:
                return None
            return Fragment(
                Role.NOTE,
                text,
                Span(0, bullet.start(2), 0, bullet.end(2)),
                identity=BULLETS.key(text),
                cost=utf8_length(text) + len("- \n"),
                length=utf16_length(text),
                depends=row[0] in " \t",
                leads=text.rstrip("*_` ").endswith((":", "：")),
                dated=_dated(text),
            )
        retired = _RETIRED.match(row) if row.startswith("<!--") else None
        if retired is not None:
            old = _BULLET.match(_unescaped(retired[3]))
            text = one_line(old[2]) if old else retired[3]
            by = Ref("same", retired[2])
            return Fragment(Role.RETIRED, text, Span(0, 0, 0, len(row)), superseded_by=by)
        if not row.strip():
            return None
        marker = conflict_marker(row)
        return Fragment(Role.PROSE, row, Span(0, 0, 0, len(row)), refs=frozenset((marker,)) if marker else frozenset())


class BulletsFormat(FormatDefaults):
    """The verbs of bullets. They write the file's own newline and change no row but those they name."""

    name = "bullets"

    def grammar(self, file: File) -> BulletsGrammar | None:
        return BulletsGrammar()

    def limits(self, file: File, configs: Sequence[Mapping[str, object]]) -> Limits:
        """Later configurations win; a value of the wrong type keeps the one before it, as the agent does."""
        inject, budget = True, BUDGET
        for config in configs:
            said = config.get("inject")
            inject = said if isinstance(said, bool) else inject
            budget = _byte_count(config.get("maxInjectBytes"), budget)
        return Limits(
            note=NOTE_LIMIT,
            budget=min(max(budget, BUDGET_MIN), BUDGET_MAX),
            opening=utf8_length(f"{MARKER}\n{INTRODUCTION}"),
            held_back=_HELD_BACK,
            read=READ_LIMIT,
            inject=inject,
        )

    def clean(self, text: str) -> str:
        return one_line(text)

    def key(self, text: str) -> Ref:
        return same(note_key(text))

    def files(self, store: Store) -> tuple[str, ...]:
        return ()

    def destinations(self, file: File) -> tuple[Destination, ...]:
        return other_scope(file)

    def draft(self, store: StoreSeen, note: Placed) -> Draft:
        retired = _RETIRED.match(store.of(note).text.rows[note.row])
        return Draft(
            note.fragment.text if note.fragment else "",
            created=note.fragment.dated if note.fragment else None,
            superseded_by=retired[2] if retired else None,
            superseded_at=_day(retired[1]) if retired else None,
        )

    def put(self, store: StoreSeen, draft: Draft, today: date | None) -> Change:
        """Appends after the last row that is not blank; a new or empty file first gets a header row."""
        seen, key = only_file(store), self.key(draft.text)
        if any(holds(block, key) for block in seen.blocks):
            return ()
        bullet, rows = f"- {one_line(draft.text)}", seen.text.rows
        last = next((row for row in range(len(rows) - 1, -1, -1) if rows[row].strip()), None)
        if last is None:
            return written(seen, [Replace(whole(seen.text), f"{_HEADER}\n\n{bullet}\n")])
        end = len(rows[last])
        return written(seen, [Replace(Span(last, end, last, end), f"\n{bullet}")])

    def drop(self, store: StoreSeen, notes: Sequence[Placed]) -> Change:
        return combined(
            *(written(store.of(note), [Replace(whole_row(store.of(note), note.row), "")]) for note in notes)
        )

    def reword(self, store: StoreSeen, note: Placed, text: str, today: date | None) -> Change:
        return written(store.of(note), [Replace(note.body, one_line(text))])

    def merge(self, store: StoreSeen, notes: Sequence[Placed], text: str | None, today: date | None) -> Change:
        """The first is reworded, the others go."""
        said = one_line(text) if text is not None else merged_wording(notes)
        first, rest = notes[0], notes[1:]
        kept = first.fragment is not None and first.fragment.text == said
        reword = () if kept else self.reword(store, first, said, today)
        return combined(reword, self.drop(store, rest))

    def retire(self, store: StoreSeen, note: Placed, by: Placed, today: date) -> Change:
        seen = store.of(note)
        row = seen.text.rows[note.row]
        key = self.key(by.fragment.text if by.fragment else "").value
        mark = f"<!-- superseded {today.isoformat()} by {key}: {_escaped(row)} -->"
        return written(seen, [Replace(Span(note.row, 0, note.row, len(row)), mark)])

    def restore(self, store: StoreSeen, note: Placed) -> Change:
        seen = store.of(note)
        row = seen.text.rows[note.row]
        retired = _RETIRED.match(row)
        if retired is None:
            return ()
        return written(seen, [Replace(Span(note.row, 0, note.row, len(row)), _unescaped(retired[3]))])

    def clear(self, store: StoreSeen) -> Change:
        """Drops every bullet-shaped row, also those without text, and what was superseded; the rest stays."""
        return combined(*(written(seen, self._cleared(seen)) for seen in store.files.values()))

    def mend(self, store: StoreSeen, note: Placed, name: str) -> Refusal:
        return Refusal("there is nothing to mend here")

    def _cleared(self, seen: FileSeen) -> Iterator[Replace]:
        for row, text in enumerate(seen.text.rows):
            if _BULLET.match(text) or _EMPTY_BULLET.match(text) or _RETIRED.match(text):
                yield Replace(whole_row(seen, row), "")


BULLETS = BulletsFormat()


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _dated(text: str) -> date | None:
    found = find_asserted_date(text)
    return found.day if found else None


def _byte_count(said: object, base: int) -> int:
    """`maxInjectBytes` as the agent reads it: numbers and numeric strings count, rounded; anything else is ignored."""
    if isinstance(said, bool) or not isinstance(said, (int, float, str)):
        return base
    try:
        number = float(said)
        return int(number + 0.5) if abs(number) < 1e12 else base
    except ValueError:
        return base


def _escaped(row: str) -> str:
    return _ESCAPE.sub(lambda found: f"{found[1]}&gt;" if found[1] else "&amp;", row)


def _unescaped(row: str) -> str:
    return _UNESCAPE.sub(lambda found: "&" if found[1] == "amp" else ">", row)
