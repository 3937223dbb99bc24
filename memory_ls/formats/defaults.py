"""What most formats answer alike: verbs that only those override which keep more of a note than its text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from memory_ls.formats.changes import Change, Refusal, StoreSeen
from memory_ls.formats.notes import File, Placed


class FormatDefaults:
    """Notes without dates and counts, of one row each to a merge."""

    merges_rows = False
    secret_mend = ""

    def keeps_dates(self, file: File) -> bool:
        return False

    def confirm(self, store: StoreSeen, note: Placed, today: date) -> Change | Refusal:
        return Refusal("these notes keep no date; say in the note since when it holds")

    def take_over(
        self, store: StoreSeen, kept: Placed, copies: Sequence[Placed], today: date | None
    ) -> Change | Refusal:
        return ()
