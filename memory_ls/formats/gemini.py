"""`gemini`: the section that Gemini CLI's memory tool kept in ``GEMINI.md``, and Qwen Code's in ``QWEN.md``.

A note is a bullet row below the heading ``## Gemini Added Memories`` (``## Qwen Added Memories``), up to the next
heading of that level or above; the rest of the file is a person's own. The tool only ever appended; since it is gone
(0.41) the section is the person's to keep. A superseded note stays as a comment row, as in `bullets`.

No limit is known. Source: Gemini CLI's documents and code as far as known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from memory_ls.formats.bullets import BulletsFormat, BulletsGrammar
from memory_ls.formats.changes import Change, FileSeen, StoreSeen, whole, written
from memory_ls.formats.common import holds, only_file, whole_row
from memory_ls.formats.format import Destination, Draft, Limits
from memory_ls.formats.notes import File, Fragment, Mark, Role, Store
from memory_ls.formats.outline import READ_LIMIT
from memory_ls.formats.outline_grammar import prose
from memory_ls.lazily import lazy
from memory_ls.text import Replace, Span

_HEADING = lazy(r"\ufeff?## (?:Gemini|Qwen) Added Memories[ \t]*\Z")
_ABOVE = lazy(r"\ufeff?#{1,2}(?:[ \t]|\Z)")


class GeminiGrammar(BulletsGrammar):
    """One row, one block; the state says whether the row before was in the section."""

    OUTSIDE, INSIDE = 0, 1

    def step(self, state: int, row: str) -> tuple[int, Mark]:
        if _HEADING.match(row):
            return self.INSIDE, Mark.GAP
        if state == self.OUTSIDE or _ABOVE.match(row):
            return self.OUTSIDE, Mark.GAP
        return self.INSIDE, super().step(0, row)[1]

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None:
        if state == self.INSIDE:
            return super().fragment(0, rows)
        return prose(rows[0]) if rows[0].strip() else None


class GeminiFormat(BulletsFormat):
    """The verbs of bullets, within the section."""

    name = "gemini"

    def grammar(self, file: File) -> GeminiGrammar | None:
        return GeminiGrammar()

    def limits(self, file: File, configs: Sequence[Mapping[str, object]]) -> Limits:
        return Limits(note=0, budget=0, opening=0, held_back=0, read=READ_LIMIT)

    def files(self, store: Store) -> tuple[str, ...]:
        return ("QWEN.md" if store.dialect == "qwen" else "GEMINI.md",)

    def destinations(self, file: File) -> tuple[Destination, ...]:
        return ()

    def put(self, store: StoreSeen, draft: Draft, today: date | None) -> Change:
        """Appends to the section; makes it at the file's end where there is none."""
        seen = only_file(store)
        if any(holds(block, self.key(draft.text)) for block in seen.blocks):
            return ()
        bullet, rows = f"- {self.clean(draft.text)}", seen.text.rows
        last = _last_row(rows)
        if last is None:
            heading = f"## {'Qwen' if seen.file.inside.endswith('QWEN.md') else 'Gemini'} Added Memories\n{bullet}"
            filled = next((row for row in range(len(rows) - 1, -1, -1) if rows[row].strip()), None)
            if filled is None:
                return written(seen, [Replace(whole(seen.text), f"{heading}\n")])
            last, bullet = filled, f"\n{heading}"
        end = len(rows[last])
        return written(seen, [Replace(Span(last, end, last, end), f"\n{bullet}")])

    def _cleared(self, seen: FileSeen) -> Iterator[Replace]:
        for block in seen.blocks:
            if block.fragment is not None and block.fragment.role is not Role.PROSE:
                yield Replace(whole_row(seen, block.row), "")


GEMINI = GeminiFormat()


def _last_row(rows: Sequence[str]) -> int | None:
    """The last row of the section that is not blank, its heading included; None without a section."""
    last, state = None, GeminiGrammar.OUTSIDE
    grammar = GeminiGrammar()
    for at, row in enumerate(rows):
        state = grammar.step(state, row)[0]
        if state == GeminiGrammar.INSIDE and row.strip():
            last = at
    return last
