# ruff: noqa: E501 - one pattern a line
"""Secrets told by a key word before them: assignments, prose, and ``user/password`` as people jot it down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from memory_ls.detect.judging import is_odd_password, is_password, is_random, is_slug
from memory_ls.detect.secret_words import (
    HARMLESS_BEFORE,
    HARMLESS_TOKEN,
    KEY_BEFORE,
    NAME_TAILS,
    NOT_HARMLESS,
    Class,
    Word,
)
from memory_ls.lazily import lazy

_Found = tuple[int, int, str, bool]
_NEAR = 32  # code points before a key word that are asked about it
_CLOSE = 20  # those among them that may belong to its name

_CUT = lazy(r"\.{3}|…|\*{3}")  # only a part of the value is written
_NAME_PARTS = lazy(r"[_.-]|(?<=[a-z])(?=[A-Z])")
_ELSEWHERE = ("arn:aws", "docs.google.com")  # what names a secret or a page
_SAMPLES = ("example", "sample")
_LOGIN_BEFORE = lazy(r"\b(?:user(?:name)?|login|log(?:ged)?[ ]in|account|as)\b[^\n]{1,24}$", re.IGNORECASE)
_COMMIT = lazy(r"[0-9a-f]{7,8}|[0-9A-F]{40}|#\d+")  # short commits, fingerprints, issues
_API = lazy(r"\bapi\b|\bauth", re.IGNORECASE)
_SHORT_WORD = 12  # code points from which a value that is letters alone may be no word, see `judging`
_JUDGED_A_RUN = 8  # values in the same stretch without a blank, as in "key=key=key=": more would cost their length each
_SOFT = frozenset(",-—–")  # what may as well part two clauses
_TRAILING = ".,:;!?*_|\\。，；、）"
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}


_TAIL = r"(?P<tail>(?:[_.-][A-Za-z0-9]{1,24}|[A-Z][a-z]{1,20}|\d{1,2}){0,3})(?![A-Za-z0-9_])[\\\"'`*\]]{0,4}"
_VALUE = r"(?P<value>[^\s\"'`“”‘’「」]{4,512})"


@lru_cache(maxsize=1)
def _after() -> tuple[re.Pattern[str], ...]:
    """What stands between a key word and its value, and the value: a mark or verb, nothing, or the end of the row."""
    aside = r"(?:[ \t]{0,2}[(（\[][^()（）\[\]\n]{0,40}[)）\]])?"
    about = r"(?:[ \t]{1,2}(?:for|of|on|in|to|at|from|until|von|für|de|del|du|da|do|di|pour|para|от|для|к|auf|im|sur|en|no|na)[ \t](?:[^\n:=`\"'，。.]|\.(?!\s)){1,40}?)?"
    sep = r"[ \t]{0,4}(?P<sep>:=|=>|->|[:=：＝]{1,2}|→|\||,|>|[—–]|-(?=\s)|\b(?:is|was|are|to|es|ist|est|lautet|é|è|jest|remains|equals|now)\b|是|为|為|が|は|는|은)"
    gap = (
        r"[ \t]{0,4}(?:\*{1,2}|__)?[ \t]{0,4}(?P<open>[\\\"'`*“‘「<(]{0,4})(?:(?:Bearer|Basic|Token|token|bearer)[ ])?"
    )
    told = re.compile(rf"{_TAIL}{aside}{about}{aside}{sep}{gap}{_VALUE}")
    return (
        told,
        re.compile(rf"{_TAIL}(?P<sep>)[ \t]{{1,2}}(?P<bare>[(（\[]?[\"'`*]{{0,3}}){_VALUE}"),
        re.compile(
            rf"{_TAIL}{aside}[ \t]?[:：]?[*_]{{0,2}}(?P<sep>[ \t]{{0,4}}\r?\n)(?:[ \t]{{0,8}}\r?\n|```\w{{0,9}}\r?\n)?[ \t>]{{0,12}}(?:[-*][ \t]{{1,3}})?"
            rf"(?P<open>[\"'`*]{{0,3}}){_VALUE}[\"'`*]{{0,3}}[ \t]{{0,4}}(?=\r?\n|$)"
        ),
    )


def _said(before: str) -> str:
    """The words before a key word, as the tables have them."""
    return before[-_CLOSE:].lower().rstrip(" _.-\"'`*")


def _is_harmless(said: str) -> bool:
    return said.endswith(HARMLESS_BEFORE) and not said.endswith(NOT_HARMLESS)


def _places(text: str, words: Iterable[Word]) -> Iterator[tuple[int, int, Word]]:
    """Where key words end, as (start, end, word); a word inside a longer one is given only with the longer."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join([low if len(low := char.lower()) == 1 else char for char in text])
    for word in words:
        at = lower.find(word.word)
        while at >= 0:
            if not word.alone or _stands_alone(text, at):
                yield at, at + len(word.word), word
            at = lower.find(word.word, at + len(word.word))


