# ruff: noqa: E501 - one pattern a line
"""How fast a note grows old, by what it is about: states of things in weeks, ways of working in years.

Source: ours, from the ages at which real notes of these kinds were rewritten or turned out wrong.
"""

from __future__ import annotations

import re

from memory_ls.detect.lazy import lazy

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
    r"|bevorzugt|mag|immer|niemals|prefiere|siempre|nunca|préfère|toujours|jamais)\b|偏好|喜欢|习惯|总是|从不|предпочита\w+|всегда|никогда",
    re.IGNORECASE,
)
_SHOWN = 400  # code points that say what a note is about


def half_life(text: str) -> float:
    """By what the days until a note counts as old are multiplied: 0.5 for states, 2 for preferences, else 1."""
    head = text[:_SHOWN]
    if _FAST.search(head):
        return FAST
    return SLOW if _SLOW.search(head) else PLAIN
