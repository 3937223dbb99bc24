"""What is wrong with the keywords of one cards entry."""

from __future__ import annotations

from memory_ls.detect import quote
from memory_ls.formats.cards_rows import Card
from memory_ls.formats.cards_words import is_word
from memory_ls.formats.notes import Mend, Problem
from memory_ls.lazily import lazy
from memory_ls.text import Span

KEEP_ONE = "keep-one"
"""The mend of an entry with several keywords: the first stays."""
OWN_ROW = "own-row"
"""The mend of an entry whose keyword stands at the end of its text."""
_INLINE = lazy(r"(?<=\S)[ \t]+#(\S+)\Z")


def problems(one: Card) -> tuple[Problem, ...]:
    """At most one: no paragraph, no keyword, or several."""
    if one.label.superseded:
        return ()
    if one.body is None:
        if not one.words:
            return ()
        lone = f"#{quote(one.words[0].word, 24)} has no paragraph directly above it, so it leads to nothing"
        return (Problem("keyword", lone, one.words[0].span),)
    if len(one.words) > 1:
        first, last = one.words[0], one.words[-1]
        name = quote(first.word, 24)
        message = f"{len(one.words)} keywords; only #{name} leads to this note"
        extra = one.words[1].span
        span = Span(extra.row, max(extra.col - 1, 0), last.span.end_row, last.span.end_col)
        return (Problem("keyword", message, span, (Mend(KEEP_ONE, f"Keep only #{name}"),)),)
    if one.words or (one.text.rstrip("*_` ").endswith((":", "：")) and "\n" not in one.text):
        return ()
    inline = inline_word(one.text)
    if inline is not None and not one.code:
        name = quote(inline, 24)
        message = f"#{name} counts only in a row of its own, so no keyword leads to this note"
        row, end = one.body.end_row, one.body.end_col
        span = Span(row, end - len(inline) - 1, row, end)
        return (Problem("keyword", message, span, (Mend(OWN_ROW, f"Put #{name} into a row of its own"),)),)
    return (Problem("keyword", "no keyword leads to this note, so the agent never looks it up", _last_row(one)),)


def inline_word(text: str) -> str | None:
    """The keyword at the end of a text; a number is an issue's."""
    found = _INLINE.search(text)
    return found[1] if found and is_word(found[1]) and not found[1].isdigit() else None


def _last_row(one: Card) -> Span | None:
    """The text's row below which the keyword belongs."""
    if one.body is None or one.body.row == one.body.end_row:
        return one.body
    row, end = one.body.end_row, one.body.end_col  # a last row that is no quotation may be shorter than the marker
    return Span(row, min(len(one.quote), end), row, end)
