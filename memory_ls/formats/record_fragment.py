"""From a record to what all floors speak of: its names, what it points at, what is wrong."""

from __future__ import annotations

from functools import lru_cache

from memory_ls.formats.common import same
from memory_ls.formats.notes import Fragment, Mention, Ref, Role
from memory_ls.formats.record_checking import flaws_of, in_known_folder
from memory_ls.formats.record_ids import family_of, slug_of, tokens_of
from memory_ls.formats.record_reading import NO_DESCRIPTION, Record, inner
from memory_ls.text import Span, utf16_length

RECORD_COST = 64
"""UTF-16 units that a record in the injected list costs beside its own texts. Source: the code, "Injection"."""
ID, CONCEPT, FAMILY, WORD, RETIRED = "id", "concept", "family", "id-word", "retired"
"""Kinds of names: ids and concepts; of live states their family and the words of their ids; of all hidden records."""
_HIDDEN = Ref(RETIRED, "")
_CLOSING = ".!?,;:"


def normalised(text: str) -> str:
    """What is compared of a text: lower case, blanks as one, closing punctuation dropped."""
    return " ".join(text.lower().split()).rstrip(_CLOSING).rstrip()


def fragment_of(record: Record) -> Fragment:
    """A record as a fragment; a file that is none, outside the folders of records, is prose."""
    text, body = record.said
    if not record.id and not in_known_folder(record.inside):
        return Fragment(Role.PROSE, text, body)
    problems = tuple(flaw.problem for flaw in flaws_of(record))
    if not record.id:
        return Fragment(Role.NOTE, text, body, identity=_identity(record, text), problems=problems,
                        sensitive=record.sensitive)  # fmt: skip
    by = record.superseded_by
    retired = bool(by) and by != record.id
    refs = {ref for one in record.list("concepts") if (ref := _concept(one)) is not None}
    if retired:
        refs.add(_HIDDEN)
    elif record.kind == "state":
        refs.add(Ref(FAMILY, family_of(record.id)))
        refs.update(map(_word, tokens_of(record.id)))
    return Fragment(
        Role.RETIRED if retired else Role.NOTE,
        text,
        body,
        identity=None if retired else _identity(record, text),
        refs=frozenset(refs),
        cost=_cost(record),
        dated=record.day("updated") or record.day("created"),
        superseded_by=Ref(ID, by) if retired else None,
        title=record.id,
        defines=frozenset((Ref(ID, record.id),)),
        mentions=_mentions(record, by if retired else ""),
        problems=problems,
        sensitive=record.sensitive,
    )


def lacks_sensitive_flag(fragment: Fragment) -> bool:
    """Whether a record could be marked as sensitive by the mend ``mark-sensitive``."""
    return bool(fragment.title) and not fragment.sensitive


def description_of(record: Record) -> str:
    """What the agent's list says of a record."""
    return (record.text("description") if record.valid else "") or NO_DESCRIPTION


@lru_cache(maxsize=4096)
def _concept(label: str) -> Ref | None:
    """A concept's name; None for one that the agent drops, since no Latin letter or digit is in it."""
    slug = slug_of(label)
    return Ref(CONCEPT, slug) if slug else None


@lru_cache(maxsize=4096)
def _word(token: str) -> Ref:
    return Ref(WORD, token)


def _identity(record: Record, text: str) -> Ref | None:
    """What a record says, whatever its file is called: its summary, claims, facts and notes."""
    said = [normalised(text), *map(normalised, record.list("claims"))]
    said += [f"{fact.key} = {fact.value}" for fact in record.facts.rows if not fact.is_relation]
    if record.notes:
        said.append(normalised(record.prose))
    return same("\n".join(said)) if len(said) > 1 or said[0] else None


def _cost(record: Record) -> int:
    texts = (record.inside, record.id, record.kind, description_of(record), ",".join(record.list("tags")))
    return utf16_length("".join(texts)) + RECORD_COST


def _mentions(record: Record, by: str) -> tuple[Mention, ...]:
    mentions = [
        Mention(Ref(ID, fact.value), fact.span)
        for fact in record.facts.rows
        if fact.is_relation and fact.value != record.id
    ]
    named = {"supersededBy": by, "id": record.id if record.own_id == record.id else ""}
    for key, id in named.items():
        found = record.front.field(key) if id and record.front is not None else None
        if found is not None:
            span = inner(found)
            if span.row == span.end_row and record.rows[span.row][span.col : span.end_col].startswith("@"):
                span = Span(span.row, span.col + 1, span.end_row, span.end_col)
            mentions.append(Mention(Ref(ID, id), span))
    return tuple(mentions)
