"""Topics put right: each mend is found again on the text as it is, and refused when it is no longer needed."""

from __future__ import annotations

from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, written
from memory_ls.formats.common import rows_of
from memory_ls.formats.frontmatter import new_frontmatter, quoted, set_field
from memory_ls.formats.notes import Placed, Role
from memory_ls.formats.topic_file import Topic, read_topic
from memory_ls.formats.topic_links import INDEX, stem
from memory_ls.formats.topic_problems import one_line as on_one_line
from memory_ls.formats.topic_problems import quotes
from memory_ls.formats.topic_reader import TYPES, field_rows
from memory_ls.formats.topic_seen import STALE, added_row, listed
from memory_ls.formats.topic_writing import entry_row, hook_of, scalar, slug, spoken
from memory_ls.text import BOM, Replace, Span


def mended(store: StoreSeen, note: Placed, name: str) -> Change | Refusal:
    """``frontmatter`` ``close`` ``quote`` ``line KEY`` ``describe`` and ``list`` a topic; ``drop-row`` of the index."""
    seen, index = store.of(note), store.at(INDEX)
    if name == "drop-row":
        return _second_line_out(seen, note)
    if note.file.inside == INDEX:
        return STALE
    topic = read_topic(seen.text.rows)
    if name == "list":
        return _listed(index, note, topic)
    if name == "describe":
        return _described(seen, index, note, topic)
    changes = _frontmatter(index, note, topic) if name == "frontmatter" else _in_frontmatter(topic, name)
    return written(seen, changes) or STALE


def _in_frontmatter(topic: Topic, name: str) -> list[Replace]:
    simple, read = topic.simple, topic.read
    if simple is None or read is None:
        return []
    if name == "close" and simple.end < 0:
        after = field_rows(topic.rows)
        end = len(topic.rows[after])
        return [Replace(Span(after, end, after, end), "\n---")] if after else []
    if name == "quote" and topic.closed:
        return quotes(topic.rows, simple, read)
    if name.startswith("line ") and topic.closed:
        return on_one_line(simple, read, name.removeprefix("line "))
    return []


def _frontmatter(index: FileSeen, note: Placed, topic: Topic) -> list[Replace]:
    if topic.simple is not None:
        return []
    name, kind = stem(note.file.inside), stem(note.file.inside).split("_")[0].casefold()
    fields = {"name": scalar(slug(name, "-") or name)}
    description = _hook(index, note) or _first_words(topic)
    if description:
        fields["description"] = quoted(description)
    if kind in TYPES:
        fields["metadata"] = f"\n  type: {kind}"
    start = len(topic.rows[0]) - len(topic.rows[0].removeprefix(BOM))
    return [Replace(Span(0, start, 0, start), new_frontmatter(fields))]


def _described(seen: FileSeen, index: FileSeen, note: Placed, topic: Topic) -> Change | Refusal:
    if topic.read is None or not topic.closed or topic.value("description"):
        return STALE
    description = _hook(index, note) or _first_words(topic)
    if not description:
        return Refusal("there is nothing in the file or its line of the index to describe it by")
    if topic.read.error is not None:
        return Refusal("the frontmatter has to be mended first")
    return written(seen, [set_field(topic.rows, topic.read, "description", quoted(description))])


def _listed(index: FileSeen, note: Placed, topic: Topic) -> Change | Refusal:
    fragment = note.fragment
    if fragment is None or listed(index, fragment.defines):
        return STALE
    hook = hook_of(topic.value("description") or _first_words(topic))
    return written(index, added_row(index, entry_row(spoken(fragment.title), note.file.inside, hook)))


def _second_line_out(seen: FileSeen, note: Placed) -> Change | Refusal:
    fragment = note.fragment
    if fragment is None or fragment.role is not Role.ENTRY:
        return STALE
    others = [block for block in listed(seen, (fragment.mentions[0].ref,)) if block is not note]
    if not any(block.fragment and block.fragment.role is Role.ENTRY for block in others):
        return Refusal("the other line is gone", stale=True)
    return written(seen, [Replace(rows_of(seen, note), "")])


def _hook(index: FileSeen, note: Placed) -> str:
    """What the index says of a topic."""
    defines = note.fragment.defines if note.fragment else frozenset()
    for block in listed(index, defines):
        entry = block.fragment
        alone = entry is not None and entry.role is Role.ENTRY and len(entry.mentions) == 1
        if entry is not None and alone and entry.text != entry.title:
            return entry.text
    return ""


def _first_words(topic: Topic) -> str:
    """What the body begins with, its heading first."""
    for row in topic.rows[topic.body :]:
        words = row.removeprefix(BOM).strip().lstrip("#>*- ").strip()
        if words and any(map(str.isalnum, words)):
            return hook_of(words)
    return ""
