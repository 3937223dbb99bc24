"""Formats: rows to blocks to fragments, and back. One module a format; nothing here touches a disk."""

from __future__ import annotations

from memory_ls.formats.bullets import BULLETS
from memory_ls.formats.cards import CARDS
from memory_ls.formats.daily import DAILY
from memory_ls.formats.format import Format
from memory_ls.formats.gemini import GEMINI
from memory_ls.formats.outline import OUTLINE
from memory_ls.formats.records import RECORDS
from memory_ls.formats.sections import SECTIONS
from memory_ls.formats.topics import TOPICS

FORMATS: dict[str, Format] = {
    format.name: format for format in (BULLETS, CARDS, RECORDS, TOPICS, SECTIONS, OUTLINE, GEMINI, DAILY)
}
"""Every format by its name."""
