"""How a query finds notes: by its words, or as a pattern where it is written like one.

A pattern may take for ever on a text, and Python cannot be stopped in the middle of one; so it is tried in a process of
its own, which is ended after a while.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence

from memory_ls.agent.answer import Declined
from memory_ls.index.word_lists import STOP

SECONDS = 2.0
"""That a pattern may take for all notes. Source: ours."""
_WORDS = 20
_LIKE_A_PATTERN = re.compile(r"[|^$\[\]\\]|\.[*+]|\(.*\)|\{\d+(?:,\d*)?\}", re.DOTALL)
"""Source: records, "Search / list / read"."""
_CHILD = """\
import json, re, sys, warnings
warnings.simplefilter("ignore")
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
except Exception:
    pass
pattern, texts = json.load(sys.stdin)
try:
    search = re.compile(pattern, re.IGNORECASE).search
except Exception:
    print("null")
else:
    print(json.dumps([next((n for n, row in enumerate(rows) if search(row)), -1) for rows in texts]))
"""


def is_pattern(query: str) -> bool:
    """Whether a query means a regular expression."""
    return _LIKE_A_PATTERN.search(query) is not None


def terms(query: str) -> list[str]:
    """The words of a query, in small letters; those that mean nothing are dropped if there are others."""
    words = list(dict.fromkeys(query.lower().split()))[:_WORDS]
    return [word for word in words if len(word) > 1 and word not in STOP] or words


def by_words(query: str, texts: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Per text, given as its rows: how many different words it has, and the first row with one of them, or -1."""
    return [_scored(terms(query), rows) for rows in texts]


def by_pattern(query: str, texts: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """The same for a pattern, which a text has or has not; one that is no regular expression is meant literally.

    Raises `Declined` for a pattern that takes too long.
    """
    found = _tried(query, texts)
    if found is None:
        return [_scored([query.lower()], rows) for rows in texts]
    return [(int(row >= 0), row) for row in found]


def _scored(words: Sequence[str], rows: Sequence[str]) -> tuple[int, int]:
    low = [row.lower() for row in rows]
    text = "\n".join(low)
    score = sum(word in text for word in words)
    return score, next((n for n, row in enumerate(low) if any(word in row for word in words)), -1) if score else -1


def _tried(pattern: str, texts: Sequence[Sequence[str]]) -> list[int] | None:
    """The first row of each text in which a pattern is found, or -1; None for what is no pattern."""
    if not texts:
        return []
    try:
        ran = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _CHILD],
            input=json.dumps([pattern, [list(rows) for rows in texts]]),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            encoding="ascii",
            check=False,
        )
        found = json.loads(ran.stdout)
    except subprocess.TimeoutExpired:
        raise Declined("this pattern takes too long on these notes; say it simpler, or search by words") from None
    except (OSError, ValueError):  # no process to be had, or one that was ended from outside
        return None
    return found if isinstance(found, list) and len(found) == len(texts) else None
