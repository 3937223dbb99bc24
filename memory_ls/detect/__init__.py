"""A string -> spans in code points: secrets, invisible characters, dates, paths, placeholders; and safe quoting.

Pure: no file, clock, environment or process. Every pattern takes time linear in the text and is compiled when it is
first needed.
"""

from __future__ import annotations

from memory_ls.detect.characters import Invisible, find_invisible, strip
from memory_ls.detect.dates import DatedSpan, find_asserted_date
from memory_ls.detect.elided import Elided, find_elided
from memory_ls.detect.paths import PathSpan, find_paths
from memory_ls.detect.quote import mask, quote
from memory_ls.detect.secrets import Secret, find_secrets

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
