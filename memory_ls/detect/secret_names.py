# ruff: noqa: E501 - one pattern a line
"""Secrets told by a key word before them: assignments, prose, and ``user/password`` as people jot it down."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from memory_ls.detect.judging import is_odd, is_password, is_random, is_slug
from memory_ls.detect.lazy import lazy
from memory_ls.detect.secret_words import (
    FOREIGN_WORDS,
    HARMLESS_BEFORE,
    KEY_BEFORE,
    NAME_TAILS,
    OTHER_WORDS,
    WORDS,
    Class,
    Word,
)

_Found = tuple[int, int, str, bool]
_NEAR = 32  # code points before a key word that may belong to its name

_ASCII_WORDS = WORDS + FOREIGN_WORDS
_ALL_WORDS = _ASCII_WORDS + OTHER_WORDS
_CUT = lazy(r"\.{3}|…|\*{3}")  # only a part of the value is written
_API = lazy(r"\bapi\b|\bauth", re.IGNORECASE)
_JUDGED_A_RUN = 8  # values in the same stretch without a blank, as in "key=key=key=": more would cost their length each
_SOFT = frozenset(",-—–")  # what may as well part two clauses
_TRAILING = ".,:;!?*_|\\。，；、）"
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}


@lru_cache(maxsize=1)
def _after() -> re.Pattern[str]:
    """What stands between a key word and its value, and the value."""
    tail = r"(?P<tail>(?:[_.-][A-Za-z0-9]{1,24}|[A-Z][a-z]{1,20}|\d{1,2}){0,3})(?![A-Za-z0-9_])"
    close = r"[\\\"'`*\]]{0,4}"
    aside = r"(?:[ \t]{0,2}[(（\[][^()（）\[\]\n]{0,40}[)）\]])?"
    about = r"(?:[ \t]{1,2}(?:for|of|on|in|to|at|from|until|von|für|de|del|du|da|do|pour|para|от|для|к)[ \t][^\n:=`\"'，。]{1,40}?)?"
    sep = r"[ \t]{0,4}(?P<sep>:=|=>|->|[:=：＝]{1,2}|→|\||,|>|[—–]|-(?=\s)|\b(?:is|was|are|es|ist|est|lautet|é|è)\b|是|为|為|が|は)"
    gap = (
        r"[ \t]{0,4}(?:\*{1,2}|__)?[ \t]{0,4}(?P<open>[\\\"'`*“‘「<(]{0,4})(?:(?:Bearer|Basic|Token|token|bearer)[ ])?"
    )
    bare = r"[ \t]{1,2}(?P<bare>[(\[]?[\"'`*]{0,3})"
    return re.compile(rf"{tail}{close}(?:{aside}{about}{aside}{sep}{gap}|{bare})(?P<value>[^\s\"'`“”‘’「」]{{4,512}})")


@lru_cache(maxsize=1)
def _harmless() -> re.Pattern[str]:
    return re.compile(HARMLESS_BEFORE, re.IGNORECASE)


@lru_cache(maxsize=1)
def _key_before() -> re.Pattern[str]:
    return re.compile(KEY_BEFORE, re.IGNORECASE)


def _places(text: str) -> Iterator[tuple[int, int, Word]]:
    """Where key words end, as (start, end, word); a word inside a longer one is given only with the longer."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join([low if len(low := char.lower()) == 1 else char for char in text])
    for word in _ASCII_WORDS if text.isascii() else _ALL_WORDS:
        at = lower.find(word.word)
        while at >= 0:
            if not word.alone or _stands_alone(text, at):
                yield at, at + len(word.word), word
            at = lower.find(word.word, at + len(word.word))


def _stands_alone(text: str, at: int) -> bool:
    before = text[at - 1 : at]
    return not before.isalpha() or not before.isascii() or (before.islower() and text[at].isupper())


def _is_name(word: Word, before: str, tail: str) -> bool:
    """Whether key word, what stands before it and what its name ends in are the name of a secret."""
    parts = [part for part in re.split(r"[_.-]|(?<=[a-z])(?=[A-Z])", tail.lower()) if part]
    if any(part not in NAME_TAILS for part in parts):
        return False
    return word.promises is Class.PASSWORD or not _harmless().search(before)


def _trimmed(text: str, start: int, end: int, password: bool, query: bool) -> int:
    """Where an unquoted value ends: before what prose, a list or a connection string puts behind it."""
    value = text[start:end]
    for stop in (";", "</", ",", "，", "。", "；", "、", "）", *(() if password and not query else ("&",))):
        cut = value.find(stop)
        if cut > 0:
            value = value[:cut]
    while value:
        last = value[-1]
        if (last in _TRAILING and not (password and last == "!")) or (
            last in _PAIRS and value.count(_PAIRS[last]) < value.count(last)
        ):
            value = value[:-1]
        else:
            break
    return start + len(value)


