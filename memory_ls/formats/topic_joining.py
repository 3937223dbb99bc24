"""Topics that go, alone or into another one: links to them first, then their rows of the index, then their files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, combined, removed, written
from memory_ls.formats.common import pointing_first, rows_of
from memory_ls.formats.notes import Placed, Ref, Role
from memory_ls.formats.topic_file import Topic, read_topic
from memory_ls.formats.topic_index import normal
from memory_ls.formats.topic_links import INDEX
from memory_ls.formats.topic_seen import described, hooked, listed, pointers_out, topic_of, topics_in, unlinked
from memory_ls.formats.topic_writing import hook_of, one_line
from memory_ls.text import Replace, Span

ONLY_TOPICS = "a topic is merged only with another topic"


def dropped(store: StoreSeen, notes: Sequence[Placed], *, but: FileSeen | None = None) -> Change:
    """Links in other topics first (not in `but`), then the rows of the index, then the files."""
    index = store.at(INDEX)
    gone = [seen for note in notes if (seen := topic_of(store, note)) is not None]
    files = {seen.file.id: seen for seen in gone}
    staying = [seen for seen in topics_in(store) if seen.file.id not in files]
    names = frozenset(ref for seen in gone for ref in topic_names(seen.blocks))
    names -= frozenset(ref for seen in staying for ref in topic_names(seen.blocks))  # one name for two topics
    changes: list[Replace] = []
    for block in listed(index, names):
        changes += unlinked(store, index, block, names)
    for note in notes:
        if note.file.inside == INDEX and topic_of(store, note) is None:
            changes.append(Replace(rows_of(index, note), ""))
    return combined(
        *(written(seen, pointers_out(seen, names)) for seen in staying if seen is not but),
        written(index, _once(changes)),
        *(removed(seen) for seen in pointing_first(files.values())),
    )


def joined(topics: Sequence[FileSeen], store: StoreSeen, text: str | None, today: date | None) -> Change | Refusal:
    """The first topic takes in what the others say; `text` is a person's wording of its description."""
    files = {one.file.id: one for one in topics}
    if len(files) < 2:
        return Refusal(ONLY_TOPICS)
    first, *rest = files.values()
    topic = read_topic(first.text.rows)
    said = one_line(text) if text is not None else topic.value("description")
    changes = described(first, said, today) if said and normal(said) != normal(topic.value("description")) else []
    others = [read_topic(one.text.rows) for one in rest]
    parts = [part for one in others for part in (_said(one, said) if text is None else [one.text])]
    bodies = [part for part in parts if part and part not in topic.text]
    if bodies:
        last = max((n for n, row in enumerate(first.text.rows) if row.strip()), default=0)
        end = len(first.text.rows[last])
        changes.append(Replace(Span(last, end, last, end), "".join(f"\n\n{body}" for body in bodies)))
    index = store.at(INDEX)
    before = first.blocks[0].fragment if first.blocks else None
    hooks = [
        replace
        for block in (listed(index, before.defines) if before else ())
        if text is not None and before and block.fragment and block.fragment.role is Role.ENTRY
        if repeats(block, before.text)
        for replace in hooked(index, block, hook_of(said))
    ]
    blocks = [one.blocks[0] for one in rest if one.blocks]
    names = frozenset(ref for one in rest for ref in topic_names(one.blocks)) - topic_names(first.blocks)
    changes += [one for one in pointers_out(first, names) if not any(_touch(one, other) for other in changes)]
    gone = dropped(store, blocks, but=first)
    return combined(written(first, changes), written(index, hooks), gone)


def topic_names(blocks: Sequence[Placed]) -> frozenset[Ref]:
    """The names under which the index may list a topic."""
    fragment = blocks[0].fragment if blocks else None
    return fragment.defines if fragment is not None else frozenset()


def _said(topic: Topic, known: str) -> Iterator[str]:
    """What another topic takes over of one: its description, unless that is said by its body or known, and its body."""
    description = topic.value("description")
    words = normal(description)
    if words and words not in normal(topic.text) and words not in normal(known):
        yield description
    if topic.text:
        yield topic.text


def repeats(entry: Placed, description: str) -> bool:
    """Whether a hook only says what the description says, or begins with."""
    if entry.fragment is None:
        return False
    hook, said = normal(entry.fragment.text), normal(description)
    return hook == said or (len(hook) > 30 and said.startswith(hook))


def _touch(one: Replace, other: Replace) -> bool:
    """Whether two replacements share a place."""
    a, b = one.span, other.span
    return (a.row, a.col) <= (b.end_row, b.end_col) and (b.row, b.col) <= (a.end_row, a.end_col)


def _once(changes: Sequence[Replace]) -> list[Replace]:
    """Each replacement once: two notes may share a row."""
    return list({(change.span, change.new): change for change in changes}.values())
