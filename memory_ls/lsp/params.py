"""A command's one parameter object, from JSON to a frozen dataclass.

Keys are the field names, in snake_case or camelCase; unknown keys are passed over, missing ones take the field's
default. Types are taken at their word: a string is no integer.
"""

from __future__ import annotations

import types
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

_T = TypeVar("_T")


class BadParams(ValueError):
    """The object does not fit. The message names the field, never a value."""


def parse_params(kind: type[_T], json: object) -> _T:
    """A dataclass from a JSON object; None and a missing object are an empty one. Raises `BadParams`."""
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is not a dataclass")
    if json is None:
        json = {}
    if not isinstance(json, dict):
        raise BadParams("the parameters must be one object")
    values: dict[str, Any] = {}
    for name, key, hint, required in _plan(kind):
        found = key if key in json else name
        if found in json:
            values[name] = _value(hint, json[found], key)
        elif required:
            raise BadParams(f"{key} is missing")
    return kind(**values)


@lru_cache(maxsize=64)
def _plan(kind: type[Any]) -> tuple[tuple[str, str, Any, bool], ...]:
    hints = get_type_hints(kind)
    return tuple(
        (each.name, _camel(each.name), hints[each.name], each.default is MISSING and each.default_factory is MISSING)
        for each in fields(kind)
        if each.init
    )


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _value(hint: Any, value: Any, key: str) -> Any:
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any or hint is object:
        return value
    if origin is Union or origin is types.UnionType:
        return _either(inner, value, key)
    if origin is Literal:
        if any(type(value) is type(one) and value == one for one in inner):
            return value
    elif origin in (tuple, list) and isinstance(value, list):
        return origin(_value(inner[0], each, key) for each in value)
    elif origin is dict and isinstance(value, dict):
        return {name: _value(inner[1], each, key) for name, each in value.items()}
    elif isinstance(hint, type) and issubclass(hint, Enum):
        if value in {one.value for one in hint}:
            return hint(value)
    elif is_dataclass(hint) and isinstance(hint, type):
        if isinstance(value, dict):
            return parse_params(hint, value)
    elif (hint is float and type(value) is int) or type(value) is hint or (hint is type(None) and value is None):
        return value
    raise BadParams(f"{key} has the wrong type")


def _either(kinds: tuple[Any, ...], value: Any, key: str) -> Any:
    first, *rest = kinds
    try:
        return _value(first, value, key)
    except BadParams:
        if not rest:
            raise
        return _either(tuple(rest), value, key)
