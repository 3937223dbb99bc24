"""The index: who shares words with whom, and what two notes that do have to say to each other. No I/O."""

from __future__ import annotations

from memory_ls.index.conflict import Clash, conflicting
from memory_ls.index.judge import Kind, Side, Verdict, judge
from memory_ls.index.likeness import Likeness
from memory_ls.index.values import ValueIndex
from memory_ls.index.words import Words, words

__all__ = ["Clash", "Kind", "Likeness", "Side", "ValueIndex", "Verdict", "Words", "conflicting", "judge", "words"]
