"""Lines on a terminal or in a pipe: styles by their meaning, colours only where someone sees them, questions.

rich is imported only when there is something to colour.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TextIO

from memory_ls.commands.failure import Failure

if TYPE_CHECKING:
    from rich.console import Console as RichConsole

Style = Literal["error", "warning", "information", "hint", "path", "frame", "fix", "added", "removed", "strong"]

_LOOKS: dict[str, str] = {
    "error": "bold red",
    "warning": "bold yellow",
    "information": "bold blue",
    "hint": "bold cyan",
    "path": "bold",
    "frame": "dim",
    "fix": "green",
    "added": "green",
    "removed": "red",
    "strong": "bold",
}


def wants_colour(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """NO_COLOR, then FORCE_COLOR, then whether a terminal that is not dumb listens."""
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return environ["FORCE_COLOR"] != "0"
    return stream.isatty() and environ.get("TERM") != "dumb"


class Console:
    """Writes lines to standard output, or instead of them one JSON object for programs (`as_program`).

    A reader that went away (``| head``) ends the writing, not the command.
    """

    def __init__(self, stream: TextIO, *, colour: bool, as_program: bool = False) -> None:
        self._stream = stream
        self._colour = colour
        self._as_program = as_program
        self._rich: RichConsole | None = None
        self._gone = False

    @classmethod
    def standard(cls, *, as_program: bool = False) -> Console:
        """Standard output as this process has it."""
        return cls(sys.stdout, colour=wants_colour(sys.stdout, os.environ), as_program=as_program)

    @property
    def width(self) -> int:
        """Columns to write in: the terminal's, at most 120; 100 elsewhere."""
        if not self._stream.isatty():
            return 100
        import shutil

        return max(40, min(shutil.get_terminal_size().columns, 120))

    def line(self, *pieces: str | tuple[str, Style]) -> None:
        """One line for people."""
        if not self._as_program:
            self._write(pieces)

    def data(self, **said: object) -> None:
        """The one object for programs; what it holds is masked by who gives it."""
        if self._as_program:
            import json

            self._write((json.dumps({"version": 1, **said}, indent=2),))

    def _write(self, pieces: tuple[str | tuple[str, Style], ...]) -> None:
        if self._gone:
            return
        try:
            if self._colour and any(not isinstance(piece, str) for piece in pieces):
                self._coloured(pieces)
            else:
                self._stream.write("".join(piece if isinstance(piece, str) else piece[0] for piece in pieces) + "\n")
        except BrokenPipeError:
            self._gone = True
            discard(self._stream)

    def ask(self, question: str) -> bool:
        """Yes or no; no is the default. Refused where nobody can answer."""
        if self._as_program:
            raise Failure("with --json nobody is asked; say --yes to do it without a question")
        if not sys.stdin.isatty():
            raise Failure("nobody can be asked here; say --yes to do it without a question")
        self._stream.flush()
        try:
            return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
        except EOFError:
            self.line()
            return False

    def _coloured(self, pieces: tuple[str | tuple[str, Style], ...]) -> None:
        from rich.text import Text as RichText

        if self._rich is None:
            from rich.console import Console as RichConsole

            self._rich = RichConsole(file=self._stream, force_terminal=True, highlight=False, markup=False, emoji=False)
        text = RichText()
        for piece in pieces:
            if isinstance(piece, str):
                text.append(piece)
            else:
                text.append(piece[0], _LOOKS[piece[1]])
        self._rich.print(text, soft_wrap=True)


def discard(stream: TextIO) -> None:
    """Let what is still written to a broken pipe vanish, so that the interpreter's own flush does not complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
