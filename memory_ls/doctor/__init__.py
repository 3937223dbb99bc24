"""The health of the stores that one agent sees together, as data and as a markdown text; every door shows it."""

from memory_ls.doctor.health import BudgetHealth, Health, NoteHealth, StoreHealth, examine
from memory_ls.doctor.report import joined, markdown

__all__ = ["BudgetHealth", "Health", "NoteHealth", "StoreHealth", "examine", "joined", "markdown"]
