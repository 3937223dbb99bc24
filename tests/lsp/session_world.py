"""What the tests of the server share: a home of their own, a project, an editor's side of the session."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from editor import Editor

HOME = Path(tempfile.mkdtemp(prefix="memory-ls-lsp-")).resolve()
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
ENVIRONMENT = {
    "PATH": os.environ.get("PATH", ""),
    "HOME": str(HOME),
    "XDG_STATE_HOME": str(HOME / "state"),
    "XDG_CONFIG_HOME": str(HOME / "config"),
    "PYTHONPATH": os.pathsep.join(sys.path),
}
CLIENTS = ("visual-studio-code", "neovim@v0.11", "emacs")


@dataclass
class World:
    """A project and a user; files are written before they are opened."""

    root: Path
    editor: Editor
    asks: bool = True

    @property
    def project(self) -> Path:
        return self.root / ".pi" / "memory.md"

    @property
    def everywhere(self) -> Path:
        return HOME / ".pi" / "agent" / "memory.md"

    def write(self, path: Path, text: str) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path

    def open(self, text: str) -> str:
        """Write the project's notes and open them."""
        return self.editor.open(self.write(self.project, text))
