"""`memory-ls demo`: a small store with planted problems in a temporary folder, checked as `check` does."""

from __future__ import annotations

import os
import random
import shlex
import string
import tempfile
from argparse import Namespace
from dataclasses import replace
from datetime import date, timedelta

from memory_ls.commands.check import check, tell
from memory_ls.commands.console import Console
from memory_ls.commands.failure import Failure
from memory_ls.commands.scene import Scene
from memory_ls.commands.targets import targets
from memory_ls.formats import FORMATS
from memory_ls.stores.reading import ABSENT
from memory_ls.stores.writing import Written, write

_STORE = ".pi/memory.md"
_TREE = {
    ".git/HEAD": "ref: refs/heads/main\n",
    "README.md": "# Orchard\n\nA project made up for `memory-ls demo`.\n",
    "docs/setup.md": "# Setup\n\nInstall pnpm, then run `pnpm install`.\n",
    "src/server.ts": "export const port = 3000;\n",
}


def run(options: Namespace) -> int:
    console, scene = Console.standard(), Scene.current()
    folder = os.path.realpath(tempfile.mkdtemp(prefix="memory-ls-demo-"))
    for path, text in {**_TREE, _STORE: _notes()}.items():
        outcome = write(os.path.join(folder, path), folder, ABSENT, text.encode(), make_parents=True)
        if not isinstance(outcome, Written):
            raise Failure("the demo's files could not be written")
    store = os.path.join(folder, _STORE)
    inside = replace(scene, here=folder)
    checked = check(inside, targets(inside, [store]), frozenset(), frozenset())
    tell(console, checked, checked.found)
    _say_where(console, folder, store)
    return 0


def _notes() -> str:
    """Notes with problems; the secret is made up on the spot, so that none lies in this program."""
    token = "gh" + "p_" + "".join(random.choices(string.ascii_letters + string.digits, k=36))
    long_ago = (date.today() - timedelta(days=400)).isoformat()
    notes = [
        "Use pnpm for every package task",
        "The server reads its port from src/server.ts",
        "use pnpm for every package task.",
        "Run the linter before every commit",
        "Run the linter and the formatter before every commit",
        f"Deploy with the token {token}",
        f"As of {long_ago} the staging database is shared with the demo environment",
        "The release checklist is docs/release.md",
        "Ask before you change the public\u200b API",
        "Port 8080 belongs to the old gateway",
        "[rest of the notes unchanged]",
        "Explain at length: " + " ".join(["the build first checks types, then bundles, then signs"] * 10),
    ]
    rows = [f"- {note}" for note in notes]
    rows[9] = _retired(rows[9], "Use pnpm for every package task")
    return "\n".join(["# What the agents of this project remember", "", *rows, ""])


def _retired(row: str, newer: str) -> str:
    """A row marked as superseded, as the format itself marks it."""
    return f"<!-- superseded {date.today().isoformat()} by {FORMATS['bullets'].key(newer).value}: {row} -->"


def _say_where(console: Console, folder: str, store: str) -> None:
    quoted = shlex.quote(store)
    start = (
        "lua vim.lsp.config('memory_ls', {cmd = {'memory-ls', 'server'}, filetypes = {'markdown'}}); "
        "vim.lsp.enable('memory_ls')"
    )
    console.line()
    console.line("The store is in ", (folder, "path"), "; nothing else was touched.")
    console.line()
    console.line(("See the same in Neovim 0.11 or later", "strong"), ", diagnostics and quick fixes (gra) included:")
    console.line(f'    nvim --cmd "{start}" {quoted}')
    console.line(("In VS Code", "strong"), ", with the extension from editors/vscode of the source installed:")
    console.line(f"    code {shlex.quote(folder)} --goto {quoted}:3")
    console.line(("On this terminal", "strong"), ", with a diff and a question for each fix:")
    console.line(f"    memory-ls fix {quoted}")
