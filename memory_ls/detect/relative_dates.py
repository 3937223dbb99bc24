# ruff: noqa: E501 - one pattern a line; other scripts are meant
"""Days that only mean something on the day of writing: "yesterday", "last week", "two days ago", "gestern", "вчера", "昨天".

Only where a note tells of its own time. Views and labels named "Today", feature talk ("compares today with yesterday"), habits
("every night"), questions, quotes, code, headings and days that are named right beside are left alone, and so is a "today"
that only means "at present", as nobody would write a date there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from memory_ls.data import dataclass
from memory_ls.detect.remembered import Hints
from memory_ls.lazily import lazy


@dataclass(frozen=True, slots=True)
class RelativeDate:
    """Code points that name a day by its distance in days from the day of writing; None where that is no single day."""

    start: int
    end: int
    days: int | None
    kind: str


PAST, PRESENT, FUTURE = "past", "present", "future"

_COUNT = r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|(?:a )?few|a couple of|several|some)"
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
            "einem": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "un": 1, "dos": 2, "tres": 3, "deux": 2, "trois": 3, "два": 2, "три": 3,
            "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "几": 0}  # fmt: skip
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"

# Pattern, distance in days, tense. Named groups `n` are counted days.
_WORDS: tuple[tuple[str, int | None, str], ...] = (
    (r"(?:the )?day before yesterday", -2, PAST),
    (r"yesterday(?:['’]s)?(?: (?:morning|afternoon|evening|night))?", -1, PAST),
    (r"last night(?:['’]s)?", -1, PAST),
    (rf"(?P<n>{_COUNT}) days? ago", None, PAST),
    (rf"{_COUNT} (?:weeks?|months?|years?|hours?|minutes?) ago", None, PAST),
    (rf"(?<!the\s)last (?:week|month|year|quarter|sprint|summer|winter|spring|autumn|{_DAY})(?:['’]s)?", None, PAST),
    (r"(?:earlier|later) today|this (?:morning|afternoon|evening)(?:['’]s)?", 0, PAST),
    (r"(?:the|just the) other day", None, PAST),
    (r"today(?:['’]s)?", 0, PRESENT),
    (r"tonight(?:['’]s)?", 0, FUTURE),
    (r"(?:the )?day after tomorrow", 2, FUTURE),
    (r"tomorrow(?:['’]s)?(?: (?:morning|afternoon|evening|night))?", 1, FUTURE),
    (rf"(?<!the\s)next (?:week|month|quarter|sprint|{_DAY})(?:['’]s)?", None, FUTURE),
    (r"(?<!of\s)this (?:week|month|sprint|quarter)(?:['’]s)?", None, FUTURE),
    (r"vorgestern", -2, PAST),
    (r"gestern(?: (?:abend|nachmittag|vormittag|nacht|morgen|früh))?", -1, PAST),
    (r"vor (?P<n2>\d{1,3}|einem|zwei|drei|vier|fünf|sechs) tag(?:en)?", None, PAST),
    (r"vor (?:\d{1,3}|einer|einem|zwei|drei|vier|einigen|ein paar) (?:wochen?|monat(?:en)?|jahr(?:en)?|stunden?)", None, PAST),
    (r"(?:letzte[nrs]?|vorige[nr]?|vergangene[nr]?) (?:woche|monat|jahr|nacht)", None, PAST),
    (r"(?:nächste[nr]?|kommende[nr]?|diese[rn]?) (?:woche|monat)", None, FUTURE),
    (r"heute(?: (?:morgen|früh|abend|nachmittag|vormittag))?", 0, PRESENT),
    (r"übermorgen", 2, FUTURE),
    (r"(?:ab|bis|erst) morgen|morgen (?:um|früh|vormittag|nachmittag|abend|wird|kommt|ist|gehen|soll)", 1, FUTURE),
    (r"avant-hier", -2, PAST),
    (r"hier(?: (?:soir|matin|après-midi))?", -1, PAST),
    (r"il y a (?P<n3>\d{1,3}|un|deux|trois) jours?", None, PAST),
    (r"il y a (?:\d{1,3}|une?|deux|trois|quelques) (?:semaines?|mois|ans?|heures?)", None, PAST),
    (r"(?:la semaine|l['’]année|le mois|la nuit) (?:dernière?|passée?)", None, PAST),
    (r"la semaine prochaine|le mois prochain|cette semaine", None, FUTURE),
    (r"aujourd['’]hui", 0, PRESENT),
    (r"après-demain", 2, FUTURE),
    (r"demain(?: (?:matin|soir))?", 1, FUTURE),
    (r"anteayer|antes de ayer|anteontem", -2, PAST),
    (r"ayer|anoche|ontem", -1, PAST),
    (r"hace (?P<n4>\d{1,3}|un|dos|tres) días?|há (?P<n5>\d{1,3}) dias?", None, PAST),
    (r"hace (?:\d{1,3}|una?|dos|tres|unas|unos) (?:semanas?|mes(?:es)?|años?|horas?)", None, PAST),
    (r"(?:la semana|el mes|el año|a semana) pasad[ao]|semana passada|mês passado", None, PAST),
    (r"la próxima semana|la semana que viene|el próximo mes|esta semana", None, FUTURE),
    (r"hoy|hoje", 0, PRESENT),
    (r"pasado mañana", 2, FUTURE),
    (r"(?<!la\s)mañana(?= (?:se|hay|vamos|tenemos|es|por la))|amanhã", 1, FUTURE),
    (r"l['’]altro ieri", -2, PAST),
    (r"ieri(?: sera| mattina)?", -1, PAST),
    (r"la settimana scorsa|il mese scorso", None, PAST),
    (r"oggi", 0, PRESENT),
    (r"позавчера", -2, PAST),
    (r"вчера", -1, PAST),
    (r"(?P<n6>\d{1,3}|два|три) (?:дня|дней|день) назад", None, PAST),
    (r"(?:\d{1,3}|пару|несколько|две|три|неделю|месяц|год)(?: (?:недел[юьи]|месяц(?:а|ев)?|год(?:а)?|лет|час(?:а|ов)?))? назад", None, PAST),
    (r"на прошлой неделе|в прошлом (?:месяце|году)", None, PAST),
    (r"на (?:этой|следующей) неделе|в следующем месяце", None, FUTURE),
    (r"сегодня", 0, PRESENT),
    (r"послезавтра", 2, FUTURE),
    (r"завтра", 1, FUTURE),
)  # fmt: skip
_UNSPACED: tuple[tuple[str, int | None, str], ...] = (
    (r"前天|一昨日|おととい|그저께", -2, PAST),
    (r"昨天|昨日(?!の夜)|昨晚|昨夜|어제", -1, PAST),
    (r"(?P<n7>\d{1,3}|[两二三四五]) ?天前|(?P<n8>\d{1,3}) ?日前", None, PAST),
    (r"[上][一个]{0,2}(?:周|星期|个月|月)(?![末一二三四五六日天]?(?:至|到|期))|先週|先月|지난주|지난달|(?:\d{1,2}|[两几三]) ?(?:周|个月|小时)前", None, PAST),
    (r"今早|今天(?:早上|上午|下午|晚上)?|今日|今晚|오늘", 0, PRESENT),
    (r"后天|明後日", 2, FUTURE),
    (r"明天|明日|明晚|내일", 1, FUTURE),
    (r"[下本这](?:个)?(?:周|星期|个月|月)(?![末])|来週|来月|今週|다음 ?주|이번 ?주", None, FUTURE),
)  # fmt: skip

# One of these is in every match, in lower case; what begins with a common word has a pattern of its own.
_HINTS = Hints(("today", "yesterday", "tomorrow", "tonight", " ago", "other day", "gestern", "heute", "morgen", "woche", "monat", " tag", "jahr", "stunde", "hier ", "demain", "aujourd", "semaine", "mois", "il y a", "vorig", "nacht",
          "ayer", "hoy", "hoje", "ontem", "anoche", "semana", " mes ", "hace ", "mañana", "amanhã", "há ", "mês ", "pasad", "ieri", "oggi", "settimana", "mese ", "année", "nuit ", "вчера", "сегодня", "завтра", "назад", "недел", "месяц", "году"))  # fmt: skip
_BEFORE_COMMON = Hints(("last ", "next ", "this "))
_COMMON = lazy(
    r"\b(?:last|next|this)\s{1,3}(?:week|month|year|quarter|sprint|night|summer|winter|spring|autumn|morning|afternoon|evening|mon|tues|wednes|thurs|fri|satur|sun)"
)
_CJK = lazy(
    "[昨今明先来어오내지그]|[上下本这前后]\\s?(?:周|个|星|月|天)|[前后]天|天前|日前|周前|月前|おととい|다음|이번"
)

_SENTENCE = lazy(r"[.!?。！？](?=[\s*_)\"”’]|$)|\n|(?<=\s)[—–]\s")
_DATED = lazy(
    r"\b(?:19|20)\d\d[-/.年]\s?\d|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th|\.)?\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)|\d{1,2}月\s?\d{1,2}",
    re.IGNORECASE,
)
# A sentence that tells of a habit, a case or a feature and not of one day.
_GENERAL = lazy(
    r"\b(?:every|each|daily|nightly|weekly|always|whenever|usually|typically|cron|per\s(?:day|week)|any\sday|e\.g\.|for\sexample|such\sas|would|could|might|whether|if|when|means?|returns?|shows?|displays|displayed|defaults?|range|period|interval|preset|what|summari[sz]e|describe|recap|lists?\s|labels?|labelled|called|named|titled"
    r"|parse[sd]?|parser|format(?:s|ted)?|renders?|calculat\w{1,4}|comput\w{1,4}|compar\w{1,5}|aggregat\w{1,4}|filter\w{0,3}|timezone|relative|placeholder|template|variable|parameter|endpoint|query|queries|cell|column|field|cutoff|sort\w{0,3}|grouped?"
    r"|jede[nrsm]?|täglich|wenn|falls|immer|chaque|tous\sles|toujours|cada|siempre|todos\slos|si|quand|cuando|ogni|sempre|кажд\w{2,3}|ежедневно|если|всегда|обычно)\b|每天|每日|每周|每次|如果|毎日|毎週",
    re.IGNORECASE,
)
# "than yesterday", "posts from two days ago", "older than a week ago"
_COMPARED = lazy(
    r"(?:\b(?:than|vs\.?|versus|between|until|=|as\sif|like|not|or|and|include|within|before|after|days?\sof|of|exactly|about|roughly|at\sleast|at\smost)\b|[<>=~≥≤/|+\-_$@{\[:]|\bsince=\S{0,2})\s?\Z",
    re.IGNORECASE,
)
_COMPARED_PAST = lazy(
    r"(?:\b(?:than|vs\.?|versus|between|as\sif|older|newer|greater|more|for)\b|[<>=≥≤/|+_$@{]|\w-|\bsince=\S{0,2})\s?\Z",
    re.IGNORECASE,
)
_NAMED_AFTER = lazy(
    r"['’]?s?\s(?:view|tab|theme|colou?rs?|palette|widget|filter|button|page|column|label|section|screen|badge|list|panel|card|folder|picker|shortcut|range|option|preset|mode|app|extension|show|highlight|cell|indicator|marker|date|file|log|logs|note|notes|journal|entry|entries|memory|data|orders|sales|numbers|totals?|price|close|value|stats|metrics|report|standard)\b"
    r"|['’]s\s(?:api|world|date|standards?|models?|systems?|llms?|agents?|tools?|code|setup|users|landscape|market|software|technology)\b|[-_=(\[{/|]\w|\.\w|\s?[+&/|]\s?(?:today|yesterday|tomorrow|\d)|\s(?:of|in)\s(?:the|each|every)\b|\)?\s?(?:and|or|vs\.?)\s(?:today|yesterday|tomorrow)",
    re.IGNORECASE,
)
_EVENTS = r"(?:session|meeting|call|deploy\w{0,6}|release|outage|incident|work|discussion|conversation|changes?|fix(?:es)?|build|run|failure|crash|bug|stand-?up|demo|migration|backup|review|commits?|decision|attempt|tests?|updates?|hotfix|refactor\w{0,3}|feedback|correction|debugging|chat|upgrade|rollback|push|merge)"
_OWNS = lazy(rf"\s{{1,2}}(?:[\w-]{{2,16}}\s)?{_EVENTS}\b", re.IGNORECASE)
_ASK = lazy(
    r"(?:\bas\sof|\bstarting|\bfrom|\bsince|\beffective|\bdue|\bdeadline(?:\sis)?|\buntil|\bab|\bseit|\bbis|\bdepuis|\bdesde|\bс)\s\Z",
    re.IGNORECASE,
)
_ASK_AFTER = lazy(r",?\s(?:we|i|the\suser|user|they|at\s\d|is\s|(?:he|she)\s)\b", re.IGNORECASE)
# What happened, and what only looks like it: "is skipped", "the disabled tab".
_HAPPENED = lazy(
    r"(?<![\w-])(?:was|were|did|had|got|went|ran|made|built|found|broke|took|gave|sent|wrote|met|said|told|saw|came|became|began|chose|lost|spoke|spent|bought|sold|began|fell|grew|hit|paid|taught|thought|understood|won|woke|learnt|shipped"
    r"|(?<!\bis\s)(?<!\bare\s)(?<!\bbe\s)(?<!n't\s)(?<!n’t\s)(?<!\bnot\s)(?<!ever\s)(?<!\bonly\s)(?<!\bthe\s)(?<!\ba\s)(?<!\ban\s)(?<!\bno\s)(?<!\bany\s)(?<!\bour\s)(?<!\bits\s)(?<!\btheir\s)(?<!\ball\s)(?<!\bgets\s)(?<!\bget\s)(?<!\bbeing\s)(?<!\bby\s)(?<!\bstill\s)(?<!\bof\s)(?<!\bin\s)(?<!\bto\s)[a-z]{2,14}(?<!e)(?<!need)(?<!feed)(?<!spe)ed(?:\s(?:up|out|off|in|down|over|on|to))?"
    r"|war|waren|hat|haben|hatte|wurde|wurden|ging|kam|ge[a-zäöüß]{3,12}t|fue|fueron|estaba|\w{2,12}(?:amos|imos|aron|ieron)|ha|han|hemos|était|étaient|a\s\w{2,12}é|ont|avons|è\sstat\w|abbiamo|ho|foi|foram|\w{3,14}(?:ли|ил|ал|ел|ило|лся|лась|ался))(?![\w-])",
    re.IGNORECASE,
)
_HAPPENED_CJK = lazy("[了过]|已|決定|しました|した|했|주요|修复|完成")
_HEADING = lazy(r"[ \t]{0,8}(?:[-*+]\s)?#{1,6}\s|[ \t]{0,8}(?:\||\*\*[^*\n]{1,60}\*\*:?\s*$)")
_HEADING_ROW = lazy(r"^[ \t]{0,3}#{1,6}[ \t][^\n]{1,200}", re.MULTILINE)
_QUOTES = lazy(
    r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|«[^»\n]{1,300}»|「[^」\n]{1,300}」|„[^“”\n]{1,300}[“”]|(?<![\w'’])['‘][^'’\n]{1,200}['’](?!\w)|`[^`\n]{1,300}`|\]\([^)\n]{1,200}\)|<[^>\n]{1,80}>"
)
_MOST = 300  # such words that are judged in one note: nobody reads more
_SOON = 16  # code points after a day in which a habit or a feature would be named
_FENCE = lazy(r"^[ \t]{0,6}(?:```|~~~)", re.MULTILINE)
_OPENS = lazy(r"(?:^|[.!?:;,(\n]|[-*+•>#\])][ \t]|\d[.)][ \t]|\*\*|__|—|–|\bon)[ \t\"“(]{0,3}\Z")
_FRENCH = lazy(r"\b(?:le|la|les|des|est|nous|on|avec|pour|dans|été|avons|une)\b", re.IGNORECASE)
_GERMAN = lazy(r"\b(?:der|die|das|und|ist|nicht|wird|mit|ein|eine|wir|für|werden|sind|den)\b", re.IGNORECASE)


@lru_cache(maxsize=1)
def _spaced() -> re.Pattern[str]:
    words = (source.replace(" ", r"\s{1,3}") for source, _, _ in _WORDS)
    every = "|".join(f"(?P<w{number}>{source})" for number, source in enumerate(words))
    return re.compile(rf"(?<![\w.$@#/\\-])(?:{every})(?!\w|-\w|/\w|\()", re.IGNORECASE)


@lru_cache(maxsize=1)
def _unspaced() -> re.Pattern[str]:
    return re.compile(
        "|".join(f"(?P<w{number}>{source})" for number, (source, _, _) in enumerate(_UNSPACED, len(_WORDS)))
    )


_MEANING = tuple((days, tense) for _, days, tense in (*_WORDS, *_UNSPACED))


def _sentence(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and after in the same sentence, at most 200 code points each."""
    low = max(0, start - 200)
    before = text[low:start]
    cut = 0
    for found in _SENTENCE.finditer(before):
        cut = found.end()
    after = text[end : end + 200]
    stop = _SENTENCE.search(after)
    return before[cut:], after[: stop.end() if stop else len(after)]


