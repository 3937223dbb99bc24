"""Secrets in prose, as people write them into notes: found by a prefix, a mark or a key word, then judged.

Every detector looks for a fixed string first, so that text without one costs next to nothing, and each span is the
value alone: what a redaction would replace.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from operator import itemgetter

from memory_ls.data import dataclass
from memory_ls.detect.judging import decoded, is_odd_password, is_password, is_placeholder, is_random, is_stand_in
from memory_ls.detect.secret_blocks import find_private_keys
from memory_ls.detect.secret_marks import NO_HINTS, hinted, shapes_in
from memory_ls.detect.secret_names import find_assigned, find_logins, find_named_after
from memory_ls.detect.secret_patterns import SHAPES
from memory_ls.detect.secret_tables import find_in_tables
from memory_ls.detect.secret_words import PLACES, Place, Word
from memory_ls.lazily import lazy


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a secret's value is, in code points; `kind` with its article, as a message says it.

    `certain` is False for what may be an ordinary word or number: a password told in prose, a UUID behind a key word.
    """

    start: int
    end: int
    kind: str
    certain: bool


_Found = tuple[int, int, str, bool]

_SHORTEST = 20  # code points; no shape is shorter
_OTHER_MARKS = ("/", "|", "-----BEGIN ", "Private-Lines:")  # of addresses and logins, tables, keys over several rows
_LONG_WORD = lazy(r"[^\s\"'`|<>]{20,}")
_HIDDEN = lazy("[\xad\u200b-\u200f\u2060-\u2064\ufeff]")


@cache
def _shape(number: int) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9])(?:{SHAPES[number].value})(?<!\.)(?![A-Za-z0-9])")


@cache
def _place(number: int) -> re.Pattern[str]:
    return re.compile(PLACES[number].pattern)


def _long_words(text: str) -> list[re.Match[str]]:
    """What may be or hold a token, in order."""
    found: list[re.Match[str]] = []
    at = 0
    for word in [word for word in text.split() if len(word) >= _SHORTEST]:
        at = text.index(word, at) + len(word)
        found += _LONG_WORD.finditer(text, at - len(word), at)
    return found


def _tokens(text: str, words: list[re.Match[str]]) -> Iterator[_Found]:
    candidates = [(number, word) for word in words for number in shapes_in(word[0])]
    for number, word in sorted(candidates, key=itemgetter(0)):
        shape = SHAPES[number]
        for found in _shape(number).finditer(text, *word.span()):  # no shape reaches beyond the word
            if not is_stand_in(found[0], shape.distinct):
                yield *found.span(), shape.kind, True


# What has the form of a token of nobody that is known: a short word, then many letters of both cases and digits.
_PREFIXED = lazy(
    r"(?<![\w/.#?&:@+%-])(?!(?:pk|cs|ac|ba|pub|public|publishable|file|resp|msg|run|thread|asst|toolu|req|evt|call|chatcmpl|sha\d*|hash)[_-])"
    r"[A-Za-z][A-Za-z0-9]{1,11}[_-](?:[A-Za-z0-9]{1,10}[_-])?"
    r"(?=[A-Za-z]{0,60}\d[A-Za-z]{0,60}\d)(?=[a-z0-9]{0,60}[A-Z])(?=[A-Z0-9]{0,60}[a-z])[A-Za-z0-9]{32,120}(?![A-Za-z0-9_+/%-])"
)


def _prefixed(text: str, words: list[re.Match[str]]) -> Iterator[_Found]:
    if any(len(word[0]) >= 35 and ("_" in word[0] or "-" in word[0]) for word in words):
        for found in _PREFIXED.finditer(text):
            if len(set(found[0])) > 18 and not is_stand_in(found[0], 8):
                yield *found.span(), "a token", False


# JSON web tokens, RFC 7519.
_JWT = r"(?<![\w.-])eyJ[\w-]{10,}\.eyJ[\w-]{8,}\.[\w-]{16,}"
_PUBLIC_ROLE = lazy(r'"role"\s*:\s*"anon"')
_SAMPLE_SUBJECT = lazy(r'"sub"\s*:\s*"1234567890"|"some"\s*:\s*"payload"|"name"\s*:\s*"John Doe"')


@lru_cache(maxsize=1)
def _jwt() -> re.Pattern[str]:
    return re.compile(_JWT)


def _web_tokens(text: str) -> Iterator[_Found]:
    if "eyJ" not in text:
        return
    for found in _jwt().finditer(text):
        claims = decoded(found[0].split(".")[1]) or ""
        if (
            not _PUBLIC_ROLE.search(claims)
            and not _SAMPLE_SUBJECT.search(claims)
            and not text.startswith("...", found.end())
        ):
            yield *found.span(), "a JSON web token", True


# Credentials in URLs, RFC 3986 userinfo.
_USERINFO = lazy(r"(?P<user>[^\s/?#:@'\"`<>|\\]{0,128}):(?P<v>[^\s/?'\"`<>]{1,256})@(?=[\w\[$])")
_USER_TOKEN = lazy(r"(?P<v>[A-Za-z0-9_.~-]{20,256})@(?=[A-Za-z0-9-]{1,63}\.)")


