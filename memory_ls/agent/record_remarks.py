"""What an answer says of a written record beside that it was written: what was lost, what is odd, what changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from memory_ls.agent.record_fields import Fields
from memory_ls.agent.record_names import alike_labels
from memory_ls.detect import find_invisible, find_secrets, mask, quote
from memory_ls.detect.injection import find_injections
from memory_ls.formats.changes import Change, FileSeen, Write
from memory_ls.formats.record_reading import Record
from memory_ls.text import Text, replaced, same_rows, utf16_length

LONG_CONTENT = 800
"""UTF-16 units of text as it is from which on claims and facts serve better. Source: records, "Write rules"."""
_HUNK = 60
"""Rows of a difference that are shown. Source: ours."""


def left_behind(older: Mapping[str, Record], fields: Fields) -> Iterator[str]:
    """What the superseded records say that this call did not carry over."""
    body = fields.content or ""
    said = " ".join([*(fields.claims or ()), fields.summary or "", fields.notes or "", body]).lower()
    said = " ".join(said.split())
    keys = {key for key, _ in fields.facts or ()} | set(fields.content_keys)
    for id, record in older.items():
        for claim in record.list("claims"):
            if " ".join(claim.lower().split()) not in said:
                yield f"@{id}: claim {quote(claim)}"
        for fact in record.facts.rows:
            if not fact.is_relation and fact.key not in keys:
                yield f"@{id}: fact {quote(fact.key)}"
        for concept in record.list("concepts"):
            if concept not in (fields.concepts or ()):
                yield f"@{id}: concept {quote(concept)}"


def warnings(fields: Fields, before: Record | None, labels: Collection[str]) -> Iterator[str]:
    """What is odd about the record as it is now; `before` as it was, `labels` the concepts that others have."""
    yield from fields.odd
    for label in fields.concepts or ():
        near = alike_labels(label, labels)
        if near:
            yield f"the concept {quote(label)} is much like {', '.join(map(quote, near))}; use one name for one thing"
    if not _has(fields.summary, before is not None and before.text("summary")):
        yield "no summary: others see only its name"
    claims = _has(fields.claims, before is not None and before.list("claims"))
    facts = _has(fields.facts or fields.content_keys or None, before is not None and before.facts.rows)
    if not claims and not facts:
        yield "neither claims nor facts: it is hard to find again"
    if fields.content is not None and utf16_length(fields.content) > LONG_CONTENT:
        yield f"`content` is long: put what must be found into claims and facts ({LONG_CONTENT} characters are plenty)"
    if any(find_injections(text) or find_invisible(text) for text in _texts(fields)):
        yield "it reads like an instruction to its reader or hides characters, so agents may not be given it"
    kind = secret_in(fields)
    if kind and fields.sensitive is False:
        yield f"it holds what looks like {kind} and is not marked as sensitive; rather say where that is kept"
    elif kind:
        yield f"it holds what looks like {kind}, so it is marked as sensitive; rather say where that is kept"
    elif fields.sensitive:
        yield "sensitive: it is never given without being asked for"


def secret_in(fields: Fields) -> str:
    """What kind of secret the call holds; empty for none."""
    return next((found.kind for text in _texts(fields) for found in find_secrets(text)), "")


def _texts(fields: Fields) -> Iterator[str]:
    """All that the call says."""
    yield from filter(None, (fields.summary, fields.description, fields.notes, fields.content))
    yield from fields.claims or ()
    yield from (f"{key} = {value}" for key, value in fields.facts or ())


def difference(file: FileSeen, change: Change) -> list[str]:
    """What a rewriting does to a record, as one hunk under the rows that it replaces, masked."""
    steps = [step for step in change if isinstance(step, Write)]
    if not steps:
        return []
    old = mask("\n".join(file.text.rows)).split("\n")
    new = mask("\n".join(Text(replaced(file.text, steps[0].replace)).rows)).split("\n")
    first, last = same_rows(old, new)
    gone, came = old[first : len(old) - last], new[first : len(new) - last]
    place = f":{first + 1}" if len(gone) < 2 else f":{first + 1}-{first + len(gone)}"
    rows = [place, *(f"- {row}" for row in gone), *(f"+ {row}" for row in came)]
    return rows if len(rows) <= _HUNK else [*rows[:_HUNK], f"(+{len(rows) - _HUNK} more lines)"]


def _has(said: object, before: object) -> bool:
    """Whether there is something now: what was said, else what was there."""
    return bool(before if said is None else said)
