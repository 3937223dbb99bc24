# ruff: noqa: E501 - one pattern a line
"""Dates that say when a note was true.

"as of 2026-03-01", "(2026-03)", "since March 2024", a leading "2026-03-01:" or "[2026-03-01]". A month counts as its last day
and a year as its last, so that a note is never called older than it may be. Deadlines, ranges, versions, file names and
links are not such dates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from memory_ls.data import dataclass
from memory_ls.lazily import lazy


@dataclass(frozen=True, slots=True)
class DatedSpan:
    """A date and the code points that say it."""

    start: int
    end: int
    day: date


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_ISO = r"(?:19|20)\d\d([-/.])\d\d(?:\1\d\d)?(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d| ?UTC)?)?"
_DATE = (
    rf"(?P<date>(?:19|20)\d\d(?P<sep>[-/.])\d\d(?:(?P=sep)\d\d)?"
    rf"(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{{1,9}})?(?:Z|[+-]\d\d:?\d\d|\sUTC)?)?"
    rf"|(?:\d{{1,2}}(?:st|nd|rd|th)?\s)?{_MONTH}\s(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s)?(?:19|20)\d\d"
    rf"|(?:19|20)\d\d年\s?\d{{1,2}}月(?:\s?\d{{1,2}}日)?"
    rf"|Q[1-4]\s(?:19|20)\d\d)"
)
_END = r"(?![\w%]|[-/.:]\w)"
_YEAR = r"(?:19|20)\d\d"
# Words after which a date says when the note held.
_CUE = (
    r"(?:as\s(?:of|at)|(?:ever\s)?since|(?:last\s)?(?:updated|verified|checked|confirmed|reviewed|tested|measured|observed|edited|modified|synced"
    r"|changed|seen|recorded|noted|audited|validated)|current\sas\sof|status|snapshot|accurate\sas\sof|stand|seit|截至|自|更新于|更新日期)"
)
_DEADLINE = lazy(
    r"\s*(?:deadline|due\b|expir|release\splanned|planned|scheduled|go-live|cut-?off|freeze|eol\b|end\sof\slife|target|will\s|to\sbe\s)",
    re.IGNORECASE,
)
_NOT_YET = lazy(
    r"(?:\bto be|\bwill be|\bmust be|\bshould be|\bbe|\buntil|\bnot|\bnever|\bby|\bbefore|\bdue)\s*$", re.IGNORECASE
)
_RANGE_ON = lazy(
    r"\s*(?:–|—|-|→|->|\.\.|~|to\b|until\b|till\b|through\b|bis\b)\s*(?:19|20|\w{3,9}\.?\s(?:19|20))", re.IGNORECASE
)
_VERSIONISH = lazy(
    r"(?:\bversions?|\bapi|\bv[\d.]+|\brelease[ds]?|\bmodels?|\bsnapshots?|\bbuilds?|\btags?|\bspecs?|\brevisions?|\beditions?|\bschema|\bprotocol"
    r"|\bdeadline|\bdue|\bexpires?|\buntil|\bby|\beol)\s*$",
    re.IGNORECASE,
)
_NEAR = 24  # code points before a match that are asked about


@lru_cache(maxsize=1)
def _forms() -> tuple[re.Pattern[str], ...]:
    flags = re.IGNORECASE | re.MULTILINE
    lead = r"^[ \t]{0,32}(?:(?:[-*+•]|\d{1,3}[.)]|#{1,6})[ \t]+)?(?P<open>(?:\*\*|__|[\[(]){0,2})"
    return (
        re.compile(rf"\b{_CUE}(?:\s(?:on|at))?\s?[:=]?\*{{0,2}}\s?{_DATE}{_END}", flags),
        re.compile(rf"(?<!\[)[(\[（](?:{_CUE}\s?:?\s)?{_DATE}[)\]）](?![(\[\]])", flags),
        re.compile(rf"{lead}{_DATE}(?P<close>(?:\*\*|__|[\])]){{0,2}})(?=\s?[:：]|\s|$)(?!\()", flags),
        re.compile(rf"^[ \t]{{0,32}}(?:[-*+][ \t]+)?\*{{0,2}}date\*{{0,2}}:\*{{0,2}}\s?{_DATE}{_END}", flags),
    )


@lru_cache(maxsize=1)
def _bare_year() -> re.Pattern[str]:
    return re.compile(rf"\b(?:as\sof|截至)\s(?P<date>{_YEAR})(?![\w%]|[-/.:]\w)", re.IGNORECASE)


_HAS_YEAR = lazy(r"(?:19|20)\d\d")


def _last_day(year: int, month: int) -> date:
    if not 1 <= month <= 12:
        raise ValueError(month)
    return date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)


def _day(said: str) -> date | None:
    """The date that was said, the last day of it where it is a month, a quarter or a year; None if there is none."""
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    lower = said.lower()
    try:
        if lower[0] == "q":
            return _last_day(numbers[1], numbers[0] * 3)
        if lower[:4].isdigit():
            year, rest = numbers[0], numbers[1:]
            if not rest:
                return date(year, 12, 31)
            clock = len(said) > 10 and "年" not in said
            return (
                date(year, rest[0], rest[1])
                if len(rest) > 1 and (clock or len(rest) == 2)
                else _last_day(year, rest[0])
            )
        name = re.search(r"[a-z]{3}(?=[a-z]*\.?\s)", lower.lstrip("0123456789sthndr "))
        word = next((month for month in _MONTHS if re.search(rf"\b{month}", lower)), "")
        if not word or name is None:
            return None
        month = _MONTHS.index(word) + 1
        return date(numbers[-1], month, numbers[0]) if len(numbers) > 1 else _last_day(numbers[-1], month)
    except (ValueError, IndexError, OverflowError):
        return None


def _candidates(text: str) -> Iterator[tuple[int, int, str]]:
    for number, form in enumerate(_forms()):
        for found in form.finditer(text):
            start, end = found.span("date")
            before, after = text[max(0, found.start() - _NEAR) : found.start()], text[end : end + 40]
            if _RANGE_ON.match(after):
                continue
            if number == 0 and _NOT_YET.search(before):
                continue
            if number == 1 and _VERSIONISH.search(before):
                continue
            if number == 2 and (_DEADLINE.match(after.lstrip("])*_ :—–-")) or found["open"].count("[") == 2):
                continue
            yield start, end, found["date"]
    for found in _bare_year().finditer(text):
        if not _RANGE_ON.match(text[found.end() : found.end() + 40]):
            yield *found.span("date"), found["date"]


def find_asserted_date(text: str) -> DatedSpan | None:
    """The newest date of those that say when this text was true, or None."""
    if not _HAS_YEAR.search(text):
        return None
    newest: DatedSpan | None = None
    for start, end, said in _candidates(text):
        day = _day(said)
        if day is not None and (newest is None or day > newest.day):
            newest = DatedSpan(start, end, day)
    return newest
