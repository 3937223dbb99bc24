"""The protocol's types, each built when it is first used.

`lsprotocol.types` defines over five hundred attrs classes; building them is most of what a start costs, and a session
uses some fifty. While that one module is imported, `attrs.define` only marks a class; the class is finished, in place,
the first time one is made or its fields are asked for. It has to come before any other import of that module; where
that cannot be, the types stay as they come. A test holds both kinds against each other.
"""

from __future__ import annotations

import sys
import threading
from typing import Any

import attrs

_lock = threading.RLock()


class _Fields:
    """Stands for a class's `__attrs_attrs__` until somebody looks."""

    def __init__(self, kind: type[Any]) -> None:
        self.kind = kind

    def __get__(self, instance: object, owner: type[Any]) -> Any:
        _finish(self.kind)
        return owner.__attrs_attrs__


def _mark(kind: type[Any]) -> type[Any]:
    def first(self: Any, *args: Any, **kwargs: Any) -> None:
        _finish(kind)
        kind.__init__(self, *args, **kwargs)

    if "__init__" in vars(kind):
        return attrs.define(kind, slots=False)
    setattr(kind, "__init__", first)  # noqa: B010 - plain assignment is what type checkers forbid
    setattr(kind, "__attrs_attrs__", _Fields(kind))  # noqa: B010
    return kind


def _finish(kind: type[Any]) -> None:
    from lsprotocol import types

    with _lock:
        if not isinstance(vars(kind).get("__attrs_attrs__"), _Fields):
            return
        for base in kind.__mro__[1:]:
            getattr(base, "__attrs_attrs__", None)
        del kind.__attrs_attrs__
        del kind.__init__
        attrs.define(kind, slots=False)
        attrs.resolve_types(kind, types.ALL_TYPES_MAP, {})


def hasten() -> bool:
    """Import `lsprotocol.types` this way; false where it has been or has to be imported as usual."""
    if "lsprotocol.types" in sys.modules:
        return False
    define = attrs.define
    setattr(attrs, "define", _mark)  # noqa: B010
    try:
        from lsprotocol import types
    except Exception:
        for name in [name for name in sys.modules if name.partition(".")[0] == "lsprotocol"]:
            del sys.modules[name]
        return False
    finally:
        setattr(attrs, "define", define)  # noqa: B010
    from lsprotocol import _hooks

    _hooks._resolved_forward_references = hasattr(types, "ALL_TYPES_MAP")  # it would finish them all
    return True
