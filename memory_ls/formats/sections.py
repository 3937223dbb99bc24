"""`sections`: files of notes between rows ``§``, as the agents of the Hermes family write them.

Three agents share the form and differ in places, limits and units (a store's `dialect` says which one reads it):

========== ============================== ==================== ===========================================
dialect    files                          characters           of its own
========== ============================== ==================== ===========================================
hermes     MEMORY.md USER.md              code points          refuses to change a file that it would not
                                                               have written so
pi-hermes  the same, failures.md          UTF-16 units         two dates at the end of each note;
           (STANDING.md: rules, no notes)                      STANDING.md has one rule a row
plan       MEMORY.md USER.md              UTF-16 units
========== ============================== ==================== ===========================================

How rows become notes: `section_grammar`. New notes go to the end as the agents put them there: trimmed, a newline,
``§``, a newline, the note; a newline at the file's end stays where one was. Superseded ones: `section_archive`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from datetime import date

from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, combined, whole, written
from memory_ls.formats.common import holds, merged_wording
from memory_ls.formats.defaults import FormatDefaults
from memory_ls.formats.format import Destination, Draft, Grammar, Limits
from memory_ls.formats.notes import File, Mark, Placed, Ref, Scope, Store
from memory_ls.formats.section_archive import ARCHIVE, ArchiveGrammar, archived, kept, taken_out
from memory_ls.formats.section_grammar import (
    DELIMITER,
    RuleRows,
    SectionGrammar,
    dates_of,
    dialect_of,
    key_of,
    text_in,
    written_dates,
)
from memory_ls.formats.section_layout import cut, cuts, home_again, is_delimiter
from memory_ls.formats.section_mends import mended
from memory_ls.lazily import lazy
from memory_ls.text import Replace, Span

MEMORY, USER, FAILURES, STANDING = "MEMORY.md", "USER.md", "failures.md", "STANDING.md"
BUDGETS = {"hermes": (2200, 1375), "plan": (2200, 1375), "pi-hermes": (5000, 5000)}
"""Characters of MEMORY.md and USER.md. Source: the agents' own defaults; failures.md has twice the first."""
_HERMES_KEYS = ("memory_char_limit", "user_char_limit")
_PI_KEYS = ("memoryCharLimit", "userCharLimit")
_PROJECT_KEY = "projectCharLimit"
_PROJECTS = "projects-memory"
"""pi-hermes' folder of projects: each has a MEMORY.md and nothing else."""
_NEWLINES = lazy(r"\r\n|\r")
_STALE = Refusal("the note changed meanwhile", stale=True)


