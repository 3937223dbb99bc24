# ruff: noqa: E501 - one pattern a line
"""How fast a note grows old, by what it is about: states of things in weeks, ways of working in years.

Source: ours, from the ages at which real notes of these kinds were rewritten or turned out wrong.
"""

from __future__ import annotations

import re

from memory_ls.lazily import lazy

FAST, PLAIN, SLOW = 0.5, 1.0, 2.0

# Versions, addresses, counts and states, and words that mean "for now".
_FAST = lazy(
    r"\b(?:currently|at the moment|right now|for now|temporar(?:y|ily)|so far|in progress|blocked|pending|wip|work in progress|todo|not yet|still (?:open|broken|failing|missing)|workaround|flaky|is (?:down|broken|failing|red)|known issue|open (?:issue|pr|bug)s?"
    r"|deadline|sprint|milestone|roadmap|status|beta|preview|release candidate|deprecated|latest|newest|up to date|version \d|v\d+\.\d+|\d+\.\d+\.\d+|node \d+|python 3\.\d+|(?:port|pid) \d{2,5}|https?://\S+|on[- ]call|price|costs? \$|quota|rate limit"
    r"|derzeit|momentan|aktuell|vorerst|noch nicht|actualmente|por ahora|en curso|actuellement|pour l['’]instant|en cours)\b|目前|当前|暂时|进行中|待办|现在|сейчас|пока|в процессе|временно",
    re.IGNORECASE,
)
# What people and teams are like: preferences, manners, conventions.
_SLOW = lazy(
    r"\b(?:(?:user|he|she|they|i|we|team|owner) (?:prefers?|likes?|dislikes?|hates?|loves?|wants?|never|always|expects?|speaks?|lives?|works? (?:best|in|as)|is (?:a|an|called|named|based))|prefers?|preference|timezone|pronouns?|birthday|native language|call (?:me|him|her|them)|tone|writing style|coding style"
    r"|naming convention|convention|philosophy|principle|etiquette|allerg\w+|always (?:use|ask|write|run|answer|reply)|never (?:use|commit|push|write|delete|mock)"
    r"|(?:(?<=[.;:—–] )|(?<=-- )|\A)(?:always|never|avoid|don.t|do not|immer|nie|nunca|siempre|toujours|jamais) \w+"
    r"|bevorzugt|mag|immer|niemals|prefiere|siempre|nunca|préfère|toujours|jamais)\b|偏好|喜欢|习惯|总是|从不|предпочита\w+|всегда|никогда",
    re.IGNORECASE,
)
_SHOWN = 400  # code points that say what a note is about

# Words for what is over and done: a note of it stays true.
_DONE = lazy(
    r"(?<!\bnot )\b(?:(?:review|audit|post-?mortem|retrospective) of|decided|decision to|chosen|selected|completed?|implemented|finished|fixed|shipped|merged|landed|refactored|resolved|audited|historical|done"
    r"|(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bgets )(?:migrated|renamed|removed|deleted|added|created|integrated|installed|applied|introduced|extracted|deployed|released|rewritten|reverted"
    r"|discovered|identified|pass(?:ed)?)"
    r"|(?:implement|corrig|remov|elimin|migr|cri|adicion|conclu|resolv|atualiz|import|renome|renombr|configur|instal|confirm|identific|agreg|descobert?)(?:ad|id|íd)?[oa]s?"
    r"|complète|ajoutée?s?|supprimée?s?|corrigée?s?|terminée?s?|erledigt|behoben|umgesetzt|entfernt)\b|✅|完了|完成|実装|修正|追加|修复|创建|添加|配置了|сделан|исправлен|добавлен|удал[её]н",
    re.IGNORECASE,
)
# Words that say that something still goes on.
_NOW = lazy(
    r"\b(?:as of|currently|current|status|still|now|next|remain(?:s|ing)?|pending|in progress|todo|wip|work in progress|blocked|latest|not yet|until|open|atual|atuais|actual|derzeit|aktuell)\b|目前|当前|现在|進行中|进行中",
    re.IGNORECASE,
)
# Verbs by which a dated row tells how things are, and not what happened on that day.
_HOLDS = lazy(
    r"\b(?:is|are|isn.t|aren.t|has|have|runs?|lives?|uses?|listens?|needs?|must|should|can|cannot|can.t|works?|requires?|expects?|holds?|points? (?:to|at)|stays?|prefers?|wants?|always|never|ist|sind|est|sont|é|são|es|son)\b|是|です",
    re.IGNORECASE,
)
_LEADING = lazy(r"[\W_]*(?:19|20)\d\d[-/.]\d\d(?:[-/.]\d\d)?(?:[T ]\d\d:\d\d(?::\d\d)?)?[\s\])}*_:：,—–-]*")
_ONLY_A_DATE = lazy(r"[\W_]*(?:date|datum|fecha|data)[\W_]*[\d\W]*\Z", re.IGNORECASE)
_CLAUSE = 90  # code points of what follows a leading date that tell what the row is about


_TICKED = lazy(r"[\s\W]{0,4}(?:\[[xX]\]|[✅☑✔])")


def is_ticked(text: str) -> bool:
    """Whether a text is an item that is ticked off."""
    return _TICKED.match(text) is not None


def is_history(text: str) -> bool:
    """Whether a dated text tells what happened on its day and not how things are: a log row, a finished piece of work."""
    head = text.split("\n", 1)[0][:_SHOWN]
    if _ONLY_A_DATE.match(head):
        return True
    if head.rstrip(" *_").endswith(":") and not _NOW.search(head):  # "Results (2026-02-02):"
        return True
    leading = _LEADING.match(head)
    if leading is None:
        return bool(_DONE.search(head)) and not _NOW.search(head)
    said = head[leading.end() : leading.end() + _CLAUSE]
    return not _NOW.search(said) and (bool(_DONE.search(said)) or not _HOLDS.search(said))


def half_life(text: str) -> float:
    """By what the days until a note counts as old are multiplied: 0.5 for states, 2 for preferences, else 1."""
    head = text[:_SHOWN]
    if _FAST.search(head):
        return FAST
    return SLOW if _SLOW.search(head) else PLAIN
