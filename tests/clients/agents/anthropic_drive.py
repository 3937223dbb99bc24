"""Both memory tools of the Anthropic API side by side: the SDK's own over local files, and ours.

Run by a Python that has `anthropic`. usage: anthropic_drive.py FOLDER SEED CALLS; prints a JSON list of differences.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from anthropic.tools import BetaAbstractMemoryTool, BetaLocalFilesystemMemoryTool, ToolError

from memory_ls.agent.anthropic import MemoryFolderTool

PATHS = ["a.md", "b.md", "d/c.md", "d/e/f.md", "d", "new/g.md", "../out.md", "", "a.md/../b.md"]
TEXTS = ["", "one\n", "one\ntwo\none\n", "no end", "ä § 🙂\n", "\ufeffbom\n", "cr\r\nlf\r\n", "\n\n"]
PARTS = ["one", "two", "o", "\n", "missing", "\r\n", "🙂", ""]


def call(source: random.Random) -> dict[str, Any]:
    """One call as a model might make it."""
    path = f"/memories/{source.choice(PATHS)}".rstrip("/") if source.random() < 0.95 else "/elsewhere"
    other = f"/memories/{source.choice(PATHS)}".rstrip("/")
    text = source.choice(TEXTS)
    return source.choice(
        [
            {"command": "view", "path": path},
            {"command": "view", "path": path, "view_range": [source.randint(0, 3), source.choice([-1, 1, 2, 9])]},
            {"command": "create", "path": path, "file_text": text},
            {"command": "create", "path": path, "file_text": text},
            {"command": "str_replace", "path": path, "old_str": source.choice(PARTS), "new_str": source.choice(PARTS)},
            {"command": "insert", "path": path, "insert_line": source.randint(-1, 4), "insert_text": text},
            {"command": "delete", "path": path},
            {"command": "rename", "old_path": path, "new_path": other},
        ]
    )


def prune(folder: Path) -> None:
    """Remove empty folders: a call that fails may leave some."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def said(tool: BetaAbstractMemoryTool, asked: dict[str, Any]) -> list[object]:
    """The answer, codes of invisible characters undone; of an error of the system only that there was one."""
    try:
        return ["done", str(tool.call(asked)).replace("⟨U+000D⟩", "\r").replace("⟨U+FEFF⟩", "\ufeff")]
    except ToolError as error:
        return ["refused", str(error)]
    except OSError:
        return ["broken", ""]


def tree(folder: Path) -> dict[str, bytes]:
    """The files with their bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def main(folder: Path, seed: int, calls: int) -> list[object]:
    source = random.Random(seed)
    theirs = BetaLocalFilesystemMemoryTool(str(folder / "theirs"))
    ours = MemoryFolderTool(str(folder / "ours" / "memories"))
    different: list[object] = []
    for _ in range(calls):
        asked = call(source)
        before = tree(folder / "theirs" / "memories")
        for tool in ("theirs", "ours"):
            prune(folder / tool / "memories")
        one, other = said(theirs, asked), said(ours, asked)
        if one != other and (one[0] != "broken" or other[0] == "done"):
            different.append([asked, one, other, sorted(before)])
        if tree(folder / "theirs" / "memories") != tree(folder / "ours" / "memories"):
            different.append([asked, "files", sorted(before)])
            break
    return different


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])), ensure_ascii=False))
