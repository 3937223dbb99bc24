"""Whether two notes say different things of the same: one subject, one attribute, two values. Ours; measured by
`tests/quality/conflicts.py`.

Values are numbers with what stands beside them, choices of one family (`choices.py`), digests, states, names at the end
of a statement, and whether something is so at all. All other words must be nearly the same, and so must be what the
notes speak about.
"""

from __future__ import annotations

import re
from functools import lru_cache

from memory_ls.data import dataclass, field, replace
from memory_ls.index.choices import AFFIRMING, CHOICE, HELD_BY_ONE, ORDINAL, REJECTING, STATE
from memory_ls.index.skipped import is_not_compared
from memory_ls.index.words import Kind, Token, Words, stem, tokens, words

Place = tuple[int, int]
"""Where something stands in a text: start and end, in code points."""


@dataclass(frozen=True, slots=True)
class Clash:
    """What two notes say differently. `subject`: the word before the value in both, as written ("port"), or "";
    `a`, `b`: where the value stands in each text; `sure`: not just another name in the same words, which is as often
    one of two of a kind.
    """

    subject: str = field(repr=False)
    a: Place
    b: Place
    sure: bool = True

    @property
    def turned(self) -> Clash:
        """The same clash with the second note first."""
        return replace(self, a=self.b, b=self.a)


@dataclass(frozen=True, slots=True)
class _Note:
    text: str
    words: Words
    row: tuple[Token, ...]

    def raw(self, token: Token) -> str:
        return self.text[token.start : token.end].lower()


_HEX = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\Z|[a-f]{7,40}\Z")
_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?|\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2}:\d\d")
_DIGITS = re.compile(r"\d+")
_UNIT = re.compile(r"[\d.,:/x-]+([a-z%]*)\Z")
_PART = re.compile(r"[^\W_]+")
_NOW = re.compile(
    r"\b(?:current|now|status|progress|latest|done|complete)|現在|進捗|完了|当前|目前|最新", re.IGNORECASE
)
"""What tells how far something has come; then "phase 3" is a value."""
_HEADS = re.compile(r"[^:\n]{0,24}:")
_LABEL = re.compile(r"[`*_)\]\s]*(?:[:：=|→—–]|->|-\s)")
"""What stands after a word that a row is about: "npm: …", "**Monday** — …"."""
_PASSED_OVER = (Kind.STOP, Kind.NUMBER, Kind.NEGATION)
_NOTHING = Token("", Kind.STOP, 0, 0, code=False, starts=False)
_NEAR = 2
"""Code points between a number and the word that counts with it."""


def conflicting(a: str, b: str) -> Clash | None:
    """The clash of two notes, or None: no clash, or too little to tell."""
    if a == b or is_not_compared(a) or is_not_compared(b) or a.rstrip().endswith("?") or b.rstrip().endswith("?"):
        return None
    x, y = _Note(a, words(a), tokens(a)), _Note(b, words(b), tokens(b))
    for way in (_choices, _numbers, _polarity, _states, _held_by_one, _renamed):
        clash = way(x, y)
        if clash is not None:
            return clash
    return None


def _clash(one: Token, other: Token, subject: str = "", *, sure: bool = True) -> Clash:
    return Clash(subject, (one.start, one.end), (other.start, other.end), sure)


def _same_subject(x: Words, y: Words, less: frozenset[str], *, loose: int = 2) -> bool:
    """Whether two notes speak about the same, leaving some words out."""
    a, b = x.bag - less, y.bag - less
    shared, a, b = a & b, a - b, b - a
    if not a and not b:
        return True
    few, many = sorted((len(a), len(b)))
    if not shared or (few and len(shared) < 3) or few > len(shared) // loose or many > 2 * len(shared):
        return False
    names_x, names_y = a & x.names, b & y.names
    if names_x and names_y and not _same_but_digits(names_x, names_y):
        return False
    first_x = next((word for word in x.content if word not in less), "")
    first_y = next((word for word in y.content if word not in less), "")
    return not (first_x in a and first_y in b)


def _same_but_digits(some: frozenset[str], others: frozenset[str]) -> bool:
    a, b = ({_DIGITS.sub("", word) for word in names} for names in (some, others))
    return a <= b or b <= a


