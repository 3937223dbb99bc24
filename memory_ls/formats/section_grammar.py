"""Rows of a § file to notes, as the agents cut it.

The agents cut at a newline, ``§``, a newline, and trim what lies between. So a row that is exactly ``§`` ends a note,
unless it is the file's first row or stands straight below another such row: there it is text. Blank rows at a note's
edge are no part of it. A ``§`` within a row, or one with blanks beside it, is text.

One agent writes two dates at the end of each note, which are no part of what the note says::

    Deploy with just deploy <!-- created=2026-11-30, last=2026-11-30 -->

Sources: hermes-agent 0.19 and pi-hermes-memory 0.9, read and run; the seed's plan.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from datetime import date

from memory_ls.data import dataclass
from memory_ls.formats.common import conflict_marker, same
from memory_ls.formats.notes import File, Fragment, Mark, Mend, Problem, Ref, Role
from memory_ls.lazily import lazy
from memory_ls.text import Span, utf16_length

DELIMITER = "§"
JOIN = len(f"\n{DELIMITER}\n")
"""Characters that join a note to the one before it; they count."""
EDGE_KIND = "blank-edge"
"""Kind of the name that is shared by what has blanks where hermes-agent writes none."""
MIXED_KIND = "mixed"
"""Kind of the name that is shared by notes with another agent's dates."""
REFUSES = "the agent refuses to replace or remove any note of this file until"

_FRESH, _BLANK, _TEXT, _EDGE, _AFTER = 0, 1, 2, 3, 4
"""What came since the file's start or the last separator: nothing, blank rows, text, text that ends in blanks; and
whether there was a separator."""
_JS_TRIM = "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
_DATES = lazy(r"\s*<!-- created=(\d{4}-\d\d-\d\d), last=(\d{4}-\d\d-\d\d)(?:, project64=([A-Za-z0-9_=-]*))? -->\Z")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one of the agents trims and counts, and whether it dates its notes and refuses files it did not write."""

    name: str
    trimmed: str | None
    length: Callable[[str], int]
    dates: bool = False
    strict: bool = False

    def trim(self, text: str) -> str:
        return text.strip(self.trimmed)


_HERMES = Dialect("hermes", None, len, strict=True)
_PI_HERMES = Dialect("pi-hermes", _JS_TRIM, utf16_length, dates=True)
_PLAN = Dialect("plan", _JS_TRIM, utf16_length)
DIALECTS = {dialect.name: dialect for dialect in (_HERMES, _PI_HERMES, _PLAN)}
"""The agents that share the format: a store's `dialect` names one."""


def dialect_of(file: File) -> Dialect:
    """The agent that reads a file; at a place that no agent is known to read, the plan's rules."""
    return DIALECTS.get(file.store.dialect, _PLAN)


@dataclass(frozen=True, slots=True)
class Dated:
    """The dates at the end of a note, and where they begin in its text; `project` as it is written there."""

    created: date | None
    last: date | None
    project: str
    start: int


def dates_of(text: str) -> Dated | None:
    """The dates that one agent writes at the end of a note."""
    found = _DATES.search(text) if text.endswith("-->") else None
    return Dated(_day(found[1]), _day(found[2]), found[3] or "", found.start()) if found else None


def written_dates(created: date, last: date, project: str = "") -> str:
    """Those dates as the agent writes them, with the blank before them."""
    whose = f", project64={project}" if project else ""
    return f" <!-- created={created.isoformat()}, last={last.isoformat()}{whose} -->"


def key_of(text: str) -> Ref:
    """The key of "the same note": composed characters, runs of blanks as one, without the dates."""
    dates = dates_of(text)
    said = text[: dates.start] if dates else text
    return same(" ".join(unicodedata.normalize("NFC", said).split()))