class SectionsFormat(FormatDefaults):
    """The verbs of § notes. After each of them a file that hermes-agent would have written so still is such a one."""

    name = "sections"
    merges_rows = True

    def grammar(self, file: File) -> Grammar | None:
        if file.inside == ARCHIVE:
            return ArchiveGrammar(dialect_of(file))
        if file.inside == STANDING:
            return RuleRows()
        return SectionGrammar(dialect_of(file))

    def limits(self, file: File, configs: Sequence[Mapping[str, object]]) -> Limits:
        """Later configurations win; a value that is no whole number above 0 keeps the one before it.

        hermes' `config.yaml` has them in its mapping ``memory``; a mapping that has the keys itself is taken as well.
        """
        dialect = file.store.dialect
        memory, user = BUDGETS.get(dialect, BUDGETS["plan"])
        project = memory
        inject = True
        for config in configs:
            said = config.get("memory") if dialect == "hermes" else None
            source = said if isinstance(said, Mapping) else config
            keys = _HERMES_KEYS if dialect == "hermes" else _PI_KEYS
            memory, user = _count(source.get(keys[0]), memory), _count(source.get(keys[1]), user)
            project = _count(source.get(_PROJECT_KEY), project)
            told = config.get("inject")
            inject = told if isinstance(told, bool) else inject
        budget = memory
        if file.inside == USER:
            budget = user
        elif file.inside == FAILURES:
            budget = memory * 2
        elif file.inside in (ARCHIVE, STANDING):
            budget = 0
        elif _in_projects(file.store):
            budget = project
        return Limits(note=budget, budget=budget, opening=0, held_back=0, read=0, inject=inject, unit="characters")

    def clean(self, text: str) -> str:
        """Trimmed, without rows ``§``: such a row would cut the note in two."""
        rows = _NEWLINES.sub("\n", text).split("\n")
        return "\n".join(row for row in rows if row.strip() != DELIMITER).strip().strip("\ufeff").strip()

    def key(self, text: str) -> Ref:
        return key_of(text)

    def files(self, store: Store) -> tuple[str, ...]:
        if store.scope is Scope.ALONE:
            return (ARCHIVE,)
        return (MEMORY, ARCHIVE) if _in_projects(store) else (MEMORY, USER, ARCHIVE)

    def destinations(self, file: File) -> tuple[Destination, ...]:
        """The other of the two files."""
        other = {MEMORY: USER, USER: MEMORY}.get(file.inside)
        if other is None or _in_projects(file.store):
            return ()
        return (Destination(other, inside=other),)

    def draft(self, store: StoreSeen, note: Placed) -> Draft:
        """Notes of USER.md are about the user; a superseded one is told by where it was."""
        text, inside = note.fragment.text if note.fragment else "", note.file.inside
        dates = dates_of(_full_text(store.of(note), note))
        gone = kept(store.of(note).rows(note)) if inside == ARCHIVE else None
        if gone is not None:
            inside = gone.inside
        return Draft(
            text,
            inside,
            kind="user" if inside == USER else "",
            created=dates.created if dates else None,
            touched=dates.last if dates else None,
            superseded_by=gone.by if gone else None,
            superseded_at=gone.day if gone else None,
        )

    def put(self, store: StoreSeen, draft: Draft, today: date | None) -> Change | Refusal:
        seen = store.at(self._target(store.store, draft.inside or (USER if draft.kind == "user" else None)))
        text = self.clean(draft.text)
        if not text:
            return Refusal("a note needs some text")
        key = self.key(text)
        if any(holds(block, key) for block in seen.blocks):
            return ()
        created, touched = draft.created or today or draft.touched, draft.touched or today or draft.created
        if dialect_of(seen.file).dates and created and touched and dates_of(text) is None:
            text += written_dates(created, touched)
        return written(seen, [_appended(seen, text)])

    def drop(self, store: StoreSeen, notes: Sequence[Placed]) -> Change | Refusal:
        changes: list[Change] = []
        for id in dict.fromkeys(note.file.id for note in notes):
            seen, here = store.files[id], [note for note in notes if note.file.id == id]
            if seen.file.inside == ARCHIVE:
                if len(here) > 1:
                    return Refusal("superseded notes are forgotten one at a time")
                changes.append(taken_out(seen, here[0]))
            else:
                changes.append(written(seen, cuts(seen, here)))
        return combined(*changes)

    def reword(self, store: StoreSeen, note: Placed, text: str, today: date | None) -> Change | Refusal:
        """Its dates stay; the last one becomes today."""
        said = self.clean(text)
        if not said:
            return Refusal("a note needs some text")
        seen = store.of(note)
        dates = dates_of(_full_text(seen, note))
        span = note.body
        if dates and dates.created and today and dialect_of(seen.file).dates:
            body = SectionGrammar(dialect_of(seen.file)).body(seen.rows(note)).down(note.row)
            span = Span(span.row, span.col, body.end_row, body.end_col)
            said += written_dates(dates.created, today, dates.project)
        return written(seen, [Replace(span, said)])

    def merge(
        self, store: StoreSeen, notes: Sequence[Placed], text: str | None, today: date | None
    ) -> Change | Refusal:
        """The first is reworded, the others go."""
        said = self.clean(text) if text is not None else merged_wording(notes)
        first, rest = notes[0], notes[1:]
        kept_as_it_is = first.fragment is not None and first.fragment.text == said
        reword = () if kept_as_it_is else self.reword(store, first, said, today)
        if isinstance(reword, Refusal):
            return reword
        drop = self.drop(store, rest)
        return drop if isinstance(drop, Refusal) else combined(reword, drop)

    def retire(self, store: StoreSeen, note: Placed, by: Placed, today: date) -> Change | Refusal:
        """Into the archive first, then out of its file."""
        seen, archive = store.of(note), store.at(ARCHIVE)
        if archive.blocked:
            return Refusal(archive.blocked)
        taken = cut(seen, note)
        key = self.key(by.fragment.text if by.fragment else "")
        return combined(archived(archive, seen, taken, key, today), written(seen, [taken.replace]))

    def restore(self, store: StoreSeen, note: Placed) -> Change | Refusal:
        """Back into its file first, then out of the archive."""
        archive = store.of(note)
        one = kept(archive.rows(note))
        if one is None:
            return Refusal("rows of it are missing in the archive; put it back by hand")
        seen = store.at(one.inside)
        if seen.blocked:
            return Refusal(seen.blocked)
        back = home_again(seen, one.home, one.rows) or _appended(seen, "\n".join(one.rows).strip())
        if one.crlf and not seen.text.newlines:
            back = Replace(back.span, back.new.replace("\n", "\r\n"))
        return combined(written(seen, [back]), taken_out(archive, note))

    def clear(self, store: StoreSeen) -> Change | Refusal:
        """The files become empty, as the agents leave them, and the archive too; standing rules stay."""
        return combined(
            *(
                written(seen, [Replace(whole(seen.text), "")])
                for seen in store.files.values()
                if seen.file.inside != STANDING and str(seen.text)
            )
        )

    def keeps_dates(self, file: File) -> bool:
        return file.store.dialect == "pi-hermes"

    def confirm(self, store: StoreSeen, note: Placed, today: date) -> Change | Refusal:
        """The same words, written today."""
        if not self.keeps_dates(note.file):
            return super().confirm(store, note, today)
        return self.reword(store, note, note.fragment.text if note.fragment else "", today)

    def mend(self, store: StoreSeen, note: Placed, name: str) -> Change | Refusal:
        seen = store.of(note)
        replace = mended(seen, note, name)
        return written(seen, replace) if replace else _STALE

    def _target(self, store: Store, inside: str | None) -> str:
        if inside and inside not in (ARCHIVE, STANDING) and (inside != USER or not _in_projects(store)):
            return inside
        return MEMORY


