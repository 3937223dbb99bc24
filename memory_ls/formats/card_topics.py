"""How soon a cards entry wants to be checked again: 3, 6 or 12 months by what it is about.

Tools and versions change within months, preferences hardly; all else lies between. Which words belong where is ours;
the document only says "3/6/12 by topic". A configured interval overrides all three.
"""

from __future__ import annotations

import re

from memory_ls.formats.notes import Fragment
from memory_ls.lazily import lazy

SOON, USUAL, LATE = 3, 6, 12
"""Months. Source: the document, "Settings", `PI_MEMORY_AUTO_REVIEW_MONTHS`."""
_DAYS_A_MONTH = 365.25 / 12

_SOON = frozenset(
    """
    api beta branch bug build ci cli compiler dependencies dependency deprecated docker driver endpoint env framework
    hotfix host image k8s kernel kubernetes lib library limit migration model models npm nightly node package packages
    pip pnpm port ports preview price pricing quota rc release releases roadmap sdk server staging status token tool
    tooling tools upgrade url version versions workaround yarn
    версия версии порт инструмент библиотека пакет пакеты 版本 端口 工具 库 依赖
    """.split()
)
_LATE = frozenset(
    """
    accent birthday color colour convention conventions editor favorite favourite format formatting habit habits
    indentation keyboard language likes locale name naming preference preferences prefer prefers principle principles
    pronouns shortcut style tabs taste theme timezone tone voice
    предпочтение предпочтения привычка стиль язык 偏好 习惯 风格 语言
    """.split()
)
_VERSION = lazy(r"\bv?\d+\.\d+(?:\.\d+)*\b|\bv\d+\b|:\d{2,5}\b")
_WORD = lazy(r"\w+")
_LIKING = lazy(r"\b(?:always|never|prefers?|likes?|dislikes?|hates?|wants?|favou?rites?)\b", re.I)


def review_after(months: int) -> int:
    """An interval in months as days."""
    return round(months * _DAYS_A_MONTH)


def review_days(fragment: Fragment, months: int = 0) -> int:
    """After how many days without a check a note is to be checked; `months` is the configured interval, 0 for none.

    The keyword decides; where it says nothing, the text does: a version or port, then a liking, then a tool's word.
    """
    if months > 0:
        return review_after(months)
    keyword = {
        part
        for mention in fragment.mentions
        if mention.ref.kind == "keyword"
        for part in _WORD.findall(mention.ref.value.casefold().replace("-", " ").replace("_", " "))
    }
    if keyword & (_SOON | _LATE):
        return round((SOON if keyword & _SOON else LATE) * _DAYS_A_MONTH)
    said = frozenset(_WORD.findall(fragment.text.casefold()))
    if _VERSION.search(fragment.text):
        return round(SOON * _DAYS_A_MONTH)
    if said & _LATE or _LIKING.search(fragment.text):
        return round(LATE * _DAYS_A_MONTH)
    return round((SOON if said & _SOON else USUAL) * _DAYS_A_MONTH)
