"""Rows that say something only below their heading: "Status: done", "**Added:** 2026-04-13", a bare path, dots.

The same row below another heading is about another thing. Source: ours, from rows that real logs of work repeat.
"""

from __future__ import annotations

from memory_ls.lazily import lazy

_PLAIN, _BOLD = 2, 3
"""Words of a label; one of more words is the beginning of a sentence ("Never do this: ...")."""
_LABEL = lazy(r"(?P<bold>\*\*|__)?(?P<label>[^\W\d_][^\n:：*]{0,40}?)(?:\*\*|__)?[:：](?:\*\*|__)?(?:\s|\Z)")


def is_field(text: str) -> bool:
    """Whether a text is a short label with a value, one single word, or nothing but punctuation."""
    if len(text.split(None, 1)) < 2 or not any(char.isalnum() for char in text[:200]):
        return True
    found = _LABEL.match(text)
    return found is not None and len(found["label"].split()) <= (_BOLD if found["bold"] else _PLAIN)
