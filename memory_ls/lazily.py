"""What is made when it is first asked for, since what runs at every prompt needs little of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, TypeVar, cast

T = TypeVar("T")


class Loaded(Mapping[str, T]):
    """A mapping; `names` are the keys in order, `load` makes the value of one."""

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


_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "split")


class _Lazy:
    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self._flags = pattern, flags  # its source stays to be had

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self._flags)
        for method in _METHODS:  # from now on they are found without asking here
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy(source: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression that is compiled when it is first used: most runs need few of them."""
    return cast("re.Pattern[str]", _Lazy(source, flags))


def exports(package: str, where: Mapping[str, str]) -> Callable[[str], Any]:
    """A package's `__getattr__`: `where` names the module of each name, which is loaded when the name is asked for."""

    def found(name: str) -> Any:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{where[name]}"), name)
        setattr(import_module(package), name, value)
        return value

    return found
