"""What one session was given already: each recalled note once, 60,000 bytes of them in all.

A value without a clock or a file; whoever keeps it between two prompts writes it down. A session that is resumed finds
its own again; after a compaction, when the conversation is made anew, it starts empty.

Source: the topics agent's document, "Recall".
"""

from __future__ import annotations

from collections.abc import Mapping

from memory_ls.data import dataclass, field

SESSION = 60_000
"""Bytes of UTF-8 that are recalled in one session."""
_MOST = 2_000
"""Notes that are remembered of one session; a ledger from a file holds no more."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """`given` has the bytes of every note that was recalled, by its key."""

    given: Mapping[str, int] = field(default_factory=dict, repr=False)

    @property
    def used(self) -> int:
        return sum(self.given.values())

    def takes(self, key: str, size: int) -> bool:
        """Whether a note is new to the session and still fits into it; `size` in bytes."""
        return key not in self.given and self.used + size <= SESSION

    def with_note(self, key: str, size: int) -> Ledger:
        """The ledger after a note was given."""
        return Ledger({**self.given, key: size})

    def to_data(self) -> dict[str, int]:
        """As plain data for JSON."""
        return dict(self.given)

    @classmethod
    def from_data(cls, data: object) -> Ledger:
        """From what `to_data` gave; what is not understood is left out, since it comes from a file."""
        if not isinstance(data, Mapping):
            return cls()
        known = {key: size for key, size in data.items() if isinstance(key, str) and _is_size(size)}
        return cls(dict(list(known.items())[-_MOST:]))


def _is_size(size: object) -> bool:
    return isinstance(size, int) and not isinstance(size, bool) and 0 <= size <= SESSION