def _kind(word: Word, before: str) -> str:
    if word.promises is not Class.KEY:
        return word.kind
    said = before.rstrip(" _.-").lower()
    if said.endswith("private"):
        return "a private key"
    return "an access key" if said.endswith("access") else "an API key" if said.endswith("api") else "a secret key"


def _judged(word: Word, before: str, found: re.Match[str], value: str, quoted: bool) -> bool | None:
    soft = found["sep"] is not None and ((found["sep"].isalpha() and found["sep"].isascii()) or found["sep"] in _SOFT)
    bare = found["sep"] is None
    if word.promises is Class.PASSWORD:
        if bare and (word.word == "pass" or (not quoted and not _is_odd_password(value))):
            return None
        certain = is_password(value)
        if certain is False and (found["sep"] in _SOFT or (word.alone and not quoted and is_slug(value))):
            return None
        return certain and not soft and not bare if certain is not None else None
    keyed = word.promises is not Class.KEY or _key_before().search(before) is not None
    least = 16 if keyed and not bare else 20 if keyed else 28
    certain = is_random(value, least)
    if certain is None or (certain is False and (bare or soft or not keyed)):
        return None
    if not keyed or bare:
        mixed = value.lower() != value and value.upper() != value and any(map(str.isdigit, value))
        told = keyed or _API.search(found.string, found.end("value"), found.end("value") + _NEAR) is not None
        return True if mixed else certain if told else None
    return certain


def _is_odd_password(value: str) -> bool:
    """Whether a value can be no word, name or number of a sentence."""
    parts = re.split(r"[^A-Za-z0-9]+", value)
    return any(char in "!@#$%^&*+=?~" for char in value[:-1]) or any(len(part) >= 8 and is_odd(part) for part in parts)


def find_assigned(text: str) -> Iterator[_Found]:
    """Values behind a key word."""
    done, run, judged = -1, -1, 0
    for start, end, word in sorted(_places(text), key=lambda place: (place[0], -place[1])):
        if start < done:
            continue
        found = _after().match(text, end)
        if found is None:
            continue
        before = text[max(0, start - _NEAR) : start]
        if not _is_name(word, before, found["tail"]):
            continue
        opened = (found["open"] or found["bare"] or "").replace("\\", "").replace("*", "")
        quoted = opened[-1:] in tuple("\"'`“‘「")
        first, last = found.span("value")
        judged = judged + 1 if first < run else 0
        if judged > _JUDGED_A_RUN:
            continue
        run = max(run, last)
        if quoted:
            last = first + len(text[first:last].rstrip("\\"))
        else:
            last = _trimmed(text, first, last, word.promises is Class.PASSWORD, before[-1:] in ("?", "&"))
        if _CUT.match(text, last):
            continue
        certain = _judged(word, before, found, text[first:last], quoted)
        if certain is not None:
            yield first, last, _kind(word, before), certain
            done = last


_LOGIN_TALK = lazy(r"wi-?fi|wlan|password|login|credential|ssh", re.IGNORECASE)


@lru_cache(maxsize=1)
def _login() -> re.Pattern[str]:
    user = (
        r"(?:root|admin|administrator|ubuntu|debian|user|guest|test|demo|sa|postgres|deploy|pi|ec2-user|centos|operator|owner"
        r"|(?P<mail>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}))"
    )
    return re.compile(
        rf"(?<![\w/.@:~-]){user}(?P<gap>[ ]?/[ ]?)(?P<value>[^\s/`\"'<>,，。；、|]{{5,64}})(?!/)", re.IGNORECASE
    )


def find_logins(text: str) -> Iterator[_Found]:
    """``root/…``, ``someone@example.org/…``: a known user or a mail address, a slash, a password."""
    if "/" not in text:
        return
    for found in _login().finditer(text):
        start, end = found.span("value")
        end = _trimmed(text, start, end, True, False)
        value = text[start:end]
        digits = sum(map(str.isdigit, value))
        certain = is_password(value)
        if certain is None or not digits or (value.startswith(("v", "V")) and digits + 1 == len(value)):
            continue
        if value.isdigit() and (found["mail"] is None or len(value) < 8):
            continue
        if (
            not value.isdigit()
            and not _is_odd_password(value)
            and (found["gap"] == "/" or not _LOGIN_TALK.search(text))
        ):
            continue
        yield start, end, "a password", certain and value.lower() != value and found["gap"] == "/"
