"""Recall: what the agent of each format is given of its notes. One module a format."""

from __future__ import annotations

from memory_ls.recall.bullets import BulletsRecall
from memory_ls.recall.cards import CardsRecall
from memory_ls.recall.outline import OutlineRecall
from memory_ls.recall.plan import NOT_A_NOTE, Over, Part, Plan, Recall, omitted_runs, size
from memory_ls.recall.records import RecordsRecall
from memory_ls.recall.sections import SectionsRecall
from memory_ls.recall.topics import TopicsRecall

RECALLS: dict[str, Recall] = {
    "bullets": BulletsRecall(),
    "cards": CardsRecall(),
    "records": RecordsRecall(),
    "topics": TopicsRecall(),
    "sections": SectionsRecall(),
    "outline": OutlineRecall(),
}
"""Every format's recall by the format's name; one without any gives its notes only when they are asked for."""

__all__ = ["NOT_A_NOTE", "RECALLS", "Over", "Part", "Plan", "Recall", "omitted_runs", "size"]
