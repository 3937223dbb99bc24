"""A topic: one file, one note. Its frontmatter says what it is about, its body is what the agent reads when it asks.

The note's text is its description, else its name, else its first row; it goes by its name and by its file's name.
A topic that a newer one replaced keeps its place and carries ``superseded_by`` in its frontmatter.

Source: the topics document; facts section 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from memory_ls.data import dataclass, field
from memory_ls.detect import find_asserted_date
from memory_ls.formats.common import conflict_mentions, same
from memory_ls.formats.frontmatter import Frontmatter, read_frontmatter
from memory_ls.formats.notes import Fragment, Mark, Mention, Ref, Role
from memory_ls.formats.topic_index import LISTING, normal
from memory_ls.formats.topic_links import INDEX, links, name_ref, prose_rows, stem, target
from memory_ls.formats.topic_problems import problems, value_of
from memory_ls.formats.topic_reader import Simple, field_rows, read_simple
from memory_ls.lazily import lazy
from memory_ls.text import BOM, Span

SUPERSEDED_BY = "superseded_by"
_DATED = lazy(r"\s*(modified|updated|created):\s*[\"']?(\d{4})-(\d\d)-(\d\d)")
_HEADING = lazy(r"#{1,6}\s+|[-*+]\s+|>\s*")


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic file as it was read; `body` is the number of its first row after the frontmatter."""

    rows: Sequence[str] = field(repr=False)
    simple: Simple | None
    read: Frontmatter | None
    body: int

    @property
    def closed(self) -> bool:
        """Whether there is a frontmatter with both its fences."""
        return self.simple is not None and self.simple.end >= 0 and self.read is not None and self.read.end >= 0

    def value(self, key: str) -> str:
        """A field on one line, empty where there is none."""
        return value_of(self.simple, self.read, key) if self.simple is not None else ""

    @property
    def text(self) -> str:
        """The body without blank rows around it."""
        return "\n".join(self.rows[self.body :]).strip()

    @property
    def first_row(self) -> int | None:
        """The first row of the body that says something."""
        return next((n for n in range(self.body, len(self.rows)) if self.rows[n].removeprefix(BOM).strip()), None)

    def span_of(self, key: str) -> Span:
        """Where a field's value stands, without quotes."""
        value = self.simple.values.get(key) if self.simple is not None else None
        known = self.read.field(key) if self.read is not None and not self.read.error else None
        if known is not None and known.value_end_row > known.value_row:
            return known.value_span
        if known is not None and (value is None or value.row != known.row):
            return known.value_span
        return value.span if value is not None else Span(0, 0, 0, len(self.rows[0]))


def read_topic(rows: Sequence[str]) -> Topic:
    """Any rows are a topic."""
    simple = read_simple(rows)
    read = read_frontmatter(rows) if simple is not None else None
    body = 0
    if simple is not None:
        body = simple.end + 1 if simple.end >= 0 else 1 + field_rows(rows)
    return Topic(rows, simple, read, body)


class TopicGrammar:
    """A file is a block: it opens at the first row and takes in all others."""

    start = 0
    one_block = True

    def __init__(self, inside: str, dialect: str) -> None:
        self.inside, self.pi = inside, dialect == "pi"

    def step(self, state: int, row: str) -> tuple[int, Mark]:
        return 1, Mark.MORE if state else Mark.OPEN

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment:
        topic = read_topic(rows)
        description, name = topic.value("description"), topic.value("name")
        title = name or stem(self.inside)
        text, body = self._said(topic, description, title)
        words, said = normal(topic.text), normal(description)
        if not words.startswith(said):  # a note of one line is its own description
            words = f"{said} {words}".strip()
        by = self._superseded_by(topic)
        defines = {Ref("file", self.inside), name_ref(stem(self.inside))}
        if name:
            defines.add(name_ref(name))
        is_topic = stem(self.inside).casefold() != "readme"
        return Fragment(
            Role.RETIRED if by is not None else Role.NOTE,
            text,
            body,
            refs=frozenset((LISTING,)) if is_topic else frozenset(),
            identity=same(words) if words else None,
            dated=_dated(topic),
            superseded_by=by.ref if by is not None else None,
            title=title,
            defines=frozenset(defines),
            mentions=(*self._mentions(topic, by, name, defines), *conflict_mentions(rows)),
            problems=tuple(problems(rows, topic.simple, topic.read, self.pi)) if is_topic else (),
        )

    def _said(self, topic: Topic, description: str, title: str) -> tuple[str, Span]:
        if description:
            return description, topic.span_of("description")
        if topic.value("name"):
            return title, topic.span_of("name")
        row = topic.first_row
        if row is None:
            return title, Span(0, 0, 0, len(topic.rows[0]))
        said = topic.rows[row]
        start = len(said) - len(said.removeprefix(BOM).lstrip())
        marks = _HEADING.match(said, start)
        start = marks.end() if marks else start
        end = len(said.rstrip())
        return (said[start:end], Span(row, start, row, end)) if start < end else (title, Span(row, 0, row, end))

    def _superseded_by(self, topic: Topic) -> Mention | None:
        said = topic.value(SUPERSEDED_BY)
        if not said:
            return None
        path = target(self.inside, said)
        return Mention(Ref("file", path) if path else name_ref(said.strip("[]")), topic.span_of(SUPERSEDED_BY))

    def _mentions(self, topic: Topic, by: Mention | None, name: str, own: set[Ref]) -> Iterator[Mention]:
        """What it points at; its own name first, so that it can be renamed where it is given."""
        at = topic.span_of("name") if name else None
        if at is not None and at.row == at.end_row:
            yield Mention(name_ref(name), at)
        if by is not None:
            yield by
        for number, row in prose_rows(topic.rows, topic.body):
            for link in links(self.inside, row, number):
                if link.mention.ref not in own and link.mention.ref.value != INDEX:
                    yield link.mention


def days_of(topic: Topic) -> dict[str, date]:
    """The days that the frontmatter names: ``created``, ``modified``, ``updated``."""
    days: dict[str, date] = {}
    for row in topic.rows[1 : topic.body]:
        found = _DATED.match(row)
        if found is not None:
            try:
                days.setdefault(found[1], date(int(found[2]), int(found[3]), int(found[4])))
            except ValueError:
                continue
    return days


def _dated(topic: Topic) -> date | None:
    days = days_of(topic)
    for key in ("modified", "updated", "created"):
        if key in days:
            return days[key]
    said = find_asserted_date("\n".join(topic.rows[topic.body :]))
    return said.day if said is not None else None