class SectionGrammar:
    """A note is a block of several rows; a separator is a gap."""

    start = _FRESH

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self._trimmed = dialect.trimmed

    def step(self, state: int, row: str) -> tuple[int, Mark]:
        since, after = state & 3, state & _AFTER
        if row == DELIMITER and since != _FRESH:
            return _AFTER | _FRESH, Mark.GAP
        ended = row.rstrip(self._trimmed)
        if not ended:
            return (after | _BLANK, Mark.GAP) if since in (_FRESH, _BLANK) else (after | _EDGE, Mark.MORE)
        inside = Mark.OPEN if since in (_FRESH, _BLANK) else Mark.MORE
        return after | (_TEXT if len(ended) == len(row) else _EDGE), inside

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None:
        since, after = state & 3, bool(state & _AFTER)
        if rows[0] == DELIMITER and since != _FRESH:
            return self._delimiter(since)
        body = self.body(rows)
        if body.empty:
            return None
        full = text_in(rows, body)
        dates = dates_of(full)
        text = full[: dates.start] if dates else full
        refs = {marker for marker in map(conflict_marker, rows) if marker is not None}
        if self.dialect.strict and after and (since == _BLANK or body.col):
            refs.add(Ref(EDGE_KIND, ""))
        if dates and not self.dialect.dates:
            refs.add(Ref(MIXED_KIND, ""))
        problems = tuple(self._problems(since, rows))
        if not text:
            return Fragment(Role.PROSE, full, body, refs=frozenset(refs), problems=problems)
        length = self.dialect.length(full)
        return Fragment(
            Role.NOTE,
            text,
            _shortened(body, full[len(text) :], text, rows),
            identity=key_of(text),
            refs=frozenset(refs),
            cost=length + JOIN,
            length=length,
            dated=(dates.last or dates.created) if dates else None,
            problems=problems,
        )

    def body(self, rows: Sequence[str]) -> Span:
        """Where the trimmed text of a block stands in it, the dates included; empty at its start for blank rows."""
        trim = self._trimmed
        filled = [i for i, row in enumerate(rows) if row.strip(trim)]
        if not filled:
            return Span(0, 0, 0, 0)
        first, last = rows[filled[0]], rows[filled[-1]]
        return Span(filled[0], len(first) - len(first.lstrip(trim)), filled[-1], len(last.rstrip(trim)))

    def _delimiter(self, since: int) -> Fragment:
        refs = frozenset((Ref(EDGE_KIND, ""),)) if self.dialect.strict and since == _EDGE else frozenset()
        problems = (self._empty(),) if since == _BLANK else ()
        return Fragment(Role.PROSE, DELIMITER, Span(0, 0, 0, 1), refs=refs, problems=problems)

    def _empty(self) -> Problem:
        mends = (Mend("empty", "Remove the empty note", preferred=True),)
        if self.dialect.strict:
            return Problem("bad-separator", f"an empty note above: {REFUSES} it is gone", mends=mends)
        return Problem("bad-separator", "an empty note above, which the agent skips", mends=mends, at_most="hint")

    def _problems(self, since: int, rows: Sequence[str]) -> Iterator[Problem]:
        for i, row in enumerate(rows):
            if row.strip() != DELIMITER or (row == DELIMITER and (i or since != _FRESH)):
                continue
            if row == DELIMITER:
                message = "nothing stands above this §, so to the agent it is text of the note below"
                mend = Mend("surplus", "Remove the §", preferred=True)
            else:
                message = "blanks beside the §: the agent does not cut here and takes both notes as one"
                mend = Mend(f"separator-{i}", "Make it a separator", preferred=True)
            yield Problem("bad-separator", message, Span(i, 0, i, len(row)), (mend,))


class RuleRows:
    """A file of standing rules, one a row: nothing in it is a note."""

    start = 0

    def step(self, state: int, row: str) -> tuple[int, Mark]:
        return 0, Mark.GAP

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None:
        (row,) = rows
        if not row.strip():
            return None
        marker = conflict_marker(row)
        return Fragment(Role.PROSE, row, Span(0, 0, 0, len(row)), refs=frozenset((marker,) if marker else ()))


def text_in(rows: Sequence[str], span: Span) -> str:
    """The text of a span of rows, rows joined by a newline."""
    if span.row == span.end_row:
        return rows[span.row][span.col : span.end_col]
    first, last = rows[span.row][span.col :], rows[span.end_row][: span.end_col]
    return "\n".join((first, *rows[span.row + 1 : span.end_row], last))


def _shortened(body: Span, cut: str, text: str, rows: Sequence[str]) -> Span:
    """The span without the dates, which `cut` holds with the blanks before them."""
    if not cut:
        return body
    last = body.row + text.count("\n")
    tail = text[text.rfind("\n") + 1 :]
    return Span(body.row, body.col, last, len(tail) + (body.col if last == body.row else 0))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
