"""The grammar of a topics index, the root's ``MEMORY.md``: a row a topic, and what else people write there.

A bullet, numbered row or table row with a link to a topic is an entry; its text is the hook after the link. A bullet
without one is a note of its own, since real indexes hold facts. Indented rows below a bullet belong to it. Rows in
frontmatter, block comments and code fences are no entries; a heading or paragraph may still point at a topic.

Source: the topics document; Claude Code as measured (facts section 3); 24 real indexes.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect import find_asserted_date
from memory_ls.formats.comment_mark import END, old_text, opening
from memory_ls.formats.common import conflict_marker, same
from memory_ls.formats.notes import Fragment, Mark, Mention, Problem, Ref, Role
from memory_ls.formats.topic_links import Link, bare_paths, closes_fence, links, opens_fence, prose_rows, stem
from memory_ls.lazily import lazy
from memory_ls.text import BOM, Span, utf16_length

ENTRY_LIMIT = {"claude": 200, "pi": 150}
"""UTF-16 units that a row of the index should stay under, by dialect. Source: facts section 3."""
_TOLD = {"claude": 250, "pi": 150}
"""From where on it is told: Claude Code says "about", and itself writes rows a little longer (real indexes)."""

_START, _TEXT, _LIST, _FRONT, _COMMENT, _OLD, _FENCE = 0, 1, 2, 3, 4, 5, 8
LISTING = Ref("listing", "")
"""Shared by the topics of a store and the rows of its index that name any: who is listed is asked of them together."""
ENDS_ANYWHERE = (_TEXT, _LIST, _START)
"""States before which a row of the index may be put without landing inside something else."""
_BULLET = lazy(r"(\ufeff?\s*(?:[-*+]|\d{1,9}[.)])\s+)(?=\S)")
_RULE = lazy(r"\s*([-*_])(?:[ \t]*\1){2,}\s*\Z")
_TABLE = lazy(r"\s*\|.*\|\s*\Z")
_LISTED = lazy(r"\s*[-*+]\s+[^\w\s]*\[.+\]\(")
_AFTER_LINK = lazy(r"[*_~`)]*\s*(?:[—–:|→-]+\s*)?")
_MARKS = lazy(r"`|\*\*|~~|^[*_\s]+|[*_\s]+$")
_NO_WORDS = str.maketrans(dict.fromkeys(".!?,;:*_`", " "))


def normal(text: str) -> str:
    """What is compared when two notes say the same: words in lower case, without marks and closing punctuation."""
    return " ".join(text.translate(_NO_WORDS).split()).casefold()


class IndexGrammar:
    """States: text, a list (indented rows go on with it), frontmatter, a block comment, one that holds a superseded
    note, or a fence and its length.
    """

    start = _START

    def __init__(self, inside: str, dialect: str) -> None:
        self.inside, self.limit = inside, ENTRY_LIMIT.get(dialect, ENTRY_LIMIT["claude"])
        self.told = _TOLD.get(dialect, _TOLD["claude"])

    def step(self, state: int, row: str) -> tuple[int, Mark]:
        if state == _START and row.removeprefix(BOM).rstrip() == "---":
            return _FRONT, Mark.GAP
        if state == _FRONT and not _LISTED.match(row):
            return (_TEXT if row.rstrip() in ("---", "...") else _FRONT), Mark.GAP
        if state == _COMMENT:
            return (_TEXT if END in row else _COMMENT), Mark.GAP
        if state == _OLD:
            return (_TEXT if END in row else _OLD), Mark.MORE
        if state >= _FENCE:
            return self._in_fence(state, row)
        if not row or row.isspace():
            return _TEXT, Mark.GAP
        if opening(row):
            return (_TEXT if END in row else _OLD), Mark.OPEN
        in_list, indented = state == _LIST, row[0] in " \t"
        fence = opens_fence(row)
        if fence:
            goes_on = in_list and indented
            mark = Mark.MORE if goes_on else Mark.OPEN if _BULLET.match(row) else Mark.GAP
            listed = mark is not Mark.GAP
            return _FENCE + min(len(fence), 30) * 4 + (fence[0] == "~") * 2 + listed, mark
        if row.lstrip().startswith("<!--") and not (in_list and indented):
            return (_TEXT if END in row else _COMMENT), Mark.GAP
        if _BULLET.match(row) and not _RULE.match(row):
            return _LIST, Mark.OPEN
        if in_list and indented:
            return _LIST, Mark.MORE
        return _TEXT, Mark.OPEN if _TABLE.match(row) and any(links(self.inside, row)) else Mark.GAP

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None:
        row = rows[0]
        if not row.strip():
            return None
        after, mark = self.step(state, row)
        plain = after in (_TEXT, _LIST) and state in (_START, _TEXT, _LIST, _FRONT) and not _comment(row)
        if mark is Mark.GAP:
            return self._prose(row, plain)
        mark_of_old = opening(row) if mark is Mark.OPEN else None
        if mark_of_old:
            whole = Span(0, 0, len(rows) - 1, len(rows[-1]))
            return Fragment(Role.RETIRED, old_text(rows, _BULLET), whole, superseded_by=Ref("same", mark_of_old[2]))
        if mark is Mark.OPEN:
            return self._listed(rows)
        return self._prose(row, False)

    def _listed(self, rows: tuple[str, ...]) -> Fragment | None:
        found = [link for number, row in prose_rows(rows, 0) for link in links(self.inside, row, number)]
        weak = self._weak(rows, found)
        cost = sum(utf16_length(row) + 1 for row in rows)
        bullet = _BULLET.match(rows[0])
        start = bullet.end() if bullet else len(rows[0]) - len(rows[0].lstrip(" |\t"))
        end = len(rows[-1].rstrip() if bullet else rows[-1].rstrip(" \t|"))
        if found and (found[0].mention.span.row == 0 or not _dense(rows)):
            first = found[0]
            leads = first.mention.span.row == 0 and not any(map(str.isalnum, rows[0][start : first.start]))
            col = _AFTER_LINK.match(rows[0], first.end).end() if leads else start  # type: ignore[union-attr]
            text, body = _said(rows, col), Span(0, col, len(rows) - 1, end)
            title = _MARKS.sub("", first.title)
            if not text:
                text, col = title, first.title_start
                body = Span(0, col, 0, col + len(first.title)) if first.mention.span.row == 0 else body
            mentions = tuple(link.mention for link in found)
            return Fragment(
                Role.ENTRY,
                text,
                body,
                refs=weak,
                cost=cost,
                title=title or stem(first.mention.ref.value),
                mentions=mentions,
                problems=tuple(self._long(rows)),
            )
        text = _said(rows, start)
        if not text:
            return None
        dated = find_asserted_date(text)
        return Fragment(
            Role.NOTE,
            text,
            Span(0, start, len(rows) - 1, end),
            identity=same(normal(text)),
            refs=weak,
            cost=cost,
            depends=rows[0][0] in " \t",
            leads=text.rstrip("*_` ").endswith((":", "：")),
            dated=dated.day if dated else None,
            mentions=tuple(link.mention for link in found),
        )

    def _prose(self, row: str, plain: bool) -> Fragment:
        marker = conflict_marker(row)
        refs = {marker} if marker else set()
        mentions: tuple[Mention, ...] = ()
        if plain:
            found = list(links(self.inside, row))
            mentions = tuple(link.mention for link in found)
            refs |= self._weak((row,), found)
        return Fragment(Role.PROSE, row, Span(0, 0, 0, len(row)), refs=frozenset(refs), mentions=mentions)

    def _weak(self, rows: tuple[str, ...], found: list[Link]) -> frozenset[Ref]:
        """Files that the rows name without a link: enough for a topic not to be lost, too little to be broken."""
        strong = {link.mention.ref for link in found}
        names = {Ref("file", path) for row in rows for path in bare_paths(self.inside, row)}
        names |= {Ref("file", f"{ref.value}.md") for ref in strong if ref.kind == "name"}
        names -= strong
        return frozenset(names | {LISTING}) if names or strong else frozenset()

    def _long(self, rows: tuple[str, ...]) -> Iterator[Problem]:
        number, length = max(((n, utf16_length(row)) for n, row in enumerate(rows)), key=lambda one: one[1])
        if length > self.told:
            message = (
                f"{length} characters in one line of the index, which all sessions pay for; its agent keeps them under"
                f" about {self.limit}"
            )
            span = Span(number, 0, number, len(rows[number]))
            yield Problem("too-long", message, span, at_most="information" if length > 2 * self.limit else "hint")

    def _in_fence(self, state: int, row: str) -> tuple[int, Mark]:
        listed, tilde, length = (state - _FENCE) & 1, (state - _FENCE) & 2, (state - _FENCE) >> 2
        mark = Mark.MORE if listed else Mark.GAP
        if closes_fence(row, "~" if tilde else "`", length):
            return (_LIST if listed else _TEXT), mark
        return state, mark


def _comment(row: str) -> bool:
    return row.lstrip().startswith("<!--")


def _dense(rows: tuple[str, ...]) -> bool:
    """A long wrapped fact that points at a topic only on its way is a note, not an entry."""
    return len(rows) > 2


def _said(rows: tuple[str, ...], start: int) -> str:
    return " ".join(row.strip(" \t|\r") for row in (rows[0][start:], *rows[1:]) if row.strip(" \t|"))
