"""`records`: a file a note, with frontmatter, a block of facts and free notes, as the workspace memory for Pi has them.

A record is named by its path: ``records/state.runtime.md`` is ``state.runtime``. States hold what is true now, events
what happened. Superseding hides a record and deletes nothing: two frontmatter fields, added after the last one, say by
which record and when; while that one exists, the agent leaves it out::

    supersededBy: "state.runtime"
    supersededAt: "2026-11-30T00:00:00.000Z"

Restoring takes the two rows out again, byte for byte. (The agent itself deletes such records after some days.)

Source: the records agent's document (fields, limits, verbs) and its code as far as known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from memory_ls.formats.changes import Change, Refusal, StoreSeen, combined, removed, written
from memory_ls.formats.common import pointing_first, same
from memory_ls.formats.defaults import FormatDefaults
from memory_ls.formats.format import Destination, Draft, Limits
from memory_ls.formats.frontmatter import new_frontmatter, set_fields
from memory_ls.formats.notes import File, Fragment, Mark, Placed, Ref, Role, Store
from memory_ls.formats.record_checking import flaws_of
from memory_ls.formats.record_fragment import fragment_of, lacks_sensitive_flag, normalised
from memory_ls.formats.record_ids import slug_of
from memory_ls.formats.record_reading import Record, read_record
from memory_ls.formats.record_verbs import (
    UNREADABLE,
    chain_of,
    fragments,
    merged,
    new_record,
    record_at,
    reworded,
    unlinked,
)
from memory_ls.formats.record_writing import joined_text, restored, superseded
from memory_ls.text import Replace, Span

BUDGET_TOKENS, UNITS_A_TOKEN = 10_000, 4
"""What is given at a session's start: tokens, and UTF-16 units that count as one. Source: the code, "Injection"."""
_SECTIONS = ("pi-workspace-memory", "pi-memory-md")


class RecordGrammar:
    """The whole file is one block."""

    start = 0
    one_block = True

    def __init__(self, inside: str) -> None:
        self.inside = inside

    def step(self, state: int, row: str) -> tuple[int, Mark]:
        return 1, Mark.MORE if state else Mark.OPEN

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None:
        return fragment_of(read_record(self.inside, rows))