def _row(text: str, start: int, end: int) -> tuple[str, int]:
    """The row around a place, at most 400 code points to each side, and where it begins."""
    low = max(text.rfind("\n", 0, start) + 1, start - 400)
    high = text.find("\n", end)
    return text[low : min(high if high >= 0 else len(text), end + 400)], low


def _set_apart(text: str, start: int, end: int) -> bool:
    """Whether it stands in a heading, a table, quotes, code or a link."""
    row, low = _row(text, start, end)
    if _HEADING.match(row) or "|" in row[:2]:
        return True
    return any(found.start() <= start - low and end - low <= found.end() for found in _QUOTES.finditer(row))


class _Frame:
    """Code fences and dated headings of a text, looked up once and only when it is asked."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._fences: list[int] | None = None
        self._headings: list[tuple[int, bool]] = []

    def excludes(self, place: int) -> bool:
        """Whether it is fenced, or the heading above it has a date."""
        if self._fences is None:
            self._fences = [found.start() for found in _FENCE.finditer(self._text)]
            self._headings = [
                (found.start(), _DATED.search(found[0]) is not None) for found in _HEADING_ROW.finditer(self._text)
            ]
        above = bisect_right(self._headings, (place, True)) - 1
        return bisect_right(self._fences, place) % 2 == 1 or (above >= 0 and self._headings[above][1])


def _tells(found: re.Match[str], tense: str, before: str, after: str) -> bool:
    """Whether the sentence tells of its own time, by its tense."""
    said = found[0]
    if "?" in after[-2:] or "？" in after[-2:]:
        return False
    if said[0].isupper() and not said.isupper() and not _OPENS.search(before) and before.strip():
        return False
    if said.endswith(("'s", "’s")):
        return _OWNS.match(after) is not None and not _GENERAL.search(before)
    if _NAMED_AFTER.match(after):
        return False
    if tense == PAST:
        return not _COMPARED_PAST.search(before) and not _GENERAL.search(before[-80:])
    if _GENERAL.search(before) or _GENERAL.search(after[:_SOON]):
        return False
    if tense == FUTURE:
        return not _COMPARED.search(before) or before.rstrip().endswith((":", "-"))
    if _ASK.search(before):
        return True
    if _COMPARED.search(before) and not before.rstrip().endswith((":", "-")):
        return False
    if not said.isascii() and not said[0].isalpha():
        return False
    if said[0] > "\u3000":
        return _HAPPENED_CJK.search(after) is not None
    opens = not before.strip(" \t-*+•>#")
    if opens and _ASK_AFTER.match(after):
        return True
    return _HAPPENED.search(before[-90:]) is not None or _HAPPENED.search(after[:60]) is not None


def _days(found: re.Match[str], days: int | None) -> int | None:
    counted = next((value for name, value in found.groupdict().items() if value and name.startswith("n")), None)
    if counted is None:
        return days
    number = int(counted) if counted.isdigit() else _NUMBERS.get(counted.lower())
    return -number if number else None


def _candidates(text: str) -> Iterator[re.Match[str]]:
    lower = text.lower()
    if (_BEFORE_COMMON.some_in(lower) and _COMMON.search(lower)) or _HINTS.some_in(lower):
        yield from _spaced().finditer(text)
    if not text.isascii() and _CJK.search(text):
        yield from _unspaced().finditer(text)


def find_relative_dates(text: str) -> tuple[RelativeDate, ...]:
    """The days in a text that are told from the day of writing, in order."""
    out: list[RelativeDate] = []
    frame = _Frame(text)
    for found in sorted(islice(_candidates(text), _MOST), key=re.Match.start):
        start, end = found.span()
        group = found.lastgroup or "w0"
        days, tense = _MEANING[int(group[1:])]
        if found[0].lower().startswith("hier") and (_GERMAN.search(text) or not _FRENCH.search(text)):
            continue
        before, after = _sentence(text, start, end)
        if not _tells(found, tense, before, after):
            continue
        if _set_apart(text, start, end) or _DATED.search(before) or _DATED.search(text, end, end + 24):
            continue
        if frame.excludes(start):
            continue
        out.append(RelativeDate(start, end, _days(found, days), tense))
    return tuple(out)
