"""Which notes a prompt is about, without a model: BM25 over names, keywords, descriptions and text.

A note counts only if it shares two words with the prompt, or one with its own name or keywords: a word that is common
to both by chance is no reason to read a note. Scripts without blanks are cut into pairs of characters.

Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (fields joined by weight before
saturation). Weights, floor and counts: ours, tried on prompts of our own; at most 5 notes: the topics agent's document.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from memory_ls.data import dataclass, field
from memory_ls.lazily import lazy
from memory_ls.word_lists import SAME, STOP

MOST = 5
"""Notes that one prompt recalls."""
_WEIGHTS = (4.0, 4.0, 2.0, 1.0)
"""What a word counts in a name, a keyword, a description, the text."""
_SATURATION, _LENGTH = 1.2, 0.6
_FLOOR = 0.35
"""The part of the best note's score below which another is not worth its room."""
_PROMPT = 4_000
"""Code points of a prompt that are looked at: its beginning, where the question stands."""
_TEXT = 20_000
"""Code points of a note's text that are looked at."""
_ASKING = frozenset(
    "please can could would let lets want need help show tell explain find look give add fix write run try go see get "
    "think know think something anything thing things way why how when where what which does did done again here now "
    "today code file files change update check bitte kannst por favor puedes".split()
)
"""Words of prompts that say what to do, not about what."""

_WIDE = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_FIRST_WIDE = "\u3040"
_TOKEN = lazy(rf"[{_WIDE}]+|[^\W_{_WIDE}]+(?:['\u2019][^\W\d_{_WIDE}]+)?")
_WIDE_RUN = lazy(f"[{_WIDE}]")
_PLAIN_TOKEN = lazy(r"[^\W_]+(?:['\u2019][^\W\d_]+)?")
"""The same in a text of other scripts: classes as large as those take milliseconds to compile."""
_CAMEL = lazy(r"(?<=[a-z0-9])(?=[A-Z])")
_ENDINGS = ("ing", "ied", "ies", "ed", "es", "ly", "s")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A note that may be recalled; `key` tells it from every other."""

    key: str
    title: str = field(default="", repr=False)
    keywords: str = field(default="", repr=False)
    description: str = field(default="", repr=False)
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A note with its score, which only compares with others of the same call; `words` are those that it shares."""

    candidate: Candidate
    score: float
    words: frozenset[str] = field(repr=False)


def is_asking(prompt: str) -> bool:
    """Whether a prompt says enough to find notes by: more than one word, or any in a script without blanks."""
    return len(prompt.split()) > 1 or _has_wide(prompt)


def rank(prompt: str, candidates: Sequence[Candidate], most: int = MOST) -> list[Ranked]:
    """The notes that a prompt is about, best first, at most `most`; none for a single word."""
    wanted = list(dict.fromkeys(word for word in terms(prompt[:_PROMPT]) if word not in _ASKING_TERMS))
    if not wanted or not candidates or not is_asking(prompt):
        return []
    fields = [_fields(one) for one in candidates]
    lengths = [sum(map(len, parts)) or 1 for parts in fields]
    mean = sum(lengths) / len(lengths)
    weighed = [_weighed(parts, wanted) for parts in fields]
    holding = Counter(word for counts in weighed for word in counts)
    rarity = {word: math.log(1 + (len(candidates) - count + 0.5) / (count + 0.5)) for word, count in holding.items()}
    found = []
    for place, counts in enumerate(weighed):
        named = {word for part in fields[place][:2] for word in part}
        if len(counts) > 1 or not named.isdisjoint(counts):
            norm = _SATURATION * (1 - _LENGTH + _LENGTH * lengths[place] / mean)
            score = sum(rarity[word] * count * (_SATURATION + 1) / (count + norm) for word, count in counts.items())
            found.append(Ranked(candidates[place], score, frozenset(counts)))
    found.sort(key=lambda one: -one.score)  # stable: of equals the earlier one
    return [one for one in found[:most] if one.score >= found[0].score * _FLOOR]


def counting(prompt: str) -> list[str]:
    """The words of a prompt by which notes are found, as they are written there, each once."""
    tokens = dict.fromkeys(_TOKEN.findall(prompt[:_PROMPT]))
    return [token for token in tokens if any(word not in _ASKING_TERMS for word in terms(token))]


def _fields(one: Candidate) -> tuple[list[str], ...]:
    return tuple(list(terms(part)) for part in (one.title, one.keywords, one.description, one.text[:_TEXT]))


def _weighed(parts: Sequence[list[str]], wanted: Sequence[str]) -> dict[str, float]:
    """How often a note says each wanted word, weighed by where; only those that it says."""
    counts: dict[str, float] = {}
    looked_for = set(wanted)
    for part, weight in zip(parts, _WEIGHTS, strict=True):
        for word in part:
            if word in looked_for:
                counts[word] = counts.get(word, 0.0) + weight
    return counts


# --- words


def terms(text: str) -> Iterator[str]:
    """The words of a text as they are compared: folded, without their endings, stop words left out."""
    wide = _has_wide(text)
    for token in (_TOKEN if wide else _PLAIN_TOKEN).findall(text):
        if wide and _WIDE_RUN.match(token):
            yield from _pairs(token)
            continue
        parts = _CAMEL.split(token) if not token.islower() else [token]
        for part in parts:
            word = _term(part)
            if word:
                yield word
        if len(parts) > 1:
            yield _fold(token)


def _has_wide(text: str) -> bool:
    """Whether a text has characters of scripts without blanks."""
    return not text.isascii() and max(text) >= _FIRST_WIDE and _WIDE_RUN.search(text) is not None


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for at in range(len(run) - 1):
        if run[at : at + 2] not in STOP:
            yield run[at : at + 2]


@lru_cache(maxsize=1 << 14)
def _term(token: str) -> str:
    """A word as it is compared; empty for one that says nothing."""
    word = _fold(token).replace("\u2019", "'").removesuffix("'s")
    if word in STOP or (len(word) == 1 and not word.isdigit()):
        return ""
    return _stem(SAME.get(word, word))


def _stem(word: str) -> str:
    if len(word) < 5 or not word.isascii() or not word.isalpha():
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    word = word.rstrip("ey") if len(word) > 3 else word
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def _fold(word: str) -> str:
    if word.isascii():
        return word.lower()
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", word).casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


_ASKING_TERMS = frozenset(filter(None, map(_term, _ASKING)))
