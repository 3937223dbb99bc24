"""Which notes are kept out of everything that an agent is given unasked, and by what a session remembers the others."""

from __future__ import annotations

from collections.abc import Sequence

from memory_ls.detect import find_secrets
from memory_ls.detect.injection import find_injections
from memory_ls.digest import blake2b
from memory_ls.formats.notes import Fragment, Placed


def is_flagged(rows: Sequence[str]) -> bool:
    """Whether rows hold a secret for certain, or read like an instruction to their reader."""
    text = "\n".join(rows)
    return any(secret.certain for secret in find_secrets(text)) or any(True for _ in find_injections(text))


def key_of(note: Placed, fragment: Fragment) -> str:
    """By which a session remembers a note: its file and what it says, so that a changed one is new."""
    said = fragment.identity.value if fragment.identity is not None else f"{note.row}\0{fragment.text}"
    return blake2b(f"{note.file.id}\0{said}".encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
