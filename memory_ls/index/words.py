"""Words of a note, and which of them decide: numbers, identifiers, names, negation; the rest folded to their stems."""

from __future__ import annotations

import re
import unicodedata
from enum import Enum, auto
from functools import lru_cache

from memory_ls.data import dataclass, field
from memory_ls.index.word_lists import NEGATION, SAME, STOP, WIDE_NEGATION

_WIDE = "㐀-鿿぀-ヿ"
_URL = r"https?://[^\s)>\]`\"']+"
_START = r"[.!?:;|>(\"*“—–]"
_TOKEN = re.compile(rf"({_URL}|[^\W_{_WIDE}]+(?:[-._/:@'’\\]+[^\W_{_WIDE}]+)*|[㐀-鿿]+|[゠-ヿ]{{2,}})|{_START}")
_ASCII_TOKEN = re.compile(rf"({_URL}|[A-Za-z0-9]+(?:[-._/:@'\\]+[A-Za-z0-9]+)*)|{_START}")
"""A token; or nothing, where a sentence or a phrase starts."""
_SPLIT = re.compile(r"[-/:'’]+")
_NUMBER = re.compile(r"[vV]?\d[\d.,:/x-]*(?:[a-zA-Z%]{1,3}|[TZ\d:.+-]*)\Z")
_HEX = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\Z")
_ADDRESS = re.compile(r"(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\Z|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
"""An address of a network or a device, or a UUID: one value."""
_LABEL = re.compile(r"\s*\**[A-Z]{1,2}\d{1,2}\**[:.)]\s+")
"""The number of a row in its list: "N6: "."""
_LETTERS_OF_HEX = re.compile(r"[a-f]{7,40}\Z")
_PORTUGUESE = re.compile(
    r"(?:^|[ (])(?:da|das|na|nas|os|em|uma|um|não|ao|aos|pela|pelo|são|é|já|estão|onde|com|\w+ção|\w+ões)(?= )"
)
"""Words of the language in which "no" means "in the"."""
_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z]{2,}\d|\d[a-zA-Z]{2,}|[A-Z]\d|[A-Z]{2,}[a-z]{2,}")
_SUFFIXES = tuple(
    "izations ization ations ation amente mente ments ment ings ing iendo ando endo acoes acao ciones cion ions ion "
    "ies ied ungen ung idos idas ados adas ido ida ado ada ers er ar ir ed es en em ly os as s".split()
)
"""Endings of English, Spanish, Portuguese and German, accents folded; of several that fit, the first."""
_APOSTROPHES = str.maketrans("’", "'")


class Kind(Enum):
    """What a token is to a comparison."""

    STOP = auto()
    NEGATION = auto()
    NUMBER = auto()
    """A number, a version, a date, a digest: a value."""
    IDENTIFIER = auto()
    """A path, a URL, a flag, a dotted, snake or camel case name, a ticket."""
    CAPITAL = auto()
    """A word with a capital, which is a name where no sentence starts."""
    WORD = auto()


@dataclass(frozen=True, slots=True)
class Words:
    """A note's words, folded. `said`: in order, with ``!`` where the statement is turned round; `content`: without.

    `bag` are the distinct ones; `numbers` and `names` (identifiers, and words with a capital inside a sentence) are
    parts of it. `paths`: identifiers that were shortened to their last part, in full. `shown`: a word as written.
    """

    said: tuple[str, ...] = field(repr=False)
    content: tuple[str, ...] = field(repr=False)
    bag: frozenset[str] = field(repr=False)
    numbers: frozenset[str] = field(repr=False)
    names: frozenset[str] = field(repr=False)
    negated: bool
    paths: dict[str, str] = field(repr=False)
    shown: dict[str, str] = field(repr=False)


