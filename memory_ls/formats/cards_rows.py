"""The rows of a cards file: what each is, where an entry starts and ends, what it says, and its bookkeeping.

An entry is a run of rows without a blank one between them: a paragraph (code fences are kept whole, blank rows in them
included), its keyword row, and comments. A keyword row holds nothing but ``#word`` tokens of letters, digits, marks,
``_`` and ``-``; a leading ``> ``, backticks around the words and commas between them are tolerated, and a keyword row
may also stand above the paragraph. Text directly below a keyword row starts the next entry. Headings, rules and
comments between entries belong to none.

A text row that would mean something else (``# Title``, ``#word``, ``---``, a fence that is not meant) is written with
one ``\\`` before it, which is not part of what the note says.
"""

from __future__ import annotations

from enum import IntEnum

from memory_ls.data import dataclass, field
from memory_ls.formats.card_label import Label, is_label, read_label
from memory_ls.formats.cards_words import WHITE, words
from memory_ls.formats.common import conflict_marker
from memory_ls.formats.notes import Mark
from memory_ls.lazily import lazy
from memory_ls.text import Span

_CONTROLS = lazy(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_NEWLINE = lazy(r"\r\n|\n|\r")
_FENCE = lazy(r"(`{3,})[^`]*\Z|(~{3,})")
_HEADING = lazy(r"#{1,6}(?:\s|\Z)")
_RULE = lazy(r"([-*_])(?:[ \t]*\1){2,}\Z")

BETWEEN, INSIDE, KEYED, TAIL, HEADED, LOOSE = range(6)
"""States: between entries; in a paragraph; below its keyword row; below its bookkeeping; below a leading keyword row;
in a comment of several rows between entries."""
_IN_COMMENT = 8
"""Added to the state that goes on after a comment of several rows inside an entry."""
_QUOTED = 16
_FENCED = 32
"""From here on: in a code fence; twice its length, and one more for a fence of ``~``, times `_FENCED`."""
_LONGEST = 30


class Kind(IntEnum):
    """What a row is."""

    BLANK = 0
    TEXT = 1
    FENCE = 2
    CODE = 3
    WORDS = 4
    COMMENT = 5
    OPENING = 6
    HEADING = 7
    RULE = 8
    CONFLICT = 9


@dataclass(frozen=True, slots=True)
class Word:
    """A keyword and its span without the ``#``, relative to the block."""

    word: str = field(repr=False)
    span: Span


@dataclass(frozen=True, slots=True)
class Card:
    """An entry as it was read. `body` is where the text stands, None without any; `inner` are comment rows among the
    text, `quote` what stands before each row of a quoted entry, `labels` the places of its bookkeeping rows, `code`
    whether it holds a code fence, `open` whether a fence or comment goes on to the end of the file.
    """

    text: str = field(repr=False)
    body: Span | None
    words: tuple[Word, ...]
    label: Label
    labels: tuple[int, ...]
    inner: tuple[str, ...] = field(repr=False)
    quote: str
    code: bool
    open: bool


def step(state: int, row: str) -> tuple[int, Mark]:
    """The row automaton."""
    after, mark, _, _ = read(state, row)
    return after, mark


def read(state: int, row: str) -> tuple[int, Mark, Kind, int]:
    """The state after a row, what the row is to the block before it, its kind, and the column behind the ``> `` of a
    quoted entry.
    """
    if state >= _FENCED:
        base = _after_quote(row) if state & _QUOTED else 0
        ended = _closes(row[base:], state // _FENCED)
        return (INSIDE | (state & _QUOTED) if ended else state), Mark.MORE, Kind.CODE, base
    if state == LOOSE:
        return (BETWEEN if "-->" in row else LOOSE), Mark.GAP, Kind.COMMENT, 0
    if state & _IN_COMMENT:
        return (state & ~_IN_COMMENT if "-->" in row else state), Mark.MORE, Kind.COMMENT, 0
    if conflict_marker(row):
        return BETWEEN, Mark.GAP, Kind.CONFLICT, 0
    quoted, at = state & _QUOTED, state & ~_QUOTED
    opens, base = at in (BETWEEN, KEYED, TAIL), _after_quote(row)
    if base and not (quoted or opens) and classify(row[base:]) is not Kind.WORDS:
        base = 0
    kind = classify(row[base:])
    if kind is Kind.TEXT or kind is Kind.FENCE:
        quoted = (_QUOTED if base else 0) if opens else quoted
        after = INSIDE if kind is Kind.TEXT else _fence(row[base:].strip(WHITE)) * _FENCED
        return after | quoted, Mark.OPEN if opens else Mark.MORE, kind, base
    if kind is Kind.WORDS:
        if at == BETWEEN:
            return HEADED | (_QUOTED if base else 0), Mark.OPEN, kind, base
        return (HEADED if at == HEADED else KEYED) | quoted, Mark.MORE, kind, base
    if kind is Kind.COMMENT or kind is Kind.OPENING:
        if at == BETWEEN:
            return (BETWEEN if kind is Kind.COMMENT else LOOSE), Mark.GAP, kind, base
        after = TAIL if at == KEYED or (at == INSIDE and is_label(row[base:].strip(WHITE))) else at
        return after | quoted | (_IN_COMMENT if kind is Kind.OPENING else 0), Mark.MORE, kind, base
    return BETWEEN, Mark.GAP, kind, base


def is_unended(state: int) -> bool:
    """Whether a fence or comment is open."""
    return state >= _FENCED or state == LOOSE or bool(state & _IN_COMMENT)


def classify(content: str) -> Kind:
    """What a row is by its content, outside of fences and comments."""
    bare = content.strip(WHITE)
    first = bare[:1]
    if not first:
        return Kind.BLANK
    if first.isalnum():
        return Kind.TEXT
    if first in "#`" and words(bare) is not None:
        return Kind.WORDS
    if first == "#":
        return Kind.HEADING if _HEADING.match(bare) else Kind.TEXT
    if first in "`~":
        return Kind.FENCE if _FENCE.match(bare) else Kind.TEXT
    if first == "<":
        return _comment(bare)
    return Kind.RULE if first in "-*_" and _RULE.match(bare) else Kind.TEXT


def clean(text: str) -> str:
    """What a note can say: no controls, no blank rows but in fences, no blanks at row ends; an open fence is closed."""
    bare = text.strip(WHITE)
    if bare.isprintable() and bare[:1] not in ("`", "~"):
        return bare
    rows: list[str] = []
    fence = 0
    for row in _NEWLINE.split(_CONTROLS.sub(" ", text)):
        kept = row.rstrip(WHITE)
        if fence:
            fence = 0 if _closes(kept, fence) else fence
        elif not kept:
            continue
        else:
            kept = kept if rows else kept.lstrip(WHITE)
            fence = _fence(kept.strip(WHITE))
        rows.append(kept)
    if fence:
        rows.append(("~" if fence % 2 else "`") * (fence // 2))
    return "\n".join(rows)


def written_rows(text: str) -> list[str]:
    """A clean text as the rows that say it, each escaped where it would mean something else."""
    rows: list[str] = []
    fence = 0
    for row in text.split("\n"):
        if fence:
            fence = 0 if _closes(row, fence) else fence
            rows.append(row)
            continue
        fence = _fence(row.strip(WHITE))
        start = len(row) - len(row.lstrip(WHITE))
        needs = not fence and _needs(row[start:], not rows)
        rows.append(f"{row[:start]}\\{row[start:]}" if needs else row)
    return rows


def card(state: int, rows: tuple[str, ...]) -> Card:
    """What the rows of one block say; `state` is that before the first."""
    said, inner, pending = list[str](), list[str](), list[str]()
    found, labels = list[Word](), list[int]()
    label = Label()
    start: tuple[int, int] | None = None
    end, code, quote = (0, 0), False, ""
    for place, row in enumerate(rows):
        state, _, kind, base = read(state, row)
        quote = row[:base] if not place else quote
        content = row[base:]
        if kind in (Kind.TEXT, Kind.FENCE, Kind.CODE):
            code |= kind is not Kind.TEXT
            said.append(_unescaped(content, not said) if kind is Kind.TEXT else content)
            start = start or (place, len(row) - len(content.lstrip(WHITE)))
            end = (place, len(row.rstrip(WHITE)))
            inner += pending
            pending.clear()
        elif kind is Kind.WORDS:
            found += [
                Word(content[a:b], Span(place, base + a, place, base + b)) for a, b in words(content) or () if b > a
            ]
        elif kind in (Kind.COMMENT, Kind.OPENING):
            one = read_label(content.strip(WHITE)) if kind is Kind.COMMENT else None
            if one is not None:
                label = label.with_(one)
                labels.append(place)
            elif start is not None:
                pending.append(row)
    text = clean("\n".join(said))
    body = Span(*start, *end) if start is not None and text else None
    return Card(text, body, tuple(found), label, tuple(labels), tuple(inner), quote, code, is_unended(state))


def _after_quote(row: str) -> int:
    """The column after a leading ``>`` and one blank; 0 where there is none."""
    if ">" not in row:
        return 0
    start = len(row) - len(row.lstrip(WHITE))
    if row[start : start + 1] != ">":
        return 0
    return start + 2 if row[start + 1 : start + 2] == " " else start + 1


def _fence(bare: str) -> int:
    """Twice the length of the fence that a row opens, and one more for ``~``; 0 for none."""
    found = _FENCE.match(bare) if bare[:1] in ("`", "~") and words(bare) is None else None
    if found is None:
        return 0
    return min(len(found[1] or found[2]), _LONGEST) * 2 + (found[2] is not None)


def _closes(content: str, fence: int) -> bool:
    bare = content.strip(WHITE)
    char = "~" if fence % 2 else "`"
    return len(bare) >= fence // 2 and not bare.strip(char)


def _comment(bare: str) -> Kind:
    """A row of nothing but comments, or one whose last comment is not closed in it."""
    rest = bare
    while rest.startswith("<!--"):
        close = rest.find("-->", 4)
        if close < 0:
            return Kind.OPENING
        rest = rest[close + 3 :].lstrip(WHITE)
    return Kind.COMMENT if not rest else Kind.TEXT


def _needs(content: str, first: bool) -> bool:
    """Whether a text row has to be escaped: it means something, or it is such a row escaped."""
    bare = content.lstrip("\\").rstrip(WHITE)
    if classify(bare) not in (Kind.TEXT, Kind.BLANK, Kind.FENCE) or conflict_marker(bare):
        return True
    base = _after_quote(bare)
    return bool(base) and (first or classify(bare[base:]) is Kind.WORDS)


def _unescaped(content: str, first: bool) -> str:
    if "\\" not in content:
        return content
    start = len(content) - len(content.lstrip(WHITE))
    escaped = content[start : start + 1] == "\\" and _needs(content[start + 1 :], first)
    return content[:start] + content[start + 1 :] if escaped else content
