"""Keywords of cards: which rows are made of them, what can be one, and which are spellings of one.

Spellings of one keyword are equal when case, ``-``, ``_`` and a plural's ``s`` do not count.
"""

from __future__ import annotations

import re
import unicodedata

from memory_ls.lazily import lazy

WHITE = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What may stand around a row's content: Python's blanks and the byte order mark."""
_TOKEN = lazy(r"\S+")
_PLURALS = frozenset("apis demos logos photos repos todos videos".split())
"""Plurals that end like words whose ``s`` is their own."""
_OWN_S = ("ss", "us", "is", "os", "as", "js")
"""Endings of words whose ``s`` is no plural's: class, status, redis, macos, canvas, nodejs."""
_NO_PLURAL = frozenset("always cors https jeans keras lens mars nats news sales series species windows".split())
"""Words that end in ``s`` and without it are another word, or a name."""


def words(content: str) -> list[tuple[int, int]] | None:
    """The start and end of every keyword, without its ``#``, of a row that holds nothing else; else None."""
    found = []
    for token in _TOKEN.finditer(content):
        start, end = token.span()
        while end > start and content[end - 1] in ",`":
            end -= 1
        while start < end and content[start] == "`":
            start += 1
        if content[start : start + 1] != "#" or not is_word(content[start + 1 : end]):
            return None
        found.append((start + 1, end))
    return found or None


def is_word(word: str) -> bool:
    """Whether a string can be a keyword."""
    if word.isalnum():
        return True
    plain = word.replace("_", "").replace("-", "")
    return bool(plain) and all(char.isalnum() or unicodedata.category(char)[0] == "M" for char in plain)


def as_word(said: str) -> str:
    """The keyword that someone means: without ``#``, with ``-`` for what cannot stand in one; empty for none."""
    kept = [char if char == "_" or is_word(char) else "-" for char in said.strip(WHITE).lstrip("#")]
    word = re.sub("-{2,}", "-", "".join(kept)).strip("-")
    return word if is_word(word) else ""


def folded(word: str) -> str:
    """The key of a keyword's spellings."""
    plain = unicodedata.normalize("NFKC", word).casefold().replace("-", "").replace("_", "")
    if len(plain) < 4 or not plain.endswith("s") or not plain.isascii() or plain in _NO_PLURAL:
        return plain
    return plain if plain.endswith(_OWN_S) and plain not in _PLURALS else plain[:-1]
