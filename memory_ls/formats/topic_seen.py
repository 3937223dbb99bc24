"""Topics and their index as they are seen when a change is planned: who lists whom, and small replacements in both."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, whole, written
from memory_ls.formats.common import rows_of
from memory_ls.formats.frontmatter import quoted, set_field
from memory_ls.formats.notes import Placed, Ref, Role
from memory_ls.formats.topic_file import Topic, read_topic
from memory_ls.formats.topic_index import normal
from memory_ls.formats.topic_links import INDEX, links, prose_rows
from memory_ls.lazily import lazy
from memory_ls.text import BOM, Replace, Span

STALE = Refusal("the note changed meanwhile", stale=True)
_DAY_SAID = r"[\"']?(\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?)"
_MODIFIED = lazy(rf"\s*modified:\s*{_DAY_SAID}")
_CHECKED = lazy(rf"\s*(?:modified|updated):\s*{_DAY_SAID}")
_PLAIN = lazy(r"[^\W\d_](?!.*(?:: | #))[^\n]*[^\s:]\Z")


def topics_in(store: StoreSeen) -> list[FileSeen]:
    """The topic files that are there."""
    return [seen for seen in store.files.values() if seen.file.inside != INDEX and not seen.missing]


def topic_of(store: StoreSeen, note: Placed) -> FileSeen | None:
    """The topic file that a note means: its own, or the one that an entry of the index is about."""
    if note.file.inside != INDEX:
        return store.of(note)
    fragment = note.fragment
    if fragment is None or fragment.role is not Role.ENTRY or not fragment.mentions:
        return None
    return file_of(store, fragment.mentions[0].ref)


def file_of(store: StoreSeen, ref: Ref) -> FileSeen | None:
    """The topic file that a name or path belongs to, if it is there."""
    if ref.kind == "file":
        seen = store.at(ref.value)
        return None if seen.missing or ref.value == INDEX else seen
    for seen in topics_in(store):
        fragment = seen.blocks[0].fragment if seen.blocks else None
        if fragment is not None and ref in fragment.defines:
            return seen
    return None


def listed(index: FileSeen, names: Iterable[Ref]) -> list[Placed]:
    """The blocks of the index that point at one of the names."""
    wanted = frozenset(names)
    return [
        block
        for block in index.blocks
        if block.fragment is not None and any(mention.ref in wanted for mention in block.fragment.mentions)
    ]


def only_about(store: StoreSeen, block: Placed, names: frozenset[Ref]) -> bool:
    """Whether an entry is about one of the names and points at no other topic that is there."""
    fragment = block.fragment
    if fragment is None or fragment.role is not Role.ENTRY or fragment.mentions[0].ref not in names:
        return False
    return not any(mention.ref not in names and file_of(store, mention.ref) for mention in fragment.mentions)


def unlinked(store: StoreSeen, index: FileSeen, block: Placed, names: frozenset[Ref]) -> list[Replace]:
    """A block of the index that no longer points at the names: gone, or with other things to say, without the link."""
    if only_about(store, block, names):
        return [Replace(rows_of(index, block), "")]
    return links_out(index, block, names)


def links_out(index: FileSeen, block: Placed, names: frozenset[Ref]) -> list[Replace]:
    """The links of a block to the names become their words."""
    return [
        Replace(Span(row, link.start, row, link.end), link.title)
        for row in range(block.row, block.row + block.n)
        for link in links(INDEX, index.text.rows[row])
        if link.mention.ref in names
    ]


def pointers_out(seen: FileSeen, names: frozenset[Ref]) -> list[Replace]:
    """The links of a topic's body to the names become their words; what stands in code fences stays."""
    fragment = seen.blocks[0].fragment if seen.blocks else None
    if fragment is None or not any(mention.ref in names for mention in fragment.mentions):
        return []
    topic = read_topic(seen.text.rows)
    return [
        Replace(Span(number, link.start, number, link.end), link.title)
        for number, row in prose_rows(topic.rows, topic.body)
        for link in links(seen.file.inside, row)
        if link.mention.ref in names
    ]


