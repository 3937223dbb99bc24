"""What is known from outside the text. It comes in as a value; what is not known is None and makes rules silent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import Enum
from typing import Any, Protocol

from memory_ls.data import dataclass, field
from memory_ls.formats.notes import FileId, Store
from memory_ls.settings import Settings
from memory_ls.text import BOM


class Fact(Enum):
    """A part of the world that arrives or changes on its own; rules that need it run again then."""

    TODAY = "today"
    AGES = "ages"
    PATHS = "paths"
    INSTRUCTIONS = "instructions"


class Instructions(Protocol):
    """What instruction files say; see `index.instructions`."""

    def says(self, text: str) -> str | None: ...
    def contradicts(self, text: str) -> tuple[str, str, Any] | None: ...


@dataclass(frozen=True, slots=True)
class World:
    """`ages` gives, per file, the day of the last commit of a row by the row's text; `paths`, per repository, which
    paths surely are its own and whether they are there; `instructions`, per store, what its agent is told beside it;
    `unsearched`, per store, keywords that nobody looked up for long.
    """

    today: date | None = None
    settings: Settings = field(default_factory=Settings)
    ages: Mapping[FileId, Mapping[str, date]] = field(default_factory=dict, repr=False)
    paths: Mapping[tuple[str, str], bool | None] = field(default_factory=dict, repr=False)
    instructions: Mapping[Store, Instructions] = field(default_factory=dict, repr=False)
    unsearched: Mapping[Store, frozenset[str]] = field(default_factory=dict, repr=False)

    def changed(self, file: FileId, row: str) -> date | None:
        """The day on which a row last changed, as version control knows it."""
        known = self.ages.get(file)
        return known.get(row.removeprefix(BOM)) if known else None

    def last_touched(self, file: FileId, row: str) -> date | None:
        """The day on which a row last changed; what version control knows nothing of, in a file that it knows, changed
        since its last commit, and counts as of today.
        """
        known = self.ages.get(file)
        return known.get(row.removeprefix(BOM), self.today) if known else None

    def is_there(self, repository: str | None, path: str) -> bool | None:
        """Whether a path of a repository exists; None: not known, or not surely a path of it."""
        return self.paths.get((repository, path)) if repository else None