def _numbers(x: _Note, y: _Note) -> Clash | None:
    only_x, only_y = x.words.numbers - y.words.numbers, y.words.numbers - x.words.numbers
    if not only_x or not only_y or not _same_subject(x.words, y.words, x.words.numbers | y.words.numbers):
        return None
    others = [(place, token) for place, token in enumerate(y.row) if _is_one_of(token, only_y)]
    for i, one in enumerate(x.row):
        for j, other in others if _is_one_of(one, only_x) else ():
            clash = _two_values(x, y, i, j, one, other)
            if clash is not None:
                return clash
    return None


def _is_one_of(token: Token, numbers: frozenset[str]) -> bool:
    return token.kind is Kind.NUMBER and token.word in numbers


def _two_values(x: _Note, y: _Note, i: int, j: int, one: Token, other: Token) -> Clash | None:
    """The clash of two numbers that are of one kind and stand beside the same word."""
    if _shape(one.word) != _shape(other.word) or (one.word.startswith("1-") and other.word.startswith("1-")):
        return None
    (before, after), (also_before, also_after) = _beside(x.row, i), _beside(y.row, j)
    leads = before.word == also_before.word != ""
    counts = after.word == also_after.word != ""
    if not leads and not counts:
        return None
    if _is_ordinal(x, i) and _is_ordinal(y, j) and not (_NOW.search(x.text) and _NOW.search(y.text)):
        return None
    clash = _clash(one, other)
    if counts and one.word.isdigit() and _touch(one, after) and _touch(other, also_after):
        return replace(clash, a=(one.start, after.end), b=(other.start, also_after.end))
    if leads and _touch(before, one) and _touch(also_before, other):
        return replace(clash, subject=x.text[before.start : before.end])
    return clash


def _touch(one: Token, other: Token) -> bool:
    return other.start - one.end <= _NEAR


def _beside(row: tuple[Token, ...], place: int) -> tuple[Token, Token]:
    """The nearest words before and after that are neither stop words nor values; a token without a word for none."""
    before = [token for token in row[max(0, place - 3) : place] if token.kind not in _PASSED_OVER]
    after = [token for token in row[place + 1 : place + 4] if token.kind not in _PASSED_OVER]
    return before[-1] if before else _NOTHING, after[0] if after else _NOTHING


def _is_ordinal(note: _Note, place: int) -> bool:
    return place > 0 and not ORDINAL.isdisjoint(_PART.findall(note.raw(note.row[place - 1])))


def _shape(word: str) -> str:
    """What kind of value a number is."""
    if _HEX.match(word):
        return "digest"
    if _DATE.match(word):
        return "date"
    if word.count(".") > 1:
        return "version"
    unit = _UNIT.match(word)
    return f"number {unit[1]}" if unit else "number"


def _choices(x: _Note, y: _Note) -> Clash | None:
    mine, theirs = _chosen(x), _chosen(y)
    for family in mine.keys() & theirs.keys():
        (yes_x, no_x), (yes_y, no_y) = mine[family], theirs[family]
        if not yes_x or not yes_y or yes_x.keys() & yes_y.keys():
            continue
        one, other = next(iter(yes_x.values())), next(iter(yes_y.values()))
        if _is_label(x, one) or _is_label(y, other):
            continue
        less = frozenset(token.word for some in (yes_x, no_x, yes_y, no_y) for token in some.values())
        if _same_subject(x.words, y.words, less):
            return _clash(one, other)
    return None


Values = dict[str, Token]


def _chosen(note: _Note) -> dict[str, tuple[Values, Values]]:
    """By family: the values that a note names, and those that it rejects."""
    found: dict[str, tuple[Values, Values]] = {}
    rejected = False
    for token in note.row:
        raw = note.raw(token)
        choice = CHOICE.get(raw)
        if token.kind is Kind.NEGATION or raw in REJECTING:
            rejected = True
        elif choice is not None:
            found.setdefault(choice[0], ({}, {}))[rejected].setdefault(choice[1], token)
        elif token.kind is not Kind.STOP:
            rejected = False
    return found


def _is_label(note: _Note, token: Token) -> bool:
    """Whether a word at the start names what the row is about."""
    return token.starts and _LABEL.match(note.text, token.end) is not None


@lru_cache(maxsize=1)
def _affirming() -> frozenset[str]:
    return frozenset(word for token in AFFIRMING for word in (stem(token), token))


