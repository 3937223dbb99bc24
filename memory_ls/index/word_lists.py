"""Words that count in a special way when notes are compared: those of `word_lists`."""

from __future__ import annotations

from memory_ls.word_lists import NEGATION, OPPOSITES, ORDER, SAME, STOP, WIDE_NEGATION

__all__ = ["NEGATION", "OPPOSITES", "ORDER", "SAME", "STOP", "WIDE_NEGATION"]
