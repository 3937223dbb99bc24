"""What a note has beside its words, which formats keep what of it, and what was lost on a way between two of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum

from memory_ls.data import dataclass, field, replace
from memory_ls.detect import find_asserted_date, quote
from memory_ls.formats.format import Draft
from memory_ls.formats.notes import Store
from memory_ls.formats.shape import shape

FORMS = ("bullets", "cards", "records", "topics", "sections")
"""The formats that notes can be converted to."""


class Trait(Enum):
    """What a format may keep of a note; the value is what a table calls it."""

    WORDS = "words"
    SUPERSEDED = "superseded"
    ROWS = "rows"
    PARAGRAPHS = "paragraphs"
    DATE = "date"
    TITLE = "title"
    DESCRIPTION = "description"
    KEYWORD = "keyword"
    KEYWORDS = "further keywords"
    COUNTS = "counts"
    KIND = "kind"
    USER = "about the user"
    RELATIONS = "relations"
    FACTS = "facts"
    SENSITIVE = "sensitive"


KEEPS: Mapping[str, frozenset[Trait]] = {
    "bullets": frozenset({Trait.WORDS, Trait.SUPERSEDED}),
    "cards": frozenset({Trait.WORDS, Trait.SUPERSEDED, Trait.ROWS, Trait.DATE, Trait.KEYWORD, Trait.COUNTS}),
    "records": frozenset(
        {Trait.WORDS, Trait.SUPERSEDED, Trait.ROWS, Trait.PARAGRAPHS, Trait.DATE, Trait.TITLE, Trait.DESCRIPTION,
         Trait.KEYWORD, Trait.KEYWORDS, Trait.KIND, Trait.RELATIONS, Trait.FACTS, Trait.SENSITIVE}
    ),
    "topics": frozenset(
        {Trait.WORDS, Trait.SUPERSEDED, Trait.ROWS, Trait.PARAGRAPHS, Trait.DATE, Trait.TITLE, Trait.DESCRIPTION,
         Trait.USER}
    ),
    "sections": frozenset({Trait.WORDS, Trait.SUPERSEDED, Trait.ROWS, Trait.PARAGRAPHS, Trait.DATE, Trait.USER}),
}  # fmt: skip
"""What each format keeps; sections have dates in the dialect ``pi-hermes`` only. A way from one to another keeps what
both do (`way`). Wrapped paragraphs may come out on one row, titles as the other format spells names; records have
names and keywords in Latin letters only, and descriptions of 160 characters."""
_DEFAULT_KIND = "event."
"""The kind that records give to what is said to be of none."""
_NOT_WORD = re.compile(r"[^\w]+|_+")


@dataclass(frozen=True, slots=True)
class Loss:
    """Something of a note that is not kept; `said` says what, quoted."""

    trait: Trait
    said: str = field(repr=False)


def way(source: str, target: str) -> frozenset[Trait]:
    """What is kept from one format to another."""
    return KEEPS.get(source, KEEPS["bullets"]) & KEEPS[target]


def prepared(draft: Draft, source: Store, target: Store) -> Draft:
    """A draft as the other format is to take it: living, in the file where new notes go, with one keyword at most
    where more than one is a flaw, and without the kind that is the default where it came from.
    """
    keyword = draft.keyword
    if target.format == "cards" and source.format != "cards":
        keyword = draft.keyword.partition(",")[0]
    return replace(
        draft,
        inside=None,
        title=draft.title.removeprefix(_DEFAULT_KIND) if source.format == "records" else draft.title,
        keyword=keyword,
        superseded_by=None,
        superseded_at=None,
    )


def losses(before: Draft, after: Draft) -> Iterator[Loss]:
    """What a note has in one form and no longer has in another. What came in addition is no loss."""
    yield from _of_text(before.text, after.text)
    said = find_asserted_date(before.text)
    days = [before.created, before.touched if before.touched != before.created else None]
    for name, day, kept in zip(("created", "changed"), days, (after.created, after.touched), strict=True):
        if day is not None and kept != day and not (said and said.day == day):
            yield Loss(Trait.DATE, f"{name} {day.isoformat()}")
    if before.title and _words(before.title) != _words(after.title):
        yield Loss(Trait.TITLE, f"title {quote(before.title)}")
    if before.description and before.description != after.description:
        yield Loss(Trait.DESCRIPTION, f"description {quote(before.description)}")
    have = {_bare(word) for word in after.keyword.split(",")}
    for place, word in enumerate(filter(None, before.keyword.split(","))):
        if _bare(word) not in have:
            yield Loss(Trait.KEYWORDS if place else Trait.KEYWORD, f"keyword {quote(word.strip())}")
    if before.confirmed and before.confirmed != after.confirmed:
        yield Loss(Trait.COUNTS, f"confirmed {before.confirmed} times")
    if before.kind and before.kind != after.kind:
        yield Loss(Trait.USER if before.kind == "user" else Trait.KIND, f"kind {quote(before.kind)}")
    for key, target in before.relations:
        if (key, target) not in after.relations:
            yield Loss(Trait.RELATIONS, f"relation {quote(key)} to {quote(target)}")
    for key, value in before.facts:
        if (key, value) not in after.facts:
            yield Loss(Trait.FACTS, f"fact {quote(f'{key} = {value}')}")
    if before.sensitive and not after.sensitive:
        yield Loss(Trait.SENSITIVE, "that it is sensitive")


def _of_text(before: str, after: str) -> Iterator[Loss]:
    if before.split() != after.split():
        yield Loss(Trait.WORDS, "some of its text")
    elif shape(_joined(before)) != shape(_joined(after)):
        yield Loss(Trait.ROWS, "its rows")
    elif _paragraphs(before) != _paragraphs(after):
        yield Loss(Trait.PARAGRAPHS, "its paragraphs")


def _joined(text: str) -> str:
    """The text without blank rows."""
    return "\n".join(row for row in text.split("\n") if row.strip())


def _paragraphs(text: str) -> int:
    return len(re.findall(r"\n[^\S\n]*\n+", text.strip()))


def _words(title: str) -> list[str]:
    words = title.casefold().removeprefix(_DEFAULT_KIND)
    return [word for word in _NOT_WORD.split(words) if word]


def _bare(word: str) -> str:
    return word.strip().casefold().replace("-", "").replace("_", "")


def table() -> str:
    """The ways between the formats as a markdown table: what each keeps beside what all of them do."""
    always = frozenset[Trait].intersection(*KEEPS.values())
    rows = [["from / to", *FORMS], ["---"] * (len(FORMS) + 1)]
    for source in FORMS:
        cells = [_cell(way(source, target) - always) if target != source else "" for target in FORMS]
        rows.append([source, *cells])
    head = f"Every way keeps {' and '.join(one.value for one in Trait if one in always)}; beside that:\n\n"
    return head + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cell(traits: frozenset[Trait]) -> str:
    return ", ".join(one.value for one in Trait if one in traits) or "no more"
