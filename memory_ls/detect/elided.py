# ruff: noqa: E501 - one pattern a line
"""Placeholders that an agent left in place of text: "[rest unchanged]", "... (rest of file unchanged)".

Only a whole row counts, and only with the marks of a placeholder (brackets, a comment, dots) or in one of the fixed
short forms. Three dots alone, and prose that talks about such things, are left alone.
"""

from __future__ import annotations

import re
from functools import lru_cache

from memory_ls.data import dataclass
from memory_ls.detect.remembered import Hints
from memory_ls.lazily import lazy


@dataclass(frozen=True, slots=True)
class Elided:
    """A row's placeholder without its bullet, in code points."""

    start: int
    end: int


# A cheap test that every placeholder passes.
_HINTS = Hints(("rest", "remain", "unchanged", "existing", "previous", "prior", "earlier", "other", "omitted", "truncated", "same as", "snip",
          "不变", "省略", "保持", "其余", "以前", "变わ", "cambios", "inchang", "unverändert", "restliche", "без измен", "остальн"))  # fmt: skip
_THING = r"(?:notes?|memor(?:y|ies)|entr(?:y|ies)|contents?|files?|code|text|items?|lines?|rows?|bullets?|points?|sections?|facts?|rules?|list|document|stuff|part|records?|history|sessions?)"
_WHICH = r"(?:the\s+|all\s+(?:the\s+|of\s+the\s+|other\s+)?)?(?:rest|remaining|remainder|other|others|previous|prior|earlier|existing|original|old|unchanged|same|above|preceding)"
_KEPT = r"(?:remains?|stays?|kept|keep|continues?|goes?|is|are|were|was|left)"
_STATE = r"(?:unchanged|unmodified|untouched|intact|the\s+same|same|as\s+(?:before|is|above|it\s+was)|as-is|omitted|elided|truncated|snipped|preserved|retained|here|below|above|kept|unaltered|not\s+shown|for\s+brevity)"
_OF = rf"(?:\s+of\s+(?:the\s+|this\s+|your\s+)?(?:\w+\s+){{0,2}}{_THING})?"
_PHRASE = rf"(?:{_WHICH}{_OF}(?:\s+{_THING})?(?:\s+{_KEPT})?(?:\s+{_STATE}){{0,2}}|{_THING}\s+(?:{_KEPT}\s+)?{_STATE}|(?:content|notes?|memory|text|code|file|output)\s+(?:omitted|truncated|unchanged|snipped)(?:\s+for\s+brevity)?|(?:omitted|truncated|unchanged|snip(?:ped)?)(?:\s+for\s+brevity)?|no\s+(?:other\s+)?changes)"
_FOREIGN = r"(?:其余(?:内容|部分|笔记|记录)?(?:保持)?(?:不变|省略|未变)|(?:以下|其他|原有)?(?:内容)?(?:保持不变|省略)|以下省略|(?:el\s+)?resto\s+(?:sin\s+cambios|igual)|(?:le\s+)?reste\s+inchangé|(?:der\s+)?rest\s+(?:bleibt\s+)?unverändert|остальн\w+\s+без\s+изменений)"
_LEAD = r"[ \t]{0,32}(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?"
_OPEN = r"(?:<!--|/\*|//|#|\[|\(|\{|<|\*{1,2}|_|…|\.{3}|—|--|（|【)"
_CLOSE = r"(?:-->|\*/|\]|\)|\}|>|\*{1,2}|_|…|\.{1,3}|—|--|）|】|。|!)"


@lru_cache(maxsize=1)
def _row() -> re.Pattern[str]:
    marked = rf"(?P<marked>(?:{_OPEN}[ \t]{{0,2}}){{1,4}}(?:{_PHRASE}|{_FOREIGN})(?:[ \t]{{0,2}}{_CLOSE}){{0,4}})"
    ended = rf"(?P<ended>(?:{_PHRASE}|{_FOREIGN})[ \t]?(?:…|\.{{3}}))"
    fixed = rf"(?P<fixed>(?:{_WHICH}{_OF}(?:\s+{_THING})?(?:\s+{_KEPT})?\s+(?:unchanged|omitted|as\s+before|the\s+same)|{_FOREIGN})\.?)"
    return re.compile(rf"{_LEAD}(?:{marked}|{ended}|{fixed})[ \t]{{0,32}}\Z", re.IGNORECASE)


_HEADING = lazy(r"[ \t]*#{1,6}[ \t](?!\.{3}|…)")


def find_elided(text: str) -> tuple[Elided, ...]:
    """The rows of a text that are an agent's placeholder for text it did not write out."""
    if not _HINTS.some_in(text.lower()):
        return ()
    out: list[Elided] = []
    start = 0
    for row in text.split("\n"):
        body = row.rstrip("\r")
        if len(body) <= 160 and not _HEADING.match(body) and (found := _row().match(body)):
            group = found.lastgroup or "marked"
            out.append(Elided(start + found.start(group), start + found.end(group)))
        start += len(row) + 1
    return tuple(out)
