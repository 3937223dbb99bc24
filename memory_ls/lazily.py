"""A mapping whose values are loaded when they are first asked for: what runs at every prompt needs few of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class Loaded(Mapping[str, T]):
    """`names` are the keys in order; `load` makes the value of one."""

    def __init__(self, names: tuple[str, ...], load: Callable[[str], T]) -> None:
        self._names, self._load = names, load
        self._values: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._values:
            if name not in self._names:
                raise KeyError(name)
            self._values[name] = self._load(name)
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
