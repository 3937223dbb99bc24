"""The protocol's types, each built when it is first used.

`lsprotocol.types` defines over five hundred attrs classes, and building them is most of what a start costs; a session
uses some fifty. While that one module is imported, `attrs.define` only marks a class; the class is finished, in place,
the first time one is made or its fields are asked for. Where anything is not as expected, or the module was imported
before, the types stay as they come: `hasten` says whether it worked, and a test holds both kinds against each other.
"""

from __future__ import annotations

import sys
from typing import Any

import attrs


class _Fields:
    """Stands for `__attrs_attrs__` until somebody looks."""

    def __get__(self, instance: object, owner: type[Any]) -> Any:
        _finish(owner)
        return owner.__attrs_attrs__


def _mark(kind: type[Any]) -> type[Any]:
    def first(self: Any, *args: Any, **kwargs: Any) -> None:
        _finish(type(self))
        type(self).__init__(self, *args, **kwargs)

    if "__attrs_attrs__" in vars(kind) or any("__init__" in vars(each) for each in kind.__mro__[:-1]):
        return attrs.define(kind, slots=False)
    kind.__init__ = first
    kind.__attrs_attrs__ = _Fields()
    return kind


def _finish(kind: type[Any]) -> None:
    from lsprotocol import types

    del kind.__attrs_attrs__
    del kind.__init__
    attrs.define(kind, slots=False)
    attrs.resolve_types(kind, types.ALL_TYPES_MAP, {})


def hasten() -> bool:
    """Import `lsprotocol.types` this way; false where they are built already or will be as usual."""
    if "lsprotocol.types" in sys.modules:
        return False
    define = attrs.define
    attrs.define = _mark
    try:
        from lsprotocol import types  # noqa: F401
    except Exception:
        for name in [name for name in sys.modules if name.partition(".")[0] == "lsprotocol"]:
            del sys.modules[name]
        return False
    finally:
        attrs.define = define
    from lsprotocol import _hooks

    _hooks._resolved_forward_references = True
    return True
