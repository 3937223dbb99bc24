"""What is wrong in one record beside its facts: frontmatter, lengths, name; each with the fix that is certain."""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect import quote
from memory_ls.formats.frontmatter import block_list, close_fence, new_frontmatter, quote_values, quoted, set_field
from memory_ls.formats.record_flaws import Fix, Flaw
from memory_ls.formats.record_ids import RECORDS_FOLDER, date_in
from memory_ls.formats.record_reading import DESCRIPTION_LIMIT, NO_DESCRIPTION, SUMMARY_LIMIT, Record, inner
from memory_ls.formats.yaml_simple import Field
from memory_ls.text import Replace, Span, utf16_length

_PLAIN = "the agent reads this file as plain text without a description"
_KNOWN = ("state/", "events/", f"{RECORDS_FOLDER}/")


def in_known_folder(inside: str) -> bool:
    """Whether a file lies where records do."""
    return inside.startswith(_KNOWN)


def flaws_of(record: Record) -> Iterator[Flaw]:
    """All flaws of a record, in no order."""
    if in_known_folder(record.inside) or record.id:
        yield from _frontmatter(record)
        yield from _lengths(record)
        yield from _name(record)
        yield from record.facts.flaws
        yield from _self(record)


def _frontmatter(record: Record) -> Iterator[Flaw]:
    front = record.front
    if front is None:
        if record.said[0]:
            message = f'this record has no frontmatter, so the agent lists it as "{NO_DESCRIPTION}"'
            span = Span(0, 0, 0, len(record.rows[0]))
            yield Flaw("bad-frontmatter", message, span, tuple(_described(record)), "information")
    elif front.error is not None:
        row = front.error_row
        yield Flaw("bad-frontmatter", f"{_PLAIN}: {front.error}", Span(row, 0, row, len(record.rows[row])),
                   tuple(_readable(record)))  # fmt: skip
    else:
        for one in record.wrong:
            yield Flaw("bad-frontmatter", f"{_PLAIN}: {_expected(one)}", one.value_span, tuple(_typed(record, one)))
        if not record.wrong and not record.text("description").strip():
            message = f'the agent lists this record as "{NO_DESCRIPTION}"'
            span = Span(0, 0, 0, len(record.rows[0]))
            if record.said[0]:
                yield Flaw("bad-frontmatter", message, span, tuple(_described(record)), "information")


def _readable(record: Record) -> Iterator[Fix]:
    front = record.front
    if front is None:
        return
    replace = close_fence(record.rows, front) if front.end < 0 else quote_values(record.rows, front)
    if replace:
        title = "Close the frontmatter" if front.end < 0 else "Put the values in quotes"
        yield Fix("close-fence" if front.end < 0 else "quote-values", title, replace)


def _expected(one: Field) -> str:
    expected = {
        "id": "id is no record id (lower case, beginning with state. or event.)",
        "kind": "kind is not the one that the id begins with",
        "sensitive": "sensitive is neither true nor false",
        "limit": "limit is no number above 0",
        "concepts": "concepts is no list of texts",
        "claims": "claims is no list of texts",
        "tags": "tags is no list of texts",
    }
    return expected.get(one.key, f"{one.key} is no text")


def _typed(record: Record, one: Field) -> Iterator[Fix]:
    """The value in the type that it should have, where that is sure."""
    front = record.front
    if front is None:
        return
    value = front.values.get(one.key)
    if one.key == "kind" and record.kind:
        yield Fix("kind", f'Write "{record.kind}"', (set_field(record.rows, front, "kind", quoted(record.kind)),))
    elif one.key in ("concepts", "claims", "tags") and isinstance(value, str):
        replace = set_field(record.rows, front, one.key, block_list([value]))
        yield Fix(f"list-{one.key}", f"Make {one.key} a list", (replace,))
    elif one.key == "sensitive" and isinstance(value, str) and value.lower() in ("true", "false"):
        yield Fix("sensitive", f"Write {value.lower()}", (Replace(one.value_span, value.lower()),))
    elif one.key in ("description", "summary", "supersededBy") and one.style == "plain":
        yield Fix(f"quote-{one.key}", f"Put {one.key} in quotes", (Replace(one.value_span, quoted(one.raw)),))


def _described(record: Record) -> Iterator[Fix]:
    """A description from the summary or the first row of text, if that is short enough as it stands."""
    said, _ = record.said
    if not said or utf16_length(said) > DESCRIPTION_LIMIT:
        return
    if record.front is None:
        col = record.byte_order
        replace = Replace(Span(0, col, 0, col), new_frontmatter({"description": quoted(said)}))
    else:
        replace = set_field(record.rows, record.front, "description", quoted(said))
    yield Fix("describe", "Describe it by its first line" if not record.text("summary") else
              "Describe it by its summary", (replace,))  # fmt: skip


def _lengths(record: Record) -> Iterator[Flaw]:
    for key, limit in (("summary", SUMMARY_LIMIT), ("description", DESCRIPTION_LIMIT)):
        text = record.text(key)
        length = utf16_length(text) if len(text) * 2 > limit else 0
        found = record.front.field(key) if length > limit and record.front is not None else None
        if found is not None:
            message = (
                f"a {key} of {length} characters; the agent's tool takes {limit} at most and cannot write it again"
            )
            yield Flaw("too-long", message, inner(found))


def _name(record: Record) -> Iterator[Flaw]:
    if not record.id:
        message = "the agent lists no record of this file's name; it must be lower case and begin with state. or event."
        yield Flaw("bad-id", message)
        return
    dated = date_in(record.id) if record.kind == "state" else None
    if dated is not None and not record.superseded_by:
        yield Flaw("bad-id", f"a state is what holds now, and its id says {dated}; what happened on a day is an event")
    if record.own_id and record.own_id != record.id and record.front is not None:
        found = record.front.field("id")
        if found is not None:
            gone = (Replace(Span(found.row, 0, found.end_row, 0), ""),)
            message = f"the file's name makes it {quote(record.id)}; the id that stands here is another record's"
            yield Flaw("bad-id", message, found.value_span, (Fix("drop-id", "Remove this id", gone),))


def _self(record: Record) -> Iterator[Flaw]:
    if not record.id:
        return
    for fact in record.facts.rows:
        if fact.is_relation and fact.value == record.id:
            span = Span(fact.row, 0, fact.row, fact.end)
            gone = (Replace(Span(fact.row, 0, fact.row + 1, 0), ""),)
            fix = Fix(f"facts-self {fact.row}", "Remove this relation", gone)
            yield Flaw("bad-facts", "this record points at itself", span, (fix,))
    if record.superseded_by == record.id and record.front is not None:
        found = record.front.field("supersededBy")
        if found is not None:
            marks = [one for key in ("supersededBy", "supersededAt") if (one := record.front.field(key))]
            fix = Fix("not-superseded", "Restore this record",
                      tuple(Replace(Span(one.row, 0, one.end_row, 0), "") for one in marks))  # fmt: skip
            message = "this record is superseded by itself, so the agent never reads it"
            yield Flaw("bad-facts", message, inner(found), (fix,))
