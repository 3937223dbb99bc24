"""What is not compared with other notes: rows that are alike by nature."""

from __future__ import annotations

import re

from memory_ls.index.words import words

_MARK = r"[\s\W]{0,4}(?:\[[ xX]\]\s*)?[\s*]*"
_LOG = re.compile(rf"{_MARK}\[?(?:\d{{4}}[-/.]\d\d[-/.]\d\d|\d\d?[./]\d\d?[./]\d{{2,4}}|(?:\w{{1,10}} )?\d\d?:\d\d\b)")
_TABLE = re.compile(r"\s*(?:\||~~)")
_FIELDS = "why|how to apply|where|what|when|status|date|type|source|file|files|result|session|example"
_FIELD = re.compile(rf"\*{{0,2}}(?:{_FIELDS})\b[^:]{{0,12}}:", re.IGNORECASE)
"""A field that every record of its kind has."""
_ASIDE = re.compile(r"\s*_[^_\n]+_\s*\Z")
"""A paragraph that is slanted as a whole: what a template says of its own page."""
_RELATION = re.compile(r"\W*\w+ \[\[[^\]]*\]\]\W*\Z")
"""A word and a link: "supersedes [[Step 2]]"."""
_SIGNS = (_LOG, _TABLE, _FIELD, _ASIDE)
_LINK = re.compile(r"\[[^\]]*\]\([^)]*\)|https?://\S+|\[\[[^\]]*\]\]|`[^`\s]*[/.][^`\s]*`|\S*[/\\]\S+")
_LEAST_LETTERS = 10
"""Letters beside its links that a row has if it says something."""
_MOST_LETTERS = 40
"""Letters beside its links above which a text is a sentence and no row of links."""


def is_not_compared(text: str) -> bool:
    """Log rows, table rows, fields of records and rows of links are alike by nature; what is struck out is past."""
    if any(sign.match(text) for sign in _SIGNS):
        return True
    found = _LINK.search(text)
    if found is None:
        return False
    if _RELATION.match(text):
        return True
    letters = _letters(text)
    return letters < _LEAST_LETTERS or (found.start() < 3 and letters * 4 < sum(map(str.isalpha, text)))


def _letters(text: str) -> int:
    """How many letters stand beside a text's links."""
    return sum(map(str.isalpha, _LINK.sub("", text)))


def links_agree(a: str, b: str) -> bool:
    """Whether two rows of links name the same ones, and call them nearly the same.

    A sentence that holds the link of a row tells about it, and is no second row.
    """
    if max(_letters(a), _letters(b)) > _MOST_LETTERS:
        return False
    links = set(_LINK.findall(a))
    if not links or links != set(_LINK.findall(b)) or any(sign.match(row) for sign in _SIGNS for row in (a, b)):
        return False
    return bool(words(_LINK.sub(" ", a)).bag & words(_LINK.sub(" ", b)).bag)