def _url_credentials(text: str) -> Iterator[_Found]:
    at = text.find("://") if "@" in text else -1
    while at >= 0:
        if found := _USERINFO.match(text, at + 3):
            user, password = found["user"], found["v"]
            if (
                len(password) >= 4
                and password != user
                and not is_placeholder(password)
                and not user.startswith(("<", "{"))
            ):
                yield *found.span("v"), "a password in a URL", not password.isalpha() or is_password(password) is True
        elif (
            (found := _USER_TOKEN.match(text, at + 3))
            and is_random(found["v"])
            and "sentry" not in text[found.end() : found.end() + 40]
        ):
            yield *found.span("v"), "a token in a URL", True
        at = text.find("://", at + 3)


def _value_of(found: re.Match[str]) -> tuple[int, int]:
    for group in ("v", "w", "u"):
        if group in found.re.groupindex and found[group] is not None:
            return found.span(group)
    return found.span()


_SENTENCE = frozenset("the and is are was with from into that this for not its our has have will".split())


def _judged(place: Place, text: str, value: str) -> bool | None:
    if place.judge == "basic":
        said = decoded(value.rstrip("="))
        return True if said and ":" in said and not is_placeholder(said.partition(":")[2] or "-") else None
    if place.judge == "bearer":
        return is_random(value)
    if place.judge == "random":
        return is_random(value.replace("%", ""))
    if place.judge == "password":
        return True if is_password(value) else None
    if place.judge == "likely":
        return False if is_password(value) is not None and any(map(str.isdigit, value)) else None
    if place.judge == "phrase":
        words = value.split()
        return True if len(words) % 3 == 0 and len(set(words)) > 7 and not _SENTENCE.intersection(words) else None
    if place.judge == "odd":
        return True if is_password(value) and is_odd_password(value) else None
    if place.judge == "expiring":
        return False
    if place.judge == "hash":
        return True if len(set(value)) > 10 else None
    if is_placeholder(value) or value.startswith("-") or len(value) < 4:
        return None
    return True if not value.isalpha() else False if len(value) >= 6 else None


def _placed(text: str, numbers: list[int]) -> Iterator[_Found]:
    for number in numbers:
        place = PLACES[number]
        for found in _place(number).finditer(text):
            start, end = _value_of(found)
            while end > start and text[end - 1] in ".,;:)" and found.re.groupindex.get("u") and found["u"] is not None:
                end -= 1
            if place.judge == "bearer":
                end = start + len(text[start:end].rstrip("."))
            certain = _judged(place, text, text[start:end])
            if certain is not None:
                yield start, end, place.kind, certain


def _without_overlaps(found: Iterable[_Found]) -> list[_Found]:
    """The first of overlapping ones stays: what is told by its own shape comes before what a key word says."""
    starts: list[int] = []
    kept: list[_Found] = []
    for one in found:
        at = bisect_left(starts, one[0])
        before_ends = kept[at - 1][1] if at else 0
        after_starts = starts[at] if at < len(starts) else one[1]
        if before_ends <= one[0] and one[1] <= after_starts and one[0] < one[1]:
            starts.insert(at, one[0])
            kept.insert(at, one)
    return kept


def _found(text: str) -> Iterator[_Found] | tuple[()]:
    """What is found; for most texts, which hold no long word, no mark and no key word, at the cost of that question."""
    long = _long_words(text)
    hints = hinted(text)
    if not long and hints == NO_HINTS and not any(map(text.__contains__, _OTHER_MARKS)):
        return ()
    return _searched(text, long, *hints)


def _searched(
    text: str, long: list[re.Match[str]], places: list[int], words: list[Word], named_after: bool
) -> Iterator[_Found]:
    yield from find_private_keys(text)
    if long:
        yield from _web_tokens(text)
        yield from _tokens(text, long)
    yield from _url_credentials(text)
    if places:
        yield from _placed(text, places)
    if words:
        yield from find_assigned(text, words)
    yield from find_logins(text)
    if long and named_after:
        yield from find_named_after(text, long)
    yield from find_in_tables(text)
    if long:
        yield from _prefixed(text, long)


def _unhidden(text: str) -> list[_Found]:
    """What is found once zero-width characters are taken out, in the places of the text with them."""
    places = [at for at, char in enumerate(text) if not _HIDDEN.match(char)]
    plain = "".join([text[at] for at in places])
    return [
        (places[start], places[end - 1] + 1, kind, certain)
        for start, end, kind, certain in _without_overlaps(_found(plain))
    ]


def find_secrets(text: str) -> tuple[Secret, ...]:
    """The secrets of a text in order, none overlapping another."""
    found = _without_overlaps(_found(text))
    if not text.isascii() and _HIDDEN.search(text):
        found = _without_overlaps([*_unhidden(text), *found])
    return tuple([Secret(*one) for one in found]) if found else ()
