"""The facts block of a record: one row a fact (``key = JSON``) or relation (``key -> @id``) between two marker rows.

The agent reads a record with one block at most, and only if every row of it can be read; so each flaw stands on the row
that must be changed. A fix is there only where it is certain what the row was to say.

Source: the records agent's code, "Facts block".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from memory_ls.data import dataclass
from memory_ls.detect import quote
from memory_ls.formats.record_flaws import Fix, Flaw, row_of
from memory_ls.formats.record_ids import is_key
from memory_ls.lazily import lazy
from memory_ls.text import Replace, Span

OPEN, CLOSE = "<!-- memory:facts:v1 -->", "<!-- /memory:facts -->"
_MARK = "memory:facts"
_BLANKS = " \t\v\f\u00a0\ufeff"
_FACT = lazy(r"[\s\ufeff]*([^\s=]+?)[\s\ufeff]*(=|->)[\s\ufeff]*")
_COLON = lazy(r"[\s\ufeff]*([a-z][a-z0-9_.-]*):[\s\ufeff]+")
_PLAIN_FACT = lazy(r"([a-z][a-z0-9_.-]*) = (\"[^\"\\\x00-\x1f]*\"|0|[1-9][0-9]{0,9}|true|false|null)\Z")
"""What most facts are; the value of all others is asked of a JSON reader."""
_CAMEL = lazy(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_KEY = lazy(r"[^a-z0-9_.-]+")
_SCALARS = (str, int, float, bool, type(None))


class Fact(NamedTuple):
    """A row of the block: `value` the JSON text of a fact or the target of a relation, without its ``@``."""

    row: int
    key: str
    value: str
    start: int
    end: int
    is_relation: bool

    @property
    def span(self) -> Span:
        """Where the value stands; of a relation the target without its ``@``."""
        return Span(self.row, self.start, self.row, self.end)


@dataclass(frozen=True, slots=True)
class Facts:
    """`first` and `last` are the rows of the markers, -1 where there is none; `rows` what could be read."""

    first: int = -1
    last: int = -1
    rows: tuple[Fact, ...] = ()
    flaws: tuple[Flaw, ...] = ()


NONE = Facts()


def read_facts(rows: Sequence[str], start: int) -> Facts:
    """The facts block in the rows from `start` on."""
    marks = [(row, rows[row].strip(_BLANKS)) for row in range(start, len(rows)) if _MARK in rows[row]]
    opened = [row for row, text in marks if text == OPEN]
    closed = [row for row, text in marks if text == CLOSE]
    if not opened and not closed:
        return NONE
    if len(opened) == 1 and len(closed) == 1 and opened[0] < closed[0]:
        facts, flaws = _read(rows, opened[0] + 1, closed[0])
        return Facts(opened[0], closed[0], facts, flaws)
    return _broken(rows, opened, closed)


def value_of(text: str) -> object:
    """A JSON value; ValueError for what is none (JSON has no NaN and no Infinity)."""
    return _DECODER.decode(text)


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_refuse)


def _read(rows: Sequence[str], start: int, end: int) -> tuple[tuple[Fact, ...], tuple[Flaw, ...]]:
    facts: list[Fact] = []
    flaws: list[Flaw] = []
    seen: dict[str, Fact] = {}
    for row in range(start, end):
        text = rows[row]
        if not text.strip(_BLANKS):
            continue
        plain = _PLAIN_FACT.match(text)
        if plain is not None and plain[1] not in seen:
            begin, stop = plain.span(2)
            seen[plain[1]] = fact = Fact(row, plain[1], plain[2], begin, stop, False)
            facts.append(fact)
            continue
        found = _FACT.match(text)
        if found is None:
            flaws.append(_no_fact(row, text))
            continue
        key, sign = found.groups()
        begin, value = found.end(), text[found.end() :].rstrip(_BLANKS)
        stop = begin + len(value)
        if not is_key(key):
            flaws.append(_bad_key(row, found.start(1), key, seen))
        fact = Fact(row, key, value, begin, stop, sign == "->")
        if fact.is_relation:
            if value[:1] == "@" and is_key(value[1:]):
                fact = fact._replace(value=value[1:], start=begin + 1)
            else:
                flaws.append(_bad_target(fact))
                continue
        else:
            flaw = _bad_value(fact)
            if flaw is not None:
                flaws.append(flaw)
                continue
        before = seen.setdefault(key, fact)
        if before is fact:
            facts.append(fact)
        else:
            flaws.append(_again(fact, before, text))
    return tuple(facts), tuple(flaws)


def _no_fact(row: int, text: str) -> Flaw:
    found = _COLON.match(text)
    fixes: tuple[Fix, ...] = ()
    if found is not None and _is_value(text[found.end() :]):
        replace = Replace(Span(row, found.end(1), row, found.end()), " = ")
        fixes = (Fix(f"facts-equals {row}", "Write = instead of the colon", (replace,)),)
    message = f"{quote(text, 40)} is no `key = value` and no `key -> @id`, so the agent cannot read these facts"
    return Flaw("bad-facts", message, row_of(row, text), fixes)


def _bad_key(row: int, col: int, key: str, seen: dict[str, Fact]) -> Flaw:
    right = _NOT_KEY.sub("_", _CAMEL.sub("_", key).lower()).strip("_")
    span = Span(row, col, row, col + len(key))
    fixes: tuple[Fix, ...] = ()
    if is_key(right) and right not in seen:
        fixes = (Fix(f"facts-key {row}", f"Write {quote(right)}", (Replace(span, right),)),)
    message = f"{quote(key, 40)} is no key: lower case letters, digits and _ . - after a letter"
    return Flaw("bad-facts", message, span, fixes)


def _bad_target(fact: Fact) -> Flaw:
    target = fact.value
    fixes: tuple[Fix, ...] = ()
    if is_key(target) and "." in target:
        replace = Replace(Span(fact.row, fact.start, fact.row, fact.start), "@")
        fixes = (Fix(f"facts-at {fact.row}", f"Write @{quote(target, 50)}", (replace,)),)
    if not target:
        return Flaw("bad-facts", "a relation to nothing: the id of a record must follow, with @ before it", fact.span)
    return Flaw(
        "bad-facts", f"{quote(f'{fact.key} -> {target}', 50)} points at nothing: a target is an @id", fact.span, fixes
    )


def _bad_value(fact: Fact) -> Flaw | None:
    try:
        value = value_of(fact.value)
    except (ValueError, RecursionError):
        return _no_json(fact)
    if isinstance(value, _SCALARS):
        return None
    if isinstance(value, list):
        if all(isinstance(one, _SCALARS) for one in value):
            return None
        return Flaw("bad-facts", "a list in a fact holds texts, numbers, true, false and null only", fact.span)
    fixes: tuple[Fix, ...] = ()
    if isinstance(value, dict) and value and all(is_key(key) for key in value) and _flat(value):
        rows = [f"{fact.key}.{key} = {compact(one)}" for key, one in value.items()]
        replace = Replace(Span(fact.row, 0, fact.row, fact.end), "\n".join(rows))
        fixes = (Fix(f"facts-flat {fact.row}", "Give each key of the object its own row", (replace,)),)
    return Flaw("bad-facts", "a fact cannot be an object: each of its keys needs its own row", fact.span, fixes)


_TITLES = {right: f"Write {right}" for right in ("true", "false", "null")}


def _no_json(fact: Fact) -> Flaw:
    raw = fact.value
    if not raw:
        return Flaw("bad-facts", f"{quote(fact.key, 40)} has no value", Span(fact.row, 0, fact.row, fact.end))
    fixes: tuple[Fix, ...] = ()
    if raw[0] not in '[{"':
        inner = raw[1:-1] if len(raw) > 1 and raw[0] == raw[-1] == "'" else raw
        right = {"True": "true", "False": "false", "None": "null"}.get(raw, json.dumps(inner, ensure_ascii=False))
        fixes = (
            Fix(f"facts-value {fact.row}", _TITLES.get(right, "Put the value in quotes"), (Replace(fact.span, right),)),
        )
    # the value itself is not shown: without its key beside it, a secret is not always known for one
    message = (
        f"the value of {quote(fact.key, 40)} is no JSON (a text needs quotes), so the agent cannot read these facts"
    )
    return Flaw("bad-facts", message, fact.span, fixes)


def _again(fact: Fact, before: Fact, text: str) -> Flaw:
    span = Span(fact.row, 0, fact.row, fact.end)
    there = f"line {before.row + 1}"
    if fact.is_relation is not before.is_relation:
        kind = "a relation" if before.is_relation else "a fact"
        return Flaw("bad-facts", f"{quote(fact.key, 40)} is {kind} in {there} already", span)
    if fact.value == before.value:
        fix = Fix(f"facts-again {fact.row}", "Remove this row", (Replace(Span(fact.row, 0, fact.row + 1, 0), ""),))
        return Flaw("bad-facts", f"{quote(fact.key, 40)} stands in {there} already", span, (fix,))
    return Flaw("bad-facts", f"{quote(fact.key, 40)} has another value in {there} already", span)


def _broken(rows: Sequence[str], opened: Sequence[int], closed: Sequence[int]) -> Facts:
    """Markers that do not make one block; the flaw stands at the first one that is too many or out of place."""

    def at(row: int, message: str, *fixes: Fix) -> Facts:
        return Facts(flaws=(Flaw("bad-facts", message, row_of(row, rows[row]), fixes),))

    if not closed:
        return at(opened[0], "the facts block is opened and never closed, so the agent reads none of it",
                  *_closing(rows, opened))  # fmt: skip
    if not opened:
        return at(closed[0], "the facts block is closed and never opened, so the agent reads none of it")
    if closed[0] < opened[0]:
        return at(closed[0], "the facts block ends before it begins, so the agent reads none of it")
    if len(opened) > 1:
        return at(opened[1], "a second facts block; the agent reads a record with one only",
                  *_joining(rows, opened, closed))  # fmt: skip
    return at(closed[1], "the facts block is closed twice, so the agent reads none of it")


def _closing(rows: Sequence[str], opened: Sequence[int]) -> tuple[Fix, ...]:
    """The end after the last row that is surely a fact, if there is just one block to close."""
    if len(opened) != 1:
        return ()
    row = opened[0] + 1
    while row < len(rows) and rows[row].strip() and not _read(rows, row, row + 1)[1]:
        row += 1
    if row == opened[0] + 1:
        return ()
    end = len(rows[row - 1])
    return (Fix("facts-close", "Close the facts block", (Replace(Span(row - 1, end, row - 1, end), f"\n{CLOSE}"),)),)


def _joining(rows: Sequence[str], opened: Sequence[int], closed: Sequence[int]) -> tuple[Fix, ...]:
    """Two whole blocks that share no key become one: the rows of the second move to the end of the first."""
    if len(opened) != 2 or len(closed) != 2 or not opened[0] < closed[0] < opened[1] < closed[1]:
        return ()
    facts = [_read(rows, first + 1, last) for first, last in zip(opened, closed, strict=True)]
    if any(flaws for _, flaws in facts) or {one.key for one in facts[0][0]} & {one.key for one in facts[1][0]}:
        return ()
    moved = "".join(f"{rows[row]}\n" for row in range(opened[1] + 1, closed[1]))
    last = closed[1]
    gone = Span(opened[1], 0, last + 1, 0) if last + 1 < len(rows) else Span(
        opened[1] - 1, len(rows[opened[1] - 1]), last, len(rows[last]))  # fmt: skip
    return (Fix("facts-join", "Join the two facts blocks",
                (Replace(Span(closed[0], 0, closed[0], 0), moved), Replace(gone, ""))),)  # fmt: skip


def compact(value: object) -> str:
    """A value as the agent writes it: no blanks after commas."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _flat(value: dict[str, object]) -> bool:
    return all(isinstance(one, _SCALARS) for one in value.values())


def _is_value(text: str) -> bool:
    try:
        value = value_of(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, _SCALARS)
