"""The arguments of a call, checked one by one: what a model sends may be anything."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from memory_ls.agent.answer import Declined
from memory_ls.detect import quote

TEXT_AT_MOST = 40_000
"""Code points of one text; longer notes than any agent takes. Source: ours."""
NAME_AT_MOST = 300
"""Code points of a name, a path, an id or a query. Source: ours."""
ITEMS_AT_MOST = 50
"""Items of a list. Source: ours."""


class Ask:
    """Reads arguments; whatever has the wrong type, is too long or holds half a character is declined by its name."""

    def __init__(self, said: object, known: Collection[str] = ()) -> None:
        if said is not None and not isinstance(said, Mapping):
            raise Declined("the arguments must be an object")
        self._said: Mapping[object, object] = said or {}
        unknown = [key for key in self._said if key not in known] if known else []
        if unknown:
            names = ", ".join(quote(str(key), 30) for key in unknown[:3])
            raise Declined(f"there is no argument {names}; there are: {', '.join(known)}")

    def fields(self, *names: str) -> dict[str, object]:
        """Some arguments as they were given."""
        return {name: self._said[name] for name in names if name in self._said}

    def has(self, name: str) -> bool:
        """Whether it was given at all; null is not."""
        return self._said.get(name) is not None

    def text(self, name: str, *, most: int = TEXT_AT_MOST) -> str:
        """A text, empty where it is not given."""
        said = self._said.get(name)
        if said is None:
            return ""
        if not isinstance(said, str):
            raise Declined(f"`{name}` must be a text")
        return _sound(name, said, most)

    def wanted(self, name: str, *, most: int = TEXT_AT_MOST) -> str:
        """A text that must be there and say something."""
        said = self.text(name, most=most)
        if not said.strip():
            raise Declined(f"`{name}` is missing: say it and call again")
        return said

    def name(self, name: str) -> str:
        """A short text on one line, its ends trimmed."""
        said = self.text(name, most=NAME_AT_MOST).strip()
        if "\n" in said or "\r" in said or "\0" in said:
            raise Declined(f"`{name}` must be one line")
        return said

    def choice(self, name: str, among: Collection[str], default: str = "") -> str:
        """One of some words; case and blanks around it do not count."""
        said = self.name(name).lower() or default
        if said and said not in among:
            raise Declined(f"`{name}` must be one of: {', '.join(among)}")
        return said

    def flag(self, name: str) -> bool | None:
        """True or false; None where it is not given."""
        said = self._said.get(name)
        if said is not None and not isinstance(said, bool):
            raise Declined(f"`{name}` must be true or false")
        return said

    def number(self, name: str, default: int, most: int) -> int:
        """A whole number from 1 on; one that is too large counts as the largest."""
        said = self._said.get(name)
        if said is None:
            return default
        if isinstance(said, float) and said.is_integer():
            said = int(said)
        if isinstance(said, bool) or not isinstance(said, int) or said < 1:
            raise Declined(f"`{name}` must be a whole number from 1 on")
        return min(said, most)

    def texts(self, name: str, *, most: int = NAME_AT_MOST) -> list[str]:
        """A list of texts; one text alone counts as a list of it."""
        said = self._said.get(name)
        if said is None:
            return []
        items = [said] if isinstance(said, str) else said
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            raise Declined(f"`{name}` must be a list of texts")
        if len(items) > ITEMS_AT_MOST:
            raise Declined(f"`{name}` takes {ITEMS_AT_MOST} items at most")
        return [_sound(name, str(item), most) for item in items]

    def objects(self, name: str) -> list[object]:
        """A list of anything, of a few items."""
        said = self._said.get(name)
        if said is None:
            return []
        if not isinstance(said, list):
            raise Declined(f"`{name}` must be a list")
        if len(said) > ITEMS_AT_MOST:
            raise Declined(f"`{name}` takes {ITEMS_AT_MOST} items at most")
        return said

    def mapping(self, name: str) -> Mapping[str, object]:
        """An object with names as keys."""
        said = self._said.get(name)
        if said is None:
            return {}
        if not isinstance(said, Mapping) or not all(isinstance(key, str) for key in said):
            raise Declined(f"`{name}` must be an object")
        return said


def _sound(name: str, said: str, most: int) -> str:
    if len(said) > most:
        raise Declined(f"`{name}` has {len(said)} characters, more than the {most} that are taken")
    if any("\ud800" <= char <= "\udfff" for char in said):
        raise Declined(f"`{name}` holds half a character (a surrogate without the other); leave it out and call again")
    return said