def _polarity(x: _Note, y: _Note) -> Clash | None:
    """One of them says that it is not so."""
    if x.words.negated == y.words.negated:
        return None
    no, yes = (x, y) if x.words.negated else (y, x)
    signs = [place for place, token in enumerate(no.row) if token.kind is Kind.NEGATION]
    if not signs or not yes.row or not _same_subject(x.words, y.words, _affirming(), loose=4):
        return None
    sign = no.row[signs[0]]
    if no.text[: sign.start].rstrip()[-1:] in (",", "(", ";", "—"):  # an alternative: ", not npm"
        return None
    if sign.starts and _HEADS.match(no.text, sign.start):  # "pending tasks: …"
        return None
    denied = next((token for token in no.row[signs[0] + 1 :] if token.kind is not Kind.STOP), None)
    if denied is not None and denied.word not in yes.words.bag:
        return None
    affirmed = next((token for token in yes.row if yes.raw(token) in AFFIRMING), None)
    if affirmed is not None:
        clash = _clash(sign, affirmed)
    else:
        said = next((token for token in yes.row if denied is not None and token.word == denied.word), yes.row[-1])
        end = denied.end if denied is not None else sign.end
        clash = Clash("", (sign.start, end), (said.start, said.end))
    return clash if no is x else clash.turned


def _states(x: _Note, y: _Note) -> Clash | None:
    mine, theirs = _state(x), _state(y)
    if mine is None or theirs is None or mine[0] == theirs[0]:
        return None
    less = frozenset((mine[1].word, theirs[1].word))
    return _clash(mine[1], theirs[1]) if _same_subject(x.words, y.words, less) else None


def _state(note: _Note) -> tuple[int, Token] | None:
    """The one state that a note names."""
    found = [(STATE[note.raw(token)], token) for token in note.row if note.raw(token) in STATE]
    return found[0] if len({state for state, _ in found}) == 1 else None


def _middle(x: _Note, y: _Note) -> tuple[tuple[Token, ...], tuple[Token, ...], int, int]:
    """What is left of two rows of tokens without the same start and end, and how many these have."""
    a, b = x.row, y.row
    most = min(len(a), len(b))
    head = next((place for place in range(most) if a[place].word != b[place].word), most)
    tail = next((place for place in range(most - head) if a[-1 - place].word != b[-1 - place].word), most - head)
    return a[head : len(a) - tail], b[head : len(b) - tail], head, tail


def _held_by_one(x: _Note, y: _Note) -> Clash | None:
    """Two names where there is one: two owners, two defaults."""
    mine, theirs, head, tail = _middle(x, y)
    if not 1 <= len(mine) <= 2 or not 1 <= len(theirs) <= 2 or head < 2 or tail > 4:
        return None
    if any(token.kind not in (Kind.CAPITAL, Kind.IDENTIFIER) and not token.code for token in (mine[0], theirs[0])):
        return None
    if all(x.raw(token) not in HELD_BY_ONE for token in x.row[:head]):
        return None
    return Clash("", (mine[0].start, mine[-1].end), (theirs[0].start, theirs[-1].end))


def _renamed(x: _Note, y: _Note) -> Clash | None:
    """One name alone is another one, in words that are the same: renamed, or one of two of a kind; never sure."""
    mine, theirs, head, tail = _middle(x, y)
    if not mine or not theirs or any(token.kind in (Kind.NUMBER, Kind.NEGATION) for token in (*mine, *theirs)):
        return None
    same = {token.word for token in (*x.row[:head], *x.row[len(x.row) - tail :]) if token.kind is not Kind.STOP}
    if max(len(mine), len(theirs)) > 1 + (len(same) > 5):
        return None
    alike = _have_parts_in_common(x.raw(mine[0]), y.raw(theirs[0]))
    named = any(token.code or token.kind in (Kind.IDENTIFIER, Kind.CAPITAL) for token in (mine[0], theirs[0]))
    if not (alike and len(same) > 2) and not (named and len(same) > 3):
        return None
    return _clash(mine[0], theirs[0], sure=False)


def _have_parts_in_common(a: str, b: str) -> bool:
    mine, theirs = set(_PART.findall(a)), set(_PART.findall(b))
    return len(mine & theirs) * 2 >= min(len(mine), len(theirs)) > 0
