"""`topics`: a file a note, and an index ``MEMORY.md`` with a line for each, as Claude Code and its port for Pi have it.

| verb | what it does |
|---|---|
| put | a file ``<type>_<slug>.md``, then its line at the end of the index's entries |
| drop | links to it become words, the line goes, then the file; asked for a line, its file goes too |
| reword | the description, and with it the hook in the index where that said the same |
| merge | the first gets the other bodies below its own; lines and files of the others go |
| retire | marks in the frontmatter (`topic_writing.MARKS`), then the line is taken out; restore undoes just that |
| retire in the index | a note that stands there becomes a comment (`comment_mark`), which Claude Code does not load |
| clear | all entries and notes of the index, all topic files; nothing else in the folder is touched |

Source: the topics document; Claude Code as measured (facts section 3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from memory_ls.formats.changes import Change, Refusal, StoreSeen, combined, removed, whole, written
from memory_ls.formats.comment_mark import opening
from memory_ls.formats.common import pointing_first, rows_of, same
from memory_ls.formats.defaults import FormatDefaults
from memory_ls.formats.format import Destination, Draft, Grammar, Limits
from memory_ls.formats.notes import File, Placed, Ref, Role, Store
from memory_ls.formats.record_reading import day_of
from memory_ls.formats.topic_file import TopicGrammar, days_of, read_topic
from memory_ls.formats.topic_index import ENTRY_LIMIT, IndexGrammar, normal
from memory_ls.formats.topic_joining import ONLY_TOPICS, dropped, joined, repeats, topic_names
from memory_ls.formats.topic_links import INDEX
from memory_ls.formats.topic_mending import mended
from memory_ls.formats.topic_retiring import restored, retired
from memory_ls.formats.topic_seen import (
    STALE,
    added_row,
    described,
    hooked,
    links_out,
    listed,
    topic_of,
    topics_in,
)
from memory_ls.formats.topic_seen import confirmed as topic_confirmed
from memory_ls.formats.topic_writing import (
    entry_row,
    file_name,
    hook_of,
    is_name,
    kind_of,
    marks,
    one_line,
    slug,
    spoken,
    topic_text,
)
from memory_ls.text import Replace

BUDGET = 25_000
"""UTF-16 units of the index that are loaded. Source: facts section 3, read in the port and measured on Claude Code."""
ROWS = 200
"""Rows of the index that are loaded. Source: as above."""
READ_LIMIT = 8 * 1024 * 1024
"""Bytes; ours, since neither agent has a cap of its own."""


class TopicsFormat(FormatDefaults):
    """The verbs of topics. A note is meant by its file or by its line in the index; both come to the same."""

    name = "topics"
    merges_rows = True

    def grammar(self, file: File) -> Grammar | None:
        if not file.inside.lower().endswith(".md"):
            return None
        if file.inside == INDEX:
            return IndexGrammar(file.inside, file.store.dialect)
        return TopicGrammar(file.inside, file.store.dialect)

    def limits(self, file: File, configs: Sequence[Mapping[str, object]]) -> Limits:
        """Nothing but whether the index is loaded at all can be configured."""
        inject = True
        for config in configs:
            said = config.get("inject")
            inject = said if isinstance(said, bool) else inject
        entry = ENTRY_LIMIT.get(file.store.dialect, ENTRY_LIMIT["claude"])
        return Limits(0, BUDGET, 0, 0, READ_LIMIT, inject, "characters", ROWS, entry)

    def clean(self, text: str) -> str:
        return one_line(text)

    def key(self, text: str) -> Ref:
        return same(normal(text))

    def files(self, store: Store) -> tuple[str, ...]:
        return (INDEX,)

    def destinations(self, file: File) -> tuple[Destination, ...]:
        """None: a project has one such folder, and the user's other folders belong to other projects."""
        return ()

    def draft(self, store: StoreSeen, note: Placed) -> Draft:
        seen = topic_of(store, note)
        if seen is None:
            old = opening(store.of(note).text.rows[note.row])
            return Draft(
                note.fragment.text if note.fragment else "",
                created=note.fragment.dated if note.fragment else None,
                superseded_by=old[2] if old else None,
                superseded_at=day_of(old[1]) if old else None,
            )
        topic = read_topic(seen.text.rows)
        fragment = seen.blocks[0].fragment if seen.blocks else None
        days = days_of(topic)
        touched = days.get("modified") or days.get("updated")
        return Draft(
            topic.text or topic.value("description") or (fragment.title if fragment else ""),
            title=fragment.title if fragment else "",
            description=topic.value("description"),
            kind=topic.simple.get("type") if topic.simple else "",
            created=days.get("created") or (fragment.dated if fragment and not touched else None),
            touched=touched,
            superseded_by=topic.value("superseded_by") or None,
            superseded_at=day_of(topic.value("superseded_at")),
        )

    def put(self, store: StoreSeen, draft: Draft, today: date | None) -> Change | Refusal:
        text = draft.text.strip() or draft.description.strip()
        if not text:
            return Refusal("there is no text to remember")
        key = self.key(text)
        known = next((one.blocks[0] for one in topics_in(store) if one.blocks and _holds(one.blocks[0], key)), None)
        if known is not None:  # one whose writer was cut off before its line gets that now
            line = mended(store, known, "list")
            return () if isinstance(line, Refusal) else line
        index = store.at(INDEX)
        if any(block.fragment and block.fragment.identity == key for block in index.blocks):
            return ()
        description = one_line(draft.description) or hook_of(text)
        title = one_line(draft.title) or spoken(slug(description, "-"))
        kind = kind_of(draft.kind)
        taken = {seen.file.inside.casefold() for seen in store.files.values() if not seen.missing}
        inside = file_name(kind, draft.title or description, taken)
        created = draft.created or today
        days = [("created", created)] if created else []
        days += [("modified", draft.touched)] if draft.touched else []
        by, at = draft.superseded_by, draft.superseded_at or today
        more = marks(by, at, (), False) if by and at else ""
        name = draft.title if is_name(draft.title) else slug(draft.title, "-") or slug(description, "-") or "note"
        new = store.at(inside)
        change = written(new, [Replace(whole(new.text), topic_text(name, description, kind, days, text, more))])
        row = entry_row(title, inside, hook_of(description))
        return change if more else combined(change, written(index, added_row(index, row)))

    def drop(self, store: StoreSeen, notes: Sequence[Placed]) -> Change | Refusal:
        return dropped(store, notes)

    def reword(self, store: StoreSeen, note: Placed, text: str, today: date | None) -> Change | Refusal:
        said, seen, index = one_line(text), topic_of(store, note), store.at(INDEX)
        if seen is None:
            if note.file.inside != INDEX or note.fragment is None:
                return STALE
            return written(
                index, hooked(index, note, said) if note.fragment.role is Role.ENTRY else [Replace(note.body, said)]
            )
        before = seen.blocks[0].fragment if seen.blocks else None
        if before is None:
            return STALE
        entries = [
            block for block in listed(index, before.defines) if block.fragment and block.fragment.role is Role.ENTRY
        ]
        asked = [note] if note.file.inside == INDEX else []
        alike = [block for block in entries if block not in asked and repeats(block, before.text)]
        change: Change = ()
        if not asked or repeats(note, before.text):
            change = written(seen, described(seen, said, today))
        rows = [
            replace
            for block in (*asked, *alike)
            for replace in hooked(index, block, said if block in asked else hook_of(said))
        ]
        return combined(change, written(index, rows))

    def merge(
        self, store: StoreSeen, notes: Sequence[Placed], text: str | None, today: date | None
    ) -> Change | Refusal:
        seen = [topic_of(store, note) for note in notes]
        if all(one is None for one in seen):
            said = one_line(text) if text is not None else "; ".join(n.fragment.text for n in notes if n.fragment)
            reword = self.reword(store, notes[0], said, today)
            gone = self.drop(store, notes[1:])
            return (
                reword if isinstance(reword, Refusal) else gone if isinstance(gone, Refusal) else combined(reword, gone)
            )
        topics = [one for one in seen if one is not None]
        return joined(topics, store, text, today) if len(topics) == len(seen) else Refusal(ONLY_TOPICS)

    def retire(self, store: StoreSeen, note: Placed, by: Placed, today: date) -> Change | Refusal:
        return retired(store, note, by, today)

    def restore(self, store: StoreSeen, note: Placed) -> Change | Refusal:
        return restored(store, note)

    def clear(self, store: StoreSeen) -> Change | Refusal:
        index, gone = store.at(INDEX), topics_in(store)
        names = frozenset(ref for seen in gone for ref in topic_names(seen.blocks))
        rows: list[Replace] = []
        for block in index.blocks:
            if block.fragment is not None and block.fragment.role in (Role.ENTRY, Role.NOTE, Role.RETIRED):
                rows.append(Replace(rows_of(index, block), ""))
            elif block.fragment is not None and block.fragment.mentions:
                rows += links_out(index, block, names)
        return combined(written(index, rows), *(removed(seen) for seen in pointing_first(gone)))

    def keeps_dates(self, file: File) -> bool:
        return file.inside != INDEX

    def confirm(self, store: StoreSeen, note: Placed, today: date) -> Change | Refusal:
        return topic_confirmed(store, note, today)

    def mend(self, store: StoreSeen, note: Placed, name: str) -> Change | Refusal:
        return mended(store, note, name)


TOPICS = TopicsFormat()


def _holds(block: Placed, key: Ref) -> bool:
    return block.fragment is not None and block.fragment.role is Role.NOTE and block.fragment.identity == key
