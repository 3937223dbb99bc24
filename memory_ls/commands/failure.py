"""What a person did wrong or the machine refused: one clear line, never a traceback."""

from __future__ import annotations


class Failure(Exception):
    """Ends a command with exit code 2; its text is what the person reads, already safe to show."""
