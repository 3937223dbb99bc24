"""The only way in which text of a note, a name, a path or an id reaches a message.

What comes out holds no secret's value, no control character, and nothing that reorders or hides text.
"""

from __future__ import annotations

import re
from functools import lru_cache

from memory_ls.detect.characters import find_invisible
from memory_ls.detect.secrets import find_secrets

_ELLIPSIS = "…"
_WINDOW = 4096  # code points that are looked at for one quoted line


@lru_cache(maxsize=1)
def _unsafe() -> re.Pattern[str]:
    """What is never shown as it is: controls, line separators, bidirectional controls but marks, lone surrogates."""
    return re.compile(
        "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]|\r(?!\n)"
    )


def _code(run: str) -> str:
    more = f" +{len(run) - 1}" if len(run) > 1 else ""
    return f"⟨U+{ord(run[0]):04X}{more}⟩"


def _visible(text: str) -> str:
    """Text with every invisible or unsafe run shown as the code of its first character and the number of the others."""
    if text.isascii() and text.isprintable():
        return text
    pieces: list[str] = []
    done = 0
    for found in find_invisible(text):
        pieces += (text[done : found.start], _code(text[found.start : found.end]))
        done = found.end
    return _unsafe().sub(lambda found: _code(found[0]), "".join([*pieces, text[done:]]))


def _label(kind: str) -> str:
    return f"‹{kind.partition(' ')[2] or kind}›"


def mask(text: str) -> str:
    """The text with secrets replaced by what they are and invisible characters by their codes.

    Its number of ``\\n`` is that of `text`, so that rows stay comparable.
    """
    pieces: list[str] = []
    done = 0
    for secret in find_secrets(text):
        pieces += (text[done : secret.start], _label(secret.kind), "\n" * text.count("\n", secret.start, secret.end))
        done = secret.end
    return _visible("".join([*pieces, text[done:]]) if pieces else text)


def quote(text: str, limit: int = 60) -> str:
    """The text masked, on one line, blanks collapsed, at most `limit` code points with an ellipsis at the cut."""
    if limit <= 0:
        return ""
    line = " ".join(mask(text[:_WINDOW]).split())
    if len(text) > _WINDOW and len(line) <= limit:  # masking made the window short: what it cut may be half a secret
        line = " ".join(mask(text).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + _ELLIPSIS