def _stands_alone(text: str, at: int) -> bool:
    before = text[at - 1 : at]
    return not before.isalpha() or not before.isascii() or (before.islower() and text[at].isupper())


def _may_name(word: Word, before: str) -> bool:
    """Whether what stands before a key word leaves it the name of a secret."""
    said = _said(before)
    if said.endswith(_SAMPLES) or any(place in before for place in _ELSEWHERE):
        return False
    if word.word == "token" and said.endswith(HARMLESS_TOKEN):
        return False
    return word.promises is Class.PASSWORD or not _is_harmless(said)


def _is_tail(tail: str) -> bool:
    """Whether what a name ends in, after its key word, leaves it the name of a secret."""
    return not tail or all(part.lower() in NAME_TAILS or not part for part in _NAME_PARTS.split(tail))


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
    soft = (found["sep"].isalpha() and found["sep"].isascii()) or found["sep"] in _SOFT
    if found["sep"].endswith("\n"):  # the value has a row of its own
        alone = is_password(value) if word.promises is Class.PASSWORD else is_random(value, 20)
        keyed = word.promises is not Class.KEY or _said(before).endswith(KEY_BEFORE)
        return True if alone and keyed and (quoted or is_odd_password(value)) else None
    bare = not found["sep"]
    if (bare or soft or word.promises is Class.KEY) and _COMMIT.fullmatch(value) and not value.isdigit():
        return None
    if word.promises is Class.PASSWORD:
        login = _LOGIN_BEFORE.search(before) is not None and any(map(str.isdigit, value))
        if bare and (word.word == "pass" or not (quoted or login or is_odd_password(value))):
            return None
        if (soft and word.word == "pass") or (found["sep"] in ("to", "now", "remains") and not is_odd_password(value)):
            return None
        certain = is_password(value)
        if certain is False and (
            (found["sep"] in _SOFT and not login)
            or (word.alone and not quoted and is_slug(value) and not (before.endswith("_") and found["sep"] == "="))
        ):
            return None
        return certain and not soft and not bare if certain is not None else None
    keyed = word.promises is not Class.KEY or _said(before).endswith(KEY_BEFORE)
    least = 16 if keyed and not bare else 20 if keyed or found["sep"] == "=" else 28
    certain = is_random(value, least)
    if certain is None or (certain is False and (bare or soft or not keyed)):
        return None
    if not keyed or bare:
        mixed = value.lower() != value and value.upper() != value and any(map(str.isdigit, value))
        told = keyed or _API.search(found.string, found.end("value"), found.end("value") + _NEAR) is not None
        return True if mixed else certain if told else None
    return certain


def _read(text: str, found: re.Match[str], word: Word, before: str) -> _Found | None:
    """The value that a match holds, judged."""
    if len(found["value"]) < _SHORT_WORD and found["value"].isalpha():  # as nearly every word of prose behind "token"
        return None
    opened = (found["open"] if found["sep"] else found["bare"]).replace("\\", "").replace("*", "")
    quoted = opened[-1:] in tuple("\"'`“‘「")
    first, last = found.span("value")
    if quoted:
        last = first + len(text[first:last].rstrip("\\"))
    else:
        last = _trimmed(text, first, last, word.promises is Class.PASSWORD, before[-1:] in ("?", "&"))
    if _CUT.match(text, last):
        return None
    certain = _judged(word, before, found, text[first:last], quoted)
    return None if certain is None else (first, last, _kind(word, before), certain)


def find_assigned(text: str, words: Sequence[Word]) -> Iterator[_Found]:
    """Values behind one of some key words."""
    if not words:
        return
    done, run, judged = -1, -1, 0
    for start, end, word in sorted(_places(text, words), key=lambda place: (place[0], -place[1])):
        if start < done or "a" <= text[end : end + 1] <= "z":  # inside a longer word: no pattern goes on there
            continue
        before = text[max(0, start - _NEAR) : start]
        named: bool | None = None
        for pattern in _after():
            found = pattern.match(text, end)
            if found is None or not _is_tail(found["tail"]):
                continue
            named = _may_name(word, before) if named is None else named
            if not named:
                break
            judged = judged + 1 if found.start("value") < run else 0
            if judged > _JUDGED_A_RUN:
                continue
            run = max(run, found.end("value"))
            if one := _read(text, found, word, before):
                yield one
                done = one[1]
                break