def added_row(index: FileSeen, row: str) -> list[Replace]:
    """A row after the last entry that is a bullet, else after the last row that says something; a new index first gets
    a heading.
    """
    rows = index.text.rows
    after = next((row for row in range(len(rows) - 1, -1, -1) if rows[row].removeprefix(BOM).strip()), None)
    if after is None:
        return [Replace(whole(index.text), f"# Memory index\n\n{row}\n")]
    for block in reversed(index.blocks):
        bullet = rows[block.row].lstrip()[:1] in ("-", "*", "+")
        if block.fragment is not None and block.fragment.role is Role.ENTRY and bullet:
            after = block.row + block.n - 1
            break
    return [Replace(Span(after, len(rows[after]), after, len(rows[after])), f"\n{row}")]


def hooked(index: FileSeen, block: Placed, text: str) -> list[Replace]:
    """Another hook for an entry; one without any gets it after its link."""
    fragment = block.fragment
    if fragment is None:
        return []
    first = next(iter(links(INDEX, index.text.rows[block.row])), None)
    if first is not None and block.body.row == block.row and block.body.col <= first.title_start:
        return [Replace(Span(block.row, first.end, block.row, first.end), f" — {text}")]
    return [Replace(block.body, text)]


def described(seen: FileSeen, text: str, today: date | None) -> list[Replace]:
    """Another description for a topic, with its body where that says just the same, and the day where it keeps one.

    A topic without frontmatter is told by its first row, which is changed instead.
    """
    topic = read_topic(seen.text.rows)
    if not topic.closed or topic.simple is None or topic.read is None:
        return _first_row(seen, topic, text)
    old, value, known = (
        topic.value("description"),
        topic.simple.values.get("description"),
        topic.read.field("description"),
    )
    if topic.read.error is not None:
        end = Span(topic.simple.end, 0, topic.simple.end, 0)
        change = Replace(value.raw, quoted(text)) if value else Replace(end, f"description: {quoted(text)}\n")
    else:
        plain = known is None or known.style == "plain"
        change = set_field(
            topic.rows, topic.read, "description", text if plain and _PLAIN.match(text) else quoted(text)
        )
    changes = [change]
    if old and normal(topic.text) == normal(old):
        changes += _first_row(seen, topic, text)
    if today is not None:
        changes += _touched(topic, today)
    return changes


def confirmed(store: StoreSeen, note: Placed, today: date) -> Change | Refusal:
    """The day on which a topic was checked, in its frontmatter: where it keeps its day, else in a field of its own."""
    seen = topic_of(store, note)
    topic = read_topic(seen.text.rows) if seen is not None else None
    if seen is None or topic is None:
        return Refusal("a row of the index keeps no date; say in it since when it holds")
    for number in range(1, topic.body - 1):
        found = _CHECKED.match(topic.rows[number])
        if found is not None:
            span = Span(number, found.start(1), number, found.end(1))
            return written(seen, [Replace(span, today.isoformat())] if found[1][:10] < today.isoformat() else [])
    if not topic.closed or topic.read is None or topic.read.error is not None:
        return Refusal("this topic has no frontmatter that could keep the date")
    return written(seen, [set_field(topic.rows, topic.read, "modified", today.isoformat())])


def _first_row(seen: FileSeen, topic: Topic, text: str) -> list[Replace]:
    fragment = seen.blocks[0].fragment if seen.blocks else None
    first = topic.first_row
    if first is None or fragment is None:
        end = len(topic.rows) - 1
        return [Replace(Span(end, len(topic.rows[end]), end, len(topic.rows[end])), text)]
    if topic.closed:
        last = max(n for n, row in enumerate(topic.rows) if row.strip())
        return [Replace(Span(first, 0, last, len(topic.rows[last].rstrip())), text)]
    return [Replace(fragment.body, text)]


def _touched(topic: Topic, today: date) -> list[Replace]:
    for number in range(1, topic.body - 1):
        found = _MODIFIED.match(topic.rows[number])
        if found is not None and found[1][:10] < today.isoformat():
            return [Replace(Span(number, found.start(1), number, found.end(1)), today.isoformat())]
    return []
