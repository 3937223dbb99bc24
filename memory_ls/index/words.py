"""Words of a note, and which of them decide: numbers, identifiers, names, negation, the rest folded to their stems."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(r"[^\W_]+(?:[._/:@-]+[^\W_]+)*|[㐀-鿿぀-ヿ가-힯]")
_NUMBER = re.compile(r"[vV]?\d[\d.,:/x-]*[a-zA-Z%]{0,3}\Z")
_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z]{2,}\d|\d[a-zA-Z]{2,}")
_CODE = re.compile(r"`([^`\n]{1,80})`")
_SNAKE = re.compile(r"\w*[^\W_]_[^\W_]\w*")
_WIDE = re.compile(r"[㐀-鿿぀-ヿ가-힯]")
_SUFFIXES = tuple("izations ization ations ation ments ment ings ing ies ied ers er ed es ly s".split())

STOP = frozenset(
    "a an the is are was were be been being to of in on at for with and or but by from as it its this that these those "
    "we i you he she they them our your their has have had do does did will would can could should must may might into "
    "via per so then than also just still now when if whether only all any each both while during over up out about "
    "there here which who what how why user users wants want prefers prefer likes like always please my me us note "
    "remember use uses used using make sure keep de la le el en un une der die das und".split()
)
"""Words that say little of what a note is about. Ours."""

NEGATION = frozenset(
    "not no never don't dont doesn't doesnt cannot can't cant won't wont without avoid isn't isnt aren't stop disable "
    "disabled off false instead neither nor non deprecated removed fail fails failed pending broken wrong incorrect "
    "不要 不 未 没有 禁用 nicht kein keine nie ne pas jamais sin nunca não nem не нет никогда sem không".split()
)
"""Words that turn a statement round, in the languages seen in real stores."""

_OPPOSITES = (
    ("always", "never"),
    ("enable", "disable"),
    ("enabled", "disabled"),
    ("on", "off"),
    ("true", "false"),
    ("before", "after"),
    ("allow", "deny"),
    ("start", "stop"),
    ("public", "private"),
    ("minimum", "maximum"),
    ("min", "max"),
    ("first", "last"),
    ("left", "right"),
    ("local", "remote"),
    ("client", "server"),
    ("read", "write"),
    ("old", "new"),
    ("dark", "light"),
    ("staging", "production"),
    ("dev", "prod"),
    ("up", "down"),
    ("input", "output"),
    ("frontend", "backend"),
    ("request", "response"),
    ("success", "failure"),
    ("accept", "reject"),
    ("add", "remove"),
    ("tabs", "spaces"),
)
OPPOSITE = {a: b for pair in _OPPOSITES for a, b in (pair, pair[::-1])}
"""Words that make two statements different facts when they stand for each other."""

_SAME = {
    "favourite": "favorite",
    "colour": "color",
    "repo": "repository",
    "repos": "repository",
    "config": "configuration",
    "configs": "configuration",
    "docs": "documentation",
    "db": "database",
    "env": "environment",
    "js": "javascript",
    "ts": "typescript",
    "py": "python",
    "k8s": "kubernetes",
    "dir": "directory",
    "folder": "directory",
    "msg": "message",
    "pr": "pull-request",
    "auth": "authentication",
    "app": "application",
    "info": "information",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
}


@dataclass(frozen=True, slots=True)
class Words:
    """A note's words: `content` in order, folded; the sets are parts of it that decide; `shown`: a word as written."""

    content: tuple[str, ...]
    numbers: frozenset[str]
    names: frozenset[str]
    negation: frozenset[str]
    shown: dict[str, str]

    @property
    def bag(self) -> frozenset[str]:
        return frozenset(self.content)


def fold(text: str) -> str:
    """Case, accents and width folded."""
    text = unicodedata.normalize("NFKC", text)
    if not text.isascii():
        text = "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
    return text.casefold()


def stem(word: str) -> str:
    """A word without its ending, if enough of it is left."""
    if not word.isascii() or not word.isalpha():
        return word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            return word[: -len(suffix)].rstrip("e")
    return word.rstrip("e") if len(word) > 4 else word


def tokens(text: str) -> list[str]:
    """Words as they stand; a wide script's characters one by one."""
    return _TOKEN.findall(text)


@lru_cache(maxsize=20_000)
def words(text: str) -> Words:
    """What `judge` needs of a note; remembered."""
    code = {token for span in _CODE.findall(text) for token in tokens(span)}
    content: list[str] = []
    numbers, names, negation = set(), set(), set()
    shown: dict[str, str] = {}
    for place, token in enumerate(tokens(text)):
        folded = fold(token)
        if folded in NEGATION or folded.replace("’", "'") in NEGATION:
            negation.add(folded)
            continue
        folded = _SAME.get(folded, folded)
        if _NUMBER.match(folded):
            word = folded.strip(".,:-").lstrip("v")
            numbers.add(word)
        elif token in code or _is_identifier(token):
            word = folded
            names.add(word)
        elif folded in STOP:
            continue
        else:
            word = stem(folded)
            if place and token[:1].isupper() and token[1:].islower():
                names.add(word)
        content.append(word)
        shown.setdefault(word, token)
    if "n't" in text or "n’t" in text:
        negation.add("not")
    return Words(tuple(content), frozenset(numbers), frozenset(names), frozenset(negation), shown)


def _is_identifier(token: str) -> bool:
    return (
        bool(_CAMEL.search(token) or _SNAKE.match(token))
        or any(char in token for char in "./@:")
        or ("-" in token and any(char.isdigit() for char in token))
    )


def index_words(text: str) -> frozenset[str]:
    """The distinct content words by which a note is found."""
    return words(text).bag