class RecordsFormat(FormatDefaults):
    """The verbs of records. All of them keep what they do not know: other fields, their order, the text beside them."""

    name = "records"
    merges_rows = True
    secret_mend = "mark-sensitive"

    def grammar(self, file: File) -> RecordGrammar | None:
        return RecordGrammar(file.inside) if file.inside.endswith(".md") else None

    def limits(self, file: File, configs: Sequence[Mapping[str, object]]) -> Limits:
        """`injection` other than off, and `enabled`; `maxTokens` of the system prompt, four units a token."""
        inject, tokens = True, BUDGET_TOKENS
        for config in configs:
            said = next((config[name] for name in _SECTIONS if isinstance(config.get(name), Mapping)), config)
            if not isinstance(said, Mapping):
                continue
            if "injection" in said:
                inject = said["injection"] != "off"
            if said.get("enabled") is False:
                inject = False
            prompt = said.get("systemPrompt")
            most = prompt.get("maxTokens") if isinstance(prompt, Mapping) else None
            if isinstance(most, int) and not isinstance(most, bool) and most > 0:
                tokens = most
        return Limits(0, tokens * UNITS_A_TOKEN, 0, 0, 0, inject, unit="characters")

    def clean(self, text: str) -> str:
        """Rows without the blanks after them; the first paragraph becomes the summary."""
        return "\n".join(row.rstrip() for row in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")).strip()

    def key(self, text: str) -> Ref:
        return same(normalised(text))

    def files(self, store: Store) -> tuple[str, ...]:
        return ()

    def destinations(self, file: File) -> tuple[Destination, ...]:
        return ()

    def draft(self, store: StoreSeen, note: Placed) -> Draft:
        """Summary, notes and claims are its text; its concepts are keywords; tags stay behind."""
        record = record_at(store, note)
        said, _ = record.said
        claims = "\n".join(f"- {claim}" for claim in record.list("claims"))
        facts = record.facts.rows
        return Draft(
            "\n\n".join(filter(None, (joined_text(said, record.prose), claims))),
            title=record.id,
            keyword=", ".join(label for one in record.list("concepts") if (label := slug_of(one))),
            description=record.text("description"),
            kind=record.kind,
            created=record.day("created"),
            touched=record.day("updated"),
            superseded_by=record.superseded_by or None,
            superseded_at=record.day("supersededAt"),
            relations=tuple((fact.key, fact.value) for fact in facts if fact.is_relation),
            facts=tuple((fact.key, fact.value) for fact in facts if not fact.is_relation),
            sensitive=record.sensitive,
        )

    def put(self, store: StoreSeen, draft: Draft, today: date | None) -> Change | Refusal:
        """A new file in ``records/``; a living record that says the same is enough."""
        key = self.key(draft.text)
        for _, fragment in fragments(store):
            if fragment.role is Role.NOTE and key in (fragment.identity, self.key(fragment.text)):
                return ()
        return new_record(store, draft, today)

    def drop(self, store: StoreSeen, notes: Sequence[Placed]) -> Change | Refusal:
        """Marks and relations that point at them go first, then the files."""
        if not store.whole:
            return Refusal("not all records have been read yet, and some may point at this one")
        return combined(
            *unlinked(store, notes), *(removed(one) for one in pointing_first(store.of(note) for note in notes))
        )

    def reword(self, store: StoreSeen, note: Placed, text: str, today: date | None) -> Change | Refusal:
        changes = reworded(record_at(store, note), text, today)
        return changes if isinstance(changes, Refusal) else written(store.of(note), changes)

    def merge(
        self, store: StoreSeen, notes: Sequence[Placed], text: str | None, today: date | None
    ) -> Change | Refusal:
        return merged(store, notes, text, today)

    def retire(self, store: StoreSeen, note: Placed, by: Placed, today: date) -> Change | Refusal:
        """Two fields more; the newer record must be one of the same store and not hidden by this one."""
        record = record_at(store, note)
        newer = by.fragment.title if by.fragment else ""
        if not record.writable:
            return UNREADABLE
        if by.file.store != note.file.store or not newer or not record.id:
            return Refusal("a record is superseded by another record of its store")
        if newer == record.id or record.id in chain_of(store, newer):
            return Refusal("the newer record is superseded by this one itself")
        return written(store.of(note), superseded(record, newer, today))

    def restore(self, store: StoreSeen, note: Placed) -> Change | Refusal:
        record = record_at(store, note)
        return written(store.of(note), restored(record)) if record.writable else UNREADABLE

    def clear(self, store: StoreSeen) -> Change | Refusal:
        """Every record's file goes, none before one that points at it."""
        holding = {seen.file.id for seen, _ in fragments(store)}
        seen = [one for one in store.files.values() if one.file.id in holding]
        return combined(*(removed(one) for one in pointing_first(seen)))

    def keeps_dates(self, file: File) -> bool:
        return True

    def confirm(self, store: StoreSeen, note: Placed, today: date) -> Change | Refusal:
        """The same words, written today."""
        return self.reword(store, note, note.fragment.text if note.fragment else "", today)

    def mend(self, store: StoreSeen, note: Placed, name: str) -> Change | Refusal:
        record = record_at(store, note)
        if name == "mark-sensitive":
            return written(store.of(note), _marked(record)) if record.writable else UNREADABLE
        for flaw in flaws_of(record):
            for fix in flaw.fixes:
                if fix.name == name:
                    return written(store.of(note), fix.replace)
        return Refusal("the note changed meanwhile", stale=True)


def _marked(record: Record) -> tuple[Replace, ...]:
    if record.sensitive:
        return ()
    if record.front is None:
        start = Span(0, record.byte_order, 0, record.byte_order)
        return (Replace(start, new_frontmatter({"sensitive": "true"})),)
    return set_fields(record.rows, record.front, {"sensitive": "true"})


RECORDS = RecordsFormat()

__all__ = ["RECORDS", "RecordsFormat", "lacks_sensitive_flag"]
