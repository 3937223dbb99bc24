"""Which keywords led somewhere: counts that reorder the next session's keyword list, as plain data.

A keyword is searched when somebody looks it up, and useful when that led to a note that was read. Both are counted at
once, but the list that was shown at a session's start stays as it was until the next one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from memory_ls.data import dataclass, field, replace

UNSEARCHED = 10
"""Sessions without a search after which a keyword is worth a hint. Source: ours."""


@dataclass(frozen=True, slots=True)
class Use:
    """How often a keyword was searched, how often that led to a note, and how many sessions ago it last was."""

    searches: int = 0
    led: int = 0
    sessions_since: int = 0


@dataclass(frozen=True, slots=True)
class Usefulness:
    """The use of each keyword of one store; a value: recording gives a new one."""

    uses: Mapping[str, Use] = field(default_factory=dict, repr=False)

    def record_search(self, keyword: str) -> Usefulness:
        """Somebody looked a keyword up."""
        use = self.uses.get(keyword, Use())
        return self._with(keyword, replace(use, searches=use.searches + 1, sessions_since=0))

    def record_read(self, keyword: str) -> Usefulness:
        """A note that the search by a keyword had found was read."""
        use = self.uses.get(keyword, Use())
        return self._with(keyword, replace(use, led=use.led + 1, sessions_since=0))

    def next_session(self, keywords: Collection[str]) -> Usefulness:
        """A session ended; `keywords` are those that the store has now. What it no longer has is forgotten."""
        uses = {word: self.uses.get(word, Use()) for word in keywords}
        return Usefulness({word: replace(use, sessions_since=use.sessions_since + 1) for word, use in uses.items()})

    def unsearched(self, keyword: str, sessions: int = UNSEARCHED) -> bool:
        """Whether nobody has looked a keyword up over so many sessions; one that is not known is not said to be."""
        use = self.uses.get(keyword)
        return use is not None and use.sessions_since >= sessions

    def all_unsearched(self, sessions: int = UNSEARCHED) -> Iterator[str]:
        """Every keyword that `unsearched` names, by name."""
        return (word for word in sorted(self.uses) if self.unsearched(word, sessions))

    def order(self) -> dict[str, int]:
        """What `keyword_list` and `generated_view` take: keyword -> how often it led to a note."""
        return {word: use.led for word, use in self.uses.items() if use.led}

    def to_data(self) -> dict[str, dict[str, int]]:
        """As plain data for JSON."""
        return {
            word: {"searches": use.searches, "led": use.led, "sessions_since": use.sessions_since}
            for word, use in sorted(self.uses.items())
        }

    @classmethod
    def from_data(cls, data: object) -> Usefulness:
        """From what `to_data` gave; what is not understood counts as never seen, since it comes from a file."""
        if not isinstance(data, Mapping):
            return cls()
        understood = {word: said for word, said in data.items() if isinstance(said, Mapping)}
        return cls({word: _use(said) for word, said in understood.items() if isinstance(word, str)})

    def _with(self, keyword: str, use: Use) -> Usefulness:
        return Usefulness({**self.uses, keyword: use})


def _use(said: Mapping[object, object]) -> Use:
    return Use(*(_count(said.get(name)) for name in ("searches", "led", "sessions_since")))


def _count(said: object) -> int:
    return said if isinstance(said, int) and not isinstance(said, bool) and said >= 0 else 0
