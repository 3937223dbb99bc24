"""BLAKE2 without what `hashlib` loads beside it: OpenSSL, which takes longer than many a hook."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import blake2b
else:
    try:
        from _blake2 import blake2b
    except ImportError:  # an interpreter built without it
        from hashlib import blake2b

__all__ = ["blake2b"]