def fold(text: str) -> str:
    """Case, accents and width folded."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    return "".join([char for char in text if not unicodedata.combining(char)]).casefold()


_LONGEST = 100
"""Code points from which a word is no word of a language."""


def stem(word: str) -> str:
    """A word without its ending, if enough of it is left; doubled letters count once."""
    if not 4 <= len(word) <= _LONGEST or not word.isalpha():
        return word
    if not word.isascii():
        return word[:6] if "Ѐ" <= word[0] <= "ӿ" else word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            word = word[: -len(suffix)]
            break
    word = word.rstrip("ey") if len(word) > 4 else word
    return "".join([char for place, char in enumerate(word) if not place or char != word[place - 1]])


Piece = tuple[str, Kind, str]
"""A word as compared, its kind, and in full."""


@lru_cache(maxsize=1 << 16)
def _pieces(token: str) -> tuple[Piece, ...]:
    """What a token comes to on its own."""
    if "㐀" <= token[0] <= "鿿":
        if len(token) <= 2:
            kind = Kind.STOP if token in STOP else Kind.NEGATION if token in NEGATION else Kind.WORD
            return ((token, kind, token),)
        return tuple([(token[at : at + 2], Kind.WORD, token[at : at + 2]) for at in range(len(token) - 1)])
    folded = fold(token).translate(_APOSTROPHES)
    if folded.endswith("'s"):
        folded, token = folded[:-2], token[:-2]
    if folded in NEGATION:
        return (("!", Kind.NEGATION, token),)
    if folded in SAME:
        word = SAME[folded]
        return ((word, Kind.NUMBER if word[0].isdigit() else Kind.WORD, token),)
    if len(token) == 1 and token.isupper() and token != "I":  # one of several: "option A"
        return ((folded, Kind.CAPITAL, token),)
    if folded in STOP or (len(folded) == 1 and not folded.isdigit()):
        return ((folded, Kind.STOP, token),)
    if _NUMBER.match(folded) or _HEX.match(folded) or _LETTERS_OF_HEX.match(folded) or _ADDRESS.match(folded):
        return ((folded.strip(".,:-").lstrip("v"), Kind.NUMBER, token),)
    if folded.isalpha():
        if _CAMEL.search(token):
            return ((folded, Kind.IDENTIFIER, token),)
        return ((stem(folded), Kind.CAPITAL if token[0].isupper() and token[1:].islower() else Kind.WORD, token),)
    if "_" not in token and "." not in token and "@" not in token and "\\" not in token:
        parts = _SPLIT.split(token)
        if len(parts) > 1 and "//" not in token and _plain(token, parts):
            return tuple([piece for part in parts if part for piece in _pieces(part) if part != "s"])
    path = folded.strip("./:").partition("?")[0]
    last = re.split(r"[/\\]|::", path)[-1]
    if "://" not in path:
        last = re.sub(r"\.[a-z][a-z0-9]{0,4}\Z", "", last)
    return ((last or path, Kind.IDENTIFIER, path),)


def _plain(token: str, parts: list[str]) -> bool:
    """Words put together with a hyphen or a slash, not a ticket, a flag or a path."""
    if any(any(char.isdigit() for char in part) for part in parts) and not parts[0].isdigit():
        return False
    if len(parts) == 3 and token.isupper() and len(token) <= 10:  # a pattern: DD/MM/YYYY
        return False
    return token.count("/") <= 1 or all(part[:1].isupper() for part in parts if part)


@lru_cache(maxsize=1 << 15)
def words(text: str) -> Words:
    """What `judge` and `Likeness` need of a note; remembered."""
    said: list[str] = []
    numbers: set[str] = set()
    names: set[str] = set()
    paths: dict[str, str] = {}
    shown: dict[str, str] = {}
    label = _LABEL.match(text)
    if label:
        text = text[label.end() :]
    find = (_ASCII_TOKEN if text.isascii() else _TOKEN).findall
    for place, part in enumerate(text.split("`")):
        code = place % 2 == 1
        starts = not place
        for token in find(part):
            if not token:
                starts = True
                continue
            for word, kind, full in _pieces(token):
                if kind is Kind.WORD:
                    if code:
                        names.add(word)
                elif kind is Kind.STOP:
                    if not code or len(word) < 3:
                        continue
                    names.add(word)
                elif kind is Kind.NUMBER:
                    numbers.add(word)
                elif kind is Kind.IDENTIFIER:
                    names.add(word)
                    if full != word:
                        paths[word] = full
                elif kind is Kind.CAPITAL:
                    if starts and word == "a":
                        continue
                    if code or not starts:
                        names.add(word)
                else:
                    if full != "no" or not _PORTUGUESE.search(text):
                        said.append("!")
                    continue
                said.append(word)
                if word not in shown:
                    shown[word] = token
            starts = False
    content = [word for word in said if word != "!"] if "!" in said else said
    negated = len(content) != len(said) or (not text.isascii() and any(piece in text for piece in WIDE_NEGATION))
    return Words(
        tuple(said), tuple(content), frozenset(content), frozenset(numbers), frozenset(names), negated, paths, shown
    )


@dataclass(frozen=True, slots=True)
class Token:
    """A word in its place: as compared, its kind, and where it stands in the text, in code points. `code`: between
    backticks; `starts`: first of a sentence or phrase."""

    word: str = field(repr=False)
    kind: Kind
    start: int
    end: int
    code: bool
    starts: bool


@lru_cache(maxsize=1 << 12)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a text with their places; what was put together of several words gives each of them."""
    found: list[Token] = []
    pattern = _ASCII_TOKEN if text.isascii() else _TOKEN
    label = _LABEL.match(text)
    base = label.end() if label else 0
    for place, part in enumerate(text[base:].split("`")):
        starts = not place
        for match in pattern.finditer(part):
            token = match[1]
            if not token:
                starts = True
                continue
            start, end = base + match.start(), base + match.end()
            wide = "㐀" <= token[0] <= "鿿" and len(token) > 2
            for step, (word, kind, full) in enumerate(_pieces(token)):
                if full == "no" and _PORTUGUESE.search(text):
                    word, kind = full, Kind.STOP
                span = (start + step, start + step + len(word)) if wide else (start, end)
                found.append(Token(word, kind, *span, place % 2 == 1, starts))
            starts = False
        base += len(part) + 1
    return tuple(found)


def index_words(text: str) -> frozenset[str]:
    """The distinct words by which a note is found."""
    return words(text).bag
