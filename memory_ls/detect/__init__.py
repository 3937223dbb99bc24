"""A string -> spans in code points: secrets, invisible characters, dates, paths, placeholders; and safe quoting.

Pure: no file, clock, environment or process. Every pattern takes time linear in the text and is compiled when it is
first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_ls.detect.quote import mask, quote
from memory_ls.detect.secrets import Secret, find_secrets
from memory_ls.lazily import exports

if TYPE_CHECKING:
    from memory_ls.detect.characters import Invisible, find_invisible, strip
    from memory_ls.detect.dates import DatedSpan, find_asserted_date
    from memory_ls.detect.elided import Elided, find_elided
    from memory_ls.detect.paths import PathSpan, find_paths
else:
    __getattr__ = exports(
        __name__,
        {
            **dict.fromkeys(("Invisible", "find_invisible", "strip"), "characters"),
            **dict.fromkeys(("DatedSpan", "find_asserted_date"), "dates"),
            **dict.fromkeys(("Elided", "find_elided"), "elided"),
            **dict.fromkeys(("PathSpan", "find_paths"), "paths"),
        },
    )

__all__ = [
    "DatedSpan",
    "Elided",
    "Invisible",
    "PathSpan",
    "Secret",
    "find_asserted_date",
    "find_elided",
    "find_invisible",
    "find_paths",
    "find_secrets",
    "mask",
    "quote",
    "strip",
]
