"""A real Neovim over its own API, seen and used as a person would."""

from __future__ import annotations

import contextlib
import json
import site
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from client_install import Neovim
from client_world import World, until

EDITOR = Path(__file__).resolve().parents[2] / "editors" / "neovim"
INIT = Path(__file__).resolve().parent / "neovim" / "init.lua"


@dataclass(frozen=True, slots=True)
class Found:
    """A diagnostic as Neovim holds it: row from 0, columns in bytes of UTF-8."""

    row: int
    column: int
    end_column: int
    code: str
    message: str
    severity: int
    source: str


class NeovimSession:
    """One Neovim with one file open."""

    def __init__(self, install: Neovim, world: World, file: Path) -> None:
        site.addsitedir(str(install.packages))
        import pynvim

        environment = {
            **world.environment,
            "MEMORY_LS_EDITOR": str(EDITOR),
            "MEMORY_LS_COMMAND": json.dumps(world.server),
        }
        assignments = [f"{name}={value}" for name, value in environment.items()]
        nvim = [
            str(install.binary),
            "--embed",
            "--headless",
            "-u",
            str(INIT),
            "--cmd",
            f"cd {world.repository}",
            str(file),
        ]
        self._nvim = pynvim.attach("child", argv=["env", "-i", *assignments, *nvim])

    def lua(self, code: str, *arguments: object) -> Any:
        return self._nvim.exec_lua(code, *arguments)

    def command(self, text: str) -> None:
        self._nvim.command(text)

    def quit(self) -> None:
        with contextlib.suppress(OSError, EOFError):
            self._nvim.command("qall!")
        self._nvim.close()

    def lines(self) -> list[str]:
        return list(self._nvim.current.buffer[:])

    def set_line(self, row: int, text: str) -> None:
        """Replace a row, as typing does."""
        self._nvim.current.buffer[row] = text

    def edit(self, file: Path) -> None:
        self._nvim.command(f"edit {file}")

    def findings(self) -> list[Found]:
        return sorted((Found(**one) for one in self.lua("return T.findings(0)")), key=lambda one: (one.row, one.column))

    def codes(self) -> list[tuple[int, str]]:
        return [(one.row, one.code) for one in self.findings()]

    def ready(self) -> None:
        """Wait until the server has answered about the buffer, and so has published what it found at once."""
        until(lambda: self.lua("return T.attached()"), "an attached server")
        self.actions(0)

    def see(self, *codes: tuple[int, str]) -> list[Found]:
        """Wait until exactly these findings (row from 0, rule) are shown."""
        self.ready()
        until(lambda: sorted(self.codes()) == sorted(codes), lambda: f"{codes}; shown are {self.codes()}")
        return self.findings()

    def see_code(self, code: str) -> Found:
        """Wait until a finding of this rule is shown."""
        until(lambda: code in {one.code for one in self.findings()}, lambda: f"{code}; shown are {self.codes()}")
        return next(one for one in self.findings() if one.code == code)

    def actions(self, row: int) -> list[str]:
        return list(self.lua("return T.actions(...)", row))

    def fix(self, row: int, title: str) -> None:
        """Choose an action of a row."""
        assert title in self.actions(row)
        self.lua("T.fix(...)", row, title)

    def file(self) -> Path:
        """The file of the window in focus."""
        return Path(self._nvim.current.buffer.name)

    def cursor(self) -> tuple[int, int]:
        """Row from 0, and the column in bytes of UTF-8."""
        row, column = self._nvim.current.window.cursor
        return row - 1, column

    def place(self, row: int, text: str) -> None:
        """Put the cursor where a text begins in a row."""
        line = self.lines()[row]
        self._nvim.current.window.cursor = (row + 1, len(line[: line.index(text)].encode()))

    def go_to_definition(self, row: int, text: str) -> None:
        self.place(row, text)
        self.lua("vim.lsp.buf.definition()")

    def rename(self, row: int, text: str, new: str) -> None:
        self.place(row, text)
        self.lua("vim.lsp.buf.rename(...)", new)

    def see_lines(self, *lines: str) -> None:
        """Wait until the buffer has exactly these rows."""
        until(lambda: self.lines() == list(lines), lambda: f"{lines}; there is {self.lines()}")

    def answer(self, *answers: str) -> None:
        """What to answer to the next questions: a part of the choice, or a text; what is asked beyond is cancelled."""
        self.lua("T.answers = ...", list(answers))

    def asked(self) -> list[str]:
        return list(self.lua("return T.asked"))

    def said(self) -> list[str]:
        return list(self.lua("return T.said"))
