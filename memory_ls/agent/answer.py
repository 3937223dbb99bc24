"""What a call comes to: a text and the same as data, or why it was declined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Answer:
    """`text` is what a model reads, `data` the same as plain JSON; `failed`: nothing was done. Both are masked."""

    text: str = field(repr=False)
    data: Mapping[str, object] = field(default_factory=dict, repr=False)
    failed: bool = False


class Declined(Exception):
    """Why a call does nothing, as a clause that says what to do; its text is safe to show.

    `shows` is the id of a store whose notes help to call again.
    """

    def __init__(self, reason: str, *, shows: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.shows = shows