_KINDS_AFTER = {"token": "a token", "key": "a secret key", "secret": "a secret", "password": "a password"}
_NAMED_AFTER = lazy(
    r"(?<![A-Za-z0-9_+/=.~-])(?P<v>[A-Za-z0-9_+/=.~-]{20,512})[`\"')*\]]{0,3},?[ ]{1,2}\(?(?:(?:is|was|as|into|=)[ ])?(?:the|our|my|your|an?|their|its|his|her)[ ]"
    r"(?P<name>(?:[A-Z0-9][\w.&-]{0,20}[ ]){0,3}(?:[\w-]{1,20}[ ]){0,3}?)(?P<word>token|key|secret|credentials?|password)s?(?=[ ](?:of|for|from|in|on|to|that|which|we|field)\b|[.,;:)]|$|\n)"
)


_RUN = lazy(r"[A-Za-z0-9_+/=.~-]{20,}")


def find_named_after(text: str, words: Iterable[re.Match[str]]) -> Iterator[_Found]:
    """A random value in one of some long words, and then what it is: "..., the staging key of the bot"."""
    done = 0
    for run in (run for word in words for run in _RUN.finditer(text, *word.span())):
        found = _NAMED_AFTER.match(text, run.start()) if run.start() >= done else None
        if found is None:
            continue
        done = found.end()
        value = found["v"].rstrip(".")
        if is_random(value, 20) is not True or "/" in value[:3] or _is_harmless(_said(found["name"])):
            continue
        mixed = value.lower() != value and value.upper() != value and any(map(str.isdigit, value))
        if mixed or found["word"] != "key" or _said(found["name"]).endswith(KEY_BEFORE):
            api = _said(found["name"]).endswith("api")
            kind = _KINDS_AFTER.get(found["word"], "a credential") if not api else "an API key"
            yield found.start("v"), found.start("v") + len(value), kind, True


_ISSUE = lazy(r"[\w.-]+[#!]\d+|#\d+|[^\s/]*\.[a-z]\w{0,9}|\d+\.\d[\w.:~+-]*")  # an issue, a file, a version
_DIGIT = lazy("[0-9]")
_LOGIN_TALK = lazy(r"wi-?fi|wlan|password|login|credential|ssh", re.IGNORECASE)


_USERS = tuple(
    "root admin administrator ubuntu debian user guest test demo sa postgres deploy pi ec2-user centos operator owner".split()
)


@lru_cache(maxsize=1)
def _login() -> re.Pattern[str]:
    user = rf"(?:{'|'.join(_USERS)}|(?P<mail>[\w.+-]{{1,64}}@[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{1,4}}))"
    return re.compile(
        rf"(?<![\w/.@:~-]){user}(?P<gap>[ ]?/[ ]?)(?P<value>[^\s/`\"'<>,，。；、|]{{5,64}})(?!/)", re.IGNORECASE
    )


def _may_be_login(text: str) -> bool:
    """Whether a slash stands behind one of the known users, or somewhere behind an address."""
    at = text.find("/")
    if at >= 0 and not text.isascii():
        return True
    if at < 0 or not _DIGIT.search(text, at):  # the password has one
        return False
    address = text.find("@")
    while at >= 0:
        if 0 <= address < at or text[max(0, at - _NEAR) : at].removesuffix(" ").lower().endswith(_USERS):
            return True
        at = text.find("/", at + 1)
    return False


def find_logins(text: str) -> Iterator[_Found]:
    """``root/…``, ``someone@example.org/…``: a known user or a mail address, a slash, a password."""
    if not _may_be_login(text):
        return
    for found in _login().finditer(text):
        start, end = found.span("value")
        end = _trimmed(text, start, end, True, False)
        value = text[start:end]
        digits = sum(map(str.isdigit, value))
        certain = is_password(value)
        if certain is None or not digits or (value.startswith(("v", "V")) and digits + 1 == len(value)):
            continue
        if _ISSUE.fullmatch(value) and (found["mail"] is None or found["gap"] == "/"):
            continue
        if value.isdigit() and (found["mail"] is None or len(value) < 8):
            continue
        if not value.isdigit() and not is_odd_password(value) and (found["gap"] == "/" or not _LOGIN_TALK.search(text)):
            continue
        yield start, end, "a password", certain and value.lower() != value and found["gap"] == "/"
