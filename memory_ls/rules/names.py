"""The names that a configuration can mention: those of the rules and of the formats."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from memory_ls.formats import FORMATS
from memory_ls.rules.table import SEVERITIES

NAMES: Mapping[str, Collection[str]] = {"rule": SEVERITIES, "format": FORMATS}