SECTIONS = SectionsFormat()


def _appended(seen: FileSeen, text: str) -> Replace:
    """A note after the last row that has text; what blanks follow that text in its row go."""
    rows = seen.text.rows
    filled = [block for block in seen.blocks if block.mark is Mark.OPEN or is_delimiter(seen, block)]
    if not filled:
        return Replace(whole(seen.text), text)
    last = filled[-1]
    if is_delimiter(seen, last):
        end = len(rows) - 1
        below = "\n" if end > last.row + 1 else ""
        return Replace(Span(last.row, 1, end, len(rows[end])), f"\n{text}{below}")
    body = SectionGrammar(dialect_of(seen.file)).body(seen.rows(last)).down(last.row)
    row = body.end_row
    return Replace(Span(row, body.end_col, row, len(rows[row])), f"\n{DELIMITER}\n{text}")


def _full_text(seen: FileSeen, note: Placed) -> str:
    rows = seen.rows(note)
    return text_in(rows, SectionGrammar(dialect_of(seen.file)).body(rows))


def _in_projects(store: Store) -> bool:
    return store.dialect == "pi-hermes" and posixpath.basename(posixpath.dirname(store.folder)) == _PROJECTS


def _count(said: object, base: int) -> int:
    """A limit as it is configured; numbers in words count, as hermes-agent takes them."""
    if isinstance(said, str) and said.strip().isdecimal():
        said = int(said)
    if isinstance(said, bool) or not isinstance(said, (int, float)) or not 0 < said < 1e12:
        return base
    return int(said)
