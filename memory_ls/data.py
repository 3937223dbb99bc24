"""Dataclasses whose methods are made when they are first called: what runs at every prompt makes few of them.

The standard library writes and compiles some six functions a class when a module is loaded, and loads `inspect` for it;
that was half of what a hook cost. To a type checker these are the standard library's, and so they are to `fields`,
`asdict` and its `replace`. What is not known here is what we do not use: inheriting fields, `InitVar`, `__post_init__`,
`kw_only`. Every class is slotted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace

__all__ = ["dataclass", "field", "replace"]

_NONE: Any = object()
_FIELDS = "__dataclass_fields__"


class _Field:
    __slots__ = ("default", "factory", "repr")

    def __init__(self, *, default: Any = _NONE, default_factory: Any = _NONE, repr: bool = True) -> None:
        self.default, self.factory, self.repr = default, default_factory, repr


def _dataclass(*, slots: bool, frozen: bool = False, eq: bool = True, order: bool = False) -> Callable[[type], type]:
    return lambda cls: _made(cls, frozen, eq, order)


def _made(cls: type, frozen: bool, eq: bool, order: bool) -> type:
    names_said = tuple(cls.__annotations__)
    space = dict(cls.__dict__)
    said = {name: space.pop(name, _NONE) for name in names_said}
    fields = {name: one if isinstance(one, _Field) else _Field(default=one) for name, one in said.items()}
    names = tuple(fields)
    for name in ("__dict__", "__weakref__"):
        space.pop(name, None)
    methods: dict[str, Any] = {"__repr__": _repr(fields)}
    if frozen:
        methods |= {"__setattr__": _frozen_set, "__delattr__": _frozen_del}
        methods |= {"__getstate__": _state(names), "__setstate__": _set_state(names)}
    if eq:
        key = _key(names)
        methods |= {"__eq__": _eq(key), "__hash__": _hash(key) if frozen else None}
        methods |= _orders(key) if order else {}
    extra = {"__slots__": names, "__match_args__": names, _FIELDS: _Told(fields)}
    new = type(cls)(cls.__name__, cls.__bases__, {**methods, **space, **extra})
    new.__qualname__ = cls.__qualname__
    new.__init__ = _first_init(new, fields, frozen)  # type: ignore[misc]
    return new


def _replace(one: Any, /, **changes: Any) -> Any:
    names = one.__class__.__match_args__
    return one.__class__(**{**{name: getattr(one, name) for name in names}, **changes})


class _Told:
    """The fields as the standard library has them, made when it asks."""

    def __init__(self, fields: Mapping[str, _Field]) -> None:
        self._fields = fields

    def __get__(self, _: object, owner: type) -> object:
        import dataclasses

        def real(one: _Field) -> Any:
            if one.factory is not _NONE:
                return dataclasses.field(default_factory=one.factory, repr=one.repr)
            return dataclasses.field(
                default=dataclasses.MISSING if one.default is _NONE else one.default, repr=one.repr
            )

        types = owner.__annotations__
        made = dataclasses.make_dataclass(
            owner.__name__, [(name, types[name], real(one)) for name, one in self._fields.items()]
        )
        told = getattr(made, _FIELDS)
        setattr(owner, _FIELDS, told)
        return told


# --- methods


def _first_init(owner: type, fields: Mapping[str, _Field], frozen: bool) -> Callable[..., None]:
    def __init__(self: Any, *said: Any, **named: Any) -> None:
        owner.__init__ = init = _init(owner, fields, frozen)  # type: ignore[misc]  # from now on it is called at once
        init(self, *said, **named)

    return __init__


def _init(owner: type, fields: Mapping[str, _Field], frozen: bool) -> Callable[..., None]:
    known: dict[str, Any] = {"_none": _NONE}
    words, rows = ["self"], []
    for name, one in fields.items():
        value = name
        if one.factory is not _NONE:
            known[f"_make_{name}"] = one.factory
            words.append(f"{name}=_none")
            value = f"_make_{name}() if {name} is _none else {name}"
        elif one.default is not _NONE:
            known[f"_default_{name}"] = one.default
            words.append(f"{name}=_default_{name}")
        else:
            words.append(name)
        if frozen:  # the slot itself is set in two thirds of the time that `object.__setattr__` takes
            known[f"_set_{name}"] = owner.__dict__[name].__set__
        rows.append(f" _set_{name}(self, {value})" if frozen else f" self.{name} = {value}")
    exec(f"def __init__({', '.join(words)}):\n" + ("\n".join(rows) or " pass"), known)
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{owner.__qualname__}.__init__"
    return made


def _key(names: tuple[str, ...]) -> Callable[[Any], Any]:
    """What two of a class are compared by."""
    return attrgetter(*names) if len(names) > 1 else lambda one: tuple(getattr(one, name) for name in names)


def _eq(key: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    def __eq__(self: Any, other: Any) -> Any:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash(key: Callable[[Any], Any]) -> Callable[[Any], int]:
    def __hash__(self: Any) -> int:
        return hash(key(self))

    return __hash__


def _orders(key: Callable[[Any], Any]) -> dict[str, Callable[[Any, Any], Any]]:
    def made(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        return lambda self, other: (
            compare(key(self), key(other)) if other.__class__ is self.__class__ else NotImplemented
        )

    return {
        "__lt__": made(lambda a, b: a < b),
        "__le__": made(lambda a, b: a <= b),
        "__gt__": made(lambda a, b: a > b),
        "__ge__": made(lambda a, b: a >= b),
    }


def _repr(fields: Mapping[str, _Field]) -> Callable[[Any], str]:
    def __repr__(self: Any) -> str:
        said = ", ".join(f"{name}={getattr(self, name)!r}" for name, one in fields.items() if one.repr)
        return f"{type(self).__qualname__}({said})"

    return __repr__


def _state(names: tuple[str, ...]) -> Callable[[Any], list[Any]]:
    return lambda self: [getattr(self, name) for name in names]


def _set_state(names: tuple[str, ...]) -> Callable[[Any, list[Any]], None]:
    def __setstate__(self: Any, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return __setstate__


def _frozen_set(self: Any, name: str, value: Any) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _frozen_del(self: Any, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


if not TYPE_CHECKING:
    dataclass, field, replace = _dataclass, _Field, _replace
