"""`outline`: free-form markdown, as people and agents write it where no agent's own grammar binds them.

A note is a list item at the left, with its wrapped and nested rows; a paragraph; or a row of a table. Frontmatter,
headings, fences, comments and quotations are kept and are no notes.

A superseded note stays in a comment at its place, see `formats/comment_mark.py`.

No agent is known to limit such a file, but OpenClaw, which cuts one at 12,000 characters. Source: its documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, combined, written
from memory_ls.formats.comment_mark import NOT_AS_WRITTEN, commented, uncommented
from memory_ls.formats.common import holds, merged_wording, rows_of, same
from memory_ls.formats.defaults import FormatDefaults
from memory_ls.formats.format import Destination, Draft, Limits
from memory_ls.formats.notes import File, Mark, Placed, Ref, Role, Store
from memory_ls.formats.outline_grammar import (
    ITEM,
    UNFINISHED,
    Mode,
    OutlineGrammar,
    indent_of_row,
    mode_of,
    note_key,
)
from memory_ls.text import Replace, Span

OPENCLAW_LIMIT = 12_000
"""Characters of a file that OpenClaw hands to its model. Source: its documents, since 2026.4."""
READ_LIMIT = 8 * 1024 * 1024
_UNFINISHED = {
    Mode.FENCE: "a code fence",
    Mode.COMMENT: "a comment",
    Mode.RETIRED: "a comment",
    Mode.FRONTMATTER: "its frontmatter",
}


class OutlineFormat(FormatDefaults):
    """The verbs of free-form files. They change no row but those of the notes that they name."""

    name = "outline"
    _file = "MEMORY.md"
    _grammar = OutlineGrammar()

    def grammar(self, file: File) -> OutlineGrammar | None:
        return self._grammar

    def limits(self, file: File, configs: Sequence[Mapping[str, object]]) -> Limits:
        budget = OPENCLAW_LIMIT if file.store.dialect == "openclaw" else 0
        return Limits(note=0, budget=budget, opening=0, held_back=0, read=READ_LIMIT, unit="characters")

    def clean(self, text: str) -> str:
        """Rows without trailing blanks and without empty rows between them."""
        rows = (row.rstrip() for row in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        return "\n".join(row for row in rows if row).strip()

    def key(self, text: str) -> Ref:
        return same(note_key(text))

    def files(self, store: Store) -> tuple[str, ...]:
        return ()

    def destinations(self, file: File) -> tuple[Destination, ...]:
        return ()

    def draft(self, store: StoreSeen, note: Placed) -> Draft:
        fragment = note.fragment
        return Draft(fragment.text if fragment else "", created=fragment.dated if fragment else None)

    def put(self, store: StoreSeen, draft: Draft, today: date | None) -> Change | Refusal:
        """Appends a list item after the last row that is not blank, after an empty row where no list stands there."""
        seen = self._target(store, draft, today)
        if any(holds(block, self.key(draft.text)) for block in seen.blocks):
            return ()
        rows = seen.text.rows
        item = f"- {_hung(self.clean(draft.text), 2)}"
        if self._grammar.step(Mode.BODY, item.partition("\n")[0])[1] is not Mark.OPEN:
            return Refusal("this text would not be read as a note")
        last = next((row for row in range(len(rows) - 1, -1, -1) if rows[row].strip()), None)
        if last is None:
            return written(seen, [Replace(Span(0, 0, len(rows) - 1, len(rows[-1])), f"{self._head(seen)}{item}\n")])
        mode = mode_of(self._state_after(rows[: last + 1]))
        if mode in UNFINISHED:
            return Refusal(f"the file ends inside {_UNFINISHED[mode]}; a note put there would be none")
        between = "\n" if mode in (Mode.ITEM, Mode.ITEM_FENCE) else "\n\n"
        return written(seen, [Replace(Span(last, len(rows[last]), last, len(rows[last])), f"{between}{item}")])

    def drop(self, store: StoreSeen, notes: Sequence[Placed]) -> Change | Refusal:
        return combined(*(written(store.of(note), [Replace(rows_of(store.of(note), note), "")]) for note in notes))

    def reword(self, store: StoreSeen, note: Placed, text: str, today: date | None) -> Change | Refusal:
        seen = store.of(note)
        said, first = self.clean(text), seen.text.rows[note.row]
        marker = ITEM.match(first)
        if _is_cells(note, first):
            return written(seen, [Replace(note.body, " ".join(said.split()))])
        if marker:
            said = _hung(said, len(marker[1].expandtabs(4)), indent_of_row(first))
        return written(seen, [Replace(note.body, said)])

    def merge(
        self, store: StoreSeen, notes: Sequence[Placed], text: str | None, today: date | None
    ) -> Change | Refusal:
        """The first is reworded, the others go; without a wording only notes of one row."""
        if text is None and any(note.n > 1 for note in notes):
            return Refusal("a note with rows below it can only be merged with a wording of yours")
        said = self.clean(text) if text is not None else merged_wording(notes)
        first, rest = notes[0], notes[1:]
        kept = first.fragment is not None and first.fragment.text == said
        reword: Change | Refusal = () if kept else self.reword(store, first, said, today)
        gone = self.drop(store, rest)
        if isinstance(reword, Refusal) or isinstance(gone, Refusal):
            return reword if isinstance(reword, Refusal) else gone
        return combined(reword, gone)

    def retire(self, store: StoreSeen, note: Placed, by: Placed, today: date) -> Change | Refusal:
        seen = store.of(note)
        if _is_cells(note, seen.text.rows[note.row]):
            return Refusal("a row of a table cannot become a comment; reword it instead")
        key = self.key(by.fragment.text if by.fragment else "").value
        return written(seen, commented(seen, note, key, today))

    def restore(self, store: StoreSeen, note: Placed) -> Change | Refusal:
        seen = store.of(note)
        back = uncommented(seen, note)
        return Refusal(NOT_AS_WRITTEN) if back is None else written(seen, back)

    def clear(self, store: StoreSeen) -> Change | Refusal:
        """Drops every note and what was superseded; headings, fences, comments and heads of tables stay."""
        return combined(*(written(seen, self._cleared(seen)) for seen in store.files.values()))

    def mend(self, store: StoreSeen, note: Placed, name: str) -> Change | Refusal:
        return Refusal("there is nothing to mend here")

    def _state_after(self, rows: Sequence[str]) -> int:
        state = self._grammar.start
        for row in rows:
            state = self._grammar.step(state, row)[0]
        return state

    def _cleared(self, seen: FileSeen) -> Iterator[Replace]:
        for block in seen.blocks:
            if block.fragment is not None and block.fragment.role is not Role.PROSE:
                yield Replace(rows_of(seen, block), "")

    def _target(self, store: StoreSeen, draft: Draft, today: date | None) -> FileSeen:
        """The file that a new note goes to: the one that is named, else the store's own, else the first."""
        if draft.inside is not None:
            return store.at(draft.inside)
        own = store.at(self._file)
        return own if not own.missing or not store.files else next(iter(store.files.values()))

    def _head(self, seen: FileSeen) -> str:
        """What a new or empty file begins with."""
        return ""


OUTLINE = OutlineFormat()


def _is_cells(note: Placed, first: str) -> bool:
    """Whether a note is a row of a table."""
    return first.lstrip(" \t").startswith("|") and mode_of(note.state) in (Mode.TABLE, Mode.TABLE_BODY)


def _hung(text: str, columns: int, within: int = 0) -> str:
    """Rows after the first indented further than the item, so that they hang on it."""
    first, *rest = text.split("\n")
    return "\n".join([first, *(row if indent_of_row(row) > within else f"{' ' * columns}{row}" for row in rest)])


__all__ = ["OUTLINE", "OutlineFormat"]
